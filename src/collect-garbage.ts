// Frees memory between two steps over a long text, each of which makes a copy: the engine would collect the first copy only
// when much more is in use.
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";

/** Characters or bytes from which a text is long. */
const LONG = 8 * 1024 * 1024;

let collect: (() => void) | undefined;

/** Does nothing unless `size` is that of a long text. */
export function collectAfter(size: number): void {
  if (size < LONG) return;
  collect ??= findCollector();
  collect();
}

function findCollector(): () => void {
  setFlagsFromString("--expose-gc");
  const found: unknown = runInNewContext("gc");
  return typeof found === "function" ? () => void found() : () => {};
}
