// The numbers of docs/trials.md and docs/cost.md against the code that they are about. MCPVALS_WRITE_DOCS=1 writes the
// tables again.
import { readFile, writeFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";
import { percent } from "../../src/metrics/percent.js";
import { verdictSum } from "../../src/render/parts/sums.js";
import { compareSides, type SideRuns } from "../../src/report/build-comparison.js";
import { gateComparison } from "../../src/report/gate-comparison.js";
import { priceOf } from "../../src/report/price.js";
import { allTokens, spendingOf } from "../../src/report/spent.js";
import { binomialProbabilities } from "../../src/statistics/binomial.js";
import { planSure } from "../../src/statistics/sure.js";
import { fewestToReach, wilsonInterval } from "../../src/statistics/wilson.js";
import { describeEstimate, describeRuns, estimate } from "../../src/suite/planned-spending.js";
import { CLAIMED_OF_ALIKE, NAMED_OF_ALIKE, RUNS, SEEN } from "../helpers/measured-comparisons.js";
import { passedRun, reportOf } from "../helpers/sample-reports.js";
import { trialsTaken } from "../helpers/trials-taken.js";

const FILE = fileURLToPath(new URL("../../docs/trials.md", import.meta.url));
const COST = fileURLToPath(new URL("../../docs/cost.md", import.meta.url));

/** One workflow, each of whose trials passed or failed. */
const sideOf = (name: string, trials: readonly boolean[]): SideRuns => ({
  name,
  evaluations: [
    {
      workflowName: "w",
      verdict: "passed",
      trials: { planned: trials.length, each: trials.map((passed) => ({ verdict: passed ? "passed" : "failed" })) },
    },
  ],
});

const WORTH: Record<number, string> = {
  1: "whether it works at all; a recording",
  5: `finding flaky workflows: one that fails in 1 of 4 runs shows with ${percent(1 - 0.75 ** 5)}`,
  10: "a nightly run",
  20: 'a promise: "passes in 8 of 10 runs"',
  40: "a comparison of two models",
};

const TABLES: Record<string, string[][]> = {
  trials: [
    ["trials", "all pass: the rate is at least", "one fails: the rate is between", "worth it for"],
    ...Object.entries(WORTH).map(([trials, worth]) => {
      const n = Number(trials);
      const { low, high } = wilsonInterval(n - 1, n);
      return [trials, percent(wilsonInterval(n, n).low), `${percent(low)} and ${percent(high)}`, worth];
    }),
  ],
  looks: [
    ["after", "passes at 0.8 with", "fails at 0.8 with"],
    ...planSure(0.8, 40).map(({ after, passes, fails }) => [
      String(after),
      passes === undefined ? "–" : passes === after ? String(passes) : `${passes} or more`,
      fails === undefined ? "–" : `${fails} or less`,
    ]),
  ],
};

it("docs/trials.md has the tables that the code gives", async () => {
  let text = await readFile(FILE, "utf8");
  for (const [name, rows] of Object.entries(TABLES)) {
    const place = new RegExp(`(<!-- ${name} -->\n\n)(.*?)(\n\n<!-- /${name} -->)`, "s");
    const found = (place.exec(text)?.[2] ?? "").split("\n").filter((line) => !/^[|\s-]+$/.test(line));
    if (process.env["MCPVALS_WRITE_DOCS"] !== undefined) {
      const [head = [], ...body] = rows;
      const lines = [head, head.map(() => "---"), ...body].map((cells) => `| ${cells.join(" | ")} |`);
      text = text.replace(place, (_, before: string, _old, after: string) => before + lines.join("\n") + after);
      continue;
    }
    expect(
      found.map((line) =>
        line
          .split("|")
          .slice(1, -1)
          .map((cell) => cell.trim()),
      ),
    ).toEqual(rows);
  }
  if (process.env["MCPVALS_WRITE_DOCS"] !== undefined) await writeFile(FILE, text);
});

it("docs/trials.md says from how many trials on a threshold can be passed", async () => {
  const text = await readFile(FILE, "utf8");
  const first = [...Array(60).keys()].find((n) => n > 0 && planSure(0.8, n).some(({ passes }) => passes !== undefined));
  expect(text).toContain(`cannot pass a workflow at 0.8 (${first} trials could)`);
  expect(text).toContain(`needs ${fewestToReach(0.8)} of ${fewestToReach(0.8)}`);
});

it("docs/trials.md says how often the intervals hold the true rate", async () => {
  const least = [5, 10, 20].map((n) => {
    const covered = Array.from({ length: 999 }, (_, at) => (at + 1) / 1000).map((rate) =>
      binomialProbabilities(n, rate).reduce((sum, probability, passed) => {
        const { low, high } = wilsonInterval(passed, n);
        return low <= rate && rate <= high ? sum + probability : sum;
      }, 0),
    );
    return Math.floor(Math.min(...covered) * 100);
  });
  expect(await readFile(FILE, "utf8")).toContain(
    `with 5, 10 and 20 trials, in at least ${least[0]}, ${least[1]} and ${least[2]}% of cases`,
  );
});

it("docs/trials.md gives the interval of its example, and what --sure takes", async () => {
  const text = await readFile(FILE, "utf8");
  const { low, high } = wilsonInterval(4, 5);
  expect(text).toContain(`4 of 5 trials passed: 80% (95% interval ${percent(low)} to ${percent(high)})`);
  const looks = planSure(0.8, 40);
  expect(text).toContain(`takes ${percent(trialsTaken(looks, 0.5).trials / 40)} of the 40 trials on average`);
  expect(trialsTaken(looks, 1).trials).toBe(20);
  expect(text).toContain("one that always passes half of them");
});

it("docs/trials.md gives what was measured of comparisons", async () => {
  const text = await readFile(FILE, "utf8");
  const share = (count: number, digits: number): string => String(Number(((count / RUNS) * 100).toFixed(digits)));
  const claimed = Object.values(CLAIMED_OF_ALIKE);
  expect(claimed).toHaveLength(5);
  expect(text).toContain(
    `claimed a difference in ${share(Math.min(...claimed), 1)} to ${share(Math.max(...claimed), 1)}%`,
  );
  expect(text).toContain(`one or more was named in ${share(NAMED_OF_ALIKE, 1)}%`);
  expect(text).toContain(`was seen in ${share(SEEN, 0)}%, and never on the wrong side`);
});

it("docs/trials.md compares two models as the code does", async () => {
  const text = await readFile(FILE, "utf8");
  // 52 and 71 of 80 pass; 48 of the pairs pass on both sides.
  const first = Array.from({ length: 80 }, (_, at) => at < 52);
  const second = first.map((_, at) => at < 48 || (at >= 52 && at < 75));
  const { sentence } = compareSides(sideOf("claude-haiku-4-5", first), sideOf("claude-sonnet-5-5", second));
  const [, numbers] = /error of at most 5%: (.*)$/.exec(sentence) ?? [];
  expect(numbers).toMatch(/^71 of 80 against 52 of 80 trials/);
  expect(text).toContain(numbers);
});

it("docs/trials.md says how many pairs that pass exclude a loss", async () => {
  const exitCode = (pairs: number): number | undefined => {
    const all = Array.from({ length: pairs }, () => true);
    const report = { ...reportOf([passedRun()]), comparison: compareSides(sideOf("old", all), sideOf("new", all)) };
    return gateComparison([report], {})[0]?.exitCode;
  };
  const fewest = [...Array(60).keys()].find((pairs) => pairs > 0 && exitCode(pairs) === 0);
  expect(await readFile(FILE, "utf8")).toContain(`${fewest} pairs that all pass exclude it`);
});

it("docs/cost.md has lines that the code writes", async () => {
  const text = await readFile(COST, "utf8");
  const model = "claude-sonnet-5-5";
  const spent = spendingOf(model, { input: 1473, output: 6000, cacheRead: 47_767, cacheWrite: 6000 }, {});
  const free = spendingOf(model, { input: 0, output: 0 }, {});
  const runs = [spent, free, free].map((one) => ({ ...passedRun(), spent: one }));
  expect(text).toContain(verdictSum([reportOf(runs)], 41_200));
  const judge = spendingOf("gpt-4o", { input: 7200, output: 600 }, {});
  const judged = verdictSum([reportOf([{ ...passedRun(), spent: { ...free, judge } }])], 1);
  expect(text).toContain(`\`${judged.split(" · ").at(-1)}\``);

  const each = spendingOf(model, { input: 4000, output: 1000, cacheRead: 7400 }, {});
  expect(allTokens(each)).toBe(12_400);
  const planned = [
    { workflow: "book-a-table", why: "it has no cassette", trials: 1, each: undefined },
    { workflow: "cancel", why: "replay is inconclusive: Stale: step 1's prompt changed", trials: 1, each },
  ];
  for (const run of planned) expect(text).toContain(`  run  ${describeRuns(run)}\n`);
  const plan = { suite: "travel", model, runs: planned, kept: [], remarks: [] };
  expect(text).toContain(`\n${describeEstimate(estimate([plan]))}\n`);
});

it("docs/cost.md has prices of the list", async () => {
  const text = await readFile(COST, "utf8");
  const [, written = ""] = /"prices": (\{ "claude.*?\} \})/.exec(text) ?? [];
  const [model = "", price] = Object.entries(JSON.parse(written))[0] ?? [];
  expect(priceOf(model, {})).toMatchObject({ ...(price as object), of: "2026-10" });
  expect(text).toContain("of October 2026");
  expect(priceOf("gpt-4o", {})?.of).toBe("2025-11");
  expect(text).toContain("of November 2025");
  expect(priceOf("m", { m: { input: 8, output: 1 } })).toMatchObject({ cacheRead: 0.8, cacheWrite: 10 });
});
