import { describe, expect, test } from "vitest";
import { clusterInterval } from "../../../src/statistics/cluster-interval.js";
import { studentQuantile95 } from "../../../src/statistics/student.js";
import { wilsonInterval } from "../../../src/statistics/wilson.js";
import { randomOf } from "../../helpers/random-servers/random.js";

// R. A. Fisher, F. Yates, Statistical tables (1963), table III.
test.each([
  [1, 12.706],
  [2, 4.303],
  [3, 3.182],
  [4, 2.776],
  [5, 2.571],
  [10, 2.228],
  [30, 2.042],
  [60, 2],
  [120, 1.98],
])("studentQuantile95 gives the table's value for %i degrees", (degrees, value) => {
  expect(studentQuantile95(degrees)).toBeCloseTo(value, 3);
});

describe("clusterInterval", () => {
  test("is the mean over workflows, not over trials", () => {
    const found = clusterInterval([
      { passed: 5, trials: 5 },
      { passed: 0, trials: 20 },
    ]);
    expect(found?.mean).toBe(0.5);
  });

  test("needs two workflows", () => {
    expect(clusterInterval([{ passed: 3, trials: 5 }])).toBeUndefined();
    expect(
      clusterInterval([
        { passed: 3, trials: 5 },
        { passed: 0, trials: 0 },
      ]),
    ).toBeUndefined();
  });

  test("claims no more than the number of workflows where all trials of each agree", () => {
    const all = Array.from({ length: 10 }, () => ({ passed: 20, trials: 20 }));
    const found = clusterInterval(all);
    expect(found?.low).toBeLessThan(wilsonInterval(10, 10).low);
    expect(found?.high).toBe(1);
  });

  test("is wider than one that takes the trials as independent, where workflows differ", () => {
    const found = clusterInterval([5, 5, 5, 0, 0, 5].map((passed) => ({ passed, trials: 5 })));
    const naive = wilsonInterval(20, 30);
    expect((found?.high ?? 0) - (found?.low ?? 1)).toBeGreaterThan(naive.high - naive.low);
  });

  test("holds the true mean in about 95 % of suites or more", () => {
    const random = randomOf(21);
    let held = 0;
    const suites = 2000;
    for (let suite = 0; suite < suites; suite++) {
      // Half of the workflows always pass, the others pass with a rate of their own: 0.75 in the mean.
      const clusters = Array.from({ length: 12 }, () => {
        const rate = random.chance(0.5) ? 1 : random.next();
        return { passed: Array.from({ length: 5 }, () => random.chance(rate)).filter(Boolean).length, trials: 5 };
      });
      const found = clusterInterval(clusters);
      if (found !== undefined && found.low <= 0.75 && 0.75 <= found.high) held += 1;
    }
    expect(held / suites).toBeGreaterThan(0.94);
  });
});
