// Creates the folder for files that are not committed, with a `.gitignore` that keeps it out of git.
import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { codeOf } from "./read-limited.js";
import { refuseLinks } from "./refuse-links.js";
import type { StorePlace } from "./store-place.js";

/**
 * Creates `.mcpvals/` and its `.gitignore` where they do not exist. Throws WRITE_FAILED where one of them is a link
 * that leads elsewhere.
 */
export function ignoreState(place: Pick<StorePlace, "state">): void {
  const file = join(place.state, ".gitignore");
  refuseLinks(file, dirname(place.state));
  if (existsSync(file)) return;
  mkdirSync(place.state, { recursive: true });
  try {
    // `wx`: never through a link, and never over a file that another process has just created.
    writeFileSync(file, "*\n", { flag: "wx" });
  } catch (error) {
    if (codeOf(error) !== "EEXIST") throw error;
  }
}
