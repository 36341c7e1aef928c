// The module that web/build.mjs generates from src/output/appearance/appearance.def.
declare module "*.def" {
  const table: {
    values: Record<string, number[]>;
    boxes: { name: string; azimuth: number; elevation: number; sharpness: number; strength: number; color: [number, number, number] }[];
  };
  export default table;
}
