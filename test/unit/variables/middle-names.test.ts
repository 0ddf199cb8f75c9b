// Numbers that lie between the least and the greatest of their object.
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { middlesOf } from "../../../src/variables/middle-names.js";
import { tellOne } from "./runs.js";

const ends = { min: true, max: true, low: true, high: true };
const middles = (names: string): string[] =>
  middlesOf(names.split(" ").map((name) => ({ name, of: "", isEnd: Object.hasOwn(ends, name) }))).map(
    ({ name }) => name,
  );

describe("the number that ends are about", () => {
  it("stands right before them, or between them, or is called so", () => {
    expect(middles("temp min max humidity")).toEqual(["temp"]);
    expect(middles("humidity min temp max pressure")).toEqual(["temp"]);
    expect(middles("open high low last volume")).toEqual(["open", "last"]);
    expect(middles("humidity pressure min")).toEqual([]);
  });

  it("is no count, and no id", () => {
    expect(middles("count min max")).toEqual([]);
    expect(middles("orders min max")).toEqual([]);
    expect(middles("order_id min max")).toEqual([]);
  });

  it("is named as they are", () => {
    const names = [
      { name: "price", of: "", isEnd: false },
      { name: "weight", of: "", isEnd: false },
      { name: "priceMin", of: "price", isEnd: true },
      { name: "priceMax", of: "price", isEnd: true },
    ];
    expect(middlesOf(names)).toEqual([{ name: "price", of: "price" }]);
  });

  it("may be beside the object that the ends are in", () => {
    const quote = (price: number, low: number, high: number) => ({ price, volume: price * 7, day: { low, high } });
    const runs = [quote(17_407, 17_239, 17_413), quote(17_798, 17_718, 17_853), quote(17_487, 17_416, 17_791)];
    expect(tellOne([...runs, quote(18_091, 17_944, 18_156)]).problems).toEqual([]);
    expect(tellOne([...runs, quote(18_091, 18_141, 18_156)]).green).toBe(false);
    expect(tellOne([...runs, quote(18_191, 18_141, 18_156)]).green).toBe(false);
  });

  it("is not beyond them where it was not in any run", () => {
    const three = fc
      .uniqueArray(fc.integer({ min: 20, max: 9000 }), { minLength: 3, maxLength: 3 })
      .map((all) => all.toSorted((one, other) => one - other));
    fc.assert(
      fc.property(fc.tuple(three, three, three), three, fc.boolean(), (runs, live, isAbove) => {
        const show = ([min = 0, temp = 0, max = 0]: readonly number[]) => ({ temp, min, max });
        expect(tellOne([...runs, live].map(show)).problems.filter((one) => one.includes("relation"))).toEqual([]);
        const [min = 0, , max = 0] = live;
        const { green } = tellOne([...runs.map(show), { temp: isAbove ? max + 4 : min - 4, min, max }]);
        expect(green).toBe(false);
      }),
      { numRuns: 30 },
    );
  });
});
