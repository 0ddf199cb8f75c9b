// Plays one workflow of a diff of live servers: the recorded model against each side, then compares both sides.
import { hideTrace } from "../../places/trace-places.js";
import type { AcceptedDrift } from "../../cassette/accepted-file.js";
import { storePlaceOf } from "../../cassette/store-place.js";
import type { Workflow } from "../../config/schema.js";
import { compareRuns } from "../behaviour/compare-runs.js";
import type { MetContract } from "../contracts.js";
import { describeDrift, describePlace } from "../../trace/describe-drift.js";
import {
  buildUncompared,
  compareWorkflow,
  bothLastWords,
  SERVER_FAILED,
  type ComparedWorkflow,
  type FoundToSettle,
  type WorkflowSide,
} from "../workflow.js";
import { scoreTrace } from "../../metrics/score-trace.js";
import { scoreWorkflow } from "../../metrics/workflow-verdict.js";
import { findInTheWay, findOpen } from "../../report/in-the-way.js";
import { buildSettle } from "../../report/settle.js";
import type { Drift } from "../../trace/drift.js";
import { turnsOf } from "../../trace/read.js";
import type { Trace } from "../../trace/trace.js";
import { describeUnused, findUnmet } from "../../run/accepted-unused.js";
import type { LiveDiff, LiveSide } from "./diff-live.js";
import type { LastDiff } from "../../suite/last-diff.js";
import { writeLastReplay, type Played } from "../../suite/last-replay.js";
import type { Progress } from "../../suite/options.js";
import { hasSlower, measureAgain } from "./measure-again.js";
import { expectedToolNamesOf } from "../../metrics/expected-tools.js";
import { buildRules, replayWorkflow, type PlayedWorkflow, type ReplayedWorkflow } from "../../run/replay-workflow.js";
import { factsOf } from "../../trace/drift-classes.js";

/** A workflow that was played, as far as it could be. */
export interface DiffedWorkflow {
  compared: ComparedWorkflow;
  /** The contract that it met on each side. */
  contracts: { before?: MetContract | undefined; after?: MetContract | undefined };
  /** Why a side's server failed before it listed its tools, in a sentence. */
  failed: { from?: string; to?: string };
  /** A sentence for each accepted drift of this workflow that did not occur. */
  unused: string[];
  /** Accepted drift of the whole suite that did not occur in this workflow. */
  unmet: AcceptedDrift[];
  /** Drift that the last replay does not contain. */
  kept?: LastDiff["workflows"][number];
}

/**
 * Plays and compares; undefined where the command was interrupted. Throws McpvalsError for a fault of the environment.
 */
export async function diffWorkflow(written: Workflow, diff: LiveDiff): Promise<DiffedWorkflow | undefined> {
  const { from, to } = diff;
  const { signal } = to.settings;
  const old = from === undefined ? undefined : await playSide(written, from, diff);
  if (signal.aborted) return undefined;
  if (old?.kind === "unplayable") return leaveOut(written, diff, old.why, { isOfCassette: true });
  const oldFailure = old === undefined ? undefined : whyNotStarted(hideOf(old.played));
  if (oldFailure !== undefined) {
    const why = `The server of the old side failed: ${oldFailure}`;
    return { ...leaveOut(written, diff, why, { isOfCassette: false }), failed: { from: why } };
  }
  const now = await playSide(written, to, diff);
  if (signal.aborted) return undefined;
  if (now.kind === "unplayable") {
    const before = from === undefined && now.recorded !== undefined ? metIn(now.recorded) : undefined;
    return leaveOut(written, diff, now.why, { isOfCassette: true, before });
  }
  const compared = await comparePlayed(written, diff, { old, now });
  return signal.aborted ? undefined : compared;
}

async function playSide(
  written: Workflow,
  side: LiveSide,
  { strict, options, suite }: LiveDiff,
): Promise<ReplayedWorkflow> {
  const place = { suite: suite.name, workflow: `${written.name} (${side.name})` };
  const tell = options.onProgress;
  tell?.({ type: "started", ...place });
  const start = performance.now();
  const played = await replayWorkflow(written, side.settings, side.stages, {
    afterDrift: "play",
    strict,
    onProgress: (progress: Progress) => tell?.(progress.type === "event" ? { ...progress, ...place } : progress),
  });
  const { verdict, overallScore } = played.evaluation;
  tell?.({ type: "finished", ...place, verdict, score: overallScore, ms: performance.now() - start });
  if (side.name === "to" && !side.settings.signal.aborted) {
    const fault = await writeLastReplay(
      storePlaceOf(suite),
      { command: "diff", workflow: written.name },
      played.kind === "played" ? played.played : undefined,
    );
    if (fault !== undefined) tell?.({ type: "note", message: fault });
  }
  return played;
}

