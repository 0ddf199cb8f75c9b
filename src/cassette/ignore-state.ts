// The folder of what is not committed: made, with the `.gitignore` that keeps it out of git.
import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { codeOf } from "./read-limited.js";
import { refuseLinks } from "./refuse-links.js";
import type { StorePlace } from "./store-place.js";

/** Makes `.mcpvals/` where it is not there, and its `.gitignore`. Throws WRITE_FAILED where one of them is a link that leads elsewhere. */
export function ignoreState(place: Pick<StorePlace, "state">): void {
  const file = join(place.state, ".gitignore");
  refuseLinks(file, dirname(place.state));
  if (existsSync(file)) return;
  mkdirSync(place.state, { recursive: true });
  try {
    // Never through a link, and never over one that another process has just made.
    writeFileSync(file, "*\n", { flag: "wx" });
  } catch (error) {
    if (codeOf(error) !== "EEXIST") throw error;
  }
}
