// Bundles the page into dist/: index.html, page.js and page.css, minified, plus page.html with all three in one
// for `limb view --html` (the command puts the robot's data in at the marked place).
import { build } from "esbuild";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import path from "node:path";

const here = path.dirname(fileURLToPath(import.meta.url));
const out = path.resolve(process.argv[2] ?? path.join(here, "dist"));
await mkdir(out, { recursive: true });
await build({
  absWorkingDir: here,
  entryPoints: { page: "src/main.ts" },
  bundle: true, minify: true, format: "esm", target: "es2022", outdir: out, legalComments: "none",
});
const css = await build({
  absWorkingDir: here, entryPoints: ["src/page.css"], bundle: true, minify: true, write: false,
});
const style = css.outputFiles[0].text;
const html = await readFile(path.join(here, "index.html"), "utf8");
const script = await readFile(path.join(out, "page.js"), "utf8");
await writeFile(path.join(out, "page.css"), style);
await writeFile(path.join(out, "index.html"), html);

// a script inside HTML ends at the first </script, wherever it stands
const inline = script.replaceAll("</script", "<\\/script");
const single = html
  .replace('<link rel="stylesheet" href="page.css">', () => `<style>${style}</style>`)
  .replace('<script type="module" src="page.js"></script>', () => `<!--limb-data-->\n<script type="module">${inline}</script>`);
await writeFile(path.join(out, "page.html"), single);