async function comparePlayed(
  written: Workflow,
  diff: LiveDiff,
  { old, now }: { old: PlayedWorkflow | undefined; now: PlayedWorkflow },
): Promise<DiffedWorkflow> {
  const { strict, acceptedIds, from, to } = diff;
  const { played, recording, workflow, evaluation } = now;
  const accepted = await to.settings.index.accepted(written.name);
  const after = hideOf(played);
  const ofRecording = played.trace.evidence?.drift ?? [];
  const before = old === undefined ? recording.trace : hideOf(old.played);
  const nowGround = evaluation.replay?.ungroundedFrom?.turn;
  const rules = buildRules(to.settings, { accepted, strict });
  const compared =
    old === undefined
      ? { drift: ofRecording, ungroundedFrom: nowGround }
      : compareRuns(before, after, { ...recording, rules, expectedTools: expectedToolNamesOf(workflow) });
  const oldDrift = old?.played.trace.evidence?.drift ?? [];
  const noGround = earliest(compared.ungroundedFrom, nowGround);
  const inTheWay = strict ? [] : findInTheWay(played.trace, workflow, [...ofRecording, ...oldDrift]);
  const oldSide = old?.evaluation ?? scoreRecording(recording, played.trace.evidence?.recorded, workflow);
  const { imported } = recording.trace;
  const compare = (one: Trace, other: Trace): ComparedWorkflow =>
    compareWorkflow({
      workflow: written.name,
      before: { results: oldSide.results, verdict: oldSide.verdict, trace: one, imported },
      after: { trace: other, results: evaluation.results, verdict: evaluation.verdict, imported },
      drift: compared.drift.filter(bearsOnTheRun),
      driftsFrom: compared.ungroundedFrom,
      ungroundedFrom: noGround === undefined ? undefined : { step: stepOf(before, noGround), turn: noGround },
      acceptedIds,
      strict,
      hasCalls: true,
      isTimed: old !== undefined,
      reasons: [...hideReasons(now), ...describeOldGround(old?.evaluation.replay?.ungroundedFrom?.turn)],
      lastWords: bothLastWords(recording.trace),
      inTheWay: inTheWay.map(({ id }) => id),
      settle: (found) => settleOf(written, diff, found),
    });
  const first = compare(before, after);
  const timed =
    old === undefined || from === undefined || !hasSlower(first)
      ? first
      : await measureAgain(written, diff, { from, first, sides: { before, after }, compare });
  const result = strict ? timed : withBeside(timed, compared.drift, [...ofRecording, ...oldDrift]);
  const failure = whyNotStarted(after);
  const unmet = failure === undefined ? findUnmet(accepted, played.trace, [...oldDrift, ...compared.drift]) : [];
  return {
    compared: result,
    contracts: { before: metIn(before), after: metIn(after) },
    failed: failure === undefined ? {} : { to: `${SERVER_FAILED} ${failure}` },
    ...unusedOf(unmet, to),
    kept: keptOf(recording.trace, besides([...oldDrift, ...result.diff.drift], ofRecording)),
  };
}

function keptOf({ workflow, startedAt }: Trace, drift: Drift[]): NonNullable<DiffedWorkflow["kept"]> {
  return { workflow, recordedAt: startedAt, drift };
}

/** The old side where only the new one was played: the recording, under today's expectations. */
function scoreRecording(
  { trace, judge }: PlayedWorkflow["recording"],
  recorded: Trace | undefined,
  workflow: Workflow,
): Pick<WorkflowSide, "results" | "verdict"> {
  const results = [...scoreTrace(recorded ?? trace, workflow), ...(judge === undefined ? [] : [judge])];
  return { results, verdict: scoreWorkflow(results, trace).verdict };
}

function unusedOf(unmet: AcceptedDrift[], { settings }: LiveSide): Pick<DiffedWorkflow, "unused" | "unmet"> {
  const own = unmet.filter((one) => one.workflow !== undefined);
  return { unmet, unused: own.map((one) => describeUnused(one, settings.configName)) };
}

