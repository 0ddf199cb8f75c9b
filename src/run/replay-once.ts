// Replays one recorded run, on a server or on the recorded server, and returns the trace with its evidence.
import type { Workflow } from "../config/schema.js";
import { showTrace } from "../places/trace-places.js";
import { createComparer, type Comparer } from "../drift/comparer.js";
import type { DriftRules } from "../drift/rules.js";
import { createTapedServer } from "../server/taped-server.js";
import type { Veil } from "../redaction/veil.js";
import { ServerFailure, type ServerSession } from "../server/session.js";
import type { RunEvent } from "../trace/events.js";
import type { Dispatch, Evidence, Trace } from "../trace/trace.js";
import type { SaidByCalls } from "../variables/left-words.js";
import type { Learned } from "../variables/learned.js";
import { expectedToolNamesOf } from "../metrics/expected-tools.js";
import { playTape } from "./play-tape.js";

export interface ReplayOnce {
  workflow: Workflow;
  /** The recording with placeholders, as in the cassette. */
  recorded: Trace;
  /** What the cassette says about values that differ on their own. */
  learned: Learned;
  /** What the recorded calls of the suite's other workflows say, whose rows may be in lists that grow. */
  others?: SaidByCalls | undefined;
  rules: DriftRules;
  afterDrift: "stop" | "play";
  /** The dispatch of today's config, for recordings that do not say how their calls were sent. */
  dispatch: Dispatch;
  places: Veil;
  /** Milliseconds that the server was there before the run: a time of then is a time of this run. Default: 0. */
  waited?: number;
  signal: AbortSignal;
  /** Milliseconds since 1970. Default: the clock. */
  now?: (() => number) | undefined;
  onEvent?: ((event: RunEvent) => void) | undefined;
}

/** Plays the recorded model against a server. */
export function replayOnServer(server: ServerSession | ServerFailure, replay: ReplayOnce): Promise<Trace> {
  return play(server, replay, "live");
}

/** Plays the recorded model against the recorded server. The clock stays at the time of the recording. */
export async function replayOffline(replay: ReplayOnce): Promise<Trace> {
  const { places } = replay;
  const server = createTapedServer(showTrace(replay.recorded, places));
  // The recorded server works with placeholders, and so does its tape.
  const offline: Veil = {
    ...places,
    isAtHand: () => true,
    missing: (value) => places.missing(value).filter((placeholder) => !placeholder.startsWith("[redacted:")),
  };
  const then = Date.parse(replay.recorded.startedAt);
  const trace = await play(server, { ...replay, places: offline }, "recorded", then);
  return { ...trace, findings: [...trace.findings, ...server.leftovers()] };
}

/** `stillAt`: the fixed time, in epoch milliseconds. */
async function play(
  server: ServerSession | ServerFailure,
  replay: ReplayOnce,
  source: Trace["sources"]["server"],
  stillAt?: number,
): Promise<Trace> {
  const { recorded, places, workflow } = replay;
  const shown = showTrace(recorded, places);
  const clock = replay.now ?? (() => Date.now());
  // Taken before the tools are listed, so that a time that the server took at its start counts as a time of this run.
  const comparer = createReplayComparer(replay, stillAt ?? clock() - (replay.waited ?? 0));
  if (!(server instanceof ServerFailure)) comparer.protocol(server.identity);
  const { trace, model } = await playTape(server, {
    workflow: workflow.name,
    recorded,
    shown,
    player: comparer,
    places,
    afterDrift: replay.afterDrift,
    dispatch: replay.dispatch,
    source,
    clock,
    stillAt,
    signal: replay.signal,
    onEvent: replay.onEvent,
  });
  if (trace.end.kind === "server-failed" && recorded.end.kind !== "server-failed") {
    comparer.serverFailed(places.hide(trace.end.message), trace.end.server);
  }
  return { ...trace, evidence: collectEvidence(comparer, { shown, places, ungroundedFrom: model?.ungroundedFrom() }) };
}

/** The drift engine with the rules of a replay. `liveStartedAt`: epoch milliseconds. */
export function createReplayComparer(
  { recorded, learned, others, rules, workflow, places }: Omit<ReplayOnce, "afterDrift" | "dispatch" | "signal">,
  liveStartedAt: number,
): Comparer {
  return createComparer({
    recorded,
    learned,
    ...(others !== undefined && { others }),
    rules,
    prompts: [...(recorded.system === null ? [] : [recorded.system]), ...recorded.steps.map((step) => step.user)],
    expectedTools: expectedToolNamesOf(workflow),
    liveStartedAt,
    isAtHand: (placeholder) => places.isAtHand(placeholder),
  });
}

/** What a replay was compared with, and what came of it. Call it once, at its end. */
export function collectEvidence(
  comparer: Comparer,
  { shown, places, ungroundedFrom }: { shown: Trace; places: Veil; ungroundedFrom?: number | undefined },
): Evidence {
  const deadEnd = comparer.lookAhead();
  const accepted = comparer.accepted().map(({ id }) => id);
  for (const { recorded: placeholder, live } of comparer.secrets()) places.learn(placeholder, live);
  const raced = comparer.raced();
  const notCompared = comparer.notCompared();
  return {
    recorded: shown,
    drift: places.redact(comparer.drift()),
    substitutions: places.redact(comparer.substitutions()),
    variables: places.redact(comparer.variables()),
    ...(accepted.length === 0 ? {} : { accepted }),
    ...(raced.length === 0 ? {} : { raced }),
    ...(notCompared === 0 ? {} : { notCompared }),
    ...(ungroundedFrom === undefined ? {} : { ungroundedFrom }),
    ...(deadEnd === undefined ? {} : { deadEnd: places.redact(deadEnd) }),
  };
}
