// One replay of one recorded run, on a server or on the recorded one: the trace with its evidence.
import type { Workflow } from "../config/schema.js";
import { createTapedModel, type TapedModel } from "../cassette/taped-model.js";
import { showTrace } from "../cassette/trace-places.js";
import { createComparer } from "../drift/comparer.js";
import type { DriftRules } from "../drift/rules.js";
import { createTapedServer } from "../server/taped-server.js";
import type { Veil } from "../redaction/veil.js";
import { ServerFailure, type ServerSession } from "../server/session.js";
import type { RunEvent } from "../trace/events.js";
import type { Dispatch, Trace } from "../trace/trace.js";
import type { Learned } from "../variables/learned.js";
import { runOnce } from "./run-once.js";

export interface ReplayOnce {
  workflow: Workflow;
  /** As it stands in the cassette, with placeholders. */
  recorded: Trace;
  /** What its cassette says of values that differ on their own. */
  learned: Learned;
  rules: DriftRules;
  afterDrift: "stop" | "play";
  /** Of today's config: for recordings that do not say how their calls were sent. */
  dispatch: Dispatch;
  places: Veil;
  signal: AbortSignal;
  /** Milliseconds since 1970. Default: the clock. */
  now?: (() => number) | undefined;
  onEvent?: ((event: RunEvent) => void) | undefined;
}

/** Plays the recorded model against a server. */
export function replayOnServer(server: ServerSession | ServerFailure, replay: ReplayOnce): Promise<Trace> {
  return play(server, replay, "live");
}

/** Plays the recorded model against the recorded server. Time stands still at the recording: nothing has passed since. */
export async function replayOffline(replay: ReplayOnce): Promise<Trace> {
  const { places } = replay;
  const server = createTapedServer(showTrace(replay.recorded, places));
  // The recorded server was given placeholders, and so is its tape.
  const offline: Veil = {
    ...places,
    isAtHand: () => true,
    missing: (value) => places.missing(value).filter((placeholder) => !placeholder.startsWith("[redacted:")),
  };
  const then = Date.parse(replay.recorded.startedAt);
  const trace = await play(server, { ...replay, places: offline }, "recorded", then);
  return { ...trace, findings: [...trace.findings, ...server.leftovers()] };
}

/** `stillAt`: where time stands still, in epoch milliseconds. */
async function play(
  server: ServerSession | ServerFailure,
  replay: ReplayOnce,
  source: Trace["sources"]["server"],
  stillAt?: number,
): Promise<Trace> {
  const { recorded, places, workflow } = replay;
  const shown = showTrace(recorded, places);
  const clock = replay.now ?? (() => Date.now());
  const now = (): number => stillAt ?? clock();
  const comparer = createComparer({
    recorded,
    learned: replay.learned,
    rules: replay.rules,
    prompts: [...(recorded.system === null ? [] : [recorded.system]), ...recorded.steps.map((step) => step.user)],
    expectedTools: expectedToolsOf(workflow),
    // Before the tools are listed, so that a time which the server took when it started is one of this run.
    liveStartedAt: now(),
    isAtHand: (placeholder) => places.isAtHand(placeholder),
  });
  if (!(server instanceof ServerFailure)) comparer.protocol(server.identity.protocol);
  let model: TapedModel | undefined;
  const trace = await runOnce(server, {
    workflow: { name: workflow.name, steps: shown.steps },
    settings: recorded.model,
    system: shown.system,
    instructions: recorded.instructions,
    // The recording knows how far it went; a limit of today is for live runs.
    maxTurns: recorded.end.kind === "max-turns" ? recorded.end.limit : Number.POSITIVE_INFINITY,
    dispatch: recorded.dispatch ?? replay.dispatch,
    dispatchedBy: recorded.contract.tools,
    sources: { model: "recorded", server: source },
    createModel: (contract, startedAt) =>
      (model = createTapedModel({
        recorded,
        comparer,
        places,
        contract,
        afterDrift: replay.afterDrift,
        startedAt: stillAt ?? startedAt,
        now,
      })),
    signal: replay.signal,
    now: clock,
    onEvent: replay.onEvent,
  });
  model?.finish(trace.steps);
  if (trace.end.kind === "server-failed" && recorded.end.kind !== "server-failed") {
    comparer.serverFailed(places.hide(trace.end.message));
  }
  const deadEnd = comparer.lookAhead();
  const accepted = comparer.accepted().map(({ id }) => id);
  for (const { recorded: placeholder, live } of comparer.secrets()) places.learn(placeholder, live);
  const ungroundedFrom = model?.ungroundedFrom();
  const raced = comparer.raced();
  const notCompared = comparer.notCompared();
  return {
    ...trace,
    evidence: {
      recorded: shown,
      drift: places.redact(comparer.drift()),
      substitutions: places.redact(comparer.substitutions()),
      variables: places.redact(comparer.variables()),
      ...(accepted.length === 0 ? {} : { accepted }),
      ...(raced.length === 0 ? {} : { raced }),
      ...(notCompared === 0 ? {} : { notCompared }),
      ...(ungroundedFrom === undefined ? {} : { ungroundedFrom }),
      ...(deadEnd === undefined ? {} : { deadEnd: places.redact(deadEnd) }),
    },
  };
}

/** The tools that a workflow expects to be called. */
export function expectedToolsOf(workflow: Workflow): string[] {
  const expected = workflow.expectTools ?? workflow.steps.flatMap((step) => step.expectTools ?? []);
  return expected.map((entry) => (typeof entry === "string" ? entry : entry.tool));
}
