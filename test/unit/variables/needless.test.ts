// Each variable is dropped once after learning: one whose loss no check notices is none.
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { JsonValue } from "../../../src/json/value.js";
import { hold } from "../../helpers/player.js";
import { learn } from "../../../src/variables/learn.js";
import { seenText, type Learned } from "../../../src/variables/learned.js";
import type { Run } from "../../../src/variables/run.js";
import { CHECKED, makeRun, RECORDED, tellOne } from "./runs.js";

const rows = (...ids: number[]): JsonValue => ids.map((id) => ({ id }));

describe("a variable that no check needs", () => {
  it("is a constant: a list in any order has the same ids in the checks", () => {
    const { learned, problems } = tellOne([rows(1, 2, 3), rows(2, 1, 3), rows(2, 1, 4), rows(7, 9, 4)]);
    expect(learned.variables.map(({ seen }) => seen)).toEqual([[3, 3, 4]]);
    expect(problems).toEqual(["changed set 1 /content/0/json"]);
  });

  it("stays where a call sends it", () => {
    const turns = (list: JsonValue, id: number): Parameters<typeof makeRun>[0] => [
      ["list_tickets", {}, list],
      ["close_ticket", { ticket_id: id }, "Closed."],
    ];
    const run = (list: JsonValue, id: number, at: string): Run => makeRun(turns(list, id), { at });
    const tickets = (...ids: number[]): JsonValue => ids.map((id) => ({ ticket_id: id, title: `t${String(id % 2)}` }));
    const recorded = run(tickets(8001, 8002, 8003), 8001, RECORDED);
    const checks = [run(tickets(8002, 8001, 8003), 8001, CHECKED[0]), run(tickets(8002, 8001, 8004), 8002, CHECKED[1])];
    const learned = learn(recorded, checks);
    for (const { readings } of learned.doubtful) {
      const names = new Set(learned.variables.map(({ name }) => name));
      expect(readings.every((name) => name === "constant" || names.has(name))).toBe(true);
    }
  });

  it("stays where all runs agree by chance: its name says that it is a measurement", () => {
    expect(tellOne(["Elapsed: 6s", "Elapsed: 6s", "Elapsed: 6s", "Elapsed: 7s"]).green).toBe(true);
  });

  it("stays where each row is another one in each run", () => {
    const { learned } = tellOne([rows(11, 12), rows(13, 14), rows(15, 16), rows(17, 18)]);
    expect(learned.variables.map(({ seen }) => seen)).toEqual([
      [11, 13, 15],
      [12, 14, 16],
    ]);
  });
});

/** A list of rows of which some have ids that are kept, in any order, and some have new ones. */
const list = fc
  .uniqueArray(fc.integer({ min: 1, max: 9 }), { minLength: 1, maxLength: 5 })
  .chain((ids) =>
    fc.tuple(
      fc.constant(ids),
      ...[0, 1].map(() =>
        fc.tuple(
          fc.shuffledSubarray(ids, { minLength: ids.length }),
          fc.array(fc.option(fc.integer({ min: 1, max: 99 }), { nil: undefined, freq: 2 }), {
            minLength: ids.length,
            maxLength: ids.length,
          }),
        ),
      ),
    ),
  )
  .map(([ids, ...checks]) => [ids, ...checks.map(([order, fresh]) => order.map((id, at) => fresh[at] ?? id))]);

function without(learned: Learned, name: string): Learned {
  return { ...learned, variables: learned.variables.filter((variable) => variable.name !== name) };
}

it("what is left of them all is needed, and nothing that was explained is not", () => {
  let [dropped, kept] = [0, 0];
  fc.assert(
    fc.property(list, ([ids = [], ...others]) => {
      const run = (values: readonly number[], at: string): Run => makeRun([["look", {}, rows(...values)]], { at });
      const recorded = run(ids, RECORDED);
      const checks = others.map((values, n) => run(values, CHECKED[n] ?? RECORDED));
      const learned = learn(recorded, checks);
      if (learned.unstable.length + learned.state.length + learned.grows.length > 0) return;
      const isExplained = (given: Learned): boolean => checks.every((check) => hold(given, recorded, check).green);
      expect(isExplained(learned)).toBe(true);
      const moved = ids.filter((id, at) => others.some((values) => values[at] !== id)).length;
      dropped += moved - learned.variables.length > 0 && learned.variables.length > 0 ? 1 : 0;
      for (const { name, seen } of learned.variables) {
        if (new Set(seen.map(seenText)).size < 2) continue;
        kept++;
        expect([name, isExplained(without(learned, name))]).toEqual([name, false]);
      }
    }),
    { numRuns: 200 },
  );
  expect(dropped).toBeGreaterThan(0);
  expect(kept).toBeGreaterThan(50);
});
