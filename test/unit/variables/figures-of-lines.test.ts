// The ends of a column of signed numbers in lines of text, below them.
import { describe, expect, it } from "vitest";
import { CHECKED, LIVE, RECORDED, tellOne } from "./runs.js";

const HOUR = 3_600_000;

/** Temperature and rain of each hour from the next one on. */
function hours(now: string, rows: readonly (readonly [number, number])[], low?: number): string {
  const first = Date.parse(now) + HOUR;
  const lines = rows.map(([temp, rain], at) =>
    [`${new Date(first + at * HOUR).toISOString().slice(0, 13)}:00Z`, temp, rain].join(","),
  );
  const temps = rows.map(([temp]) => temp);
  return `time,temp_c,rain_mm\n${lines.join("\n")}\n\nlow ${low ?? Math.min(...temps)}, high ${Math.max(...temps)} in 4 hours`;
}

describe("ends of a column of lines", () => {
  const [second, third] = CHECKED;
  // The least is in the same row of all runs, and a row is `4`, without a point.
  const runs = [
    hours(RECORDED, [
      [4, 0.3],
      [1.3, 0.5],
      [-4.3, 0.1],
      [6.7, 0.3],
    ]),
    hours(second, [
      [7.4, 1.2],
      [6, 0.9],
      [-3.4, 0.6],
      [3.4, 0.4],
    ]),
    hours(third, [
      [4.2, 0.6],
      [6, 0.7],
      [-4.8, 1.2],
      [6.4, 0.9],
    ]),
  ];

  it("are those of any row, with their sign", () => {
    const elsewhere = [
      [-3.6, 0.6],
      [-1.5, 0.7],
      [5.2, 0.8],
      [-3.7, 1],
    ] as const;
    expect(tellOne([...runs, hours(LIVE, elsewhere)]).problems).toEqual([]);
    expect(tellOne([...runs, hours(LIVE, elsewhere, -1.5)]).problems).toEqual([
      "changed relation 1 /content/0/text/lines/6",
    ]);
  });

  it("may be above zero, where they never were", () => {
    const warm = [
      [3.6, 0.6],
      [1.5, 0.7],
      [5.2, 0.8],
      [3.7, 1],
    ] as const;
    expect(tellOne([...runs, hours(LIVE, warm)]).problems).toEqual([]);
  });
});
