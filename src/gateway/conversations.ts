// Finds the place of a request in the tree of all conversations: what it continues, and what it adds. A conversation is
// known by what was said in it, never by the order in which requests arrive. Pure.
import { appendTo } from "../append-to.js";
import type { AgentRequest, ClientResult, RequestItem } from "./agent-request.js";

/** A turn that was given to the agent. */
export interface GivenTurn {
  /** From 1. */
  number: number;
  /** The turn that it follows in its conversation; 0 for the first. */
  after: number;
  /** What the user said since that turn. */
  texts: readonly string[];
  /** The id of its message, and those of its calls, as the agent has them. */
  message: string;
  calls: readonly string[];
  /** Its text blocks, joined. */
  text: string;
}

/** Where a request stands: the turn that it follows, and what it adds to it. */
export interface RequestPlace {
  after: number;
  texts: string[];
  results: ClientResult[];
}

type Settle = (text: string) => string;

/** All conversations of one run. */
export class Conversations {
  private readonly turns: GivenTurn[] = [];
  private readonly byParent = new Map<number, GivenTurn[]>();

  give(turn: GivenTurn): void {
    this.turns.push(turn);
    appendTo(this.byParent, turn.after, turn);
  }

  /** The turn in which a call was made; undefined for an id that was not given out. */
  turnOfCall(id: string): GivenTurn | undefined {
    return this.turns.find(({ calls }) => calls.includes(id));
  }

  /** `settle`: a text of the agent as the turns have it. */
  placeOf({ said, previous }: Pick<AgentRequest, "said" | "previous">, settle: Settle = (text) => text): RequestPlace {
    const place: RequestPlace = { after: this.threadOf(previous), texts: [], results: [] };
    for (const one of said) {
      if (one.role === "user") {
        for (const text of one.texts) place.texts.push(settle(text));
        place.results.push(...one.results);
        continue;
      }
      const turn = this.childOf(place, one, settle);
      if (turn === undefined) {
        // The agent says that the model said this, and nobody gave it to the agent here: it is a part of what it adds.
        place.texts.push(`[assistant] ${settle(one.text)}${one.calls.map((id) => ` [call ${id}]`).join("")}`);
        continue;
      }
      place.after = turn.number;
      place.texts = [];
      place.results = [];
    }
    return place;
  }

  private threadOf(previous: string | undefined): number {
    return previous === undefined ? 0 : (this.turns.findLast(({ message }) => message === previous)?.number ?? 0);
  }

  private childOf(
    { after, texts }: RequestPlace,
    said: RequestItem & { role: "assistant" },
    settle: Settle,
  ): GivenTurn | undefined {
    return this.byParent
      .get(after)
      ?.findLast(
        (turn) =>
          sameTexts(turn.texts, texts) &&
          (turn.calls.length > 0 || said.calls.length > 0
            ? turn.calls.length === said.calls.length && turn.calls.every((id) => said.calls.includes(id))
            : turn.text === settle(said.text)),
      );
  }
}

export function sameTexts(one: readonly string[], other: readonly string[]): boolean {
  return one.length === other.length && one.every((text, at) => text === other[at]);
}
