// The stage: renderer, sun and room, ground, camera. It draws on demand, only when something changes.
//
// A frame is drawn at once, and if it was simplified it is drawn again when the picture is at rest: with ambient
// occlusion, the soft shadow on the ground, and all pixels. A view that is slow to draw uses every fourth pixel and
// vertex lighting, without the shadow, while it moves.
import * as THREE from "three";
import { OrbitControls } from "three/addons/controls/OrbitControls.js";
import { CSS2DRenderer } from "three/addons/renderers/CSS2DRenderer.js";
import { Ground } from "../appearance/ground";
import { color, direction, number, triple } from "../appearance/look";
import { Occlusion } from "../appearance/occlusion";
import { simplify } from "../appearance/moving";
import { furnishRoom } from "../appearance/room";
import { warmUp } from "../appearance/warm-up";
import type { Vec3 } from "../robot/data";
import { meters } from "../widgets/format";
import { Flight } from "./flight";
import { frame } from "./framing";
import { nullRenderer } from "./null-renderer";

const SIDE = 1e-4; // for a view from above: the camera's up must not be parallel to its direction
export const VIEWS: Record<string, [string, THREE.Vector3]> = {
  iso: ["¾ view", direction(number("iso_azimuth"), number("iso_elevation"))],
  front: ["Front", new THREE.Vector3(1, 0, 0)],
  back: ["Back", new THREE.Vector3(-1, 0, 0)],
  left: ["Left", new THREE.Vector3(0, 0, -1)],
  right: ["Right", new THREE.Vector3(0, 0, 1)],
  top: ["Top", new THREE.Vector3(0, 1, SIDE)],
  bottom: ["Bottom", new THREE.Vector3(0, -1, SIDE)],
};

// Layer of the robot's opaque parts: used for occlusion and for the ground shadow.
export const SOLID = 1;

const SLOW = 120; // milliseconds per frame: millions of triangles without a graphics card
const COARSE = 50; // milliseconds per frame above which motion is drawn with fewer pixels
const CHEAP = 20; // milliseconds per frame below which everything is drawn at once
const REST = 150; // milliseconds
const SHADOW = 2048; // texels on a side
const CONTEXT = { alpha: true, antialias: true, preserveDrawingBuffer: false }; // the attributes that three.js requests

furnishRoom();

export class Stage {
  readonly scene = new THREE.Scene();
  readonly camera = new THREE.PerspectiveCamera(number("field_of_view"), 1, 0.01, 1000); // the camera that gestures, flights and the state move
  readonly renderer: THREE.WebGLRenderer;
  readonly noWebGL: boolean; // this browser has no WebGL: everything except the view works
  readonly labels = new CSS2DRenderer();
  readonly controls: OrbitControls;
  // statistics of all frames and the last one, for tests
  frames = 0;
  calls = 0;
  triangles = 0;
  cost = NaN; // milliseconds until the graphics card had drawn a frame at full resolution; NaN: unknown
  coarse = false; // the last frame had fewer pixels and simpler lighting
  complete = false; // the last frame was drawn with all effects
  readonly drawn: Promise<void>; // the first frame was submitted to the graphics card
  readonly shown: Promise<void>; // the first frame is on the screen

  private readonly parallel = new THREE.OrthographicCamera();
  private flat = false; // parallel projection
  private readonly sun = new THREE.DirectionalLight(new THREE.Color(...triple("sun_color")), number("sun_strength"));
  private readonly ground = new Ground();
  private readonly occlusion = new Occlusion();
  private readonly bounds = new THREE.Box3();
  private readonly flight: Flight;
  private readonly scale = document.createElement("div");
  private height = 1; // pixels of the page
  private readonly size = new THREE.Vector2(1, 1);
  private foreign = false; // a picture of another size is being drawn
  private firstDrawn: () => void = () => {};
  private firstShown: () => void = () => {};
  private empty = true; // nothing to draw yet
  private pending = false;
  private measuring = 0; // frames whose cost is being measured
  private resting: ReturnType<typeof setTimeout> | undefined;
  private moving = false; // an animation requested the next frame
  private fresh = true; // the content was replaced: the camera jumps to it
  private contactStale = true;
  private readonly seen = new THREE.Matrix4(); // the view of the current occlusion
  private occlusionStale = true;

