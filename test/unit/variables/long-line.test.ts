// A result with thousands of values in one line is learned, proven and compared in seconds.
import { expect, it } from "vitest";
import { bestOf } from "../../helpers/best-of.js";
import { hold } from "../../helpers/player.js";
import { learn } from "../../../src/variables/learn.js";
import type { Learned } from "../../../src/variables/learned.js";
import { countEvidence } from "../../../src/variables/prove.js";
import { CHECKED, LIVE, makeRun, RECORDED } from "./runs.js";

const COUNT = 600;
/** Milliseconds; the line took minutes when each piece was compared with all of it. */
const LIMIT = 6000;

function idsOf(run: number): string[] {
  return Array.from({ length: COUNT }, (_, at) =>
    ((at * 2_654_435_761 + run * 40_503_001) >>> 0).toString(16).padStart(8, "a"),
  );
}

const lines: [name: string, line: (ids: readonly string[]) => string][] = [
  ["words", (ids) => ids.map((id) => `id-${id}`).join(" ")],
  ["a row of a table", (ids) => `| ${ids.join(" | ")} |`],
  ["values between commas", (ids) => ids.map((id, at) => `${id},${String(at)},open`).join(",")],
  ["JSON", (ids) => JSON.stringify(ids.map((id, at) => ({ id, at })))],
];

it.each(lines)("%s", (_, line) => {
  const run = (at: string, n: number) => makeRun([["list", {}, line(idsOf(n))]], { at });
  const recorded = run(RECORDED, 0);
  const checks = [run(CHECKED[0], 1), run(CHECKED[1], 2)];
  let learned: Learned | undefined;
  let evidence: ReturnType<typeof countEvidence> | undefined;
  let green = false;
  const took = bestOf(LIMIT, () => {
    learned = learn(recorded, checks);
    evidence = countEvidence(learned, recorded);
    green = hold(learned, recorded, run(LIVE, 3)).green;
  });
  expect(took).toBeLessThan(LIMIT);
  expect(learned?.unstable).toEqual([]);
  expect(evidence).toMatchObject({ ignored: 0 });
  expect(evidence?.variables).toBeGreaterThan(COUNT * 0.95);
  expect(green).toBe(true);
});
