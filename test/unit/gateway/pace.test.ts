import fc from "fast-check";
import { expect, test } from "vitest";
import { Pace, type PacedTurn } from "../../../src/gateway/pace.js";

/** Conversations of three turns whose requests and answers come in the order of `moves`: each asks, is answered, asks … */
function record(moves: readonly number[]): PacedTurn[] {
  const turns: PacedTurn[] = [];
  const open = new Map<number, { asked: number; after: number }>();
  const last = new Map<number, number>();
  for (const one of moves) {
    const asking = open.get(one);
    if (asking === undefined) open.set(one, { asked: turns.length, after: last.get(one) ?? 0 });
    else {
      const number = turns.length + 1;
      turns.push({ number, after: asking.after, ...(asking.asked < number - 1 && { asked: asking.asked }) });
      last.set(one, number);
      open.delete(one);
    }
  }
  return turns;
}

const movesOf = (count: number): fc.Arbitrary<number[]> => {
  const all = Array.from({ length: count * 6 }, (_, at) => at % count);
  return fc.shuffledSubarray(all, { minLength: all.length });
};

/** Each conversation asks as soon as it can, or `lag` rounds later. Returns the turns as they were given out. */
async function replay(turns: readonly PacedTurn[], lag: (turn: number) => number, missing?: number): Promise<number[]> {
  const pace = new Pace(turns, missing === undefined ? 60_000 : 20);
  const given: number[] = [];
  const go = async (number: number): Promise<void> => {
    if (number === missing) return;
    for (let rounds = lag(number); rounds > 0; rounds -= 1) await Promise.resolve();
    await pace.asked(number);
    given.push(number);
    pace.gave(number);
    await Promise.all(turns.filter(({ after }) => after === number).map((next) => go(next.number)));
  };
  await Promise.all(turns.filter(({ after }) => after === 0).map(({ number }) => go(number)));
  return given;
}

test("turns are given out in the recorded order, whichever conversation is quicker now", async () => {
  await fc.assert(
    fc.asyncProperty(movesOf(3), fc.infiniteStream(fc.nat(9)), async (moves, lags) => {
      const turns = record(moves);
      const given = await replay(turns, () => lags.next().value ?? 0);
      if (turns.some(({ asked }) => asked !== undefined)) expect(given).toEqual(turns.map(({ number }) => number));
    }),
  );
});

test("a turn that was asked for before an earlier one was given out is waited for", async () => {
  const both = new Pace([
    { number: 1, after: 0 },
    { number: 2, after: 0 },
    { number: 3, after: 1 },
    { number: 4, after: 2, asked: 2 },
  ]);
  const given: number[] = [];
  const ask = (number: number): Promise<void> =>
    both.asked(number).then(() => {
      given.push(number);
      both.gave(number);
    });
  await Promise.all([ask(1), ask(2)]);
  const third = ask(3);
  await new Promise((resolve) => setTimeout(resolve, 5));
  expect(given).toEqual([1, 2]);
  await Promise.all([third, ask(4)]);
  expect(given).toEqual([1, 2, 3, 4]);
});

test("an agent that does not ask for a turn any more gets all others", async () => {
  await fc.assert(
    fc.asyncProperty(movesOf(3), fc.integer({ min: 1, max: 9 }), async (moves, missing) => {
      const turns = record(moves);
      const lost = new Set([missing]);
      for (const { number, after } of turns) if (lost.has(after)) lost.add(number);
      const given = await replay(turns, () => 0, missing);
      expect(given.toSorted((a, b) => a - b)).toEqual(
        turns.map(({ number }) => number).filter((one) => !lost.has(one)),
      );
    }),
    { numRuns: 20 },
  );
});
