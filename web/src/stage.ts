// The stage: renderer, studio light, ground, camera. It draws on demand: nothing moves, nothing is drawn.
import * as THREE from "three";
import { OrbitControls } from "three/addons/controls/OrbitControls.js";
import { RoomEnvironment } from "three/addons/environments/RoomEnvironment.js";
import { CSS2DRenderer } from "three/addons/renderers/CSS2DRenderer.js";

export const VIEWS: Record<string, [string, THREE.Vector3]> = {
  iso: ["¾ view", new THREE.Vector3(1, 0.75, 1.25)],
  front: ["Front", new THREE.Vector3(1, 0, 0)],
  back: ["Back", new THREE.Vector3(-1, 0, 0)],
  left: ["Left", new THREE.Vector3(0, 0, -1)],
  right: ["Right", new THREE.Vector3(0, 0, 1)],
  top: ["Top", new THREE.Vector3(0, 1, 0.0001)],
  bottom: ["Bottom", new THREE.Vector3(0, -1, 0.0001)],
};

const SLOW = 120; // milliseconds for a frame: millions of triangles without a graphics card
const REST = 250; // milliseconds

export class Stage {
  readonly scene = new THREE.Scene();
  readonly camera = new THREE.PerspectiveCamera(38, 1, 0.01, 1000);
  readonly renderer: THREE.WebGLRenderer;
  readonly labels = new CSS2DRenderer();
  readonly controls: OrbitControls;
  // what was drawn so far and with the last frame; tests and the curious look at it
  frames = 0;
  calls = 0;
  triangles = 0;
  cost = 0; // milliseconds until the browser could show the next one

  private readonly sun = new THREE.DirectionalLight(0xfff6ea, 1.55);
  private readonly ground: THREE.Mesh;
  private readonly grid: THREE.Mesh<THREE.PlaneGeometry, THREE.ShaderMaterial>;
  private readonly bounds = new THREE.Box3();
  private pending = false;
  private resting: ReturnType<typeof setTimeout> | undefined;

  constructor(private readonly container: HTMLElement) {
    this.renderer = new THREE.WebGLRenderer({ antialias: true, preserveDrawingBuffer: false });
    this.renderer.setPixelRatio(Math.min(devicePixelRatio, 2));
    this.renderer.toneMapping = THREE.NeutralToneMapping;
    this.renderer.toneMappingExposure = 0.9;
    this.renderer.shadowMap.enabled = true;
    this.renderer.shadowMap.type = THREE.PCFShadowMap;
    this.renderer.shadowMap.autoUpdate = false; // it draws every triangle once more: only when something moved
    const canvas = this.renderer.domElement;
    canvas.tabIndex = 0;
    canvas.id = "canvas";
    canvas.setAttribute("role", "application");
    canvas.setAttribute("aria-label", "3D view of the robot. Arrow keys turn the camera, plus and minus zoom, F fits the view.");
    container.append(canvas);
    this.labels.domElement.id = "labels";
    container.append(this.labels.domElement);

    this.lightRoom();
    // a card that was reset (sleep, a new driver) has lost what was drawn into textures
    canvas.addEventListener("webglcontextrestored", () => {
      this.lightRoom();
      this.moved();
    });

    this.sun.castShadow = true;
    this.sun.shadow.mapSize.set(2048, 2048);
    this.sun.shadow.radius = 3;
    this.sun.shadow.bias = -0.0004;
    const rim = new THREE.DirectionalLight(0xcfe0ff, 0.7);
    rim.position.set(-3, 2, -4);
    this.scene.add(this.sun, this.sun.target, rim);

    this.ground = new THREE.Mesh(new THREE.PlaneGeometry(1, 1), new THREE.ShadowMaterial({ opacity: 0.22 }));
    this.ground.rotation.x = -Math.PI / 2;
    this.ground.receiveShadow = true;
    this.grid = makeGrid();
    this.scene.add(this.ground, this.grid);

    this.controls = new OrbitControls(this.camera, canvas);
    this.controls.enableDamping = false;
    this.controls.zoomToCursor = true;
    this.controls.addEventListener("change", () => this.invalidate());

    new ResizeObserver(() => this.resize()).observe(container);
    this.resize();
  }

