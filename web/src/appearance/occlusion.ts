// Screen-space ambient occlusion: the page's counterpart of src/output/render/occlusion.c, which explains the method.
//
// It takes two more passes over the view, so it is drawn when the picture is at rest: the depth of the robot, then the
// openness around each pixel. A triangle over the view multiplies the image by it before overlays are drawn.
import * as THREE from "three";
import { triangle } from "./ground";
import { glsl, number } from "./look";

export class Occlusion {
  readonly mesh: THREE.Mesh<THREE.BufferGeometry, THREE.ShaderMaterial>;

  private readonly depth = new THREE.WebGLRenderTarget(1, 1, { depthTexture: new THREE.DepthTexture(1, 1), generateMipmaps: false });
  private readonly open = new THREE.WebGLRenderTarget(1, 1, {
    minFilter: THREE.NearestFilter, magFilter: THREE.NearestFilter, generateMipmaps: false, depthBuffer: false,
  });
  private readonly nothing = new THREE.MeshBasicMaterial({ colorWrite: false, side: THREE.DoubleSide });
  private readonly raw = makeRaw();
  private readonly screen = new THREE.Mesh(triangle(), this.raw);
  private readonly flat = new THREE.OrthographicCamera(-1, 1, 1, -1, 0, 1);

  constructor() {
    this.mesh = new THREE.Mesh(triangle(), makeBlend());
    this.mesh.frustumCulled = this.screen.frustumCulled = false;
    this.mesh.renderOrder = 2; // after robot and ground, before overlays
    this.mesh.visible = false;
    for (const material of [this.raw, this.mesh.material]) material.uniforms["depth"]!.value = this.depth.depthTexture;
    this.mesh.material.uniforms["open"]!.value = this.open.texture;
  }

  // Computes the occlusion of the objects in the layer; radius is the robot's.
  update(renderer: THREE.WebGLRenderer, scene: THREE.Scene, camera: THREE.PerspectiveCamera | THREE.OrthographicCamera, layer: number, radius: number): void {
    const size = renderer.getDrawingBufferSize(new THREE.Vector2());
    this.depth.setSize(size.x, size.y);
    this.open.setSize(size.x, size.y);
    for (const material of [this.raw, this.mesh.material]) {
      material.uniforms["unproject"]!.value.copy(camera.projectionMatrixInverse);
      material.uniforms["size"]!.value.copy(size);
    }
    this.raw.uniforms["reach"]!.value = number("occlusion_reach") * radius;
    this.raw.uniforms["focal"]!.value = (camera.projectionMatrix.elements[5]! * size.y) / 2;
    this.raw.uniforms["flat_"]!.value = camera instanceof THREE.OrthographicCamera;

    const { mask } = camera.layers;
    const { autoUpdate, needsUpdate } = renderer.shadowMap;
    renderer.shadowMap.autoUpdate = renderer.shadowMap.needsUpdate = false;
    camera.layers.set(layer);
    scene.overrideMaterial = this.nothing;
    renderer.setRenderTarget(this.depth);
    renderer.clear();
    renderer.render(scene, camera);
    scene.overrideMaterial = null;
    camera.layers.mask = mask;
    renderer.setRenderTarget(this.open);
    renderer.render(this.screen, this.flat);
    renderer.setRenderTarget(null);
    Object.assign(renderer.shadowMap, { autoUpdate, needsUpdate });
  }
}

const vertex = "void main() { gl_Position = vec4(position.xy, 0.0, 1.0); }";

const common = `
  uniform sampler2D depth;
  uniform mat4 unproject;
  uniform vec2 size;
  float depthAt(ivec2 at) { return texelFetch(depth, clamp(at, ivec2(0), ivec2(size) - 1), 0).r; }
  vec3 positionAt(ivec2 at) {
    vec4 p = unproject * vec4((vec2(at) + 0.5) / size * 2.0 - 1.0, depthAt(at) * 2.0 - 1.0, 1.0);
    return p.xyz / p.w;
  }`;

