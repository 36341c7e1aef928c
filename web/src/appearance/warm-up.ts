// Compiles the shaders that nearly every robot needs for its first frame when the page opens, while the robot is being
// fetched.
import * as THREE from "three";

// Materials with the same settings share a program, so stand-ins suffice. The scene has the lights, since their number
// matters too.
export function warmUp(renderer: THREE.WebGLRenderer, scene: THREE.Scene, camera: THREE.Camera, ground: THREE.Object3D): void {
  const geometry = new THREE.BufferGeometry();
  for (const name of ["position", "normal"]) geometry.setAttribute(name, new THREE.Float32BufferAttribute(9, 3));
  const surface = new THREE.Mesh(geometry, new THREE.MeshStandardMaterial({ side: THREE.DoubleSide }));
  surface.castShadow = surface.receiveShadow = true;
  renderer.compile(surface, camera, scene);
  renderer.compile(ground, camera, scene);

  // a shadow map is drawn into a texture, with colors unconverted
  const shadow = new THREE.WebGLRenderTarget(1, 1);
  renderer.setRenderTarget(shadow);
  renderer.compile(new THREE.Mesh(geometry, new THREE.MeshDepthMaterial({ side: THREE.DoubleSide })), camera, scene);
  renderer.setRenderTarget(null);
  shadow.dispose();
}
