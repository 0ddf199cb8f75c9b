// Checks with replay's own comparison whether what was learned explains the checks: a remaining difference is
// unresolved.
import type { Drift } from "../trace/drift.js";
import type { Trace } from "../trace/trace.js";
import type { Learned } from "../variables/learned.js";
import type { PlayedCheck } from "./check-player.js";
import { createComparer } from "./comparer.js";
import type { DriftRules } from "./rules.js";
import { isUndecided } from "../trace/drift-classes.js";

/** Returns the drift between a recording and its checks that would keep a replay from passing; each place once. */
export function findUnresolved(
  recorded: Trace,
  learned: Learned,
  checks: readonly PlayedCheck[],
  rules: DriftRules,
): Drift[] {
  const found = new Map<string, Drift>();
  for (const { contract, startedAt, ahead, turns } of checks) {
    const comparer = createComparer({
      recorded,
      learned,
      rules,
      prompts: [...(recorded.system === null ? [] : [recorded.system]), ...recorded.steps.map(({ user }) => user)],
      expectedTools: [],
      liveStartedAt: startedAt,
      liveAhead: ahead,
      isAtHand: () => true,
    });
    comparer.contract(contract);
    for (const [at, calls] of turns.entries()) {
      comparer.turn(at + 1, calls[0]?.startedAt ?? startedAt);
      comparer.settle(at + 1, calls);
    }
    for (const drift of comparer.drift()) {
      if (!isOpen(drift)) continue;
      const { part, call, server, tool, path } = drift.where;
      found.set(JSON.stringify([part, call, server, tool, path]), drift);
    }
  }
  return [...found.values()];
}

function isOpen(drift: Drift): boolean {
  return drift.where.part !== "arguments" && isUndecided(drift);
}
