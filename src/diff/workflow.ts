// Compares both sides of one workflow, played or read, and decides what counts.
import { percent } from "../metrics/percent.js";
import type { Drift } from "../trace/drift.js";
import type { Trace } from "../trace/trace.js";
import { compareCalls } from "./behaviour/compare-calls.js";
import { findLost } from "./behaviour/find-lost.js";
import { weighDrift } from "./behaviour/weigh-drift.js";
import type { CallDiff, ScoreDiff, WorkflowDiff } from "./diff.js";
import { compareScores, type Scored } from "./scores/compare-scores.js";
import { decideVerdict, type DiffFindings } from "./verdict/decide.js";
import { ACCEPTABLE } from "../trace/drift-classes.js";
import type { WorkflowVerdict } from "../metrics/verdicts.js";

/** The same words wherever it is reported, so that it is reported once. */
export const SERVER_FAILED = "The server of the new side failed:";

/** What happened on one side. */
export interface WorkflowSide {
  /** With places and secrets hidden; absent where only a report of it exists. */
  trace?: Trace | undefined;
  results: readonly Scored[];
  verdict: WorkflowVerdict;
}

export interface WorkflowSides {
  workflow: string;
  suite?: string | undefined;
  before: WorkflowSide;
  after: WorkflowSide;
  /** Drift between the sides; drift of the contract only where it affects the run. */
  drift: Drift[];
  /** The first turn (from 1) before which the new side returned something different than the old one. */
  driftsFrom?: number | undefined;
  /** The first turn, and its step, from which the new side proves nothing. */
  ungroundedFrom?: { step: number; turn: number } | undefined;
  /** Ids that a person accepted. */
  acceptedIds: ReadonlySet<string>;
  strict: boolean;
  /** Whether calls match by their ordinals, because one recorded model made them on both sides. */
  hasCalls: boolean;
  /**
   * Whether both sides were timed on this machine, one after the other; otherwise latency is shown and decides nothing.
   */
  isTimed?: boolean;
  /** Further facts for the reader, one sentence each. */
  reasons?: readonly string[];
  /** Commands that help to decide what is inconclusive. */
  settle?: readonly string[];
  /** Findings of the caller, in addition to those found here. */
  also?: Partial<DiffFindings>;
}

/** A workflow's part of a diff. The findings say more than its outcome: something worse may be unknown behind it. */
export interface ComparedWorkflow {
  diff: WorkflowDiff;
  findings: DiffFindings;
}

/** Compares the two sides of a workflow. */
export function compareWorkflow(sides: WorkflowSides): ComparedWorkflow {
  const { before, after, ungroundedFrom, acceptedIds, strict, also = {} } = sides;
  const serverFailed = hasFailed(after) && !hasFailed(before);
  // For a server that failed before it listed its tools, one sentence is enough.
  const neverCame = serverFailed && endsBeforeCalls(after);
  const drift = neverCame ? [] : sides.drift;
  const weigh = (one: Drift) => weighDrift(one, { acceptedIds, strict, ungroundedFrom: sides.driftsFrom });
  const calls = neverCame ? [] : compareCallsOf(sides, drift);
  const lacking = findLacking(sides, calls, drift);
  const scores = compareScores(before.results, after.results);
  const weights = new Set(drift.map(weigh));
  const evident = calls.filter((call) => isEvident(call, sides.driftsFrom));
  const slower = sides.isTimed === true ? evident.filter(({ latency }) => latency === "slower") : [];
  const byId = new Map(drift.map((one) => [one.id, weigh(one)]));
  const some = (change: CallDiff["change"]): boolean =>
    evident.some((call) => call.change === change && call.driftIds.some((id) => byId.get(id) !== "nothing"));
  const findings: DiffFindings = {
    worse: (also.worse ?? false) || serverFailed || isWorse(before.verdict, after.verdict) || has(scores, "worse"),
    breaks: (also.breaks ?? false) || weights.has("breaks") || some("error-appeared") || lacking.length > 0,
    unknown:
      (also.unknown ?? false) ||
      has(scores, "unknown") ||
      scores.length === 0 ||
      !isDecided(before.verdict) ||
      !isDecided(after.verdict),
    differs:
      (also.differs ?? false) ||
      weights.has("differs") ||
      has(scores, "better") ||
      (isDecided(before.verdict) && isDecided(after.verdict) && before.verdict !== after.verdict) ||
      slower.length > 0,
  };
  const outcome = decideVerdict(findings);
  const failed = serverFailed ? [`${SERVER_FAILED} ${endOf(after)}`] : [];
  const others = (): string[] => [
    ...describeScores(scores, "worse"),
    ...describeCalls(serverFailed ? evident.filter(wasMade) : [...new Set([...evident, ...lacking])]),
    ...describeDrift(drift, weigh),
    ...describeScores(scores, "unknown"),
    ...describeVerdicts(before.verdict, after.verdict),
    ...describeScores(scores, "better"),
    ...slower.map(describeLatency),
    ...(sides.reasons ?? []).filter((reason) => !serverFailed || reason !== endOf(after)),
  ];
  return {
    findings,
    diff: {
      workflow: sides.workflow,
      ...(sides.suite === undefined ? {} : { suite: sides.suite }),
      on: "both",
      outcome,
      reasons: [...new Set([...failed, ...(neverCame ? [] : others())])],
      drift,
      ...(ungroundedFrom === undefined || neverCame ? {} : { ungroundedFrom }),
      calls,
      scores,
      verdict: { before: before.verdict, after: after.verdict },
      settle: findings.unknown && !findings.worse ? [...(sides.settle ?? [])] : [],
    },
  };
}

