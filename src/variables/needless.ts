// Removes variables that the comparison with the checks does not need, by dropping each one after learning.
import { addAll } from "../append-to.js";
import type { Beside, RecordingBeside } from "./beside.js";
import { Bindings } from "./bindings.js";
import { compareCall } from "./compare.js";
import { endsGround, type VariableFinding } from "./finding.js";
import { LearnedIndex } from "./index-learned.js";
import { seenText, type Learned, type Variable } from "./learned.js";
import { startMoment, viewCall, viewContract } from "./run.js";

/**
 * Where one finding covers several variables, they are dropped by halves this many times; the remaining ones are kept.
 */
const MOST_HALVES = 32;
/** Most characters that are compared this way: long results are compared less often. */
const MOST_CHARACTERS = 4_000_000;

/**
 * Returns what was learned without the variables that nobody needs: without them the comparison of the recording with
 * each check has the same findings. `checks` are those that it was learned from.
 */
export function withoutNeedless(learned: Learned, recording: RecordingBeside, checks: readonly Beside[]): Learned {
  const candidates = learned.variables.filter((variable) => mayBeNeedless(variable, learned));
  if (candidates.length === 0) return learned;
  const without = (gone: readonly Variable[]): Learned => {
    const dropped = new Set(gone);
    return { ...learned, variables: learned.variables.filter((variable) => !dropped.has(variable)) };
  };
  const compare = (given: Learned): VariableFinding[] =>
    checks.flatMap((check) => compareWith(check, recording, given)).filter(endsGround);
  const size = [...recording.views.values()].reduce<number>((sum, view) => sum + JSON.stringify(view).length, 0);
  let halves = Math.min(MOST_HALVES, Math.floor(MOST_CHARACTERS / (size + 1)));
  const needless: Variable[] = [];
  const open = [candidates];
  for (let group = open.shift(); group !== undefined; group = open.shift()) {
    const found = new Covered(compare(without([...needless, ...group])));
    addAll(
      needless,
      group.filter((variable) => found.coverOf(variable) === "none"),
    );
    const unknown = group.filter((variable) => found.coverOf(variable) === "above");
    if (unknown.length < 2 || halves < 2) continue;
    halves -= 2;
    const middle = Math.ceil(unknown.length / 2);
    open.push(unknown.slice(0, middle), unknown.slice(middle));
  }
  if (needless.length === 0) return learned;
  const kept = without(needless);
  return compare(kept).length > compare(learned).length ? learned : kept;
}

/**
 * Never dropped: values that are sent, that a doubt names, that were equal in all runs, or that are in a growing list.
 */
function mayBeNeedless({ name, seen, sent, places }: Variable, { doubtful, grows }: Learned): boolean {
  if (sent.some(({ by }) => by !== "literal") || doubtful.some(({ readings }) => readings.includes(name))) return false;
  if (new Set(seen.map(seenText)).size < 2) return false;
  return !places.some(({ call, at }) => grows.some((list) => list.call === call && at.startsWith(`${list.at}/`)));
}

/** Returns what the comparison of the recording with a check finds. */
function compareWith(check: Beside, { run, views }: RecordingBeside, learned: Learned): VariableFinding[] {
  const index = new LearnedIndex(learned, run);
  const bindings = Bindings.of(index);
  const moments = { recorded: startMoment(run), live: startMoment({ ...run, ...check.run }) };
  const rules = { index, bindings };
  const findings = compareCall(views.get(0) ?? null, viewContract(check.run.contract), {
    call: 0,
    ...moments,
    ...rules,
  });
  for (const [at, live] of check.calls.entries()) {
    const recorded = run.calls[at];
    if (recorded === undefined) break;
    const pair = { call: recorded.id, recorded: recorded.moment, live: live.moment, ...rules };
    addAll(findings, compareCall(views.get(recorded.id) ?? null, viewCall(live), pair));
  }
  return findings;
}

/** The places of findings. */
class Covered {
  private readonly at: ReadonlySet<string>;

  constructor(findings: readonly VariableFinding[]) {
    this.at = new Set(findings.map(({ call, at }) => `${call} ${at}`));
  }

  /** Tells whether something was found at a place of a variable, or only above all of them. */
  coverOf({ places }: Variable): "at" | "above" | "none" {
    if (places.some(({ call, at }) => this.at.has(`${call} ${at}`))) return "at";
    return places.some(({ call, at }) => this.isBelow(call, at)) ? "above" : "none";
  }

  private isBelow(call: number, at: string): boolean {
    for (let end = at.lastIndexOf("/"); end >= 0; end = at.lastIndexOf("/", end - 1)) {
      if (this.at.has(`${call} ${at.slice(0, end)}`)) return true;
      if (end === 0) break;
    }
    return false;
  }
}
