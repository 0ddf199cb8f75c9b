// The check: a recording played again on the same server, to learn what differs on its own. No tokens, and no guess is sent.
import { rewriteLearned } from "../cassette/store.js";
import { readAcceptedOf } from "../cassette/accepted-store.js";
import { displayPath, storePlaceOf } from "../cassette/store-place.js";
import { createTapedModel, type TapedModel } from "../cassette/taped-model.js";
import { showTrace } from "../cassette/trace-places.js";
import { expandWorkflow } from "../config/expand.js";
import type { Workflow } from "../config/schema.js";
import { CheckPlayer, type PlayedCheck } from "../drift/check-player.js";
import { findUnresolved } from "../drift/prove.js";
import { buildPlaceRules, type DriftRules } from "../drift/rules.js";
import type { RecordedFacts } from "../report/report.js";
import { callsOf } from "../trace/read.js";
import type { Trace } from "../trace/trace.js";
import { Recording as RecordedRun } from "../variables/beside.js";
import { learnFrom } from "../variables/learn.js";
import type { Unstable } from "../variables/learned.js";
import { countEvidence } from "../variables/prove.js";
import { runOf } from "../variables/run.js";
import { describeCheck, isFine } from "./describe-check.js";
import type { RunOptions } from "./options.js";
import { describeStaleness, readRecording, type Recording } from "./recording.js";
import { buildRules } from "./replay-workflow.js";
import { runOnce } from "./run-once.js";
import type { RunSettings } from "./settings.js";
import { offerOf, type Stage, type Stages } from "./stage.js";
import { suggestPlaces } from "./suggest-places.js";

export interface Checked {
  check: NonNullable<RecordedFacts["check"]>;
  paste?: RecordedFacts["paste"];
  /** The last run; absent where there was nothing to play. */
  trace?: Trace;
  /** The same, as a report may show it. */
  shown?: Trace | undefined;
}

/** A check was made: what it played, and how it ended. */
interface Made {
  recording: Recording;
  trace: Trace;
  shown: Trace | undefined;
  played: PlayedCheck | undefined;
}

/**
 * Plays a cassette on the server that made it, as often as the config says, and writes into it what was learned.
 * `isFresh`: right after its recording, so that whatever differs differs on its own. Throws CASSETTE_*.
 */
export async function checkWorkflow(
  written: Workflow,
  settings: RunSettings,
  stages: Stages,
  options: RunOptions & { isFresh: boolean },
): Promise<Checked> {
  let recorded: RecordedRun | undefined;
  const checks: PlayedCheck[] = [];
  let last: Made | undefined;
  for (let n = 0; n < settings.checks; n++) {
    const stage = await stages.open();
    try {
      const workflow = expandWorkflow(written, stage.env);
      const recording = await readRecording(settings, workflow, stage.places);
      if (recording.stale !== undefined)
        return { check: { replays: false, varies: [], message: describeStaleness(recording.stale) } };
      recorded ??= new RecordedRun(runOf(recording.trace));
      last = await playCheck(stage, settings, { workflow, recording, recorded, checks, onProgress: options.onProgress });
      if (last.played !== undefined) checks.push(last.played);
      if (last.trace.end.kind !== recording.trace.end.kind) break;
    } finally {
      await stage.close();
    }
  }
  if (last === undefined || recorded === undefined) throw new Error("no check was made");
  return learn(written, settings, { last, recorded, checks, isFresh: options.isFresh });
}