  constructor(private readonly container: HTMLElement) {
    // with its final size from the start: each resize reallocates the buffers
    const canvas = document.createElement("canvas");
    canvas.width = container.clientWidth * pixelRatio();
    canvas.height = container.clientHeight * pixelRatio();
    // the renderer requests the same context again and gets this one
    this.noWebGL = !canvas.getContext("webgl2", CONTEXT);
    this.renderer = this.noWebGL ? nullRenderer(canvas) : new THREE.WebGLRenderer({ canvas, ...CONTEXT, alpha: false });
    this.renderer.debug.checkShaderErrors = false; // checking waits for the compiler, and delays the first frame
    this.drawn = new Promise((resolve) => (this.firstDrawn = resolve));
    this.shown = new Promise((resolve) => (this.firstShown = resolve));
    this.renderer.toneMapping = THREE.CustomToneMapping;
    this.renderer.toneMappingExposure = number("exposure");
    this.renderer.shadowMap.enabled = true;
    this.renderer.shadowMap.type = THREE.PCFShadowMap;
    this.renderer.shadowMap.autoUpdate = false; // it draws every triangle once more: only when something moved
    canvas.tabIndex = -1; // not focusable until there is something to see
    canvas.id = "canvas";
    canvas.setAttribute("role", "application");
    canvas.setAttribute("aria-label", "3D view of the robot. Arrow keys turn the camera, plus and minus zoom, F fits the view.");
    container.append(canvas);
    this.labels.domElement.id = "labels";
    container.append(this.labels.domElement);
    this.scale.id = "grid-scale";
    this.scale.title = "Distance between two lines of the grid";
    container.append(this.scale);
    // a reset card (sleep, driver update) has lost the content of textures
    canvas.addEventListener("webglcontextrestored", () => this.moved());

    this.sun.castShadow = true;
    this.sun.shadow.mapSize.set(SHADOW, SHADOW);
    this.sun.shadow.bias = -0.0004;
    this.scene.add(this.sun, this.sun.target, this.ground.mesh, this.occlusion.mesh);

    this.controls = new OrbitControls(this.camera, canvas);
    this.controls.enableDamping = !reducedMotion();
    this.controls.dampingFactor = 0.18;
    this.controls.zoomToCursor = true;
    this.controls.addEventListener("change", () => this.invalidate(true));
    this.flight = new Flight(this.camera, this.controls);
    this.controls.addEventListener("start", () => this.flight.stop());

    new ResizeObserver(() => this.resize()).observe(container);
    this.resize();
    followPixelRatio(() => this.resize());
    if (!this.noWebGL) warmUp(this.renderer, this.scene, this.camera, this.ground.mesh);
  }

  invalidate(moving = false): void {
    if (this.noWebGL) {
      this.firstDrawn();
      this.firstShown();
      return;
    }
    this.moving ||= moving;
    if (this.pending || this.empty) return;
    this.pending = true;
    this.stopResting();
    requestAnimationFrame((start) => {
      this.pending = false;
      this.flight.step(start);
      if (this.controls.enableDamping) this.controls.update();
      if (this.frames === 0) this.takeContainer(); // a new layout may have changed its size
      this.draw(this.cost < CHEAP);
      this.measure(start);
      setTimeout(this.firstDrawn); // work that awaits it is not part of this frame
      if (!this.complete) this.rest();
      if (this.flight.active) this.invalidate(true);
    });
  }

  // Requests a decorative update: if frames are expensive, it waits until nothing else was requested for a while.
  invalidateAtRest(): void {
    if (this.noWebGL || this.cost < SLOW) this.invalidate();
    else this.rest();
  }

  // Called when a shadow caster moved, was added or removed.
  moved(): void {
    this.renderer.shadowMap.needsUpdate = true;
    this.contactStale = true;
    this.occlusionStale = true;
    this.invalidate(true);
  }

