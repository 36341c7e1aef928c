// The lighting of the room on every standard material, by formula: the page's counterpart of src/output/render/room.c
// and shade.c, which give the formulas and their sources.
//
// It replaces three's own shader for standard materials, which would light them by an environment map: the map has to
// be drawn and filtered before the first frame, and its shader costs several times as much without a graphics card. The
// room rotates with the camera; in the camera's frame its right is always x.
import * as THREE from "three";
import { boxes, float, glsl, number } from "./look";
import { sunlight } from "./sunlight";

// Call once, before anything is drawn.
export function furnishRoom(): void {
  THREE.ShaderLib.physical.fragmentShader = fragment;
  THREE.ShaderChunk.tonemapping_pars_fragment = THREE.ShaderChunk.tonemapping_pars_fragment.replace(
    "vec3 CustomToneMapping( vec3 color ) { return color; }", tone,
  );
}

// Variants of a material: drawn as X-ray, or with diagonal lines.
export type Mark = "GHOST" | "HATCH";

const tone = `
  vec3 CustomToneMapping(vec3 light) {
    vec3 x = toneMappingExposure * light;
    float reach = ${glsl("tone_limit")} - ${glsl("tone_knee")};
    vec3 above = max(x - ${glsl("tone_knee")}, 0.0);
    return min(x, ${glsl("tone_knee")}) + reach * (1.0 - exp(-above / reach));
  }`;

// Directions in the room are (toward the camera, right, up).
const lamps = boxes.map(({ azimuth, elevation, sharpness: k, strength, color }) => {
  const [a, e] = [THREE.MathUtils.degToRad(azimuth), THREE.MathUtils.degToRad(elevation)];
  const axis = [Math.cos(e) * Math.cos(a), Math.cos(e) * Math.sin(a), Math.sin(e)];
  const fall = Math.exp(-k);
  const scale = 1 + 2 * fall * fall - 1 / k;
  const whole = (2 * strength * (1 - fall * fall)) / k;
  const vec = (values: number[]) => `vec3(${values.map(float).join(", ")})`;
  return {
    axis: vec(axis), sharpness: float(k), peak: vec(color.map((c) => c * strength)), whole: vec(color.map((c) => c * whole * number("box_matte"))),
    scale: float(scale), bias: float((fall - fall * fall) / k - fall * fall), root: float(Math.sqrt(1 - scale)),
  };
});

// Diffuse lighting as a function of the normal.
export const matt = `
  float lampPart(float facing, float scale, float bias, float root) {
    float x0 = 0.36 * facing;
    float x1 = root / 1.44;
    float smoothed = abs(x0) <= x1 ? (x0 + x1) * (x0 + x1) / root : max(facing, 0.0);
    return max(scale * smoothed + bias, 0.0);
  }
  vec3 roomMatt(vec3 n) {
    vec3 light = ${glsl("matte_middle")} + ${glsl("matte_tilt")} * (n.z * (2.0 / 3.0)) + ${glsl("matte_front")} * n.x;
    ${lamps.map((l) => `light += ${l.whole} * lampPart(dot(n, ${l.axis}), ${l.scale}, ${l.bias}, ${l.root});`).join("\n    ")}
    return light;
  }`;

const room = `
  vec3 roomMirror(vec3 r, float rough, float toward) {
    float alpha = rough * rough;
    float sharp = 0.5 / (alpha * alpha * max(toward, 0.15));
    vec3 light = ${glsl("wall_middle")} + ${glsl("wall_tilt")} * (r.z * (1.0 - alpha / 3.0));
    float share;
    ${lamps.map((l) => `share = sharp / (sharp + ${l.sharpness});
    light += ${l.peak} * (share * exp(${l.sharpness} * share * (dot(r, ${l.axis}) - 1.0)));`).join("\n    ")}
    return light;
  }`;

