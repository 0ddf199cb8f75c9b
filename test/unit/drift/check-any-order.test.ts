// A check of an agent whose conversations go on at the same time: whichever asks first, it sends and learns the same.
import fc from "fast-check";
import { expect, it } from "vitest";
import { CheckPlayer } from "../../../src/drift/check-player.js";
import { findUnresolved } from "../../../src/drift/prove.js";
import type { JsonObject } from "../../../src/json/value.js";
import { toolUsesOf, turnsOf } from "../../../src/trace/read.js";
import { RecordingBeside } from "../../../src/variables/beside.js";
import { learnFrom } from "../../../src/variables/learn.js";
import { runOf } from "../../../src/variables/run.js";
import {
  CHECKED_AT,
  makeRules,
  makeTrace,
  OPEN_VEIL,
  outcomeOf,
  type CallSketch,
  type ResultSketch,
} from "../../helpers/make-trace.js";

interface Conversation {
  open: (now: boolean) => readonly CallSketch[];
  use: (now: boolean) => readonly CallSketch[];
}

const opened = (name: string, then: string, live: string): Conversation => ({
  open: (now) => [["open_ticket", { about: name }, { json: { id: now ? live : then, about: name } }]],
  use: (now) => [["close_ticket", { id: now ? live : then }, { json: { id: now ? live : then, closed: true } }]],
});

const SAME: Conversation = {
  open: () => [["say_state", { id: "A-1" }, "Order A-1 is open."]],
  use: () => [["say_state", { id: "A-2" }, "Order A-2 is sent."]],
};
/** It ends at once, so that nobody settles its only turn. */
const SAYS: Conversation = { open: () => [], use: () => [] };

/** The turns of all conversations: all first ones, then all second ones. */
function turnsOfAll(conversations: readonly Conversation[], now: boolean): (readonly CallSketch[])[] {
  return [...conversations.map(({ open }) => open(now)), ...conversations.map(({ use }) => use(now))];
}

/** Plays one check, whose conversations move as `moves` says: each opens, settles and opens its turns in their order. */
function check(conversations: readonly Conversation[], moves: readonly number[]) {
  const recorded = makeTrace({ turns: turnsOfAll(conversations, false) });
  const live = turnsOfAll(conversations, true);
  const recording = new RecordingBeside(runOf(recorded));
  const startedAt = Date.parse(CHECKED_AT[0]);
  const player = new CheckPlayer({ recorded, recording, earlier: [], pins: [], startedAt, clock: 0, veil: OPEN_VEIL });
  player.contract(recorded.contract);
  const sent: Record<number, JsonObject[]> = {};
  const steps = conversations.map((_, at) => {
    const [first, second] = [at + 1, conversations.length + at + 1];
    return [() => open(first), () => settle(first), () => open(second), () => settle(second)];
  });
  const open = (number: number): void => {
    const view = player.turn(number);
    expect(view.grounded).toBe(true);
    sent[number] = toolUsesOf(view.content).map(({ input }) => input);
  };
  const settle = (number: number): void => {
    const calls = (live[number - 1] ?? []).map(([, , result]: readonly [string, JsonObject, ResultSketch], at) => {
      return { outcome: outcomeOf(result), startedAt: startedAt + (number * 10 + at) * 100, ms: 5, serverRequests: [] };
    });
    if (calls.length > 0) player.settle(number, calls);
  };
  for (const move of moves) steps[move]?.shift()?.();
  const played = player.played();
  if (played === undefined) throw new Error("the check has no contract");
  const learned = learnFrom(recording, [played.beside], { isFresh: true });
  const unresolved = findUnresolved(recorded, learned, [played], makeRules());
  expect(turnsOf(recorded).length).toBeGreaterThan(played.turns.length);
  return { sent, learned, unresolved };
}

/** Each conversation has four moves; they come in any order of the conversations. */
const movesOf = (count: number): fc.Arbitrary<number[]> => {
  const all = Array.from({ length: count * 4 }, (_, at) => at % count);
  return fc.shuffledSubarray(all, { minLength: all.length });
};
const inOrder = (count: number): number[] =>
  [0, 1].flatMap(() => Array.from({ length: count }, (_, at) => [at, at]).flat());

it.each([
  ["results that are the same in each run", [SAME, { open: SAME.use, use: SAME.open }]],
  ["ids that each conversation made", [opened("one", "T-1001", "T-7003"), opened("two", "T-1002", "T-7004")]],
  ["a conversation that ends at once", [SAYS, opened("one", "T-1001", "T-7003")]],
  ["three", [opened("one", "T-1001", "T-7003"), SAME, opened("two", "T-1002", "T-7004")]],
])("%s: nothing depends on which conversation is first", (_, conversations) => {
  const expected = check(conversations, inOrder(conversations.length));
  expect([expected.unresolved, expected.learned.doubtful, expected.learned.unstable]).toEqual([[], [], []]);
  fc.assert(
    fc.property(movesOf(conversations.length), (moves) => {
      expect(check(conversations, moves)).toEqual(expected);
    }),
    { numRuns: 30 },
  );
});
