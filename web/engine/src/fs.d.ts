// The little of Node that node.ts uses.
declare module "node:fs" {
  export function readFileSync(path: string | URL): Uint8Array<ArrayBuffer>;
  export function statSync(path: string, options: { throwIfNoEntry: false }): { isDirectory(): boolean; size: number } | undefined;
  export function readdirSync(path: string): string[];
}
