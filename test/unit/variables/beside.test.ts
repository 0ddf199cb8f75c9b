// Numbers that say something of each other in every run: parts of a whole, shares, multiples, limits, other units.
import { describe, expect, it } from "vitest";
import type { JsonValue } from "../../../src/json/value.js";
import { tellOne } from "./runs.js";

type Show<T> = (value: T) => JsonValue;

/** Whether the last of the results passes after those of the recording and two checks. */
const passes = (seen: readonly JsonValue[], live: JsonValue): boolean => tellOne([...seen, live]).green;

function check<T>(show: Show<T>, seen: readonly T[], right: T, wrong: T): void {
  expect(passes(seen.map(show), show(right))).toBe(true);
  expect(passes(seen.map(show), show(wrong))).toBe(false);
}

const keyed =
  (...keys: string[]): Show<readonly (number | string)[]> =>
  (values) =>
    Object.fromEntries(values.map((value, at) => [keys[at] ?? "", value]));

describe("few numbers beside each other", () => {
  it("stay a sum that moves little", () => {
    const show = keyed("previous", "current", "used");
    check(
      show,
      [
        [480, 511, 31],
        [511, 539, 28],
        [539, 601, 62],
      ],
      [601, 640, 39],
      [601, 640, 390],
    );
    const held = ([all, kept, gone]: readonly number[]): JsonValue =>
      `${String(all)} old, ${String(kept)} on hold, ${String(gone)} would go`;
    check(
      held,
      [
        [60, 2, 58],
        [81, 6, 75],
        [44, 6, 38],
      ],
      [70, 4, 66],
      [70, 4, 70],
    );
  });

  it("stay equal though they move little", () => {
    const show = keyed("last", "count");
    check(
      show,
      [
        [480, 480],
        [511, 511],
        [491, 491],
      ],
      [477, 477],
      [477, 498],
    );
  });

  it("give the whole that stands beside them", () => {
    const show = ([packed, left]: readonly number[]): JsonValue =>
      `${String(packed)} of 40 are packed, ${String(left)} remain`;
    check(
      show,
      [
        [3, 37],
        [11, 29],
        [22, 18],
      ],
      [8, 32],
      [8, 31],
    );
    const other = ([a, b]: readonly number[]): JsonValue => `${String(a)} of 41 are packed, ${String(b)} remain`;
    expect(
      passes(
        [
          [3, 37],
          [11, 29],
          [22, 18],
        ].map(other),
        other([8, 31]),
      ),
    ).toBe(true);
  });

  it("stay a length in minutes and seconds", () => {
    const show = keyed("length", "played", "left");
    const seen = [
      ["2:59", "2:01", "0:58"],
      ["5:09", "3:38", "1:31"],
      ["3:13", "1:24", "1:49"],
    ];
    check(show, seen, ["4:00", "1:10", "2:50"], ["1:10", "4:00", "2:50"]);
  });

  it("stay a sum of sizes in a unit", () => {
    const show = (both: readonly string[]): JsonValue => ({ size: "200G", used: both[0] ?? "", free: both[1] ?? "" });
    check(
      show,
      [
        ["44G", "156G"],
        ["70G", "130G"],
        ["59G", "141G"],
      ],
      ["61G", "139G"],
      ["61G", "159G"],
    );
  });

  it("are not held to where they may be by chance", () => {
    const show = (pears: number) => (apples: number) => ({ apples, pears: pears + apples });
    expect(passes([3, 4, 5].map(show(0)), show(1)(6))).toBe(true);
    expect(passes([3, 4, 5].map(show(5)), show(9)(6))).toBe(true);
  });
});

