// Joins the reports of the shards of one command into those of one run, or says which shards do not belong together.
// Pure.
import { appendTo } from "../append-to.js";
import { McpvalsError } from "../errors.js";
import { isJsonObject } from "../json/value.js";
import { worstVerdict } from "../metrics/verdicts.js";
import { summarize } from "./build.js";
import { worstExitCode } from "./exit-code.js";
import type { Evaluation, Report, ShardFacts } from "./report.js";

/** The report of one machine, and its file for messages. */
export interface ShardReport {
  file: string;
  reports: readonly Report[];
}

interface Named extends ShardReport {
  shard: ShardFacts;
}

/** Throws SHARDS_REFUSED with all that is wrong: shards that are missing, doubled, or of another run. */
export function mergeShards(given: readonly ShardReport[]): Report[] {
  const named = given.map((one) => ({ ...one, shard: requireShard(one) }));
  const sorted = named.toSorted((a, b) => a.shard.index - b.shard.index);
  const [first] = sorted;
  if (first === undefined) throw new McpvalsError("BAD_USAGE", "merge-reports names no report");
  const problems = [...findForeign(sorted, first), ...findDoubled(sorted), ...findMissing(sorted, first)];
  if (problems.length > 0) throw refuse(problems);
  return first.reports.map((report) => mergeSuite(partsOf(report, sorted)));
}

function requireShard({ file, reports }: ShardReport): ShardFacts {
  const [first] = reports;
  if (first?.shard !== undefined && reports.every(({ shard }) => shard?.selection === first.shard?.selection))
    return first.shard;
  throw refuse([`${file} is not the report of a shard`]);
}

/** The first file decides what the others are compared with. */
function findForeign(all: readonly Named[], { file: reference, shard: expected, reports }: Named): string[] {
  return all.flatMap(({ file, shard, reports: own }) => {
    const differs = (what: string, one: unknown, other: unknown): string[] =>
      one === other
        ? []
        : [`${file} is of another run than ${reference}: ${what} ${String(one)}, not ${String(other)}`];
    const commits = [shard.commit, expected.commit];
    const isKnown = !commits.includes(null);
    const reasons = [
      ...(isKnown ? differs("commit", ...short(shard.commit, expected.commit)) : []),
      ...differs("shards in all:", shard.total, expected.total),
      ...differs("suites", suitesIn(own), suitesIn(reports)),
    ];
    if (reasons.length > 0 || shard.selection === expected.selection) return reasons.slice(0, 1);
    return [
      `${file} is of another run than ${reference}: other configs, cassettes, flags or workflows (${short(shard.selection, expected.selection).join(", not ")})`,
    ];
  });
}

function findDoubled(all: readonly Named[]): string[] {
  const byIndex = new Map<number, string[]>();
  for (const { file, shard } of all) appendTo(byIndex, shard.index, file);
  return [...byIndex].flatMap(([index, files]) =>
    files.length < 2 ? [] : [`shard ${index} is there ${files.length} times: ${files.join(", ")}`],
  );
}

function findMissing(all: readonly Named[], { shard: { total } }: Named): string[] {
  const there = new Set(all.map(({ shard }) => shard.index));
  const missing = Array.from({ length: total }, (_, at) => at + 1).filter((index) => !there.has(index));
  return missing.length === 0 ? [] : [`of ${total} shards these are missing: ${missing.join(", ")}`];
}

function partsOf(report: Report, all: readonly Named[]): Report[] {
  const parts = all.flatMap(({ reports }) => reports.filter((one) => keyOf(one) === keyOf(report)));
  const own = parts.filter(({ shard }) => shard?.none !== true);
  const names = own.flatMap(({ evaluations }) => evaluations.map(({ workflowName }) => workflowName));
  const twice = names.filter((name, at) => names.indexOf(name) !== at);
  if (twice.length > 0) throw refuse([`several shards have ${twice.join(", ")} of ${report.suite.name}`]);
  if (own.length === 0) throw refuse([`no shard has anything of ${report.suite.name}`]);
  return own;
}

function mergeSuite(parts: readonly Report[]): Report {
  const [first] = parts;
  if (first === undefined) throw refuse(["a suite is in no shard"]);
  const { shard: _, unused: _unused, leftOut: _leftOut, offline: _offline, ...rest } = first;
  const evaluations = addUnused(inOrder(first, parts), parts);
  const toolHealth = parts.flatMap((part) => part.toolHealth);
  const items = [...evaluations, ...toolHealth].map(({ verdict }) => verdict);
  const verdict = items.length === 0 ? first.verdict : worstVerdict(items);
  const judged = parts.filter((part) =>
    [...part.evaluations, ...part.toolHealth].some((one) => one.verdict !== "skipped"),
  );
  const counted = judged.length === 0 ? parts : judged;
  const leftOut = parts.every((part) => part.leftOut !== undefined) ? first.leftOut : undefined;
  const offline = parts.find((part) => part.offline !== undefined)?.offline;
  return {
    ...rest,
    evaluations,
    toolHealth,
    summary: summarize(evaluations),
    verdict,
    passed: verdict === "passed",
    exitCode: worstExitCode(counted.map(({ exitCode }) => exitCode)),
    timestamp: parts.map(({ timestamp }) => timestamp).toSorted()[0] ?? first.timestamp,
    ...(leftOut !== undefined && { leftOut }),
    ...(offline !== undefined && { offline }),
  };
}

/** In the order of the config. */
function inOrder({ config }: Report, parts: readonly Report[]): Evaluation[] {
  const { workflows } = config;
  const list = Array.isArray(workflows) ? workflows : [];
  const places = new Map(list.map((one, at) => [isJsonObject(one) ? one["name"] : undefined, at]));
  const placeOf = ({ workflowName }: Evaluation): number => places.get(workflowName) ?? list.length;
  return parts.flatMap(({ evaluations }) => evaluations).toSorted((a, b) => placeOf(a) - placeOf(b));
}

/** An accepted drift for all workflows is unused only where no workflow of any shard met it. */
function addUnused(evaluations: Evaluation[], parts: readonly Report[]): Evaluation[] {
  const [first] = parts;
  const { workflows } = first?.config ?? {};
  const all = Array.isArray(workflows) ? workflows.length : 0;
  const isWhole = evaluations.length === all && evaluations.every(({ replay }) => replay !== undefined);
  const lists = parts.filter((part) => part.evaluations.length > 0).map(({ unused = [] }) => unused);
  const [one = [], ...others] = lists;
  const told = one.filter((line) => others.every((list) => list.includes(line)));
  if (!isWhole || told.length === 0) return evaluations;
  return evaluations.map((evaluation, at) =>
    at > 0 || evaluation.replay === undefined
      ? evaluation
      : { ...evaluation, replay: { ...evaluation.replay, unused: [...(evaluation.replay.unused ?? []), ...told] } },
  );
}

function keyOf({ suite }: Report): string {
  return suite.file ?? suite.name;
}

function suitesIn(reports: readonly Report[]): string {
  return reports
    .map((report) => `${keyOf(report)} (${report.suite.hash})`)
    .toSorted()
    .join(", ");
}

function short(...ids: readonly (string | null)[]): [string, string] {
  const [one = "", other = ""] = ids.map((id) => (id ?? "").slice(0, 12));
  return [one, other];
}

function refuse(problems: readonly string[]): McpvalsError {
  return new McpvalsError("SHARDS_REFUSED", "These reports are not all the shards of one run", {
    evidence: problems.join("\n"),
    fix: "Name the JSON reports of all shards, each once, that one commit, one config and the same flags made with --shard 1/n … n/n.",
  });
}