  draw(complete = true): void {
    this.setCoarse(!complete && this.moving && this.cost > COARSE);
    if (!this.foreign) this.takeSize();
    this.scene.updateMatrixWorld();
    this.camera.updateMatrixWorld();
    const eye = this.eye();
    this.ground.follow(eye);
    const view = new THREE.Matrix4().multiplyMatrices(eye.projectionMatrix, eye.matrixWorldInverse);
    if (!view.equals(this.seen)) this.occlusionStale = true;
    if (complete) this.updateAtRest(eye, view);
    this.occlusion.mesh.visible = !this.occlusionStale;
    if (this.coarse) this.renderCoarse(eye);
    else this.renderer.render(this.scene, eye);
    this.labels.render(this.scene, eye);
    thinOut(this.labels.domElement);
    this.frames++;
    this.calls = this.renderer.info.render.calls;
    this.triangles = this.renderer.info.render.triangles;
    this.complete = !this.occlusionStale && !this.contactStale && !this.coarse;
    this.moving = false;
  }

  // Adapts light, ground and clipping planes to the size of the content; the camera stays.
  setBounds(box: THREE.Box3): void {
    this.fresh = true;
    this.empty = false;
    this.renderer.domElement.tabIndex = this.noWebGL ? -1 : 0;
    this.bounds.copy(box);
    if (box.isEmpty()) this.bounds.set(new THREE.Vector3(-0.5, 0, -0.5), new THREE.Vector3(0.5, 1, 0.5));
    const center = this.bounds.getCenter(new THREE.Vector3());
    const radius = this.radius();

    const sun = direction(number("sun_azimuth"), number("sun_elevation"));
    this.sun.position.copy(center).addScaledVector(sun, radius * 4);
    this.sun.target.position.copy(center);
    const shadow = this.sun.shadow.camera;
    const half = radius * 1.6;
    shadow.left = shadow.bottom = -half;
    shadow.right = shadow.top = half;
    shadow.near = radius * 0.5;
    shadow.far = radius * 8;
    shadow.updateProjectionMatrix();
    this.sun.shadow.radius = (number("sun_softness") * radius * SHADOW) / (2 * half);
    // the width of the blur on the robot; less would cause dotted self-shadowing on flat faces
    this.sun.shadow.normalBias = radius * 0.01;

    this.ground.setBounds(center, radius, this.bounds);
    this.scale.textContent = meters(this.ground.cell);

    this.controls.minDistance = radius * 0.02;
    this.controls.maxDistance = radius * 40;
    this.camera.near = radius / 200;
    this.camera.far = radius * 200;
    this.camera.updateProjectionMatrix();
    this.moved();
  }

  setOrthographic(on: boolean): void {
    this.flat = on;
    this.invalidate(true);
  }

  // Vertical, in degrees.
  setFieldOfView(angle: number): void {
    this.camera.fov = angle;
    this.camera.updateProjectionMatrix();
    this.invalidate(true);
  }

  get orthographic(): boolean {
    return this.flat;
  }

  // Returns the camera used for drawing: the perspective camera, or an orthographic one that shows the target at the
  // same size. Distance determines the size in both, so that gestures, flights and shared links work for either.
  eye(): THREE.PerspectiveCamera | THREE.OrthographicCamera {
    const { camera, parallel } = this;
    if (!this.flat) return camera;
    const away = camera.position.distanceTo(this.controls.target);
    parallel.top = away * Math.tan(THREE.MathUtils.degToRad(camera.fov) / 2);
    parallel.bottom = -parallel.top;
    parallel.right = parallel.top * camera.aspect;
    parallel.left = -parallel.right;
    // with parallel projection, objects next to or in back of the camera can also be in the picture
    parallel.near = away - this.radius() * 20;
    parallel.far = away + this.radius() * 40;
    parallel.position.copy(camera.position);
    parallel.quaternion.copy(camera.quaternion);
    parallel.updateProjectionMatrix();
    parallel.updateMatrixWorld();
    return parallel;
  }

