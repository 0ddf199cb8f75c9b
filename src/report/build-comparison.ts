// Compares the trials of two sides that did the same workflows. Pure.
import { clusterInterval } from "../statistics/cluster-interval.js";
import { holmAdjusted } from "../statistics/holm.js";
import { countPairs, mcNemarExact, pairedDifference, pairsToSee, type TrialPairs } from "../statistics/paired.js";
import { wilsonInterval } from "../statistics/wilson.js";
import { counts } from "./build-trials.js";
import type {
  ComparedPairs,
  ComparedRate,
  ComparedSide,
  ComparedVerdict,
  WorkflowPairs,
  SideComparison,
} from "./comparison.js";
import type { Evaluation } from "./report.js";
import { sumSpent } from "./spent.js";

/** How often the claims of one command may be wrong. */
const ERROR = 0.05;
/** The difference that "about so many would show" means: ten points. */
const DIFFERENCE = 0.1;

/** What an evaluation says of its trials. */
interface ComparedRun extends Pick<Evaluation, "workflowName" | "verdict" | "spent"> {
  trials?: { planned: number; each: readonly Pick<Evaluation, "verdict">[] };
}

export interface SideRuns {
  name: string;
  evaluations: readonly ComparedRun[];
}

/** `comparisons`: how many the command makes; all together are wrong in at most 5 % of cases. */
export function compareSides(first: SideRuns, second: SideRuns, comparisons = 1): SideComparison {
  const level = ERROR / comparisons;
  const raw = first.evaluations.flatMap((one) => {
    const other = second.evaluations.find(({ workflowName }) => workflowName === one.workflowName);
    return other === undefined || isSkipped(one) || isSkipped(other) ? [] : [pairUp(one, other)];
  });
  const tested = raw.flatMap(({ pairs }) => pairs?.p ?? []);
  const adjusted = holmAdjusted(tested);
  let at = 0;
  const workflows = raw.map(({ pairs, ...one }): WorkflowPairs => {
    if (pairs === undefined) return { ...one, verdict: "undecided" };
    return { ...one, pairs, verdict: decide(pairs, adjusted[at++] ?? 1, level) };
  });
  const all = addUp(workflows.flatMap(({ pairs }) => pairs?.counts ?? []));
  const overall = countPairs(all) === 0 ? undefined : measure(all);
  const verdict = overall === undefined ? "undecided" : decide(overall, overall.p, level);
  return {
    first: describeSide(first, workflows, "first"),
    second: describeSide(second, workflows, "second"),
    workflows,
    ...(overall !== undefined && { overall }),
    verdict,
    level,
    sentence: say({ first: first.name, second: second.name }, { workflows, overall, verdict, level }),
  };
}

function isSkipped({ verdict }: ComparedRun): boolean {
  return verdict === "skipped";
}

/** Whether trial i of the workflow passed; undefined where it gave no verdict. */
function trialsOf(evaluation: ComparedRun): (boolean | undefined)[] {
  const each = evaluation.trials?.each ?? [evaluation];
  return each.map((one) => (counts(one) ? one.verdict === "passed" : undefined));
}

function pairUp(one: ComparedRun, other: ComparedRun): Omit<WorkflowPairs, "verdict"> {
  const [before, after] = [trialsOf(one), trialsOf(other)];
  const longer = Math.max(before.length, after.length);
  const found: TrialPairs = { both: 0, onlyFirst: 0, onlySecond: 0, neither: 0 };
  for (let at = 0; at < longer; at++) {
    const [mine, theirs] = [before[at], after[at]];
    if (mine === undefined || theirs === undefined) continue;
    found[mine ? (theirs ? "both" : "onlyFirst") : theirs ? "onlySecond" : "neither"] += 1;
  }
  const pairs = countPairs(found);
  const planned = Math.max(longer, one.trials?.planned ?? 1, other.trials?.planned ?? 1);
  return { name: one.workflowName, unpaired: planned - pairs, ...(pairs > 0 && { pairs: measure(found) }) };
}

