// Compares the table of traps with the tests that it names.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { GATE_CHANGED, GATE_UNCHANGED } from "../agents/gate.mjs";
import { CHANGES, UNCHANGED } from "../agents/situations.mjs";

const TESTS = join(import.meta.dirname, "..");
const read = (file: string): string => readFileSync(join(TESTS, file), "utf8");
const rows = read("agents/traps.md")
  .split("\n")
  .flatMap((line) => (/^\| +\d+ /.test(line) ? [line.split("|").map((cell) => cell.trim())] : []));

test("each of the 49 traps has its row", () => {
  expect(rows.map(([, number]) => Number(number))).toEqual(Array.from({ length: 49 }, (_, at) => at + 1));
});

test("what a row names is a test or a situation, and a row without one gives its reason", () => {
  const situations = new Set([...UNCHANGED, ...CHANGES].map(({ name }) => name));
  const missing = rows.flatMap(([, number, , held = ""]) => {
    if (/^(?:does not apply|not tested)/.test(held)) return [];
    const named = [...held.matchAll(/([\w/-]+): ((?:`[^`]+`(?:, )?)+)/g)];
    if (named.length === 0) return [`${number}: names nothing`];
    return named.flatMap(([, file = "", titles = ""]) =>
      [...titles.matchAll(/`([^`]+)`/g)].flatMap(([, title = ""]) => {
        const isThere =
          file === "situations" ? situations.has(title) : read(`${file}.test.ts`).replaceAll("\\", "").includes(title);
        return isThere ? [] : [`${number}: ${file}: ${title}`];
      }),
    );
  });
  expect(missing).toEqual([]);
});

test("what the gate plays are five unchanged and five changed situations", () => {
  const isIn = (situations: typeof CHANGES) => (name: string) => situations.some((one) => one.name === name);
  expect([GATE_UNCHANGED.filter(isIn(UNCHANGED)), GATE_CHANGED.filter(isIn(CHANGES))]).toEqual([
    [...GATE_UNCHANGED],
    [...GATE_CHANGED],
  ]);
  expect([new Set(GATE_UNCHANGED).size, new Set(GATE_CHANGED).size]).toEqual([5, 5]);
});
