// Runs a pure function of ours on a stranger's pattern or schema, and stops it if it takes too long.
import { createContext, Script } from "node:vm";

export type WithDeadline<T> = { kind: "done"; value: T } | { kind: "stopped"; why: string; tried: boolean };

/** Usual checks take 0.02 ms. */
const LIMIT_MS = 50;
/** The limit of a second try, so that a slow machine changes no verdict. */
const PATIENT_MS = 500;
/** What all stopped checks of a run may take together. */
const RUN_MS = 2000;
/** What they may take beyond that, a moment each: quick checks are still made, so that hostile ones hide nothing. */
const MOMENTS_MS = 1000;
/** What they may take before the event loop gets a turn: only then is a signal received. */
const TURN_MS = 550;
/** After that, each check has only a moment, and then none is tried before the next turn. */
const MOMENT_MS = 20;
const MOST_MS = 610;

const state: { run: () => void } = { run: () => undefined };
const context = createContext(state);
const script = new Script("run()");
let spent = 0;
let spentThisTurn = 0;

/** Begins a new run: the time of earlier runs no longer counts. */
export function resetDeadlines(): void {
  spent = 0;
  spentThisTurn = 0;
}

/**
 * The value of `f`, or why it was stopped. `f` may be stopped at any point and called again, so it must change nothing.
 * Throws what `f` throws.
 */
export function withDeadline<T>(f: () => T): WithDeadline<T> {
  if (spent >= RUN_MS + MOMENTS_MS) {
    return notTried(`checks that were stopped have used up ${(RUN_MS + MOMENTS_MS) / 1000} s, so it was not tried`);
  }
  if (spentThisTurn >= MOST_MS) return notTried("too many checks before it were stopped, so it was not tried");
  let taken = 0;
  const isShort = spentThisTurn >= TURN_MS || spent >= RUN_MS;
  for (const limit of isShort ? [MOMENT_MS] : [LIMIT_MS, PATIENT_MS]) {
    const isPatient = limit === PATIENT_MS;
    if (isPatient && (spent + taken + limit > RUN_MS || spentThisTurn + taken + limit > TURN_MS)) break;
    const tried = runFor(f, limit);
    if (tried !== undefined) return { kind: "done", value: tried.value };
    taken += limit;
  }
  spend(taken);
  return { kind: "stopped", why: "the check took too long and was stopped", tried: true };
}

function notTried(why: string): WithDeadline<never> {
  return { kind: "stopped", why, tried: false };
}

function runFor<T>(f: () => T, timeout: number): { value: T } | undefined {
  let result: { value: T } | undefined;
  const outer = state.run;
  state.run = () => {
    result = { value: f() };
  };
  try {
    script.runInContext(context, { timeout });
  } catch (error) {
    if (!isTimeout(error)) throw error;
    // It was stopped between its end and ours.
    result = undefined;
  } finally {
    state.run = outer;
  }
  return result;
}

/** The error comes from the other context, so it is not an instance of our `Error`. */
function isTimeout(error: unknown): boolean {
  return (
    typeof error === "object" && error !== null && "code" in error && error.code === "ERR_SCRIPT_EXECUTION_TIMEOUT"
  );
}

function spend(ms: number): void {
  if (spentThisTurn === 0) setImmediate(() => void (spentThisTurn = 0)).unref();
  spent += ms;
  spentThisTurn += ms;
}