function addUp(all: readonly TrialPairs[]): TrialPairs {
  const sum = (key: keyof TrialPairs): number => all.reduce((total, one) => total + one[key], 0);
  return { both: sum("both"), onlyFirst: sum("onlyFirst"), onlySecond: sum("onlySecond"), neither: sum("neither") };
}

function measure(found: TrialPairs): ComparedPairs {
  const n = countPairs(found);
  const rateOf = (passed: number): ComparedRate => ({ passed, rate: passed / n, interval: wilsonInterval(passed, n) });
  return {
    trials: n,
    counts: found,
    first: rateOf(found.both + found.onlyFirst),
    second: rateOf(found.both + found.onlySecond),
    difference: pairedDifference(found),
    p: mcNemarExact(found),
  };
}

/** A difference is claimed where the test and the interval both show it. */
function decide({ difference: { difference, low, high } }: ComparedPairs, p: number, level: number): ComparedVerdict {
  if (p > level) return "undecided";
  if (low > 0) return "better";
  return high < 0 && difference < 0 ? "worse" : "undecided";
}

function describeSide(
  { name, evaluations }: SideRuns,
  workflows: readonly WorkflowPairs[],
  side: "first" | "second",
): ComparedSide {
  const clusters = workflows.flatMap(({ pairs }) =>
    pairs === undefined ? [] : [{ passed: pairs[side].passed, trials: pairs.trials }],
  );
  const mean = clusterInterval(clusters);
  const spent = evaluations.flatMap((one) => one.spent ?? []);
  return { name, ...(mean !== undefined && { mean }), ...(spent.length > 0 && { spent: sumSpent(spent) }) };
}

function say(
  { first, second }: { first: string; second: string },
  { workflows, overall, verdict, level }: Pick<SideComparison, "workflows" | "overall" | "verdict" | "level">,
): string {
  const unpaired = workflows.reduce((sum, one) => sum + one.unpaired, 0);
  const lost = unpaired === 0 ? "" : ` Not compared, because one side gave no verdict: ${trials(unpaired)}.`;
  if (overall === undefined)
    return `${second} and ${first} were not compared: no trial was judged on both sides.${lost}`;
  const compared = workflows.filter(({ pairs }) => pairs !== undefined).length;
  const n = overall.trials;
  const of = (rate: ComparedRate): string => `${rate.passed} of ${n}`;
  const numbers = `${of(overall.second)} against ${of(overall.first)} trials, a difference of ${describeDifference(overall)}`;
  const where = compared === 1 ? "in this workflow" : `over these ${compared} workflows`;
  if (verdict !== "undecided") {
    const more = verdict === "better" ? "more" : "less";
    const error = `with an error of at most ${Number((level * 100).toFixed(2))}%`;
    return `${second} passes ${more} often than ${first} ${where}, ${error}: ${numbers}.${lost}`;
  }
  const hint = describeNeeded(overall, compared);
  return `${second} and ${first} are not distinguishable with ${trials(n)} on each side ${where}: ${numbers}. ${hint}${lost}`;
}

/** How many trials show a difference of ten points with a probability of 80 %, where as many pairs differ as now. */
function describeNeeded({ trials: n, counts: found }: ComparedPairs, workflows: number): string {
  const needed = pairsToSee(DIFFERENCE, (found.onlyFirst + found.onlySecond) / n);
  if (needed <= n) return "A difference of 10 points shows with so many trials in 80% of cases.";
  const each = workflows === 1 ? "it" : "each workflow";
  return `A difference of 10 points takes about ${Math.ceil(needed / workflows)} trials of ${each} on each side.`;
}

/** `+23 points (95% interval +9 to +37)` */
export function describeDifference({ difference: { difference, low, high } }: ComparedPairs): string {
  return `${points(difference)} points (95% interval ${points(low)} to ${points(high)})`;
}

function points(share: number): string {
  const rounded = Math.round(share * 100);
  return rounded === 0 ? "0" : rounded > 0 ? `+${rounded}` : `−${-rounded}`;
}

function trials(count: number): string {
  return `${count} ${count === 1 ? "trial" : "trials"}`;
}
