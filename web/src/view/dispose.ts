// Frees the resources of an object and its descendants: vertices, materials, textures on the graphics card, labels in
// the page.
import * as THREE from "three";
import { CSS2DObject } from "three/addons/renderers/CSS2DRenderer.js";

export function dispose(root: THREE.Object3D): void {
  root.removeFromParent();
  root.traverse((node) => {
    if (node instanceof CSS2DObject) node.element.remove();
    const { geometry, material } = node as Partial<THREE.Mesh>;
    geometry?.dispose();
    for (const one of [material, node.userData["ownMaterial"] as THREE.Material | undefined].flat()) if (one) disposeMaterial(one);
  });
}

export function disposeMaterial(material: THREE.Material): void {
  for (const value of Object.values(material)) if (value instanceof THREE.Texture) value.dispose();
  material.dispose();
}
