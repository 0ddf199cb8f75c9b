// Compares both sides of one workflow, played or read, and decides what counts.
import type { Drift } from "../trace/drift.js";
import type { Imported, Trace } from "../trace/trace.js";
import { compareCalls } from "./behaviour/compare-calls.js";
import { describeReasons } from "./behaviour/describe-reasons.js";
import { findLost } from "./behaviour/find-lost.js";
import { weighDrift } from "./behaviour/weigh-drift.js";
import type { CallDiff, ImportedSides, ScoreDiff, WorkflowDiff } from "./diff.js";
import { compareScores, type Scored } from "./scores/compare-scores.js";
import { decideVerdict, joinFindings, NOTHING, type DiffFindings } from "./verdict/decide.js";
import { describePlace } from "../trace/describe-drift.js";
import { needsDecision, type Weight } from "../trace/drift-classes.js";
import { finalTextOf } from "../trace/read.js";
import type { WorkflowVerdict } from "../metrics/verdicts.js";

/** The same words wherever it is reported, so that it is reported once. */
export const SERVER_FAILED = "The server of the new side failed:";

/** What happened on one side. */
export interface WorkflowSide {
  /** With places and secrets hidden; absent where only a report of it exists. */
  trace?: Trace | undefined;
  /** The transcript that its recording was imported from. */
  imported?: Imported | undefined;
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
  /** Ids of the drift that leaves the verdict open, where accepting all of it leads to one. */
  inTheWay?: readonly string[];
  /** What Claude says last, where `before` does not have the whole run. */
  lastWords?: WorkflowDiff["lastWords"];
  /** Commands to copy for a workflow that is not the same. */
  settle?: (found: FoundToSettle) => string[];
  /** Nothing was expected of either run: that no score compares leaves nothing open. */
  unscored?: boolean;
  /** Findings of the caller, in addition to those found here. */
  also?: Partial<DiffFindings>;
}

/** What the commands for a workflow depend on. */
export interface FoundToSettle {
  /** Whether something is inconclusive, and nothing got worse. */
  open: boolean;
  /** Ids that a person may accept. */
  acceptable: readonly string[];
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
  const findings = joinFindings([
    { ...NOTHING, ...also, worse: (also.worse ?? false) || serverFailed },
    findInScores(sides, scores),
    {
      ...NOTHING,
      breaks: weights.has("breaks") || lacking.length > 0 || hasNewError(evident, drift, weigh),
      differs: weights.has("differs") || slower.length > 0,
    },
  ]);
  const outcome = decideVerdict(findings);
  const failed = serverFailed ? [`${SERVER_FAILED} ${endOf(after)}`] : [];
  const given = neverCame ? [] : (sides.reasons ?? []).filter((reason) => !serverFailed || reason !== endOf(after));
  const told = serverFailed ? evident.filter(wasMade) : [...new Set([...evident, ...lacking])];
  const verdict = { before: before.verdict, after: after.verdict };
  const shown = neverCame ? [] : describeReasons({ scores, calls: told, drift, weigh, verdict, slower });
  const isLost = [...evident, ...lacking].some(({ change }) => change === "impossible");
  const acceptable = strict || findings.worse || isLost ? [] : findAcceptable(drift, weigh, findings, sides.inTheWay);
  const lastWords = sides.lastWords ?? bothLastWords(before.trace);
  const open = findings.unknown && !findings.worse;
  return {
    findings,
    diff: {
      workflow: sides.workflow,
      ...(sides.suite === undefined ? {} : { suite: sides.suite }),
      on: "both",
      ...importedOf(before, after),
      outcome,
      reasons: [...new Set([...failed, ...shown, ...given])],
      notes: [...new Set([...failed, ...given.filter((reason) => !isSaidByDrift(reason, drift))])],
      drift,
      ...(ungroundedFrom === undefined || neverCame ? {} : { ungroundedFrom }),
      calls,
      scores,
      verdict,
      ...(lastWords === undefined ? {} : { lastWords }),
      acceptable,
      settle: outcome === "SAME" || neverCame ? [] : (sides.settle?.({ open, acceptable }) ?? []),
    },
  };
}

function importedOf(
  { imported: before }: WorkflowSide,
  { imported: after }: WorkflowSide,
): {
  imported?: ImportedSides;
} {
  if (before === undefined && after === undefined) return {};
  return { imported: { ...(before !== undefined && { before }), ...(after !== undefined && { after }) } };
}

function isSaidByDrift(reason: string, drift: readonly Drift[]): boolean {
  return drift.some(({ where }) => reason.includes(describePlace(where)));
}

function findInScores({ before, after, unscored }: WorkflowSides, scores: readonly ScoreDiff[]): DiffFindings {
  if (unscored === true) return NOTHING;
  const areDecided = isDecided(before.verdict) && isDecided(after.verdict);
  return {
    ...NOTHING,
    worse: isWorse(before.verdict, after.verdict) || has(scores, "worse"),
    unknown: has(scores, "unknown") || scores.length === 0 || !areDecided,
    differs: has(scores, "better") || (areDecided && before.verdict !== after.verdict),
  };
}

/** True where a call fails now and did not before, and nobody accepted that. */
function hasNewError(calls: readonly CallDiff[], drift: readonly Drift[], weigh: (one: Drift) => Weight): boolean {
  const counts = new Map(drift.map((one) => [one.id, weigh(one) !== "nothing"]));
  return calls.some(
    ({ change, driftIds }) => change === "error-appeared" && driftIds.some((id) => counts.get(id) !== false),
  );
}

/**
 * Lists the drift that a person may accept. `inTheWay`: what has to be accepted before there is a verdict; undefined
 * where nothing can be accepted.
 */
function findAcceptable(
  drift: readonly Drift[],
  weigh: (one: Drift) => Weight,
  { unknown }: DiffFindings,
  inTheWay: readonly string[] | undefined,
): string[] {
  const counts = drift.filter((one) => needsDecision(one) && one.accepted !== true && weigh(one) !== "nothing");
  if (inTheWay === undefined || (unknown && inTheWay.length === 0)) return [];
  if (counts.some(({ acceptable }) => acceptable === false)) return [];
  return [...new Set([...counts.map(({ id }) => id), ...inTheWay])];
}

/** What Claude says last in a run; `now`: in a second run, where it may say something else. */
export function bothLastWords(run: Trace | undefined, now = run): WorkflowDiff["lastWords"] {
  const [before = "", after = ""] = [run, now].map((trace) => {
    const step = trace?.steps.at(-1);
    return step === undefined ? "" : finalTextOf(step).trim();
  });
  if (before + after === "") return undefined;
  return { before, ...(before === after ? {} : { after }) };
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
      notes: [...reasons],
      drift: [],
      calls: [],
      scores: [],
      verdict: { before, after },
      acceptable: [],
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
