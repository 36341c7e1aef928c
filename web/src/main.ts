// Starts the page.
import { App } from "./app";
import { move } from "./robot/pose";
import { poseParts } from "./robot/robot";
import type { Pose } from "./state/state";

// the token is no longer needed, and must not appear in the history or in shared links
if (new URLSearchParams(location.search).has("token")) history.replaceState(null, "", location.pathname + location.hash);

const app = new App();

// The page's state, for scripts and tests.
const api = {
  app,
  ready: app.loading.load(),
  store: app.store, stage: app.stage, picker: app.picker, playback: app.playback, handle: app.handle, engine: app.engine, source: app.source,
  robot: () => app.robot,
  pose: (link: string, reference?: string) => app.robot && poseParts(app.robot.pose(link, reference)),
  setPose: (values: Pose) => move(app.store, values),
};
export type LimbPage = typeof api;
(window as unknown as { limb: LimbPage }).limb = api;
