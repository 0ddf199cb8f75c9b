// How a run is split over machines: nothing is lost, nothing is done twice, and every machine comes to the same split.
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { splitShards, type ShardUnit } from "../../../src/suite/split-shards.js";

const ms = fc.oneof(fc.constant(undefined), fc.integer({ min: 0, max: 60_000 }), fc.constant(1000));
const unit = fc.record({ suite: fc.constantFrom("a", "b", "ä"), name: fc.string({ maxLength: 3 }), ms });
const units = fc.uniqueArray(unit, { selector: ({ suite, name }) => JSON.stringify([suite, name]), maxLength: 40 });
const total = fc.integer({ min: 1, max: 8 });
const keyOf = ({ suite, name }: ShardUnit): string => JSON.stringify([suite, name]);
const namesOf = (shards: readonly ShardUnit[][]) => shards.map((shard) => shard.map(keyOf));

describe("splitShards", () => {
  it("is a partition: every unit in exactly one shard", () => {
    fc.assert(
      fc.property(units, total, (all, count) => {
        const shards = splitShards(all, count);
        expect(shards).toHaveLength(count);
        expect(shards.flat().map(keyOf).toSorted()).toEqual(all.map(keyOf).toSorted());
      }),
    );
  });

  it("does not depend on the order of the units, nor on who asks", () => {
    const shuffled = units.chain((all) =>
      fc.tuple(fc.constant(all), fc.shuffledSubarray(all, { minLength: all.length })),
    );
    fc.assert(
      fc.property(shuffled, total, ([all, other], count) => {
        expect(namesOf(splitShards(other, count))).toEqual(namesOf(splitShards(all, count)));
      }),
    );
  });

  it("gives no machine more than the mean and one unit on top", () => {
    fc.assert(
      fc.property(units, total, (all, count) => {
        const timed = all.map((one) => ({ ...one, ms: one.ms ?? 5 }));
        const sum = (list: readonly { ms: number }[]): number => list.reduce((most, one) => most + one.ms, 0);
        const longest = Math.max(0, ...timed.map((one) => one.ms));
        for (const shard of splitShards(timed, count)) {
          expect(sum(shard)).toBeLessThanOrEqual(sum(timed) / count + longest);
        }
      }),
    );
  });

  it("takes the longest first, ties by name, and the median for what was never timed", () => {
    const of = (name: string, time?: number): ShardUnit => ({ suite: "s", name, ms: time });
    const shards = splitShards([of("d"), of("b", 10), of("a", 10), of("c", 40), of("e", 20)], 2);
    // c 40 | e 20, then a 10 and b 10, and d as the lower median, 10.
    expect(shards.map((shard) => shard.map(({ name }) => name))).toEqual([
      ["c", "d"],
      ["e", "a", "b"],
    ]);
    expect(splitShards([of("b"), of("a")], 3).map((shard) => shard.map(({ name }) => name))).toEqual([
      ["a"],
      ["b"],
      [],
    ]);
  });
});
