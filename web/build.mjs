// Bundles the page into dist/: index.html, begin.js, page.js, page.css and engine.js, minified, with limb-xacro.wasm, plus page.html with all
// of them in one for `limb view --html` (the command puts the robot's data in at the marked place). With --c FILE all of it
// is also written as C, for src/services/page_server/assets.h. Arguments: [folder] [--c FILE] [--wasm FILE].
import { build } from "esbuild";
import { createHash } from "node:crypto";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import path from "node:path";
import { gzipSync } from "node:zlib";

const here = path.dirname(fileURLToPath(import.meta.url));
const args = process.argv.slice(2);
const option = (name) => (args.includes(name) ? args.splice(args.indexOf(name), 2)[1] : undefined);
const source = option("--c");
const wasm = await readFile(option("--wasm") ?? path.join(here, "../build-wasm/limb-xacro.wasm"));
const [folder = path.join(here, "dist")] = args;
const out = path.resolve(folder);
await mkdir(out, { recursive: true });

// the rows of src/output/appearance/appearance.def, as web/src/appearance/look.ts takes them
const looks = {
  name: "looks",
  setup: ({ onLoad }) => onLoad({ filter: /\.def$/ }, async ({ path: file }) => {
    const values = {};
    const boxes = [];
    for (const [, kind, name, rest] of (await readFile(file, "utf8")).matchAll(/^(LOOK3?|BOX)\((\w+), ([^)]+)\)/gm)) {
      const row = rest.split(",").map(Number);
      if (row.length !== { LOOK: 1, LOOK3: 3, BOX: 7 }[kind] || row.some((value) => !Number.isFinite(value))) throw new Error(`${file}: ${name}`);
      const [azimuth, elevation, sharpness, strength, ...color] = row;
      if (kind === "BOX") boxes.push({ name, azimuth, elevation, sharpness, strength, color });
      else values[name] = row;
    }
    return { contents: JSON.stringify({ values, boxes }), loader: "json" };
  }),
};
await build({
  absWorkingDir: here,
  entryPoints: { page: "src/main.ts", begin: "src/begin.ts" },
  bundle: true, minify: true, format: "esm", target: "es2022", outdir: out, legalComments: "none", plugins: [looks],
});
const worker = await build({
  absWorkingDir: here, entryPoints: ["src/engine/engine-worker.ts"], bundle: true, minify: true, format: "iife", target: "es2022", write: false, legalComments: "none",
});
const engine = worker.outputFiles[0].text;
const css = await build({
  absWorkingDir: here, entryPoints: ["src/page.css"], bundle: true, minify: true, write: false,
});
const style = css.outputFiles[0].text;
const html = await readFile(path.join(here, "index.html"), "utf8");
const script = await readFile(path.join(out, "page.js"), "utf8");
const begin = await readFile(path.join(out, "begin.js"), "utf8");
await writeFile(path.join(out, "page.css"), style);
await writeFile(path.join(out, "index.html"), html);
await writeFile(path.join(out, "engine.js"), engine);
await writeFile(path.join(out, "limb-xacro.wasm"), wasm);

// a script inside HTML ends at the first </script, wherever it is
const inline = (text) => text.replaceAll("</script", "<\\/script");
const embedded = [
  `<script id="limb-engine" type="text/plain">${inline(engine)}</script>`,
  `<script id="limb-wasm" type="text/plain">${gzipSync(wasm, { level: 9 }).toString("base64")}</script>`,
].join("\n");
// the one file runs its own script, style and engine and nothing else, whatever a robot's names may hold
const hash = (text) => `'sha256-${createHash("sha256").update(text).digest("base64")}'`;
const policy = [
  "default-src 'none'", `script-src ${hash(inline(script))} 'wasm-unsafe-eval'`, "worker-src blob:", `style-src ${hash(style)}`, "img-src data: blob:",
  "connect-src data: blob:", "base-uri 'none'", "form-action 'none'",
].join("; ");
const single = html
  .replace('<meta charset="utf-8">', () => `<meta charset="utf-8">\n<meta http-equiv="Content-Security-Policy" content="${policy}">`)
  .replace('<script type="module" src="begin.js" async></script>\n', "")
  .replace('<link rel="stylesheet" href="page.css">', () => `<style>${style}</style>`)
  .replace('<script type="module" src="page.js"></script>', () => `<!--limb-data-->\n${embedded}\n<script type="module">${inline(script)}</script>`);
await writeFile(path.join(out, "page.html"), single);

if (source) await writeFile(source, asC());

function asC() {
  const asset = [
    ["/", "text/html; charset=utf-8", html], ["/page.js", "text/javascript; charset=utf-8", script], ["/begin.js", "text/javascript; charset=utf-8", begin],
    ["/page.css", "text/css; charset=utf-8", style], ["/engine.js", "text/javascript; charset=utf-8", engine],
    ["/limb-xacro.wasm", "application/wasm", wasm],
  ];
  const [head, tail] = single.split("<!--limb-data-->");
  return [
    "// Made by web/build.mjs; not edited by hand.", '#include "services/page_server/assets.h"', "",
    ...asset.map(([, , text], i) => bytes(`asset_${i}`, gzipSync(text, { level: 9 }), "static ")),
    "const limb__asset limb__page_asset[] = {",
    ...asset.map(([where, type], i) => `    {"${where}", "${type}", asset_${i}, sizeof asset_${i}},`),
    "};", `const int limb__page_nasset = ${asset.length};`, "",
    bytes("limb__page_head", Buffer.from(head), ""), "const size_t limb__page_head_size = sizeof limb__page_head;",
    bytes("limb__page_tail", Buffer.from(tail), ""), "const size_t limb__page_tail_size = sizeof limb__page_tail;", "",
  ].join("\n");
}

function bytes(name, data, linkage) {
  const lines = [];
  for (let i = 0; i < data.length; i += 24) lines.push(`    ${[...data.subarray(i, i + 24)].join(",")},`);
  return `${linkage}const unsigned char ${name}[] = {\n${lines.join("\n")}\n};`;
}
