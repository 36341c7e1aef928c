// Materials for frames that must be cheap: lighting is computed per vertex, without shadows and reflections, and only
// the front of closed surfaces is drawn. Without a graphics card a frame of 158,559 triangles takes a quarter of the
// time.
//
// Each material has such twins, created when they are first needed and disposed of with it.
import * as THREE from "three";
import { direction, glsl, number, triple } from "./look";
import { matt } from "./room";

const twins = new WeakMap<THREE.MeshStandardMaterial, Map<THREE.Side, THREE.ShaderMaterial>>();
const closed = new WeakMap<THREE.BufferGeometry, boolean>();
const CLOSED = 0.02; // maximum share of the area: the area vectors of a closed surface sum to zero; robot meshes have holes for screws

// Assigns the twins to everything visible, and returns a function that removes them.
export function simplify(scene: THREE.Object3D): () => void {
  const changed: [THREE.Mesh, THREE.MeshStandardMaterial][] = [];
  scene.traverseVisible((node) => {
    if (!(node instanceof THREE.Mesh) || !(node.material instanceof THREE.MeshStandardMaterial) || !hasTwin(node.material)) return;
    changed.push([node, node.material]);
    node.material = twinOf(node.material, isClosed(node.geometry as THREE.BufferGeometry) ? THREE.FrontSide : node.material.side);
  });
  return () => {
    for (const [mesh, material] of changed) mesh.material = material;
  };
}

// X-ray and hatching are computed per pixel; these materials stay unchanged.
function hasTwin({ defines, map, flatShading }: THREE.MeshStandardMaterial): boolean {
  return defines?.["GHOST"] === undefined && defines?.["HATCH"] === undefined && !flatShading && (map?.channel ?? 0) === 0;
}

// Returns true for a closed surface with outward normals, which hides its back faces. A tube without caps counts as
// closed: seeing through it is acceptable while it moves.
function isClosed(geometry: THREE.BufferGeometry): boolean {
  const known = closed.get(geometry);
  if (known !== undefined) return known;
  const position = geometry.attributes["position"]!;
  const count = geometry.index?.count ?? position.count;
  const corner = (i: number, to: THREE.Vector3) => to.fromBufferAttribute(position, geometry.index?.getX(i) ?? i);
  const [a, b, c, sum, first] = [0, 1, 2, 3, 4].map(() => new THREE.Vector3()) as [THREE.Vector3, THREE.Vector3, THREE.Vector3, THREE.Vector3, THREE.Vector3];
  let area = 0, volume = 0;
  if (count > 0) corner(0, first);
  for (let i = 0; i + 2 < count; i += 3) {
    corner(i, a);
    const normal = corner(i + 1, b).sub(a).cross(corner(i + 2, c).sub(a)); // length: twice the area
    area += normal.length();
    volume += normal.dot(a.sub(first));
    sum.add(normal);
  }
  const answer = volume > 0 && sum.length() < CLOSED * area;
  closed.set(geometry, answer);
  return answer;
}

function twinOf(material: THREE.MeshStandardMaterial, side: THREE.Side): THREE.ShaderMaterial {
  const mine = twins.get(material) ?? new Map<THREE.Side, THREE.ShaderMaterial>();
  twins.set(material, mine);
  const known = mine.get(side);
  if (known) return known;
  const { color, emissive, emissiveIntensity, opacity, transparent, depthWrite, vertexColors, map } = material;
  const twin = new THREE.ShaderMaterial({
    vertexShader, fragmentShader, transparent, side, depthWrite, vertexColors, defines: map ? { TEXTURED: "" } : {},
    uniforms: {
      diffuse: { value: color }, glow: { value: emissive.clone().multiplyScalar(emissiveIntensity) }, opacity: { value: opacity },
      picture: { value: map }, pictureAt: { value: map?.matrix ?? new THREE.Matrix3() },
    },
  });
  twin.polygonOffset = material.polygonOffset;
  twin.polygonOffsetFactor = material.polygonOffsetFactor;
  twin.polygonOffsetUnits = material.polygonOffsetUnits;
  mine.set(side, twin);
  material.addEventListener("dispose", () => twin.dispose());
  return twin;
}

const sun = direction(number("sun_azimuth"), number("sun_elevation")).toArray().map((part) => part.toFixed(6)).join(", ");
const strength = triple("sun_color").map((part) => ((part * number("sun_strength")) / Math.PI).toFixed(6)).join(", ");

// The normal of a back face is flipped toward the camera.
const vertexShader = `
  #include <common>
  #include <color_pars_vertex>
  varying vec3 light;
  #ifdef TEXTURED
    uniform mat3 pictureAt;
    varying vec2 place;
  #endif
  ${matt}
  void main() {
    #include <color_vertex>
    vec4 at = modelViewMatrix * vec4(position, 1.0);
    vec3 normal_ = normalize(normalMatrix * normal);
    vec3 view = isOrthographic ? vec3(0.0, 0.0, 1.0) : normalize(-at.xyz);
    if (dot(normal_, view) < 0.0) normal_ = -normal_;
    vec3 up = normalize(viewMatrix[1].xyz);
    vec3 level = normalize(vec3(0.0, -up.z, up.y));
    light = roomMatt(vec3(dot(normal_, level), normal_.x, dot(normal_, up)));
    light += max(dot(normal_, (viewMatrix * vec4(${sun}, 0.0)).xyz), 0.0) * vec3(${strength});
    #ifdef TEXTURED
      place = (pictureAt * vec3(uv, 1.0)).xy;
    #endif
    gl_Position = projectionMatrix * at;
  }`;

const fragmentShader = `
  #include <common>
  #include <color_pars_fragment>
  uniform vec3 diffuse, glow;
  uniform float opacity;
  varying vec3 light;
  #ifdef TEXTURED
    uniform sampler2D picture;
    varying vec2 place;
  #endif
  void main() {
    vec4 diffuseColor = vec4(diffuse, opacity);
    #ifdef TEXTURED
      diffuseColor *= texture2D(picture, place);
    #endif
    #include <color_fragment>
    gl_FragColor = vec4(diffuseColor.rgb * light + 0.04 * ${glsl("wall_middle")} + glow, diffuseColor.a);
    #include <tonemapping_fragment>
    #include <colorspace_fragment>
    #include <premultiplied_alpha_fragment>
  }`;
