// Where the robots beside the project are: the real path, since the command names files by it. The folder need not exist.
import { existsSync, realpathSync } from "node:fs";
import path from "node:path";

const folder = process.env.LIMB_CORPUS ?? path.join(process.env.LIMB_SOURCE, "../shared/corpus");
export const corpusFolder = existsSync(folder) ? realpathSync(folder) : folder;
