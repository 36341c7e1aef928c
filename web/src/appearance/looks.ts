// The appearance of the robot's meshes: shadows, hatched stand-ins for missing meshes, highlighting of the hovered or
// selected link, transparency, and X-ray: while collision or inertia shapes are shown, the visuals are ghosts around
// them.
//
// Ghosts do not write depth and are drawn before the shapes, so coincident surfaces do not z-fight. The shapes' edges
// are lines.
//
// Meshes share the materials of the GLB, so a changed appearance is a copy of the material, made once per base material
// and variant and assigned to the mesh while it applies.
import * as THREE from "three";
import { linkOf, type Robot } from "../robot/robot";
import type { Overlay } from "../state/state";
import type { Store } from "../state/store";
import { SOLID } from "../view/stage";
import { color, number } from "./look";

const MANY = 60000; // triangles above which a shape's edges are not computed

type Variant = "plain" | "hover" | "selected" | "touching";
type Style = "solid" | "faint" | "ghost" | "shape";

interface Painted {
  mesh: THREE.Mesh;
  link: string;
  role: "visual" | "collision";
  base: THREE.MeshStandardMaterial;
}

// A tint colors the surface itself and glows slightly: on white a glow alone would be invisible, on black a color.
const TINT: Record<Variant, { color: number; share: number; glow: number }> = {
  plain: { color: 0x000000, share: 0, glow: 0 },
  hover: { color: 0x2f81f7, share: 0.4, glow: 0.16 },
  selected: { color: 0xff8a00, share: 0.7, glow: 0.22 },
  touching: { color: 0xe5262b, share: 0.75, glow: 0.3 },
};

export class Looks {
  painted: readonly Painted[] = [];
  private readonly variants = new Map<string, THREE.MeshStandardMaterial>();

  constructor(private readonly store: Store) {}

  // Registers the meshes of a newly loaded robot.
  adopt(robot: Robot): void {
    for (const material of this.variants.values()) material.dispose();
    this.variants.clear();
    this.painted = [...robot.links.values()].flatMap(({ data, visual, collision, bones }) => [
      ...this.collect(visual, data.name, "visual"), ...this.collect(bones, data.name, "visual"), ...this.collect(collision, data.name, "collision"),
    ]);
    this.refresh(robot);
  }

  // Restores the meshes' own materials, so that they are disposed of with their robot.
  release(): void {
    for (const { mesh, base } of this.painted) mesh.material = base;
    this.painted = [];
  }

  // Assigns every mesh the material for the current selection, hover and toggles, and shows or hides the groups.
  refresh(robot: Robot): void {
    const { overlays, selection, hover, touching, linkOverlays, linkAlpha } = this.store.state;
    const alone = (link: string, kind: Overlay) => linkOverlays[link]?.includes(kind) === true;
    const inTouch = new Set(overlays.touching ? touching?.contacts.flatMap(({ a, b }) => [a, b]) : []);
    const hiddenLinks = new Set(this.store.state.hiddenLinks);
    for (const link of robot.links.values()) {
      const shown = !hiddenLinks.has(link.data.name);
      for (const part of [link.visual, link.bones]) if (part) part.visible = overlays.visual && shown;
      if (link.collision) link.collision.visible = (overlays.collision || alone(link.data.name, "collision")) && shown;
    }
    const selected = linkOf(robot, selection);
    const hovered = linkOf(robot, hover);
    const ghosts = overlays.visual && (overlays.collision || overlays.inertia) && this.painted.some(({ role }) => role === "visual");
    const seen = (link: string) => overlays.visual && (alone(link, "collision") || alone(link, "inertia"));
    for (const { mesh, link, role, base } of this.painted) {
      const variant: Variant = link === selected ? "selected" : link === hovered ? "hover" : inTouch.has(link) ? "touching" : "plain";
      const style: Style = role === "collision" ? (ghosts || seen(link) ? "shape" : "solid") : ghosts || seen(link) ? "ghost" : overlays.transparency ? "faint" : "solid";
      const alpha = role === "visual" ? linkAlpha[link] ?? 1 : 1;
      const material = this.variant(base, variant, style, alpha);
      mesh.material = material;
      mesh.renderOrder = style === "ghost" ? 3 : style === "shape" ? 4 : 0;
      mesh.castShadow = mesh.receiveShadow = style === "solid" && alpha === 1;
      if (style === "solid" && !material.transparent) mesh.layers.enable(SOLID);
      else mesh.layers.disable(SOLID);
      if (role === "collision" && (overlays.collision || alone(link, "collision"))) this.showEdges(mesh);
    }
  }

  // Creates the edges when the shape is first shown.
  private showEdges(mesh: THREE.Mesh): void {
    const { index, attributes } = mesh.geometry as THREE.BufferGeometry;
    if (mesh.children.some((child) => child instanceof THREE.LineSegments) || (index?.count ?? attributes["position"]?.count ?? 0) > 3 * MANY) return;
    const lines = new THREE.LineSegments(new THREE.EdgesGeometry(mesh.geometry, number("edge_angle")), EDGE);
    lines.renderOrder = 5;
    lines.matrixAutoUpdate = false;
    mesh.add(lines);
    lines.updateMatrixWorld(true);
  }

  private collect(group: THREE.Object3D | undefined, link: string, role: "visual" | "collision"): Painted[] {
    const painted: Painted[] = [];
    group?.traverse((node) => {
      if (!(node instanceof THREE.Mesh)) return;
      const own = node.material as THREE.MeshStandardMaterial;
      const base = role === "collision" ? COLLISION : own;
      if (hasMark(node, "missing")) own.defines = { ...own.defines, HATCH: number("hatch_period") * devicePixelRatio };
      painted.push({ mesh: node, link, role, base });
    });
    return painted;
  }

  private variant(base: THREE.MeshStandardMaterial, variant: Variant, style: Style, alpha: number): THREE.MeshStandardMaterial {
    if (variant === "plain" && style === "solid" && alpha === 1) return base;
    const key = `${base.uuid} ${variant} ${style} ${alpha}`;
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
    if (style !== "solid") made.transparent = true;
    if (style === "faint") {
      made.opacity = base.opacity * 0.35;
      made.depthWrite = false;
    }
    if (style === "ghost") {
      made.defines = { ...made.defines, GHOST: "" };
      made.side = THREE.FrontSide;
      made.depthWrite = false;
    }
    if (style === "shape") {
      made.opacity = number("collision_opacity");
      made.side = THREE.FrontSide;
    }
    if (alpha < 1) {
      made.transparent = true;
      made.opacity *= alpha;
      made.depthWrite = false;
    }
    this.variants.set(key, made);
    return made;
  }
}

// Offset slightly away from the viewer, so that its edges stay visible.
const COLLISION = new THREE.MeshStandardMaterial({
  color: color("collision_color"), roughness: number("overlay_roughness"), metalness: 0, side: THREE.DoubleSide,
  polygonOffset: true, polygonOffsetFactor: 1, polygonOffsetUnits: 1,
});
const EDGE = new THREE.LineBasicMaterial({ color: color("collision_edge"), toneMapped: false, transparent: true });

function hasMark(node: THREE.Object3D, mark: string): boolean {
  for (let at: THREE.Object3D | null = node; at; at = at.parent) {
    if (at.userData[mark] !== undefined) return true;
    if (at.userData["limb"] === "link") return false;
  }
  return false;
}
