// The background: the wall, the ground with its pool of light, shadows and grid. The page's counterpart of
// src/output/render/ground.c.
//
// One triangle over the whole view, drawn in the background: each pixel's ray is followed to the wall or the ground.
// The soft contact shadow comes from a small, blurred image of the robot from below.
import * as THREE from "three";
import { color, glsl, number, raw } from "./look";
import { sunlight } from "./sunlight";

const SIZE = 256; // texels of the image from below

export class Ground {
  readonly mesh: THREE.Mesh<THREE.BufferGeometry, THREE.ShaderMaterial>;
  floor = 0; // height of the ground
  cell = 0.1; // spacing of the grid's fine lines, m

  private sunShadow = 0; // strength
  private readonly below = new THREE.OrthographicCamera();
  private readonly targets = [makeTarget(), makeTarget()] as const;
  private readonly height = makeHeight();
  private readonly blur = makeBlur();
  private readonly screen = new THREE.Mesh(triangle(), this.blur);
  private readonly flat = new THREE.OrthographicCamera(-1, 1, 1, -1, 0, 1);

  constructor() {
    this.mesh = new THREE.Mesh(triangle(), makeMaterial());
    this.mesh.frustumCulled = false;
    this.mesh.receiveShadow = true;
    this.mesh.renderOrder = 1; // after the robot: hidden pixels are not drawn
    this.screen.frustumCulled = false;
    this.mesh.material.uniforms["contact"]!.value = this.targets[0].texture;
  }

  // Sets the bounding sphere of the robot, and the box whose shadow is drawn.
  setBounds(center: THREE.Vector3, radius: number, box: THREE.Box3): void {
    const { uniforms } = this.mesh.material;
    this.floor = box.min.y;
    this.cell = 10 ** Math.round(Math.log10(radius / 3));
    uniforms["floorHeight"]!.value = this.floor;
    uniforms["center"]!.value.copy(center);
    uniforms["radius"]!.value = radius;
    uniforms["cell"]!.value = this.cell;

    const border = radius * number("contact_blur") * 4;
    const half = Math.max(box.max.x - box.min.x, box.max.z - box.min.z) / 2 + border;
    this.below.left = this.below.bottom = -half;
    this.below.right = this.below.top = half;
    this.below.near = 0;
    this.below.far = radius * number("contact_height");
    this.below.position.set(center.x, this.floor - this.below.far * 1e-3, center.z);
    this.below.up.set(0, 0, 1);
    this.below.lookAt(center.x, this.floor + 1, center.z);
    this.below.updateProjectionMatrix();
    this.below.updateMatrixWorld();
    uniforms["below"]!.value.copy(this.below.projectionMatrix).multiply(this.below.matrixWorldInverse);
    this.height.uniforms["low"]!.value = this.floor;
    this.height.uniforms["reach"]!.value = this.below.far;
    const texels = (number("contact_blur") * radius * SIZE) / (2 * half);
    this.blur.uniforms["width"]!.value = texels;
  }

  setTheme(dark: boolean): void {
    const theme = dark ? "dark" : "light";
    const { uniforms } = this.mesh.material;
    for (const [name, row] of [["wallHigh", "wall_high"], ["wallLow", "wall_low"], ["pool", "floor"], ["ink", "grid"]] as const) {
      uniforms[name]!.value.copy(raw(`${theme}_${row}`));
    }
    this.sunShadow = number(`${theme}_sun_shadow`);
    this.showSunShadow(true);
    uniforms["contactShadow"]!.value = number(`${theme}_contact_shadow`);
    this.mesh.userData["average"] = color(`${theme}_wall_low`);
  }

  // Shows the sun's shadow, or hides it when it belongs to an earlier pose.
  showSunShadow(on: boolean): void {
    this.mesh.material.uniforms["sunShadow"]!.value = on ? this.sunShadow : 0;
  }

  get hasGrid(): boolean {
    return this.mesh.material.uniforms["grid"]!.value > 0;
  }

  showGrid(on: boolean): void {
    this.mesh.material.uniforms["grid"]!.value = on ? 1 : 0;
  }