describe("a number that another one gives", () => {
  it("stays its share, in percent too", () => {
    const share = keyed("on", "all", "onShare");
    check(
      share,
      [
        [491, 1056, 0.465],
        [441, 1007, 0.4379],
        [455, 1007, 0.4518],
      ],
      [460, 1000, 0.46],
      [460, 1000, 0.54],
    );
    const percent = keyed("orders", "visits", "conversion");
    check(
      percent,
      [
        [212, 8800, "2.41 %"],
        [580, 9900, "5.86 %"],
        [333, 8100, "4.11 %"],
      ],
      [400, 8000, "5.00 %"],
      [400, 8000, "20.00 %"],
    );
  });

  it("stays as many times as high", () => {
    const show = keyed("grams", "kg");
    check(
      show,
      [
        [1378, 1.378],
        [811, 0.811],
        [414, 0.414],
      ],
      [900, 0.9],
      [900, 1.984],
    );
    const rate = ([of = 0, converted = 0]: readonly number[]): JsonValue => ({ rate: of, amount: 250, converted });
    check(
      rate,
      [
        [1.0612, 265.3],
        [1.1077, 276.93],
        [1.0744, 268.6],
      ],
      [1.1, 275],
      [1.1, 227.27],
    );
    const ms = keyed("ms", "seconds");
    check(
      ms,
      [
        [4210, 4.2],
        [880, 0.9],
        [8333, 8.3],
      ],
      [5020, 5],
      [5020, 0.1],
    );
  });

  it("stays its inverse", () => {
    const show = keyed("rate", "inverse");
    check(
      show,
      [
        [1.0612, 0.9423],
        [1.1077, 0.9028],
        [1.0744, 0.9308],
      ],
      [1.1, 0.9091],
      [1.1, 1.1],
    );
  });

  it("is no other unit where numbers stand between the two, or nothing", () => {
    const row = (numbers: readonly number[]): JsonValue => `Drawn: ${numbers.join(" ")}`;
    const seen = [
      [4, 9, 13],
      [5, 12, 16],
      [6, 10, 20],
    ];
    expect(passes(seen.map(row), row([7, 8, 31]))).toBe(true);
  });

  it("may be anything where the two move too little to say so", () => {
    const show = keyed("a", "b");
    expect(
      passes(
        [
          [10, 20],
          [11, 22],
          [12, 24],
        ].map(show),
        show([13, 25]),
      ),
    ).toBe(true);
  });
});

describe("a limit of a measurement", () => {
  it("holds the number that has its unit", () => {
    const show = (latencyMs: number): JsonValue => ({ latencyMs, limitMs: 200 });
    check(show, [88, 141, 52], 130, 950);
    const other = (latencyMs: number): JsonValue => ({ latencyMs, limit: 200 });
    expect(passes([88, 141, 52].map(other), other(950))).toBe(true);
  });
});

describe("a span of time", () => {
  it("is not a thousand times as long", () => {
    const show = (averageSeconds: number): JsonValue => ({ averageSeconds });
    check(show, [61.2, 44.3, 80.1], 91.2, 61_200);
    const line = (value: number): JsonValue => `http_seconds_sum ${value.toFixed(2)}`;
    check(line, [161.21, 144.35, 180.11], 240.31, 161_200);
  });

  it("may be that long where it is an age", () => {
    const show = (ageSeconds: number): JsonValue => ({ ageSeconds });
    expect(passes([61, 44, 80].map(show), show(900_000))).toBe(true);
  });
});

describe("a quarter", () => {
  it("is that of the day", () => {
    const seen = ["Q4", "Q4", "Q2"].map((quarter) => `Invoice for ${quarter}`);
    expect(passes(seen, "Invoice for Q4")).toBe(true);
    expect(passes(seen, "Invoice for Q1")).toBe(false);
  });
});

describe("short ids in the rows of a list", () => {
  const pods = (ends: readonly string[]): JsonValue => ({ pods: ends.map((end) => ({ name: `shop-${end}` })) });

  it("are not in two rows", () => {
    const seen = [
      ["t79k3", "qpgqu"],
      ["4661r", "qfwi1"],
      ["q0tt8", "a59me"],
    ];
    check(pods, seen, ["5u997", "0dtqt"], ["5u997", "5u997"]);
  });
});
