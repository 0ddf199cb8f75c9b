// Compares a present run with its recording turn by turn, and puts this machine's values into the recorded turns: the
// one way to ask the drift engine, for our own loop and for an agent of somebody else.
import type { TurnPlayer } from "../drift/check-player.js";
import type { LiveCall, TurnView } from "../drift/comparer.js";
import { withoutProgressTokens } from "../cassette/script-results.js";
import { hideContract } from "../places/trace-places.js";
import type { Veil } from "../redaction/veil.js";
import type { Contract, Tool } from "../trace/contract.js";
import { toolUsesOf, turnsOf } from "../trace/read.js";
import type { Call, ModelBlock, Trace, Turn } from "../trace/trace.js";

export interface TurnRefereeInput {
  /** The recording with placeholders, as in the cassette. */
  recorded: Trace;
  player: TurnPlayer;
  places: Veil;
  /** The epoch milliseconds from which the times of the calls count, and the clock. */
  startedAt: number;
  now: () => number;
}

/** A recorded turn as it may be played now; `message`: why not, where it must not. */
export type RefereedTurn =
  | { kind: "end"; message: string }
  | { kind: "turn"; turn: Turn; view: TurnView; content: ModelBlock[] };

/** Asks the drift engine for one run. */
export class TurnReferee {
  private readonly turns: readonly Turn[];

  constructor(private readonly input: TurnRefereeInput) {
    this.turns = turnsOf(input.recorded);
  }

  /** Compares what the server says of itself; call it first. */
  contract(contract: Contract): void {
    const { player, places } = this.input;
    player.contract(hideContract(contract, places));
  }

  /** Compares tools that were listed again before a turn (from 1). */
  tools(turn: number, tools: readonly Tool[]): void {
    const { player, places } = this.input;
    player.tools(
      turn,
      tools.map((tool) => places.hide(tool)),
    );
  }

  /** Compares the calls of a turn, in the turn's order. */
  settle(turn: number, calls: readonly Call[]): void {
    const { player, places, startedAt } = this.input;
    const hidden = calls.map((call) => places.hideCall(withoutProgressTokens(call)));
    player.settle(
      turn,
      hidden.map(({ outcome, at, ms, serverRequests }): LiveCall => {
        return { outcome, startedAt: startedAt + at * 1000, ms, serverRequests };
      }),
    );
  }

  /** The recorded turn (from 1) with live values; everything that it is based on was compared before. */
  open(number: number): RefereedTurn {
    const { player, places, now } = this.input;
    const view = player.turn(number, now());
    const turn = this.turns[number - 1];
    if (turn === undefined) return { kind: "end", message: "The recording ends here." };
    const missing = places.missing(toolUsesOf(view.content).map(({ input: args }) => args));
    if (missing.length > 0) {
      return { kind: "end", message: `Turn ${number} needs ${missing.join(", ")}, which has no value here.` };
    }
    return { kind: "turn", turn, view, content: view.content.map((block) => places.show(block)) };
  }
}
