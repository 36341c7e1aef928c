// How the robot's meshes look: shadows, collision tint, striped stand-ins for missing meshes, highlight of what is
// hovered or selected, transparency.
//
// Materials of the GLB are shared between meshes, so a changed look is a copy of the material, made once per base
// material and variant and put on the mesh while it lasts.
import * as THREE from "three";
import { linkOf, type Robot } from "./robot";
import { SOLID } from "./stage";
import type { Store } from "./store";

type Variant = "plain" | "hover" | "selected";

interface Painted {
  mesh: THREE.Mesh;
  link: string;
  role: "visual" | "collision";
  base: THREE.MeshStandardMaterial;
}

// A tint colours the surface itself and glows a little: white would swallow a glow, black a colour.
const TINT: Record<Variant, { color: number; share: number; glow: number }> = {
  plain: { color: 0x000000, share: 0, glow: 0 },
  hover: { color: 0x2f81f7, share: 0.4, glow: 0.16 },
  selected: { color: 0xff8a00, share: 0.7, glow: 0.22 },
};

export class Looks {
  painted: readonly Painted[] = [];
  private readonly variants = new Map<string, THREE.MeshStandardMaterial>();
  private readonly stripes = makeStripes();

  constructor(private readonly store: Store) {}

  // Takes over the meshes of a newly loaded robot.
  adopt(robot: Robot): void {
    for (const material of this.variants.values()) material.dispose();
    this.variants.clear();
    this.painted = [...robot.links.values()].flatMap(({ data, visual, collision }) => [
      ...this.collect(visual, data.name, "visual"), ...this.collect(collision, data.name, "collision"),
    ]);
    this.refresh(robot);
  }

  // Gives the meshes their own materials back, so that they are disposed with their robot.
  release(): void {
    for (const { mesh, base } of this.painted) mesh.material = base;
    this.painted = [];
  }

  // Puts on every mesh the material that selection, hover and toggles ask for, and shows or hides the groups.
  refresh(robot: Robot): void {
    const { overlays, selection, hover } = this.store.state;
    const hiddenLinks = new Set(this.store.state.hiddenLinks);
    for (const link of robot.links.values()) {
      const shown = !hiddenLinks.has(link.data.name);
      if (link.visual) link.visual.visible = overlays.visual && shown;
      if (link.collision) link.collision.visible = overlays.collision && shown;
    }
    const selected = linkOf(robot, selection);
    const hovered = linkOf(robot, hover);
    for (const { mesh, link, role, base } of this.painted) {
      const variant: Variant = link === selected ? "selected" : link === hovered ? "hover" : "plain";
      const faint = role === "visual" && overlays.transparency;
      mesh.material = this.variant(base, variant, faint);
      mesh.castShadow = role === "visual" && !faint;
      mesh.receiveShadow = role === "visual" && !faint;
      if (mesh.castShadow && !(mesh.material as THREE.Material).transparent) mesh.layers.enable(SOLID);
      else mesh.layers.disable(SOLID);
    }
  }

  private collect(group: THREE.Object3D | undefined, link: string, role: "visual" | "collision"): Painted[] {
    const painted: Painted[] = [];
    group?.traverse((node) => {
      if (!(node instanceof THREE.Mesh)) return;
      let base = node.material as THREE.MeshStandardMaterial;
      if (hasMark(node, "missing")) {
        node.geometry = striped(node.geometry as THREE.BufferGeometry);
        base = this.stripes;
      }
      else if (role === "collision") base = COLLISION;
      else base.envMapIntensity = 1;
      painted.push({ mesh: node, link, role, base });
    });
    return painted;
  }

  private variant(base: THREE.MeshStandardMaterial, variant: Variant, faint: boolean): THREE.MeshStandardMaterial {
    if (variant === "plain" && !faint) return base;
    const key = `${base.uuid} ${variant} ${faint}`;
    const known = this.variants.get(key);
    if (known) return known;
    const made = base.clone();
    const { color, share, glow } = TINT[variant];
    if (variant !== "plain") {
      made.color.lerp(new THREE.Color(color), share);
      made.emissive.setHex(color);
      made.emissiveIntensity = glow;
      made.emissiveMap = null;
    }
    if (faint) {
      made.transparent = true;
      made.opacity = base.opacity * 0.35;
      made.depthWrite = false;
    }
    this.variants.set(key, made);
    return made;
  }
}

// The collision shape lies over the visual one; the offset keeps equal surfaces from flickering.
const COLLISION = new THREE.MeshStandardMaterial({
  color: 0xf59e0b, roughness: 0.6, metalness: 0, transparent: true, opacity: 0.42, side: THREE.DoubleSide,
  depthWrite: false, polygonOffset: true, polygonOffsetFactor: -2, polygonOffsetUnits: -2,
});

function hasMark(node: THREE.Object3D, mark: string): boolean {
  for (let at: THREE.Object3D | null = node; at; at = at.parent) {
    if (at.userData[mark] !== undefined) return true;
    if (at.userData["limb"] === "link") return false;
  }
  return false;
}

// The stand-in's box comes without texture coordinates: each face gets the whole picture.
function striped(box: THREE.BufferGeometry): THREE.BufferGeometry {
  const { position, normal } = box.attributes;
  if (!position || !normal || box.attributes["uv"]) return box;
  const uv = new Float32Array(position.count * 2);
  for (let i = 0; i < position.count; i++) {
    const flat = Math.abs(normal.getX(i)) > 0.5 ? [position.getY(i), position.getZ(i)]
      : Math.abs(normal.getY(i)) > 0.5 ? [position.getX(i), position.getZ(i)] : [position.getX(i), position.getY(i)];
    uv.set(flat.map((value) => value + 0.5), i * 2);
  }
  return box.clone().setAttribute("uv", new THREE.BufferAttribute(uv, 2));
}

function makeStripes(): THREE.MeshStandardMaterial {
  const canvas = document.createElement("canvas");
  canvas.width = canvas.height = 64;
  const draw = canvas.getContext("2d");
  if (draw) {
    draw.fillStyle = "#fde047";
    draw.fillRect(0, 0, 64, 64);
    draw.strokeStyle = "#1f2937";
    draw.lineWidth = 14;
    for (let x = -64; x <= 128; x += 32) {
      draw.beginPath();
      draw.moveTo(x, 64);
      draw.lineTo(x + 64, 0);
      draw.stroke();
    }
  }
  const texture = new THREE.CanvasTexture(canvas);
  texture.wrapS = texture.wrapT = THREE.RepeatWrapping;
  texture.colorSpace = THREE.SRGBColorSpace;
  return new THREE.MeshStandardMaterial({ map: texture, roughness: 0.8, transparent: true, opacity: 0.85 });
}
