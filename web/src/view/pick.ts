// Finds the link at a pixel, and the point on it, with the graphics card.
//
// The meshes are drawn once more into a single-pixel image of the pointer's position, with the mesh's number and the
// world position as color. Meshes whose bounding sphere misses the pixel are left out, so that a query costs a few
// meshes and not the whole robot, and no search tree has to be built or kept for millions of triangles.
import * as THREE from "three";
import type { Stage } from "./stage";

export interface Hit {
  link: string;
  point: THREE.Vector3;
}

export class Picker {
  triangles = 0; // drawn for the last query, for tests

  private readonly scene = new THREE.Scene();
  private readonly cameras = [new THREE.PerspectiveCamera(), new THREE.OrthographicCamera()] as const;
  private readonly material = makeMaterial();
  private readonly target = new THREE.WebGLRenderTarget(1, 1, {
    format: THREE.RGBAIntegerFormat, type: THREE.UnsignedIntType, internalFormat: "RGBA32UI",
    minFilter: THREE.NearestFilter, magFilter: THREE.NearestFilter, generateMipmaps: false,
  });
  private entries: { mesh: THREE.Mesh; link: string; twin: THREE.Mesh }[] = [];

  constructor(private readonly stage: Stage) {
    this.scene.matrixWorldAutoUpdate = false;
  }

  // Registers the meshes of a newly loaded robot.
  adopt(painted: readonly { mesh: THREE.Mesh; link: string }[]): void {
    this.scene.clear();
    this.entries = painted.map(({ mesh, link }, i) => ({ mesh, link, twin: this.makeTwin(mesh, i + 1) }));
    for (const { twin } of this.entries) this.scene.add(twin);
  }

  // Returns the result at once: waits until the card has drawn everything submitted before.
  now(clientX: number, clientY: number): Hit | undefined {
    const pixel = new Uint32Array(4);
    this.draw(clientX, clientY);
    this.stage.renderer.readRenderTargetPixels(this.target, 0, 0, 1, 1, pixel);
    return this.read(pixel, this.entries);
  }

  // Returns the result when the card is done; does not block the page.
  async soon(clientX: number, clientY: number): Promise<Hit | undefined> {
    const pixel = new Uint32Array(4);
    const { entries } = this; // another robot may be loaded during the query
    this.draw(clientX, clientY);
    await this.stage.renderer.readRenderTargetPixelsAsync(this.target, 0, 0, 1, 1, pixel);
    return this.read(pixel, entries);
  }

  private draw(clientX: number, clientY: number): void {
    const { renderer } = this.stage;
    const box = renderer.domElement.getBoundingClientRect();
    const eye = this.stage.eye();
    const camera = eye instanceof THREE.PerspectiveCamera ? this.cameras[0].copy(eye, false) : this.cameras[1].copy(eye, false);
    // the requested position must be the pixel's center, where its color is sampled
    camera.setViewOffset(box.width, box.height, clientX - box.left - 0.5, clientY - box.top - 0.5, 1, 1);
    for (const { mesh, twin } of this.entries) twin.visible = isVisible(mesh);
    const before = renderer.getRenderTarget();
    renderer.setRenderTarget(this.target);
    renderer.clear();
    renderer.render(this.scene, camera);
    this.triangles = renderer.info.render.triangles;
    renderer.setRenderTarget(before);
  }

  private read(pixel: Uint32Array, entries: Picker["entries"]): Hit | undefined {
    const entry = entries[pixel[0]! - 1];
    if (!entry) return undefined;
    const [, x, y, z] = new Float32Array(pixel.buffer);
    return { link: entry.link, point: new THREE.Vector3(x, y, z) };
  }

  // Has the mesh's transform and vertices; sets its number when it is drawn.
  private makeTwin(mesh: THREE.Mesh, number: number): THREE.Mesh {
    const twin = new THREE.Mesh(mesh.geometry, this.material);
    twin.matrixAutoUpdate = false;
    twin.matrixWorld = mesh.matrixWorld;
    twin.onBeforeRender = () => {
      this.material.uniforms["number"]!.value = number;
      this.material.uniformsNeedUpdate = true;
    };
    return twin;
  }
}

function makeMaterial(): THREE.ShaderMaterial {
  return new THREE.ShaderMaterial({
    glslVersion: THREE.GLSL3,
    side: THREE.DoubleSide,
    uniforms: { number: { value: 0 } },
    vertexShader: `
      out vec3 world;
      void main() {
        vec4 at = modelMatrix * vec4(position, 1.0);
        world = at.xyz;
        gl_Position = projectionMatrix * viewMatrix * at;
      }`,
    fragmentShader: `
      precision highp float;
      precision highp int;
      uniform uint number;
      in vec3 world;
      out uvec4 answer;
      void main() {
        answer = uvec4(number, floatBitsToUint(world));
      }`,
  });
}

function isVisible(object: THREE.Object3D): boolean {
  for (let at: THREE.Object3D | null = object; at; at = at.parent) if (!at.visible) return false;
  return true;
}