  // Returns the direction from the camera to a point.
  sight(point: THREE.Vector3): THREE.Vector3 {
    return this.flat ? this.camera.getWorldDirection(new THREE.Vector3()) : point.clone().sub(this.camera.position).normalize();
  }

  // Returns the size of a page pixel at the point, m.
  pixelAt(point: THREE.Vector3): number {
    const { camera, controls } = this;
    const away = camera.position.distanceTo(this.flat ? controls.target : point);
    return (2 * Math.tan(THREE.MathUtils.degToRad(camera.fov) / 2) * away) / this.height;
  }

  // Puts the ground at the robot's lowest point.
  setFloor(height: number): void {
    const box = this.bounds;
    if (Math.abs(height - this.ground.floor) < this.radius() * 1e-4 || !Number.isFinite(height)) return;
    const above = new THREE.Box3(new THREE.Vector3(box.min.x, height, box.min.z), box.max);
    this.ground.setBounds(box.getCenter(new THREE.Vector3()), this.radius(), above);
    this.moved();
  }

  // Fits the view to the points, or to everything, from a direction (the current one if not given).
  fit(from?: THREE.Vector3, points: readonly Vec3[] = []): void {
    const shown = points.length > 0 ? points : corners(this.bounds);
    const way = from?.clone() ?? this.camera.position.clone().sub(this.controls.target);
    if (way.lengthSq() === 0) way.copy(VIEWS["iso"]![1]);
    way.normalize();
    this.camera.up.set(0, 1, 0);
    const right = new THREE.Vector3().crossVectors(this.camera.up, way).normalize();
    const up = new THREE.Vector3().crossVectors(way, right);
    const vertical = Math.tan(THREE.MathUtils.degToRad(this.camera.fov) / 2) * number("margin");
    const middle = new THREE.Box3().setFromArray(shown.flat()).getCenter(new THREE.Vector3());
    const { center, distance } = frame(shown, middle.toArray(), right.toArray(), up.toArray(), way.toArray(), { vertical, horizontal: vertical * this.camera.aspect, parallel: this.flat });
    const target = new THREE.Vector3(...center);
    this.flight.start(target.clone().addScaledVector(way, distance || 1), target, !this.fresh && !reducedMotion());
    this.fresh = false;
    this.invalidate(true);
  }

  showGrid(on: boolean): void {
    if (on === this.ground.hasGrid) return;
    this.ground.showGrid(on);
    this.scale.hidden = !on;
    this.invalidate();
  }

  setTheme(dark: boolean): void {
    this.ground.setTheme(dark);
    this.renderer.setClearColor(color(dark ? "dark_wall_low" : "light_wall_low"), 1);
    this.invalidate();
  }

  // Returns the height of the ground in the scene, where y is up.
  get floor(): number {
    return this.ground.floor;
  }

  // Draws once at another size, in CSS pixels with the given device pixel ratio, lets the caller read the picture, and
  // restores the size.
  drawAt(width: number, height: number, ratio: number, taken: () => void): void {
    this.setCoarse(false);
    this.foreign = true;
    this.renderer.setPixelRatio(ratio);
    this.renderer.setSize(width, height, false);
    this.labels.setSize(width, height);
    this.camera.aspect = width / height;
    this.camera.updateProjectionMatrix();
    this.draw();
    taken();
    this.foreign = false;
    this.resize();
    this.draw();
  }

  // Returns the current picture as PNG.
  screenshot(): string {
    this.flight.step(Infinity);
    this.draw();
    return this.renderer.domElement.toDataURL("image/png");
  }

  // Draws without updating the shadow map: the shadow of an earlier pose would be wrong, so the ground has none.
  private renderCoarse(eye: THREE.Camera): void {
    const { shadowMap } = this.renderer;
    const { needsUpdate } = shadowMap;
    const restore = simplify(this.scene);
    shadowMap.needsUpdate = false;
    this.ground.showSunShadow(!needsUpdate);
    this.renderer.render(this.scene, eye);
    this.ground.showSunShadow(true);
    shadowMap.needsUpdate = needsUpdate;
    restore();
  }

