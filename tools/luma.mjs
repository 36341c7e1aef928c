// How bright robots are, on the page and in pictures: mean luma of the robot's pixels, and the shares that are nearly white
// (above 235) and nearly black (below 12), in both themes. Page and picture have the same camera.
//
//     node tools/luma.mjs build [ROBOT.urdf ...] [--save FOLDER] [--check]
//
// Without files: five robots of the corpus that lies beside the project. --save keeps the pictures. --check fails unless no robot
// has more than 10 % of either, and the means of page and picture differ by at most 8 %.
import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";

const ROBOTS = ["panda_moveit", "mir100", "talos", "ergocub_sn002", "allegro_left_stl"];
const [WIDTH, HEIGHT] = [800, 600];
const [BRIGHT, DARK, SHARE, APART] = [235, 12, 0.1, 0.08];

const args = process.argv.slice(2);
const check = args.includes("--check");
const save = args.includes("--save") ? args.splice(args.indexOf("--save"), 2)[1] : undefined;
const [build = "build", ...files] = args.filter((arg) => arg !== "--check");
process.env.LIMB_BUILD = path.resolve(build);
process.env.LIMB_SOURCE = path.join(path.dirname(fileURLToPath(import.meta.url)), "..");
const { atRest, chromium, corpus, limb, open, view } = await import("../test/web/tools.mjs");

const robots = files.length > 0
  ? files.map((file) => ({ name: path.basename(file, ".urdf"), file }))
  : ROBOTS.flatMap((name) => corpus().filter((robot) => robot.name === name));
if (robots.length === 0) throw new Error("no robot to look at: give files, or put the corpus beside the project");
const folder = save ?? mkdtempSync(path.join(tmpdir(), "limb-luma-"));
mkdirSync(folder, { recursive: true });

const browser = await chromium();
const reader = await browser.newPage(); // decodes pictures
let failed = 0;
console.log(`${"robot".padEnd(18)}theme   ${["page: mean", ">235", "<12", "picture: mean", ">235", "<12", "apart"].map((head) => head.padStart(14)).join("")}`);
for (const robot of robots) {
  const server = await view(robot.file);
  const { page } = await open(browser, server.url, { width: WIDTH + 600, height: HEIGHT + 200 });
  for (const theme of ["dark", "light"]) {
    const seen = await measure(await pagePictures(page, theme, path.join(folder, `${robot.name}-${theme}-page.png`)));
    const drawn = await measure(renderPictures(robot.file, theme, path.join(folder, `${robot.name}-${theme}.png`)));
    const apart = Math.abs(seen.mean - drawn.mean) / drawn.mean;
    const percent = (share) => `${(share * 100).toFixed(1)} %`.padStart(14);
    console.log(robot.name.padEnd(18) + theme.padEnd(8) + seen.mean.toFixed(1).padStart(14) + percent(seen.bright) + percent(seen.dark) +
      drawn.mean.toFixed(1).padStart(14) + percent(drawn.bright) + percent(drawn.dark) + percent(apart));
    const within = [seen, drawn].every(({ bright, dark, count }) => bright <= SHARE && dark <= SHARE && count > 1000) && apart <= APART;
    failed += within ? 0 : 1;
  }
  await page.close();
  await server.stop();
}
await browser.close();
if (!save) rmSync(folder, { recursive: true });
if (check && failed > 0) {
  console.error(`${failed} of ${2 * robots.length} are not within the bounds`);
  process.exitCode = 1;
}

// The page's picture with the robot and without it: where they differ is the robot. What it casts on the ground stays, since
// shadows are drawn anew only when something moved.
async function pagePictures(page, theme, file) {
  // links that touch are tinted, which does not depend on light
  await page.evaluate((dark) => {
    const { store } = window.limb;
    store.change({ dark, overlays: { ...store.state.overlays, touching: false } });
  }, theme === "dark");
  await page.keyboard.press("1");
  await atRest(page);
  const [whole, empty] = await page.evaluate(([width, height]) => {
    const { stage } = window.limb;
    const robot = window.limb.robot().scene;
    const take = () => {
      let picture;
      stage.drawAt(width, height, 1, () => (picture = stage.renderer.domElement.toDataURL("image/png")));
      return picture;
    };
    stage.fit(undefined, window.limb.app.outline());
    const shown = take();
    robot.visible = false;
    const hidden = take();
    robot.visible = true;
    return [shown, hidden];
  }, [WIDTH, HEIGHT]);
  writeFileSync(file, Buffer.from(whole.split(",")[1], "base64"));
  return { whole, mask: empty, differs: true };
}

// The picture, and one without a background: what is opaque there is the robot.
function renderPictures(robot, theme, file) {
  const clear = file.replace(".png", "-clear.png");
  const common = ["render", robot, "--size", `${WIDTH}x${HEIGHT}`, ...(theme === "dark" ? ["--dark"] : [])];
  const asUrl = (name) => `data:image/png;base64,${readFileSync(name).toString("base64")}`;
  execFileSync(limb, [...common, "-o", file], { stdio: ["ignore", "ignore", "ignore"] });
  execFileSync(limb, [...common, "--transparent", "-o", clear], { stdio: ["ignore", "ignore", "ignore"] });
  const result = { whole: asUrl(file), mask: asUrl(clear), differs: false };
  rmSync(clear);
  return result;
}

function measure(pictures) {
  return reader.evaluate(async ([{ whole, mask, differs }, bright, dark]) => {
    const pixels = async (url) => {
      const bitmap = await createImageBitmap(await (await fetch(url)).blob(), { premultiplyAlpha: "none" });
      const draw = new OffscreenCanvas(bitmap.width, bitmap.height).getContext("2d");
      draw.drawImage(bitmap, 0, 0);
      return draw.getImageData(0, 0, bitmap.width, bitmap.height).data;
    };
    const [shown, backdrop] = [await pixels(whole), await pixels(mask)];
    const sum = { count: 0, mean: 0, bright: 0, dark: 0 };
    for (let i = 0; i < shown.length; i += 4) {
      const other = Math.max(...[0, 1, 2].map((k) => Math.abs(shown[i + k] - backdrop[i + k])));
      if (differs ? other <= 2 : backdrop[i + 3] < 255) continue;
      const luma = 0.2126 * shown[i] + 0.7152 * shown[i + 1] + 0.0722 * shown[i + 2];
      sum.count++;
      sum.mean += luma;
      sum.bright += luma > bright ? 1 : 0;
      sum.dark += luma < dark ? 1 : 0;
    }
    return { count: sum.count, mean: sum.mean / sum.count, bright: sum.bright / sum.count, dark: sum.dark / sum.count };
  }, [pictures, BRIGHT, DARK]);
}
