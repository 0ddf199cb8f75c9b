// The folder of what is not committed: made, with the `.gitignore` that keeps it out of git.
import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { StorePlace } from "./store-place.js";

/** Makes `.mcpvals/` where it is not there, and its `.gitignore`. */
export function ignoreState(place: Pick<StorePlace, "state">): void {
  const file = join(place.state, ".gitignore");
  if (existsSync(file)) return;
  mkdirSync(place.state, { recursive: true });
  writeFileSync(file, "*\n");
}