  invalidate(): void {
    if (this.pending) return;
    this.pending = true;
    clearTimeout(this.resting);
    this.resting = undefined;
    requestAnimationFrame((start) => {
      this.pending = false;
      this.draw();
      requestAnimationFrame((next) => (this.cost = next - start));
    });
  }

  // For what is only nice to see: where a frame costs much it waits until nothing more was wished for a while.
  invalidateAtRest(): void {
    if (this.cost < SLOW) {
      this.invalidate();
      return;
    }
    clearTimeout(this.resting);
    this.resting = setTimeout(() => {
      this.resting = undefined;
      this.invalidate();
    }, REST);
  }

  // Something that throws a shadow moved, came or went.
  moved(): void {
    this.renderer.shadowMap.needsUpdate = true;
    this.invalidate();
  }

  draw(): void {
    this.renderer.render(this.scene, this.camera);
    this.labels.render(this.scene, this.camera);
    thinOut(this.labels.domElement);
    this.frames++;
    this.calls = this.renderer.info.render.calls;
    this.triangles = this.renderer.info.render.triangles;
  }

  // Light, ground and clipping planes follow the size of what is shown; the camera stays.
  setBounds(box: THREE.Box3): void {
    this.bounds.copy(box);
    if (box.isEmpty()) this.bounds.set(new THREE.Vector3(-0.5, 0, -0.5), new THREE.Vector3(0.5, 1, 0.5));
    const centre = this.bounds.getCenter(new THREE.Vector3());
    const radius = this.radius();

    this.sun.position.set(centre.x + radius * 1.2, centre.y + radius * 3, centre.z + radius * 1.6);
    this.sun.target.position.copy(centre);
    const shadow = this.sun.shadow.camera;
    shadow.left = shadow.bottom = -radius * 1.6;
    shadow.right = shadow.top = radius * 1.6;
    shadow.near = radius * 0.5;
    shadow.far = radius * 8;
    shadow.updateProjectionMatrix();
    // as much as the blur is wide on the robot, or flat faces shade themselves in dots
    this.sun.shadow.normalBias = radius * 0.01;

    const floor = this.bounds.min.y;
    this.ground.position.set(centre.x, floor - radius * 0.001, centre.z);
    this.ground.scale.setScalar(radius * 12);
    this.grid.position.set(centre.x, floor - radius * 0.0015, centre.z);
    this.grid.scale.setScalar(radius * 12);
    const cell = 10 ** Math.round(Math.log10(radius / 3));
    this.grid.material.uniforms["cell"]!.value = cell;
    this.grid.material.uniforms["reach"]!.value = radius * 5;
    this.grid.material.uniforms["centre"]!.value.set(centre.x, centre.z);

    this.camera.near = radius / 200;
    this.camera.far = radius * 200;
    this.camera.updateProjectionMatrix();
    this.controls.minDistance = radius * 0.02;
    this.controls.maxDistance = radius * 40;
    this.moved();
  }

  // Looks at a box from a direction (kept when none is given) so that all of it is in view.
  fit(direction?: THREE.Vector3, now?: THREE.Box3): void {
    const box = now && !now.isEmpty() ? now : this.bounds;
    const centre = box.getCenter(new THREE.Vector3());
    const from = direction?.clone() ?? this.camera.position.clone().sub(this.controls.target);
    if (from.lengthSq() === 0) from.set(1, 0.75, 1.25);
    from.normalize();
    this.controls.target.copy(centre);
    this.camera.position.copy(centre).addScaledVector(from, this.fitDistance(from, box, centre));
    this.camera.up.set(0, 1, 0);
    this.controls.update();
    this.invalidate();
  }

  showGrid(on: boolean): void {
    this.grid.visible = on;
    this.invalidate();
  }

  setTheme(dark: boolean): void {
    this.scene.background = new THREE.Color(dark ? 0x22272d : 0xe2e7ec);
    this.scene.environmentIntensity = dark ? 0.55 : 0.46;
    (this.grid.material.uniforms["ink"]!.value as THREE.Color).set(dark ? 0x8f9ba8 : 0x5a6672);
    (this.ground.material as THREE.ShadowMaterial).opacity = dark ? 0.42 : 0.2;
    this.invalidate();
  }

  // The picture as it stands, as PNG.
  screenshot(): string {
    this.draw();
    return this.renderer.domElement.toDataURL("image/png");
  }

