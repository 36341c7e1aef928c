// The folder of the corpus next to the project, as a real path, because the command prints real paths. It need not exist.
import { existsSync, realpathSync } from "node:fs";
import path from "node:path";

const folder = process.env.LIMB_CORPUS ?? path.join(process.env.LIMB_SOURCE, "../shared/corpus");
export const corpusFolder = existsSync(folder) ? realpathSync(folder) : folder;
