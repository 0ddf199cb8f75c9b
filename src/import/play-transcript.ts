// Plays a transcript on one stage of the suite: hides what belongs to the machine, maps folders, makes the calls, and
// compares every result.
import { playTape } from "../run/play-tape.js";
import { buildRecording, type BuiltRecording } from "../run/build-recording.js";
import { expandWorkflow } from "../config/expand.js";
import { hideTrace, hideTraceAgain, showTrace } from "../places/trace-places.js";
import type { Veil } from "../redaction/veil.js";
import type { RunSettings } from "../suite/settings.js";
import type { Stage } from "../suite/stage.js";
import { changeTrace } from "../trace/change-trace.js";
import type { Contract } from "../trace/contract.js";
import { callsOf } from "../trace/read.js";
import type { Trace, TraceStep } from "../trace/trace.js";
import { RecordingBeside } from "../variables/beside.js";
import { runOf } from "../variables/run.js";
import type { Tape } from "./tape-of-transcript.js";
import { buildWorkflow, type NewWorkflow, type Proposed } from "./new-workflow.js";
import { mapPaths, type PathMap } from "./path-map.js";
import { TranscriptPlayer } from "./transcript-player.js";

export interface PlayInput {
  tape: Tape;
  name: string;
  expected: (hidden: Trace) => Proposed;
  /** As the server declared it before, with placeholders. */
  contract: Contract;
  /** The server's name in the transcript. */
  server: string;
  maps: readonly PathMap[];
  /** The transcript's texts have placeholders already. */
  isHidden: boolean;
  isWire: boolean;
  goOn: boolean;
}

export interface PlayedTranscript {
  player: TranscriptPlayer;
  trace: Trace;
  /** The transcript's run, with placeholders. */
  recorded: Trace;
  workflow: NewWorkflow;
  /** The cassette, where the run did not fail. */
  recording: BuiltRecording;
  places: Veil;
}

/** Makes the calls of the transcript on the stage's server, turn by turn. */
export async function playTranscript(stage: Stage, settings: RunSettings, input: PlayInput): Promise<PlayedTranscript> {
  const { places } = stage;
  const { tape, name, contract } = input;
  const mapped = hideTape(input, places);
  const workflow = buildWorkflow(name, mapped, input.expected(mapped));
  const expanded = expandWorkflow(workflow.loaded, stage.env);
  const recorded: Trace = {
    ...mapped,
    contract,
    steps: mapped.steps.map((step, at) => ({
      user: places.hide(expanded.steps[at]?.user ?? ""),
      turns: step.turns.map((turn) => ({ ...turn, tools: contract.tools })),
    })),
  };
  const startedAt = settings.now();
  const player = new TranscriptPlayer({
    tape,
    server: input.server,
    isWire: input.isWire,
    goOn: input.goOn,
    recorded,
    recording: new RecordingBeside(runOf(recorded)),
    earlier: [],
    pins: settings.suite.config.pins ?? [],
    startedAt,
    clock: 0,
    veil: places,
  });
  const server = await stage.start();
  const { trace } = await playTape(server, {
    workflow: name,
    recorded,
    shown: showTrace(recorded, places),
    player,
    places,
    afterDrift: "stop",
    dispatch: settings.dispatch,
    source: "live",
    clock: settings.now,
    signal: settings.signal,
  });
  const steps = player.stop?.kind === "foreign" ? stepsBefore(trace, player.stop.turn) : trace.steps;
  const kept = new Set(callsOf({ steps }).map(({ id }) => id));
  const differs = player.differing().filter((id) => kept.has(id));
  const imported = tape.trace.imported;
  const whole: Trace = {
    ...trace,
    steps,
    ...(imported !== undefined && { imported: { ...imported, ...(differs.length > 0 && { differs }) } }),
    end:
      player.stop !== undefined && trace.end.kind === "ungrounded"
        ? { kind: "ungrounded", message: sentence(player.stop.message) }
        : trace.end,
  };
  const recording = buildRecording({ workflow: expanded, trace: whole, judged: undefined }, places);
  return { player, trace: whole, recorded, workflow, recording, places };
}

function hideTape({ tape, isHidden, maps }: PlayInput, places: Veil): Trace {
  const hidden = isHidden ? hideTraceAgain(tape.trace, places) : hideTrace(tape.trace, places);
  // A folder of then may be one of this machine's own, which is hidden by now.
  const both = maps.flatMap(({ from, to }) => [from, places.hide(from)].map((one) => ({ from: one, to })));
  return changeTrace(hidden, (value) => mapPaths(value, both));
}

/** What comes before a turn, counted from 1 over all steps: what is after it is neither kept nor scored. */
function stepsBefore({ steps }: Trace, turn: number): TraceStep[] {
  let left = turn - 1;
  return steps.flatMap((step) => {
    const turns = step.turns.slice(0, left);
    left -= turns.length;
    return turns.length === 0 ? [] : [{ ...step, turns }];
  });
}

function sentence(text: string): string {
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;
}