  // Updates the contact shadow from the objects in the layer.
  updateContact(renderer: THREE.WebGLRenderer, scene: THREE.Scene, layer: number): void {
    this.below.layers.set(layer);
    scene.overrideMaterial = this.height;
    const { autoUpdate, needsUpdate } = renderer.shadowMap;
    renderer.shadowMap.autoUpdate = renderer.shadowMap.needsUpdate = false;
    renderer.setRenderTarget(this.targets[0]);
    renderer.setClearColor(0x000000, 1);
    renderer.clear();
    renderer.render(scene, this.below);
    scene.overrideMaterial = null;
    for (const [from, to, way] of [[0, 1, [1, 0]], [1, 0, [0, 1]]] as const) {
      this.blur.uniforms["from"]!.value = this.targets[from].texture;
      this.blur.uniforms["way"]!.value.set(way[0] / SIZE, way[1] / SIZE);
      renderer.setRenderTarget(this.targets[to]);
      renderer.render(this.screen, this.flat);
    }
    renderer.setRenderTarget(null);
    Object.assign(renderer.shadowMap, { autoUpdate, needsUpdate });
  }

  // Sets up the rays for the camera that draws next.
  follow(camera: THREE.Camera): void {
    const { uniforms } = this.mesh.material;
    uniforms["unproject"]!.value.copy(camera.matrixWorld).multiply(camera.projectionMatrixInverse);
  }
}

export function triangle(): THREE.BufferGeometry {
  return new THREE.BufferGeometry().setAttribute("position", new THREE.BufferAttribute(new Float32Array([-1, -1, 1, 3, -1, 1, -1, 3, 1]), 3));
}

function makeTarget(): THREE.WebGLRenderTarget {
  return new THREE.WebGLRenderTarget(SIZE, SIZE, { generateMipmaps: false });
}

function makeMaterial(): THREE.ShaderMaterial {
  const uniforms = THREE.UniformsUtils.merge([THREE.UniformsLib.lights, {
    unproject: { value: new THREE.Matrix4() }, below: { value: new THREE.Matrix4() }, contact: { value: null },
    floorHeight: { value: 0 }, center: { value: new THREE.Vector3() }, radius: { value: 1 }, cell: { value: 0.1 }, grid: { value: 1 },
    wallHigh: { value: new THREE.Vector3() }, wallLow: { value: new THREE.Vector3() }, pool: { value: new THREE.Vector3() },
    ink: { value: new THREE.Vector3() }, sunShadow: { value: 0 }, contactShadow: { value: 0 },
  }]);
  return new THREE.ShaderMaterial({ lights: true, depthWrite: false, toneMapped: false, uniforms, vertexShader: vertex, fragmentShader: fragment });
}

// Renders height as brightness: bright near the ground, by the squared distance to the maximum height.
function makeHeight(): THREE.ShaderMaterial {
  return new THREE.ShaderMaterial({
    side: THREE.DoubleSide, uniforms: { low: { value: 0 }, reach: { value: 1 } },
    vertexShader: "varying float height; void main() { vec4 at = modelMatrix * vec4(position, 1.0); height = at.y; gl_Position = projectionMatrix * viewMatrix * at; }",
    fragmentShader: `varying float height; uniform float low, reach;
      void main() { float near = clamp(1.0 - (height - low) / reach, 0.0, 1.0); gl_FragColor = vec4(vec3(near * near), 1.0); }`,
  });
}

function makeBlur(): THREE.ShaderMaterial {
  return new THREE.ShaderMaterial({
    depthTest: false, depthWrite: false,
    uniforms: { from: { value: null }, way: { value: new THREE.Vector2() }, width: { value: 4 } },
    vertexShader: "varying vec2 at; void main() { at = position.xy * 0.5 + 0.5; gl_Position = vec4(position.xy, 0.0, 1.0); }",
    fragmentShader: `varying vec2 at; uniform sampler2D from; uniform vec2 way; uniform float width;
      void main() {
        float sum = 0.0, weight = 0.0;
        for (int i = -12; i <= 12; i++) {
          float x = float(i) / 5.0;
          float w = exp(-0.5 * x * x);
          sum += w * texture2D(from, at + way * (x * width)).r;
          weight += w;
        }
        gl_FragColor = vec4(vec3(sum / weight), 1.0);
      }`,
  });
}

