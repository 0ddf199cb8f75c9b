// Plays a transcript on a live server turn by turn, and stops where the server answers otherwise: what Claude would have
// done then, nobody knows. Never sends a guess.
import { CheckPlayer, type CheckInput, type TurnPlayer } from "../drift/check-player.js";
import type { LiveCall, TurnView } from "../drift/comparer.js";
import type { JsonValue } from "../json/value.js";
import type { Contract } from "../trace/contract.js";
import { callsOf, turnsOf } from "../trace/read.js";
import type { Call, CallOutcome } from "../trace/trace.js";
import { concurrentTurns, learnFrom } from "../variables/learn.js";
import type { Tape } from "./tape-of-transcript.js";
import { compareWithSaid, type CallComparison } from "./compare-call.js";
import { renderAsClient } from "./render-as-client.js";

export interface PlayerInput extends CheckInput {
  tape: Pick<Tape, "cut" | "writers">;
  /** The server's name in the transcript. */
  server: string;
  /** Whether results came over the wire, and not through a client. */
  isWire: boolean;
  /** Play on where a result differs, as far as every argument is known. */
  goOn: boolean;
}

/** Where the play ended before the transcript did. */
export interface Stop {
  /** `foreign`: another tool wrote what the server reads. `differs`: the server answers otherwise. `unknown`: an argument is. */
  kind: "foreign" | "differs" | "unknown";
  /** The first turn that proves nothing, from 1; of `foreign`, the one whose call reads what another tool wrote. */
  turn: number;
  message: string;
}

export class TranscriptPlayer implements TurnPlayer {
  /** By the ordinal of the call. */
  readonly compared = new Map<number, CallComparison>();
  stop: Stop | undefined;
  private readonly inner: CheckPlayer;

  constructor(private readonly input: PlayerInput) {
    this.inner = new CheckPlayer(input);
  }

  contract(live: Contract): [] {
    return this.inner.contract(live);
  }

  tools(): [] {
    return this.inner.tools();
  }

  sampled(number: number, params: JsonValue | undefined): ReturnType<CheckPlayer["sampled"]> {
    return this.inner.sampled(number, params);
  }

  turn(number: number): TurnView {
    if (this.stop !== undefined) return refuse(this.stop.message);
    const view = this.inner.turn(number);
    if (!view.grounded) {
      const message = `turn ${number} sends a value that the server did not give this time`;
      this.stop = { kind: "unknown", turn: number, message };
    }
    return view;
  }

  settle(number: number, calls: readonly LiveCall[]): [] {
    const recorded = turnsOf(this.input.recorded)[number - 1]?.calls ?? [];
    const seen = calls.map((live, at): LiveCall => {
      const call = recorded[at];
      return call === undefined ? live : { ...live, outcome: this.asSeen(call, live.outcome) };
    });
    this.inner.settle(number, seen);
    const beside = this.inner.played()?.beside;
    if (beside === undefined) return [];
    const together = concurrentTurns(this.input.recorded.dispatch);
    const { recording, pins } = this.input;
    const learned =
      recorded.length === 0 ? undefined : learnFrom(recording, [beside], { pins, together, isFresh: true });
    for (const [at, { id, outcome: said }] of recorded.entries()) {
      const now = seen[at]?.outcome;
      const why = this.input.tape.cut.get(id);
      if (now === undefined || learned === undefined) continue;
      this.compared.set(id, why === undefined ? compareWithSaid(id, { said, now }, learned) : { kind: "cut", why });
    }
    this.noteStop(number, recorded);
    return [];
  }

  private asSeen({ id, outcome: said }: Call, live: CallOutcome): CallOutcome {
    const { tape, isWire, server } = this.input;
    // Of a cut result only the call is known.
    if (tape.cut.has(id)) return said;
    if (isWire || said.kind !== "result") return live;
    const { content, isError } = givenIn(said.result);
    const rendered = renderAsClient(live, { content, isError }, server);
    return { kind: "result", result: { content: rendered.content, isError: rendered.isError } };
  }

  private noteStop(turn: number, calls: readonly Call[]): void {
    const first = calls.find(({ id }) => this.compared.get(id)?.kind === "differs");
    if (first === undefined || this.stop !== undefined) return;
    const writers = this.input.tape.writers.get(first.id);
    const where = `call ${first.id}, ${first.tool}`;
    if (writers !== undefined) {
      const who = [...new Set(writers)].join(", ");
      const message = `${where}, reads what ${who} wrote in the transcript: the run proves nothing from there on`;
      this.stop = { kind: "foreign", turn, message };
    } else if (!this.input.goOn) {
      this.stop = { kind: "differs", turn: turn + 1, message: `${where}, answers otherwise than the transcript says` };
    }
  }

  /** The calls that were made and differ. */
  differing(): number[] {
    return callsOf(this.input.recorded).flatMap(({ id }) => (this.compared.get(id)?.kind === "differs" ? [id] : []));
  }
}

function refuse(message: string): TurnView {
  return { grounded: false, content: [], sendable: false, because: [], message };
}

function givenIn(result: JsonValue): { content: JsonValue[]; isError: boolean } {
  const { content, isError } = typeof result === "object" && result !== null && !Array.isArray(result) ? result : {};
  return { content: Array.isArray(content) ? content : [], isError: isError === true };
}
