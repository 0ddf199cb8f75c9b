// Compares two runs of one recorded model on two servers: finds the drift between the servers.
// Uses replay's comparer with the run on the old server as the recording. Both runs have places and secrets hidden.
import { createComparer } from "../../drift/comparer.js";
import { readDate } from "../../reading/dates.js";
import type { DriftRules } from "../../drift/rules.js";
import type { Drift } from "../../trace/drift.js";
import { turnsOf } from "../../trace/read.js";
import type { Trace } from "../../trace/trace.js";
import type { SaidByCalls } from "../../variables/left-words.js";
import type { Learned } from "../../variables/learned.js";

export interface ComparedRuns {
  drift: Drift[];
  /** The first turn (from 1) before which Claude would have been given something different. */
  ungroundedFrom?: number;
}

/** Compares the runs from the first list of tools to the last call that both made. */
export function compareRuns(
  before: Trace,
  after: Trace,
  {
    learned,
    others,
    rules,
    expectedTools,
  }: { learned: Learned; others?: SaidByCalls | undefined; rules: DriftRules; expectedTools: readonly string[] },
): ComparedRuns {
  const start = readDate(after.startedAt)?.at ?? Number.NaN;
  const comparer = createComparer({
    recorded: before,
    learned,
    ...(others !== undefined && { others }),
    rules,
    prompts: [...(before.system === null ? [] : [before.system]), ...before.steps.map((step) => step.user)],
    expectedTools,
    liveStartedAt: start,
    // The calls were made, so the value was available.
    isAtHand: () => true,
  });
  comparer.contract(after.contract);
  const [old, now] = [turnsOf(before), turnsOf(after)];
  let tools = after.contract.tools;
  let ungroundedFrom: number | undefined;
  for (const [at, turn] of now.slice(0, old.length).entries()) {
    const number = at + 1;
    if (turn.tools !== tools) comparer.tools(number, (tools = [...turn.tools]));
    const view = comparer.turn(number, start + (turn.calls[0]?.at ?? 0) * 1000);
    if (!view.grounded) ungroundedFrom ??= number;
    const calls = turn.calls.map(({ outcome, at: seconds, ms, serverRequests }) => ({
      outcome,
      startedAt: start + seconds * 1000,
      ms,
      serverRequests,
    }));
    comparer.settle(number, calls);
  }
  if (after.end.kind === "server-failed" && before.end.kind !== "server-failed") {
    comparer.serverFailed(after.end.message);
  }
  return { drift: comparer.drift(), ...(ungroundedFrom === undefined ? {} : { ungroundedFrom }) };
}