function makeRaw(): THREE.ShaderMaterial {
  return new THREE.ShaderMaterial({
    depthTest: false, depthWrite: false, vertexShader: vertex,
    uniforms: {
      depth: { value: null }, unproject: { value: new THREE.Matrix4() }, size: { value: new THREE.Vector2() },
      reach: { value: 1 }, focal: { value: 1 }, flat_: { value: false },
    },
    fragmentShader: `${common}
      uniform float reach, focal;
      uniform bool flat_;
      vec3 side(ivec2 here, vec3 at, ivec2 step) {
        bool has1 = depthAt(here + step) < 1.0, has0 = depthAt(here - step) < 1.0;
        vec3 ahead = positionAt(here + step) - at, back = at - positionAt(here - step);
        if (has1 && (!has0 || abs(ahead.z) < abs(back.z))) return ahead;
        return has0 ? back : vec3(step, 0.0);
      }
      void main() {
        ivec2 here = ivec2(gl_FragCoord.xy);
        if (depthAt(here) >= 1.0) { gl_FragColor = vec4(1.0); return; }
        vec3 at = positionAt(here);
        vec3 normal = normalize(cross(side(here, at, ivec2(1, 0)), side(here, at, ivec2(0, 1))));
        float pixels = min(reach * focal / (flat_ ? 1.0 : -at.z), 0.25 * size.x);
        int order[16] = int[16](0, 8, 2, 10, 12, 4, 14, 6, 3, 11, 1, 9, 15, 7, 13, 5);
        float turn = float(order[(here.y & 3) * 4 + (here.x & 3)]) / 16.0;
        float sum = 0.0;
        for (int i = 0; i < 12; i++) {
          float part = (float(i) + 0.5) / 12.0;
          float angle = 6.2831853 * (part * 5.0 + turn);
          ivec2 other = here + ivec2(round(part * pixels * vec2(cos(angle), sin(angle))));
          if (any(lessThan(other, ivec2(0))) || any(greaterThanEqual(other, ivec2(size))) || depthAt(other) >= 1.0) continue;
          vec3 v = positionAt(other) - at;
          float vv = dot(v, v) / (reach * reach);
          float fall = max(1.0 - vv, 0.0);
          sum += fall * fall * fall * max(dot(v, normal) / reach - 0.02, 0.0) / (vv + 0.01);
        }
        gl_FragColor = vec4(vec3(max(0.0, 1.0 - ${glsl("occlusion_strength")} * sum * (2.0 / 12.0))), 1.0);
      }`,
  });
}

// Averages over the pattern of 4 x 4 pixels without crossing edges, and darkens the image.
function makeBlend(): THREE.ShaderMaterial {
  return new THREE.ShaderMaterial({
    depthTest: false, depthWrite: false, transparent: true, toneMapped: false,
    blending: THREE.CustomBlending, blendEquation: THREE.AddEquation, blendSrc: THREE.ZeroFactor, blendDst: THREE.SrcColorFactor,
    blendSrcAlpha: THREE.ZeroFactor, blendDstAlpha: THREE.OneFactor,
    vertexShader: vertex,
    uniforms: { depth: { value: null }, open: { value: null }, unproject: { value: new THREE.Matrix4() }, size: { value: new THREE.Vector2() } },
    fragmentShader: `${common}
      uniform sampler2D open;
      void main() {
        ivec2 here = ivec2(gl_FragCoord.xy);
        if (depthAt(here) >= 1.0) discard;
        float z = positionAt(here).z;
        float sum = 0.0, weight = 0.0;
        for (int j = -2; j < 2; j++) for (int i = -2; i < 2; i++) {
          ivec2 at = clamp(here + ivec2(i, j), ivec2(0), ivec2(size) - 1);
          if (abs(positionAt(at).z - z) > 0.02 * abs(z)) continue;
          sum += texelFetch(open, at, 0).r;
          weight += 1.0;
        }
        gl_FragColor = vec4(vec3(sum / max(weight, 1.0)), 1.0);
      }`,
  });
}