const fragment = `
#define STANDARD
uniform vec3 diffuse;
uniform vec3 emissive;
uniform float roughness;
uniform float metalness;
uniform float opacity;
varying vec3 vViewPosition;
#include <common>
#include <color_pars_fragment>
#include <uv_pars_fragment>
#include <map_pars_fragment>
#include <alphatest_pars_fragment>
#include <emissivemap_pars_fragment>
#include <lights_pars_begin>
#include <normal_pars_fragment>
#include <shadowmap_pars_fragment>
#include <roughnessmap_pars_fragment>
#include <metalnessmap_pars_fragment>
#include <clipping_planes_pars_fragment>
${sunlight}
${matt}
${room}

void main() {
  vec4 diffuseColor = vec4(diffuse, opacity);
  vec3 totalEmissiveRadiance = emissive;
  #include <clipping_planes_fragment>
  #include <map_fragment>
  #include <color_fragment>
  #include <alphatest_fragment>
  #include <roughnessmap_fragment>
  #include <metalnessmap_fragment>
  #include <normal_fragment_begin>
  #include <emissivemap_fragment>
  #ifdef HATCH
    float across = mod(gl_FragCoord.x + gl_FragCoord.y, float(HATCH));
    if (across < ${glsl("hatch_share")} * float(HATCH)) diffuseColor.rgb *= 1.0 - ${glsl("hatch_strength")};
  #endif

  vec3 view = isOrthographic ? vec3(0.0, 0.0, 1.0) : normalize(vViewPosition);
  float rough = clamp(roughnessFactor, 0.08, 1.0);
  float toward = max(dot(normal, view), 0.0);
  vec3 base = mix(vec3(0.04), diffuseColor.rgb, metalnessFactor);
  vec3 matte = diffuseColor.rgb * (1.0 - metalnessFactor);
  float kept = 1.0 - (1.0 - ${glsl("rough_sheen")}) * min(rough / ${glsl("plain_roughness")}, 1.0) * (1.0 - metalnessFactor);
  vec3 outgoingLight = totalEmissiveRadiance;

  #if NUM_DIR_LIGHTS > 0
    DirectionalLight sun;
    float a2 = rough * rough * rough * rough;
    #pragma unroll_loop_start
    for (int i = 0; i < NUM_DIR_LIGHTS; i++) {
      sun = directionalLights[i];
      float nl = dot(normal, sun.direction);
      if (nl > 0.0) {
        #if defined(USE_SHADOWMAP) && UNROLLED_LOOP_INDEX < NUM_DIR_LIGHT_SHADOWS
          if (receiveShadow) nl *= sunlight(directionalLightShadows[i], directionalShadowMap[i], vDirectionalShadowCoord[i]);
        #endif
        vec3 between = normalize(sun.direction + view);
        float nv = max(toward, 1e-4);
        float facing = dot(normal, sun.direction);
        float nh = max(dot(normal, between), 0.0);
        float d = nh * nh * (a2 - 1.0) + 1.0;
        float seen = 0.5 / (facing * sqrt(a2 + (1.0 - a2) * nv * nv) + nv * sqrt(a2 + (1.0 - a2) * facing * facing));
        vec3 fresnel = base + (1.0 - base) * pow(1.0 - max(dot(view, between), 0.0), 5.0);
        outgoingLight += (matte + fresnel * (a2 / (d * d) * seen * kept)) * (nl * RECIPROCAL_PI) * sun.color;
      }
    }
    #pragma unroll_loop_end
  #endif

  // the room's axes in the camera's frame
  vec3 up = normalize(viewMatrix[1].xyz);
  vec3 level = normalize(vec3(0.0, -up.z, up.y));
  vec3 mirrored = reflect(-view, normal);
  vec3 n = vec3(dot(normal, level), normal.x, dot(normal, up));
  vec3 r = vec3(dot(mirrored, level), mirrored.x, dot(mirrored, up));
  float x = 1.0 - rough;
  float a = min(x * x, exp2(-9.28 * toward)) * x + 0.0425 - 0.0275 * rough;
  vec3 reflected = kept * (base * (-1.04 * a + 1.04 - 0.572 * rough) + (1.04 * a - 0.04 + 0.022 * rough));
  outgoingLight += matte * (1.0 - reflected) * roomMatt(n) + reflected * roomMirror(r, rough, toward);

  #ifdef GHOST
    float away = 1.0 - toward;
    diffuseColor.a *= mix(${glsl("ghost_face")}, ${glsl("ghost_rim")}, away * away);
  #endif
  #include <opaque_fragment>
  #include <tonemapping_fragment>
  #include <colorspace_fragment>
  #include <premultiplied_alpha_fragment>
}`;