  private lightRoom(): void {
    const room = new THREE.PMREMGenerator(this.renderer);
    this.scene.environment?.dispose();
    this.scene.environment = room.fromScene(new RoomEnvironment(), 0.04).texture;
    room.dispose();
  }

  private radius(): number {
    return Math.max(this.bounds.getSize(new THREE.Vector3()).length() / 2, 1e-4);
  }

  // The smallest distance at which every corner of the box is inside the view's pyramid, with a margin.
  private fitDistance(from: THREE.Vector3, box: THREE.Box3, centre: THREE.Vector3): number {
    const right = new THREE.Vector3().crossVectors(new THREE.Vector3(0, 1, 0), from).normalize();
    const up = new THREE.Vector3().crossVectors(from, right);
    const vertical = Math.tan(THREE.MathUtils.degToRad(this.camera.fov) / 2) * 0.88;
    const horizontal = vertical * this.camera.aspect;
    let distance = 0;
    for (let i = 0; i < 8; i++) {
      const corner = new THREE.Vector3(
        i & 1 ? box.max.x : box.min.x,
        i & 2 ? box.max.y : box.min.y,
        i & 4 ? box.max.z : box.min.z,
      ).sub(centre);
      const depth = corner.dot(from);
      distance = Math.max(
        distance, depth + Math.abs(corner.dot(right)) / horizontal, depth + Math.abs(corner.dot(up)) / vertical,
      );
    }
    return distance;
  }

  private resize(): void {
    const { clientWidth: width, clientHeight: height } = this.container;
    if (width === 0 || height === 0) return;
    this.renderer.setSize(width, height);
    this.labels.setSize(width, height);
    this.camera.aspect = width / height;
    this.camera.updateProjectionMatrix();
    this.invalidate();
  }
}

// Of labels that lie over each other the nearest stays: the renderer stacks them by distance.
function thinOut(container: HTMLElement): void {
  const labels = [...container.children].filter((label) => (label as HTMLElement).style.display !== "none") as HTMLElement[];
  const measured = labels.map((label) => ({ label, order: Number(label.style.zIndex), area: label.getBoundingClientRect() }));
  measured.sort((a, b) => b.order - a.order);
  const kept: DOMRect[] = [];
  for (const { label, area } of measured) {
    const covered = kept.some((other) => area.left < other.right && other.left < area.right && area.top < other.bottom && other.top < area.bottom);
    label.style.visibility = covered ? "hidden" : "";
    if (!covered) kept.push(area);
  }
}

// An endless grid: lines drawn in the shader, thin at any distance, fading out with distance from the robot.
function makeGrid(): THREE.Mesh<THREE.PlaneGeometry, THREE.ShaderMaterial> {
  const material = new THREE.ShaderMaterial({
    transparent: true,
    depthWrite: false,
    side: THREE.DoubleSide,
    uniforms: {
      cell: { value: 0.1 }, reach: { value: 5 }, centre: { value: new THREE.Vector2() },
      ink: { value: new THREE.Color(0x8f9ba8) },
    },
    vertexShader: `
      varying vec3 world;
      void main() {
        world = (modelMatrix * vec4(position, 1.0)).xyz;
        gl_Position = projectionMatrix * viewMatrix * vec4(world, 1.0);
      }`,
    fragmentShader: `
      varying vec3 world;
      uniform float cell, reach;
      uniform vec2 centre;
      uniform vec3 ink;
      float line(float size) {
        vec2 at = world.xz / size;
        vec2 width = fwidth(at);
        vec2 near = abs(fract(at - 0.5) - 0.5) / max(width, 1e-6);
        float fade = 1.0 - smoothstep(0.2, 0.6, max(width.x, width.y));
        return (1.0 - min(min(near.x, near.y), 1.0)) * fade;
      }
      void main() {
        float strength = max(line(cell) * 0.16, line(cell * 10.0) * 0.42);
        strength *= 1.0 - smoothstep(reach * 0.25, reach, distance(world.xz, centre));
        if (strength < 0.004) discard;
        gl_FragColor = vec4(ink, strength);
      }`,
  });
  const mesh = new THREE.Mesh(new THREE.PlaneGeometry(1, 1), material);
  mesh.rotation.x = -Math.PI / 2;
  mesh.renderOrder = -1;
  return mesh;
}