  private rest(): void {
    this.stopResting();
    this.resting = setTimeout(() => {
      requestAnimationFrame((start) => {
        this.resting = undefined;
        if (this.pending) return; // something was requested meanwhile
        this.draw();
        this.measure(start);
        if (this.cost > COARSE) this.prepareCoarse();
      });
    }, REST);
  }

  // Compiles the shaders that the next simplified frame needs.
  private prepareCoarse(): void {
    const restore = simplify(this.scene);
    this.renderer.compile(this.scene, this.eye());
    restore();
  }

  private stopResting(): void {
    clearTimeout(this.resting);
    this.resting = undefined;
  }

  // Updates the effects that a simplified frame leaves unchanged.
  private updateAtRest(eye: THREE.PerspectiveCamera | THREE.OrthographicCamera, view: THREE.Matrix4): void {
    if (this.contactStale) this.ground.updateContact(this.renderer, this.scene, SOLID);
    this.contactStale = false;
    if (!this.occlusionStale) return;
    this.occlusion.update(this.renderer, this.scene, eye, SOLID, this.radius());
    this.seen.copy(view);
    this.occlusionStale = false;
  }

  private measure(start: number): void {
    const gl = this.renderer.getContext() as WebGL2RenderingContext;
    const fence = gl.fenceSync(gl.SYNC_GPU_COMMANDS_COMPLETE, 0);
    if (!fence) return; // the card is being reset
    gl.flush();
    this.measuring++;
    const { coarse } = this;
    const ask = (): void => {
      if (gl.clientWaitSync(fence, 0, 0) === gl.TIMEOUT_EXPIRED) {
        requestAnimationFrame(ask);
        return;
      }
      gl.deleteSync(fence);
      this.measuring--;
      if (!coarse) this.cost = performance.now() - start;
      this.firstShown();
    };
    requestAnimationFrame(ask);
  }

  // Applied when a frame is drawn, and only on change: each of these reallocates the buffers.
  private takeSize(): void {
    const { renderer, size } = this;
    const ratio = this.coarse ? pixelRatio() / 2 : pixelRatio();
    if (renderer.getPixelRatio() !== ratio || !renderer.getSize(new THREE.Vector2()).equals(size)) renderer.setDrawingBufferSize(size.x, size.y, ratio);
  }

  private setCoarse(coarse: boolean): void {
    if (coarse === this.coarse) return;
    this.coarse = coarse;
    this.occlusionStale = true;
  }

  private radius(): number {
    return Math.max(this.bounds.getSize(new THREE.Vector3()).length() / 2, 1e-4);
  }

  private resize(): void {
    if (this.takeContainer()) this.invalidate();
  }

  // Returns false if it has no size because it is not visible.
  private takeContainer(): boolean {
    const { clientWidth: width, clientHeight: height } = this.container;
    if (width === 0 || height === 0) return false;
    this.size.set(width, height);
    this.height = height;
    this.labels.setSize(width, height);
    this.camera.aspect = width / height;
    this.camera.updateProjectionMatrix();
    this.occlusionStale = true;
    return true;
  }
}

export function reducedMotion(): boolean {
  return matchMedia("(prefers-reduced-motion: reduce)").matches;
}

function pixelRatio(): number {
  return Math.min(devicePixelRatio, 2);
}

// The pixel ratio of a window changes when it moves to another screen or is zoomed.
function followPixelRatio(changed: () => void): void {
  matchMedia(`(resolution: ${devicePixelRatio}dppx)`).addEventListener("change", () => {
    changed();
    followPixelRatio(changed);
  }, { once: true });
}

// Hides overlapped labels; the closest one stays: the renderer orders them by distance.
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

export function corners({ min, max }: THREE.Box3): Vec3[] {
  return [min.x, max.x].flatMap((x) => [min.y, max.y].flatMap((y) => [min.z, max.z].map((z): Vec3 => [x, y, z])));
}