/** Calls that are made on both sides; none where a side has no trace. */
function compareCallsOf(sides: WorkflowSides, drift: Drift[]): CallDiff[] {
  const { before, after, hasCalls, ungroundedFrom, acceptedIds, strict } = sides;
  if (!hasCalls || before.trace === undefined || after.trace === undefined) return [];
  return compareCalls({
    before: before.trace,
    after: after.trace,
    drift,
    ungroundedFrom: ungroundedFrom?.turn,
    // Also what is for information only: the call says itself that it is.
    counts: (one) => weighDrift(one, { acceptedIds, strict }) !== "nothing",
  });
}

/** Calls that have nothing to send any more, whatever a person accepted of the result. */
function findLacking({ after, driftsFrom }: WorkflowSides, calls: readonly CallDiff[], drift: Drift[]): CallDiff[] {
  if (after.trace?.end.kind !== "ungrounded") return [];
  return calls.filter((call) => call.change === "impossible" && lacksValue(call, drift, driftsFrom));
}

export interface Uncompared {
  workflow: string;
  suite?: string | undefined;
  on: WorkflowDiff["on"];
  verdict?: { before?: WorkflowVerdict; after?: WorkflowVerdict };
  settle?: readonly string[];
}

/** Builds the part of a workflow that only one side has, or that neither side could judge: nothing was compared. */
export function buildUncompared(
  { workflow, suite, on, verdict = {}, settle = [] }: Uncompared,
  reasons: readonly string[],
  found: Partial<DiffFindings> = { unknown: true },
): ComparedWorkflow {
  const findings = { worse: false, breaks: false, unknown: false, differs: false, ...found };
  const { before = "skipped", after = "skipped" } = verdict;
  return {
    findings,
    diff: {
      workflow,
      ...(suite === undefined ? {} : { suite }),
      on,
      outcome: decideVerdict(findings),
      reasons: [...reasons],
      drift: [],
      calls: [],
      scores: [],
      verdict: { before, after },
      settle: [...settle],
    },
  };
}

/** A call that can no longer be made ends the proof at its own turn. */
function isEvident({ turn, change }: CallDiff, driftsFrom: number | undefined): boolean {
  return driftsFrom === undefined || turn < driftsFrom || (change === "impossible" && turn === driftsFrom);
}

/** A value that it sends disappeared in a turn that was evidence, whether or not its own turn is. */
function lacksValue({ turn, arguments: args }: CallDiff, drift: readonly Drift[], driftsFrom = turn): boolean {
  return findLost(args, drift, Math.min(turn, driftsFrom)) !== undefined;
}

function has(scores: readonly ScoreDiff[], change: ScoreDiff["change"]): boolean {
  return scores.some((score) => score.change === change);
}

function isDecided(verdict: WorkflowVerdict): boolean {
  return verdict === "passed" || verdict === "failed";
}

function isWorse(before: WorkflowVerdict, after: WorkflowVerdict): boolean {
  return before === "passed" && after === "failed";
}

function hasFailed({ trace }: WorkflowSide): boolean {
  return trace?.end.kind === "server-failed";
}

function endsBeforeCalls({ trace }: WorkflowSide): boolean {
  return trace?.end.kind === "server-failed" && trace.end.phase !== "call";
}

function endOf({ trace }: WorkflowSide): string {
  return trace !== undefined && "message" in trace.end ? trace.end.message : "";
}

function wasMade({ after }: CallDiff): boolean {
  return after.kind !== "not-made";
}

function describeScores(scores: readonly ScoreDiff[], wanted: ScoreDiff["change"]): string[] {
  const show = (side: ScoreDiff["before"]): string =>
    side.score === null ? side.verdict : `${side.verdict} (${percent(side.score)})`;
  return scores.flatMap(({ metric, before, after, change }) =>
    change === wanted ? [`${metric}: ${show(before)} before, ${show(after)} now.`] : [],
  );
}

function describeVerdicts(before: WorkflowVerdict, after: WorkflowVerdict): string[] {
  return before === after ? [] : [`The workflow's verdict was ${before} and is ${after} now.`];
}

function describeCalls(calls: readonly CallDiff[]): string[] {
  const words: readonly (readonly [CallDiff["change"], string])[] = [
    ["impossible", "can no longer be made"],
    ["error-appeared", "fails now"],
    ["error-changed", "fails differently"],
    ["error-gone", "no longer fails"],
  ];
  return words.flatMap(([change, what]) =>
    calls.flatMap((one) => (one.change === change ? [`Call ${one.call}, ${one.tool}, ${what}.`] : [])),
  );
}

function describeLatency({ call, tool, before, after }: CallDiff): string {
  return `Call ${call}, ${tool}, takes ${ms(after.ms)}, and took ${ms(before.ms)}.`;
}

function describeDrift(drift: readonly Drift[], weigh: (one: Drift) => string): string[] {
  const counted = drift.filter((one) => weigh(one) !== "nothing");
  const classes = ACCEPTABLE.flatMap((kind) => {
    const count = counted.filter((one) => one.class === kind).length;
    return count === 0 ? [] : [`${count} ${kind}`];
  });
  return classes.length === 0 ? [] : [`What Claude is given differs: ${classes.join(", ")}.`];
}

function ms(value: number | undefined): string {
  return `${Math.round(value ?? 0)} ms`;
}
