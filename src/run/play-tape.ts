// Plays the model side of a recording on a server, with the settings of the recording. Replay and check share it.
import type { TurnPlayer } from "../drift/check-player.js";
import { createTapedModel, type TapedModel } from "./taped-model.js";
import type { Veil } from "../redaction/veil.js";
import type { ServerFailure, ServerSession } from "../server/session.js";
import type { RunEvent } from "../trace/events.js";
import type { Dispatch, Trace } from "../trace/trace.js";
import { runOnce } from "./run-once.js";

export interface PlayedTape {
  workflow: string;
  /** The recording with placeholders, as in the cassette, and in the terms of this machine. */
  recorded: Trace;
  shown: Trace;
  /** Decides what each turn sends, and receives the results. */
  player: TurnPlayer;
  places: Veil;
  afterDrift: "stop" | "play";
  /** The dispatch of today's config, for recordings that do not say how their calls were sent. */
  dispatch: Dispatch;
  source: Trace["sources"]["server"];
  clock: () => number;
  /** The fixed time that the model sees, in epoch milliseconds. */
  stillAt?: number | undefined;
  signal: AbortSignal;
  onEvent?: ((event: RunEvent) => void) | undefined;
}

/** The run, and its model where the server identified itself. */
export async function playTape(
  server: ServerSession | ServerFailure,
  {
    workflow,
    recorded,
    shown,
    player,
    places,
    afterDrift,
    dispatch,
    source,
    clock,
    stillAt,
    signal,
    onEvent,
  }: PlayedTape,
): Promise<{ trace: Trace; model: TapedModel | undefined }> {
  let model: TapedModel | undefined;
  const trace = await runOnce(server, {
    workflow: { name: workflow, steps: shown.steps },
    settings: recorded.model,
    system: shown.system,
    instructions: recorded.instructions,
    // The recording says how far it went; today's limit applies only to live runs.
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
