// Plays the model side of a recording on a server, with the settings of the recording: what replay and check have in common.
import type { TurnPlayer } from "../drift/check-player.js";
import { createTapedModel, type TapedModel } from "./taped-model.js";
import type { Veil } from "../redaction/veil.js";
import type { ServerFailure, ServerSession } from "../server/session.js";
import type { RunEvent } from "../trace/events.js";
import type { Dispatch, Trace } from "../trace/trace.js";
import { runOnce } from "./run-once.js";

export interface Tape {
  workflow: string;
  /** As it stands in the cassette, with placeholders, and in the terms of this machine. */
  recorded: Trace;
  shown: Trace;
  /** Says what each turn sends, and is told what came of it. */
  player: TurnPlayer;
  places: Veil;
  afterDrift: "stop" | "play";
  /** For recordings that do not say how their calls were sent. */
  dispatch: Dispatch;
  source: Trace["sources"]["server"];
  clock: () => number;
  /** Where time stands still for the model, in epoch milliseconds. */
  stillAt?: number | undefined;
  signal: AbortSignal;
  onEvent?: ((event: RunEvent) => void) | undefined;
}

/** The run, and its model where the server said what it is. */
export async function playTape(
  server: ServerSession | ServerFailure,
  { workflow, recorded, shown, player, places, afterDrift, dispatch, source, clock, stillAt, signal, onEvent }: Tape,
): Promise<{ trace: Trace; model: TapedModel | undefined }> {
  let model: TapedModel | undefined;
  const trace = await runOnce(server, {
    workflow: { name: workflow, steps: shown.steps },
    settings: recorded.model,
    system: shown.system,
    instructions: recorded.instructions,
    // The recording knows how far it went; a limit of today is for live runs.
    maxTurns: recorded.end.kind === "max-turns" ? recorded.end.limit : Number.POSITIVE_INFINITY,
    dispatch: recorded.dispatch ?? dispatch,
    dispatchedBy: recorded.contract.tools,
    sources: { model: "recorded", server: source },
    createModel: (contract, startedAt) =>
      (model = createTapedModel({
        recorded,
        comparer: player,
        places,
        contract,
        afterDrift,
        startedAt: stillAt ?? startedAt,
        now: () => stillAt ?? clock(),
      })),
    signal,
    now: clock,
    onEvent,
  });
  model?.finish(trace.steps);
  return { trace, model };
}
