// The fraction of the sun that is visible from a point, in GLSL: the unoccluded share of a disc in its shadow map.
//
// three's own filter takes five samples in a pattern that it rotates randomly for each pixel, which shows as dots in
// soft shadows and on surfaces at grazing angles to the sun. Here the samples are the same for all pixels. Most points
// are entirely lit or in shadow, which the rim of the disc and its center reveal: the other samples are taken only in
// between.
const RIM = 4;
const REACH = 1.15; // relative to the rim: the gap between its samples and the disc is small
const INSIDE = 9;
const GOLDEN = Math.PI * (3 - Math.sqrt(5));

const rim = Array.from({ length: RIM }, (_, i) => at(REACH, (2 * Math.PI * (i + 0.5)) / RIM));
const inside = Array.from({ length: INSIDE }, (_, i) => at(0.86 * Math.sqrt((i + 0.7) / INSIDE), i * GOLDEN));

// Include it after three's <shadowmap_pars_fragment>; it defines sunlight() if shadows are enabled.
export const sunlight = `
  #if defined(USE_SHADOWMAP) && NUM_DIR_LIGHT_SHADOWS > 0
    float sunlight(DirectionalLightShadow sun, sampler2DShadow map, vec4 place) {
      vec3 p = place.xyz / place.w + vec3(0.0, 0.0, sun.shadowBias);
      if (any(lessThan(p.xy, vec2(0.0))) || any(greaterThan(p, vec3(1.0)))) return 1.0;
      vec2 reach = sun.shadowRadius / sun.shadowMapSize;
      float lit = texture(map, p);
      ${rim.map(sample).join("\n      ")}
      if (lit == 0.0 || lit == ${RIM + 1}.0) return lit / ${RIM + 1}.0;
      ${inside.map(sample).join("\n      ")}
      return lit / ${RIM + 1 + INSIDE}.0;
    }
  #endif`;

function at(radius: number, angle: number): [number, number] {
  return [radius * Math.cos(angle), radius * Math.sin(angle)];
}

function sample([x, y]: [number, number]): string {
  return `lit += texture(map, vec3(p.xy + reach * vec2(${x.toFixed(4)}, ${y.toFixed(4)}), p.z));`;
}