const vertex = `
  uniform mat4 unproject;
  varying vec3 ray;
  varying vec2 screen;
  #if NUM_DIR_LIGHT_SHADOWS > 0
    varying vec4 vDirectionalShadowCoord[NUM_DIR_LIGHT_SHADOWS];
  #endif
  void main() {
    vec4 far = unproject * vec4(position.xy, 1.0, 1.0);
    vec4 near = unproject * vec4(position.xy, -1.0, 1.0);
    ray = far.xyz / far.w - near.xyz / near.w;
    screen = position.xy;
    #if NUM_DIR_LIGHT_SHADOWS > 0
      vDirectionalShadowCoord[0] = vec4(near.xyz / near.w, 1.0); // where the ray begins
    #endif
    gl_Position = vec4(position.xy, 1.0, 1.0);
  }`;

const fragment = `
  #include <common>
  #include <lights_pars_begin>
  #include <shadowmap_pars_fragment>
  ${sunlight}
  varying vec3 ray;
  varying vec2 screen;
  uniform mat4 below;
  uniform sampler2D contact;
  uniform vec3 center, wallHigh, wallLow, pool, ink;
  uniform float floorHeight, radius, cell, grid, sunShadow, contactShadow;
  #if NUM_DIR_LIGHT_SHADOWS > 0
    uniform mat4 directionalShadowMatrix[NUM_DIR_LIGHT_SHADOWS];
  #endif

  float gridLine(vec2 at, vec2 width) {
    vec2 line = max(1.0 - abs(fract(at - 0.5) - 0.5) / max(width, vec2(1e-6)), 0.0) * (1.0 - smoothstep(0.2, 0.6, width));
    return max(line.x, line.y);
  }

  void main() {
    vec3 way = normalize(ray);
    vec3 rgb = mix(wallLow, wallHigh, smoothstep(-0.6, 0.5, way.y));
    vec3 eye = cameraPosition;
    #if NUM_DIR_LIGHT_SHADOWS > 0
      if (isOrthographic) eye = vDirectionalShadowCoord[0].xyz;
    #endif
    vec2 cells = vec2(0.0);
    float distant = way.y < -1e-4 ? (floorHeight - eye.y) / way.y : -1.0;
    vec3 point = eye + way * distant;
    cells = fwidth(point.xz);
    if (distant > 0.0) {
      float across = distance(point.xz, center.xz) / radius;
      float lit = exp(-pow(across / ${glsl("floor_reach")}, 2.0));
      float shade = 1.0;
      if (across < 6.0) {
        #if defined(USE_SHADOWMAP) && NUM_DIR_LIGHT_SHADOWS > 0
          shade -= sunShadow * (1.0 - sunlight(directionalLightShadows[0], directionalShadowMap[0], directionalShadowMatrix[0] * vec4(point, 1.0)));
        #endif
        vec2 at = (below * vec4(point, 1.0)).xy * 0.5 + 0.5;
        if (all(greaterThan(at, vec2(0.0))) && all(lessThan(at, vec2(1.0)))) shade *= 1.0 - contactShadow * texture2D(contact, at).r;
      }
      float lines = max(${glsl("grid_fine")} * gridLine(point.xz / cell, cells / cell),
        ${glsl("grid_coarse")} * gridLine(point.xz / (10.0 * cell), cells / (10.0 * cell)));
      lines *= grid * (1.0 - smoothstep(0.25, 1.0, across / ${glsl("grid_reach")}));
      rgb = mix(rgb, pool, lit);
      rgb = mix(rgb * shade, ink, lines);
    }
    rgb *= 1.0 - ${glsl("vignette")} * dot(screen, screen) / 2.0;
    float grain = fract(52.9829189 * fract(dot(gl_FragCoord.xy, vec2(0.06711056, 0.00583715)))) - 0.5;
    gl_FragColor = vec4(rgb + grain / 255.0, 1.0);
  }`;