async function playCheck(
  stage: Stage,
  settings: RunSettings,
  {
    workflow,
    recording,
    recorded,
    checks,
    onProgress,
  }: {
    workflow: Workflow;
    recording: Recording;
    recorded: RecordedRun;
    checks: readonly PlayedCheck[];
    onProgress: RunOptions["onProgress"];
  },
): Promise<Made> {
  const { places } = stage;
  const { trace: tape } = recording;
  const shownTape = showTrace(tape, places);
  const startedAt = Date.now();
  const server = await stage.start(offerOf(tape.server));
  const player = new CheckPlayer({
    recorded: tape,
    recording: recorded,
    earlier: checks.map(({ beside }) => beside),
    pins: settings.suite.config.pins ?? [],
    startedAt,
    clock: 0,
  });
  let model: TapedModel | undefined;
  const trace = await runOnce(server, {
    workflow: { name: workflow.name, steps: shownTape.steps },
    settings: tape.model,
    system: shownTape.system,
    instructions: tape.instructions,
    maxTurns: tape.end.kind === "max-turns" ? tape.end.limit : Number.POSITIVE_INFINITY,
    parallelToolCalls: settings.parallelToolCalls,
    sources: { model: "recorded", server: "live" },
    createModel: (contract, listedAt) =>
      (model = createTapedModel({
        recorded: tape,
        comparer: player,
        places,
        contract,
        afterDrift: "stop",
        startedAt: listedAt,
        now: () => Date.now(),
      })),
    signal: settings.signal,
    onEvent: (event) =>
      onProgress?.({
        type: "event",
        suite: settings.suite.name,
        workflow: workflow.name,
        event: places.redactEvent(event),
      }),
  });
  model?.finish(trace.steps);
  const shown = settings.transcripts ? places.redactTrace(trace) : undefined;
  return { recording, trace, shown, played: player.played() };
}

interface ToLearn {
  last: Made;
  recorded: RecordedRun;
  checks: readonly PlayedCheck[];
  isFresh: boolean;
}

async function learn(
  written: Workflow,
  settings: RunSettings,
  { last, recorded, checks, isFresh }: ToLearn,
): Promise<Checked> {
  const { suite, parallelToolCalls: together } = settings;
  const { recording, trace, shown } = last;
  const place = storePlaceOf(suite);
  const rules = buildRules(settings, { accepted: await readAcceptedOf(place, written.name), strict: false });
  const pins = suite.config.pins ?? [];
  const all = learnFrom(
    recorded,
    checks.map(({ beside }) => beside),
    { pins, given: textsOf(suite.config), together, isFresh },
  );
  const learned = { ...all, unstable: withoutFree(all.unstable, recording.trace, rules) };
  const unresolved = findUnresolved(recording.trace, learned, checks, rules).filter(
    ({ where: { call, path } }) => !learned.unstable.some((one) => one.call === (call ?? 0) && covers(one.at, path)),
  );
  await rewriteLearned(place, recording.file, { learned, checks: checks.length });
  const outcome = { learned, unresolved, trace, recorded: recording.trace, evidence: countEvidence(learned, recorded.run) };
  const paste = suggestPlaces(unresolved, learned.unstable, callsOf(recording.trace));
  return {
    check: {
      replays: isFine(outcome),
      varies: learned.variables.flatMap(({ places: [first] }) =>
        first === undefined || first.call === 0 ? [] : [{ call: first.call, at: first.at }],
      ),
      message: describeCheck(outcome, displayPath(recording.file)),
    },
    ...(paste !== undefined && { paste }),
    trace,
    shown,
  };
}

function covers(at: string, path: string): boolean {
  return path === at || path.startsWith(`${at}/`) || at.startsWith(`${path}/`);
}

/** What the config frees may be as unstable as it likes. */
function withoutFree(unstable: readonly Unstable[], { steps }: Trace, rules: DriftRules): Unstable[] {
  const placeRules = buildPlaceRules(rules);
  const tools = new Map(callsOf({ steps }).map(({ id, tool }) => [id, tool]));
  return unstable.filter(({ call, at }) => {
    const free = placeRules(tools.get(call) ?? "");
    return call === 0 || (!free.ignored(at) && !free.varies(at));
  });
}

/** Texts of the config that Claude is not given: a date that stands there is no time of the run. */
function textsOf({ workflows = [] }: RunSettings["suite"]["config"]): string[] {
  return workflows.flatMap(({ steps }) => steps.flatMap(({ expectedState: state }) => (typeof state === "string" ? [state] : [])));
}

