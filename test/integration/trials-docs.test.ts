// The numbers of docs/trials.md against the code that they are about. MCPVALS_WRITE_DOCS=1 writes the tables again.
import { readFile, writeFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";
import { percent } from "../../src/metrics/percent.js";
import { planSure } from "../../src/statistics/sure.js";
import { fewestToReach, wilsonInterval } from "../../src/statistics/wilson.js";

const FILE = fileURLToPath(new URL("../../docs/trials.md", import.meta.url));

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
