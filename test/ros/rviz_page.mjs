// What the page shows of a robot, for a comparison with RViz: node rviz_page.mjs LIMB_FOLDER SOURCE ROBOT WIDTH HEIGHT AZIMUTH ELEVATION OUT
//
// Writes OUT.json with the camera (z up) and the names of links, OUT.ids with the number of the link at each pixel (from 1, 32 bits, from
// the bottom) and OUT.rgba with the picture, likewise.
import { writeFileSync } from "node:fs";

const [folder, source, robot, width, height, azimuth, elevation, out] = process.argv.slice(2);
Object.assign(process.env, { LIMB_BUILD: folder, LIMB_SOURCE: source });
const { atRest, chromium, view, visit } = await import("../web/tools.mjs");

const browser = await chromium();
const server = await view(robot);
const page = await browser.newPage({ viewport: { width: Number(width), height: Number(height) }, colorScheme: "light", reducedMotion: "reduce" });
await visit(page, server.url);
await page.evaluate(() => {
  Object.assign(document.getElementById("view").style, { position: "fixed", inset: "0", width: "100vw", height: "100vh", zIndex: "9" });
  const { store } = window.limb;
  store.change({ overlays: { ...store.state.overlays, grid: false, touching: false } });
});
await page.waitForFunction(() => document.getElementById("canvas").clientWidth === innerWidth && document.getElementById("canvas").clientHeight === innerHeight);
await atRest(page);
const shown = await page.evaluate(([azimuth, elevation]) => {
  const { stage, picker, app } = window.limb;
  const [a, e] = [azimuth, elevation].map((angle) => (angle * Math.PI) / 180);
  const way = stage.camera.position.clone().set(Math.cos(e) * Math.cos(a), Math.sin(e), -Math.cos(e) * Math.sin(a));
  stage.fit(way, app.outline());
  stage.draw();
  const gl = stage.renderer.getContext();
  const [w, h] = [gl.drawingBufferWidth, gl.drawingBufferHeight];
  const text = (array) => {
    let binary = "";
    const bytes = new Uint8Array(array.buffer);
    for (let i = 0; i < bytes.length; i += 8192) binary += String.fromCharCode(...bytes.subarray(i, i + 8192));
    return btoa(binary);
  };
  const rgba = new Uint8Array(4 * w * h);
  gl.readPixels(0, 0, w, h, gl.RGBA, gl.UNSIGNED_BYTE, rgba);
  // the picker's scene, all of it at once
  const { renderer } = stage;
  const visible = (mesh) => { for (let at = mesh; at; at = at.parent) if (!at.visible) return false; return true; };
  for (const { mesh, twin } of picker.entries) twin.visible = visible(mesh);
  picker.target.setSize(w, h);
  renderer.setRenderTarget(picker.target);
  renderer.clear();
  renderer.render(picker.scene, stage.camera);
  const answer = new Uint32Array(4 * w * h);
  renderer.readRenderTargetPixels(picker.target, 0, 0, w, h, answer);
  renderer.setRenderTarget(null);
  const names = [...window.limb.robot().links.keys()];
  const number = picker.entries.map(({ link }) => names.indexOf(link) + 1);
  const ids = new Uint32Array(w * h).map((_, i) => (answer[4 * i] ? number[answer[4 * i] - 1] : 0));
  const up = ({ x, y, z }) => [x, -z, y];
  return { info: { width: w, height: h, fov: stage.camera.fov, position: up(stage.camera.position), target: up(stage.controls.target), links: names }, ids: text(ids), rgba: text(rgba) };
}, [Number(azimuth), Number(elevation)]);
writeFileSync(`${out}.json`, JSON.stringify(shown.info));
writeFileSync(`${out}.ids`, Buffer.from(shown.ids, "base64"));
writeFileSync(`${out}.rgba`, Buffer.from(shown.rgba, "base64"));
await browser.close();
await server.stop();
