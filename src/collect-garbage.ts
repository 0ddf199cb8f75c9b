// Frees memory that the engine would collect only when much more is in use: the first copy of a long text between two steps
// over it, and the buffers of what has passed.
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";

/** Characters or bytes from which a text is long. */
const LONG = 8 * 1024 * 1024;
/** Bytes that may have passed before their buffers are freed. */
const MUCH = 4 * 1024 * 1024;

/** Runs after which what they left is freed. */
const MANY_RUNS = 500;

type Collector = (options?: { type: "minor" }) => void;

let collect: Collector | undefined;
let passed = 0;
let runs = 0;

/** Does nothing unless `size` is that of a long text; true where it freed memory. */
export function collectAfter(size: number): boolean {
  if (size < LONG) return false;
  collect ??= findCollector();
  collect();
  return true;
}

/**
 * Call it when so many bytes have passed and are not needed any more. Now and then it frees what is new in memory, which
 * takes about a millisecond: buffers are outside of the heap, so the engine itself does so only after tens of megabytes.
 */
export function collectPassed(size: number): void {
  passed += size;
  if (passed < MUCH) return;
  passed = 0;
  collect ??= findCollector();
  collect({ type: "minor" });
}

/**
 * Call it when a run has ended. Now and then it frees what runs left: most of it has become old in memory, where the engine
 * leaves it until it is as much as all that is in use.
 */
export function collectRun(): void {
  runs += 1;
  if (runs % MANY_RUNS > 0) return;
  collect ??= findCollector();
  collect();
}

function findCollector(): Collector {
  setFlagsFromString("--expose-gc");
  const found: unknown = runInNewContext("gc");
  return typeof found === "function" ? (options) => void found(options) : () => {};
}
