// Sums a command up in two lines: the verdicts with time and money, and what the passes are based on.
import { percent } from "../../metrics/percent.js";
import { describePrice } from "../../report/price.js";
import type { Evaluation, Report } from "../../report/report.js";
import { spendingOf, sumSpent, allTokens, type Spent } from "../../report/spent.js";
import { sumReports } from "../../report/totals.js";
import type { Drift } from "../../trace/drift.js";
import { wasSettled } from "../../trace/drift-classes.js";
import { passiveDriftOf, type PassiveDrift } from "./passive-drift.js";

/**
 * `12 workflows: 9 passed, 1 failed, 2 inconclusive · 14.2 s · nothing spent`. `elapsed`: the milliseconds of the
 * command; without it, those of its runs are added.
 */
export function verdictSum(reports: readonly Report[], elapsed?: number): string {
  const { total, passed, failed, errors, inconclusive, skipped } = sumReports(reports);
  const rare = (count: number, what: string): string[] => (count === 0 ? [] : [`${count} ${what}`]);
  const counts = [
    `${passed} passed`,
    ...rare(failed, "failed"),
    ...rare(errors, errors === 1 ? "error" : "errors"),
    ...rare(inconclusive, "inconclusive"),
    ...rare(skipped, "skipped"),
  ];
  const runs = evaluationsOf(reports).flatMap(({ run }) => run ?? []);
  const ms = elapsed ?? runs.reduce((sum, { ms }) => sum + ms, 0);
  const time = runs.length === 0 && elapsed === undefined ? [] : [timeText(ms)];
  return [`${total} ${total === 1 ? "workflow" : "workflows"}: ${counts.join(", ")}`, ...time, spent(reports)].join(
    " · ",
  );
}

/** `of the 9 passed: 1 on accepted drift, 2 with a new optional field`; undefined where there is nothing to say. */
export function passedOn(reports: readonly Report[]): string | undefined {
  const passed = evaluationsOf(reports).filter((one) => one.passed);
  const count = (test: (one: Evaluation) => boolean, what: string): string[] => {
    const number = passed.filter(test).length;
    return number === 0 ? [] : [`${number} ${what}`];
  };
  const offline = new Set(evaluationsOf(reports.filter((report) => report.offline !== undefined)));
  const parts = [
    ...count((one) => offline.has(one), "without the server, for want of a variable"),
    ...count((one) => driftOf(one).some(wasSettled), "on accepted drift"),
    ...count((one) => hasPassive(one, "field"), "with a new optional field"),
    ...count((one) => hasPassive(one, "list"), "with another list of tools"),
    ...count((one) => hasPassive(one, "tool"), "with a tool described differently"),
    ...count((one) => hasPassive(one, "text"), "with a text that Claude is not given"),
    ...count((one) => driftOf(one).some(({ class: kind }) => kind === "grown"), "with a list that has grown"),
    ...count((one) => (one.replay?.notCompared ?? 0) > 0, "with redacted values not compared"),
    ...count((one) => (one.run?.findings ?? []).length > 0, "with a finding"),
  ];
  return parts.length === 0 ? undefined : `of the ${passed.length} passed: ${parts.join(", ")}`;
}

/** The mean pass rate over workflows with its interval; undefined where nothing ran several times. */
export function passRateLine(reports: readonly Report[]): string | undefined {
  const { passRate } = sumReports(reports);
  if (passRate === undefined) return undefined;
  const { workflows, mean, low, high } = passRate;
  return `mean pass rate over ${workflows} workflows: ${percent(mean)} (95% interval ${percent(low)} to ${percent(high)})`;
}

/** Says in one line what the words mean that a report uses; undefined where all is plain green. */
export function legend(reports: readonly Report[]): string | undefined {
  const all = evaluationsOf(reports);
  const parts = [
    ...(all.some(({ verdict }) => verdict === "inconclusive")
      ? ["inconclusive: neither passed nor failed, the recording does not prove it"]
      : []),
    ...(all.some(({ verdict }) => verdict === "error") ? ["error: it could not be run"] : []),
    ...(all.some((one) => driftOf(one).some(wasSettled)) ? ["drift: a difference from the recording"] : []),
    ...(all.some(({ results }) => results.some(({ score }) => score === null)) ? ["–: not judged"] : []),
    ...(all.some(({ settle }) => settle.some((line) => line.startsWith("mcpvals accept")))
      ? ["accept: the result counts as recorded; later calls may differ too"]
      : []),
  ];
  return parts.length === 0 ? undefined : parts.join("; ");
}

/** `4.8 s`, `85 ms`, `2 min 5 s`. */
export function timeText(ms: number): string {
  if (ms < 100) return `${Math.round(ms)} ms`;
  if (ms < 120_000) return `${(ms / 1000).toFixed(1)} s`;
  return `${Math.floor(ms / 60_000)} min ${Math.round((ms % 60_000) / 1000)} s`;
}

/** Tokens that were asked of a live model and of the judge, with an estimate of their price, and what the cache saved. */
function spent(reports: readonly Report[]): string {
  const sum = sumSpent(evaluationsOf(reports).flatMap(spentOf));
  const { judge } = sum;
  const parts = [
    ...(allTokens(sum) > 0 ? [spentOnClaude(sum)] : []),
    ...(judge === undefined ? [] : [`judge: ${allTokens(judge)} tokens${priceOf(judge)}`]),
  ];
  return parts.length === 0 ? "nothing spent" : parts.join(" · ");
}

function priceOf({ usd }: Pick<Spent, "usd">): string {
  return usd === null ? "" : ` (${describePrice(usd)})`;
}

function spentOnClaude(sum: Spent): string {
  const tokens = allTokens(sum);
  const cached = sum.cacheRead === 0 ? "" : `, ${percent(sum.cacheRead / tokens)} of them read from the cache`;
  const saved =
    typeof sum.saved === "number" && sum.saved >= 0.005 ? `, the cache saved ${describePrice(sum.saved)}` : "";
  return `${tokens} tokens spent${cached}${priceOf(sum)}${saved}`;
}

/** Reports of earlier releases have only the tokens of the run. */
function spentOf({ spent, run }: Evaluation): Spent[] {
  if (spent !== undefined) return [spent];
  if (run?.sources.model !== "live") return [];
  return [spendingOf(run.model.name, { input: run.inputTokens, output: run.outputTokens }, undefined)];
}

function hasPassive(evaluation: Evaluation, concerns: PassiveDrift): boolean {
  return driftOf(evaluation).some((drift) => passiveDriftOf(drift) === concerns);
}

function driftOf({ replay }: Evaluation): Drift[] {
  return replay?.drift ?? [];
}

function evaluationsOf(reports: readonly Report[]): Evaluation[] {
  return reports.flatMap((report) => report.evaluations);
}
