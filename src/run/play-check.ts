// Plays one check of a recording on its stage, and says what it sent, what it received, and whether the server's clock
// was moved.
import { showTrace } from "../places/trace-places.js";
import type { Workflow } from "../config/schema.js";
import { CheckPlayer, type CheckInput, type PlayedCheck } from "../drift/check-player.js";
import type { Veil } from "../redaction/veil.js";
import type { ClockState } from "../server/moved-clock.js";
import { callsOf, isToolError } from "../trace/read.js";
import type { CallOutcome, Trace } from "../trace/trace.js";
import type { RecordingBeside } from "../variables/beside.js";
import type { RunOptions } from "../suite/options.js";
import { playTape } from "./play-tape.js";
import type { Recording } from "../suite/recording.js";
import type { RunSettings } from "../suite/settings.js";
import type { Stage } from "../suite/stage.js";
import { offerOf } from "../suite/stage-server.js";

/** A check that was made: what it played, and how it ended. */
export interface Made {
  recording: Recording;
  trace: Trace;
  shown: Trace | undefined;
  clock: ClockState | undefined;
  /** By how many milliseconds the server's clock was moved. */
  ahead: number;
  played: PlayedCheck | undefined;
  places: Veil;
}

/** True where the run ended differently from the recording, or a call failed that did not fail in the recording. */
export function failsOtherwise(made: Made): boolean {
  const { trace, recording } = made;
  if (trace.end.kind !== recording.trace.end.kind && trace.end.kind !== "ungrounded") return true;
  return listFailed(made).length > 0 || listGone(made).length > 0;
}

/** Lists, as `call 2, get_user`, the calls that failed and did not fail in the recording. */
export function listFailed({ trace, recording }: Made): string[] {
  const then = callsOf(recording.trace);
  return callsOf(trace).flatMap(({ outcome }, at) => {
    const recorded = then[at];
    return recorded !== undefined && hasFailed(outcome) && !hasFailed(recorded.outcome)
      ? [`call ${recorded.id}, ${recorded.tool}`]
      : [];
  });
}

/** Lists the called tools that the server had in the recording and does not have now. */
export function listGone({ trace, recording }: Made): string[] {
  const names = ({ contract }: Trace): Set<string> => new Set(contract.tools.map(({ name }) => name));
  const [then, now] = [names(recording.trace), names(trace)];
  const called = new Set(callsOf(recording.trace).map(({ tool }) => tool));
  return [...called].filter((tool) => then.has(tool) && !now.has(tool));
}

function hasFailed(outcome: CallOutcome): boolean {
  return outcome.kind !== "result" || isToolError(outcome);
}

/** Plays the recording to its end, or to the first turn whose arguments are unknown. */
export async function playCheck(
  stage: Stage,
  settings: RunSettings,
  {
    workflow,
    recording,
    recorded,
    checks,
    clock,
    tried,
    onProgress,
  }: {
    workflow: Workflow;
    recording: Recording;
    recorded: RecordingBeside;
    checks: readonly PlayedCheck[];
    /** By how many milliseconds the server's clock is to be ahead. */
    clock: number;
    tried?: CheckInput["tried"];
    onProgress: RunOptions["onProgress"];
  },
): Promise<Made> {
  const { places } = stage;
  const { trace: tape } = recording;
  const now = settings.now ?? (() => Date.now());
  const startedAt = now();
  const server = await stage.start(offerOf(tape.server), { clock });
  const state = stage.clock();
  const ahead = state?.moved === false || state === undefined ? 0 : clock;
  const player = new CheckPlayer({
    recorded: tape,
    recording: recorded,
    earlier: checks.map(({ beside }) => beside),
    pins: settings.suite.config.pins ?? [],
    startedAt: startedAt + ahead,
    clock: ahead,
    tried,
    veil: places,
  });
  const { trace } = await playTape(server, {
    workflow: workflow.name,
    recorded: tape,
    shown: showTrace(tape, places),
    player,
    places,
    afterDrift: "stop",
    dispatch: settings.dispatch,
    source: "live",
    clock: now,
    signal: settings.signal,
    onEvent: (event) =>
      onProgress?.({
        type: "event",
        suite: settings.suite.name,
        workflow: workflow.name,
        event: places.redactEvent(event),
      }),
  });
  const shown = settings.transcripts ? places.redactTrace(trace) : undefined;
  return { recording, trace, shown, clock: state, ahead, played: player.played(), places };
}