/** Placeholders in these texts are ours. */
function hideReasons({ played, evaluation }: PlayedWorkflow): string[] {
  return evaluation.reasons.map((text) => played.places.hide(text).replaceAll("[literal:", "["));
}

function describeOldGround(turn: number | undefined): string[] {
  if (turn === undefined) return [];
  return [
    `The old side is no evidence from turn ${turn} on: it differs from what is recorded, so Claude would not go on like that.`,
  ];
}

/** To record again changes nothing here where another server than the config's is the new side. */
function settleOf({ name }: Workflow, { to, options }: LiveDiff, { open, acceptable }: FoundToSettle): string[] {
  const mends = open && options.to === undefined;
  return buildSettle({ workflow: name, config: to.settings.configName, replayed: true, drift: acceptable }, [
    "show",
    "accept",
    ...(mends ? (["record"] as const) : []),
  ]);
}

function leaveOut(
  written: Workflow,
  { to }: LiveDiff,
  why: string,
  { isOfCassette, ...contracts }: DiffedWorkflow["contracts"] & { isOfCassette: boolean },
): DiffedWorkflow {
  const about = { workflow: written.name, config: to.settings.configName, replayed: false, drift: [] };
  const settle = isOfCassette ? buildSettle(about, ["record"]) : [];
  const verdict = { before: "inconclusive", after: "inconclusive" } as const;
  const compared = buildUncompared({ workflow: written.name, on: "both", verdict, settle }, [why]);
  return { compared, contracts, failed: {}, unused: [], unmet: [] };
}

function hideOf({ trace, places }: Played): Trace {
  return hideTrace(trace, places);
}

/** Undefined where the server failed before it listed its tools. */
function metIn(trace: Trace): MetContract | undefined {
  return whyNotStarted(trace) !== undefined ? undefined : { server: trace.server, contract: trace.contract };
}

function whyNotStarted({ end }: Trace): string | undefined {
  return end.kind === "server-failed" && end.phase !== "call" ? end.message : undefined;
}

/** Leaves out what the contract's part of the diff already says, except what leaves a verdict open. */
function bearsOnTheRun(drift: Drift): boolean {
  const { part } = drift.where;
  if (part !== "tool" && part !== "instructions" && part !== "server") return true;
  return !factsOf(drift.class).byDefault;
}

/** Of the drift that is listed nowhere else; nobody reads a longer list. */
const MOST_BESIDE = 5;

/** Describes what the sides have in common, and what differs between each and the recording. */
function describeBeside(drift: readonly Drift[]): string[] {
  const left = drift.length - MOST_BESIDE;
  return [
    ...drift.slice(0, MOST_BESIDE).map((one) => {
      // Words and schemas are long; `show --diff` has them.
      const what = factsOf(one.class).steers ? `${describePlace(one.where)} (${one.class})` : describeDrift(one);
      return `Compared with the recording, ${one.id}: ${what}.`;
    }),
    ...(left > 0 ? [`Compared with the recording, ${left} more differ.`] : []),
  ];
}

/** Where something is left to settle: also what differs from the recording, and is not shown between the sides. */
function withBeside(compared: ComparedWorkflow, shown: readonly Drift[], beside: readonly Drift[]): ComparedWorkflow {
  const { diff, findings } = compared;
  if (!findings.unknown || findings.worse) return compared;
  const ids = new Set(shown.map(({ id }) => id));
  const more = describeBeside(findOpen(beside).filter(({ id }) => !ids.has(id)));
  return more.length === 0
    ? compared
    : { ...compared, diff: { ...diff, reasons: [...diff.reasons, ...more], notes: [...diff.notes, ...more] } };
}

/** Returns what is new, and what has a different class here than in the replay. */
function besides(drift: readonly Drift[], known: readonly Drift[]): Drift[] {
  const classes = new Map(known.map((one) => [one.id, one.class]));
  const fresh = drift.filter((one) => classes.get(one.id) !== one.class);
  return [...new Map(fresh.map((one) => [one.id, one])).values()];
}

function earliest(one: number | undefined, other: number | undefined): number | undefined {
  return one === undefined || other === undefined ? (one ?? other) : Math.min(one, other);
}

function stepOf(trace: Trace, turn: number): number {
  let seen = 0;
  const at = trace.steps.findIndex((step) => (seen += turnsOf({ steps: [step] }).length) >= turn);
  return at < 0 ? Math.max(1, trace.steps.length) : at + 1;
}
