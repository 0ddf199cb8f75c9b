// Says which turns of an agent had no order between them: those of conversations that went on at the same time. Pure.
import type { AgentTurnPart } from "../cassette/agent-schema.js";

type TurnPlace = Pick<AgentTurnPart, "after" | "sub">;

/** The turns of one conversation, from 1, in their order. */
interface Conversation {
  isSub: boolean;
  turns: number[];
}

/**
 * Turns (from 1) with the same number have no order between them. Subagents that were opened one after the other have none
 * either, where their opener said nothing in between.
 */
export function groupTurns(turns: readonly TurnPlace[]): (turn: number) => number {
  const groups = turns.map((_, at) => at + 1);
  const join = (together: readonly number[]): void => {
    const joined = new Set(together.map((turn) => groups[turn - 1]));
    const [first = 0] = together;
    for (const [at, group] of groups.entries()) if (joined.has(group)) groups[at] = first;
  };
  const all = conversationsOf(turns);
  for (const [at, one] of all.entries()) {
    for (const other of all.slice(at + 1)) join(besideEachOther(one, other, turns));
  }
  return (turn) => groups[turn - 1] ?? turn;
}

function besideEachOther(one: Conversation, other: Conversation, turns: readonly TurnPlace[]): number[] {
  if (one.isSub === other.isSub) {
    const isAtOnce = isWithin(other.turns[0], one) || (one.isSub && isSaidNothingBetween(one, other, turns));
    return isAtOnce ? [...one.turns, ...other.turns] : [];
  }
  // The opener of a subagent waits for it, or goes on meanwhile.
  const [sub, opener] = one.isSub ? [one, other] : [other, one];
  const meanwhile = opener.turns.filter((turn) => isWithin(turn, sub));
  return meanwhile.length === 0 ? [] : [...sub.turns, ...meanwhile];
}

function isWithin(turn: number | undefined, { turns }: Conversation): boolean {
  return turn !== undefined && turn > (turns[0] ?? 0) && turn < (turns.at(-1) ?? 0);
}

function isSaidNothingBetween(one: Conversation, other: Conversation, turns: readonly TurnPlace[]): boolean {
  return turns.slice(one.turns[0], (other.turns[0] ?? 1) - 1).every(({ sub }) => sub === true);
}

function conversationsOf(turns: readonly TurnPlace[]): Conversation[] {
  const byTurn = new Map<number, Conversation>();
  for (const [at, { after, sub }] of turns.entries()) {
    const conversation = byTurn.get(after) ?? { isSub: sub === true, turns: [] };
    conversation.turns.push(at + 1);
    byTurn.set(at + 1, conversation);
  }
  return [...new Set(byTurn.values())];
}
