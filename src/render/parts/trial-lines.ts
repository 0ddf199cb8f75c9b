// Says what the trials of a workflow show: how often it passed, and where the paths of a flaky one part.
import { percent } from "../../metrics/percent.js";
import type { Evaluation } from "../../report/report.js";
import { describeSmallPrice } from "../../report/price.js";
import type { Parting, PartingPath, Spread, Trial, Trials } from "../../report/trials.js";
import { timeText } from "./sums.js";

/** How many ways are shown. */
const MOST_PATHS = 3;
/** How many trials are listed. */
const MOST_TRIALS = 40;
/** How many tools of a way are shown. */
const MOST_TOOLS = 6;

/** Not escaped; empty without trials. `isSaid`: the sentence on the rate is shown as a reason already. */
export function trialLines({ trials, run }: Evaluation, isSaid: boolean): string[] {
  if (trials === undefined) return [];
  const { sentence, parting, shown, each } = trials;
  const what = run?.sources.model === "recorded" ? "take" : "trial";
  const which = each.length > 1 ? [`shown: ${what} ${shown} of ${each.length}`] : [];
  return [
    ...(isSaid ? [] : [`trials: ${sentence}`]),
    ...(parting === undefined ? [] : partingLines(parting)),
    ...which,
  ];
}

/** `flaky: the same prompts, other verdicts; the trials part in turn 2:`, and a line for each way. */
function partingLines({ turn, differ, paths }: Parting): string[] {
  const where =
    differ === "calls"
      ? `the trials part in turn ${turn}:`
      : `the calls are the same in all trials; what the server returned or Claude said differs:`;
  const left = paths.length - MOST_PATHS;
  return [
    `flaky: ${where}`,
    ...paths.slice(0, MOST_PATHS).map((path) => `  ${pathLine(path)}`),
    ...(left > 0 ? [`  and ${left} other ${left === 1 ? "way" : "ways"}`] : []),
  ];
}

/** `trials 1, 2, 4 (passed): get_weather {"city":"Bonn"}, then book` */
export function pathLine({ trials, passed, failed, did, later }: PartingPath): string {
  const verdict = failed === 0 ? "passed" : passed === 0 ? "failed" : `${passed} passed, ${failed} failed`;
  const tools = later.length <= MOST_TOOLS ? later : [...later.slice(0, MOST_TOOLS), "…"];
  const after = tools.length === 0 ? "" : `, then ${tools.join(", ")}`;
  return `trial${trials.length === 1 ? "" : "s"} ${trials.join(", ")} (${verdict}): ${did}${after}`;
}

/** Each metric's rate, pass@k and pass^k, and the spread: the long form. */
export function trialTable({ trials }: Evaluation): string[] {
  if (trials === undefined || trials.runs === 0) return [];
  return [...trialSums(trials), ...eachLines(trials)];
}

/** The same without a line for each trial. */
export function trialSums(trials: Trials): string[] {
  const { metrics, spread } = trials;
  if (trials.runs === 0) return [];
  return [
    ...metrics.map(({ metric, passed, runs, interval: { low, high } }) => {
      return `${metric}: ${passed} of ${runs} passed (95% interval ${percent(low)} to ${percent(high)})`;
    }),
    ...kLines(trials),
    `turns ${range(spread.turns)}, calls ${range(spread.calls)}, tokens ${range(spread.tokens)}, time ${range(spread.ms, timeText)}`,
    ...costLines(trials),
    ...(trials.retried === 0 ? [] : [`made again after a failure outside the server: ${trials.retried}`]),
  ];
}

/** A line for each trial. */
function eachLines({ each }: Trials): string[] {
  const left = each.length - MOST_TRIALS;
  const lines = each.slice(0, MOST_TRIALS).map((trial, at) => `trial ${at + 1} ${trial.verdict}: ${trialFacts(trial)}`);
  return [...lines, ...(left > 0 ? [`and ${left} more trials`] : [])];
}

/** `2 turns, 1 call, 1210 tokens, 0.4 s; Tool Call Health: …` */
function trialFacts({ turns, calls, inputTokens, outputTokens, ms, because, judge }: Trial): string {
  const facts = [`${turns} ${turns === 1 ? "turn" : "turns"}`, `${calls} ${calls === 1 ? "call" : "calls"}`];
  const all = [...facts, `${inputTokens + outputTokens} tokens`, timeText(ms), ...judgeFacts(judge)].join(", ");
  return because === undefined ? all : `${all}; ${because}`;
}

function judgeFacts(judge: Trial["judge"]): string[] {
  if (judge === undefined) return [];
  const { score, spread } = judge;
  return [`judge ${percent(score)}${spread === undefined ? "" : ` (samples ${spread.toFixed(2)} apart)`}`];
}

/** The first, a middle one and the last: a table of all would be as long as the trials. */
function kLines({ passAtK }: Trials): string[] {
  if (passAtK.length < 2) return [];
  const chosen = new Set([2, Math.ceil(passAtK.length / 2), passAtK.length].filter((k) => k > 1));
  const some = passAtK.filter(({ k }) => chosen.has(k));
  return [
    `one of k passes: ${some.map(({ k, any }) => `pass@${k} ${percent(any)}`).join(", ")}; all k pass: ${some.map(({ k, all }) => `pass^${k} ${percent(all)}`).join(", ")}`,
  ];
}

/** `price: ~$0.0090 a trial (~$0.0081 to ~$0.0101), ~$0.0113 for each one that passed` */
function costLines({ cost }: Trials): string[] {
  if (cost === undefined) return [];
  const { least, mean, most, perPass } = cost;
  const spread = least === most ? "" : ` (${describeSmallPrice(least)} to ${describeSmallPrice(most)})`;
  const each = perPass === null ? "none passed" : `${describeSmallPrice(perPass)} for each one that passed`;
  return [`price: ${describeSmallPrice(mean)} a trial${spread}, ${each}`];
}

function range({ least, median, most }: Spread, show: (value: number) => string = String): string {
  return least === most ? show(least) : `${show(least)} to ${show(most)} (median ${show(median)})`;
}
