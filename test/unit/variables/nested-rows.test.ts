// Rows that name the row that they are a part of: the spans of a trace.
import fc from "fast-check";
import { expect, it } from "vitest";
import type { JsonValue } from "../../../src/json/value.js";
import { tellOne } from "./runs.js";

interface Spans {
  root: string;
  parts: readonly number[];
}

const spans = fc.record({
  root: fc.stringMatching(/^[a-f0-9]{15}$/).map((hex) => `${hex}7a`),
  parts: fc.uniqueArray(fc.integer({ min: 5, max: 80 }), { minLength: 2, maxLength: 2 }),
});

const show = (
  { root, parts }: Spans,
  change: (ms: number, at: number, whole: number) => number = (ms) => ms,
): JsonValue => {
  const whole = parts.reduce((sum, ms) => sum + ms, 10);
  return {
    spans: [
      { spanId: root, parentSpanId: null, name: "/cart", ms: whole },
      ...parts.map((ms, at) => ({
        spanId: `${root.slice(0, -1)}${String(at)}`,
        parentSpanId: root,
        name: `part ${String(at)}`,
        ms: change(ms, at, whole),
      })),
    ],
  };
};

const runs = fc.uniqueArray(spans, { minLength: 4, maxLength: 4, selector: ({ root }) => root });

it("take no longer than their parent, where none did", () => {
  fc.assert(
    fc.property(runs, fc.nat(1), ([live, ...seen], at) => {
      if (live === undefined) return;
      const learned = seen.map((one) => show(one));
      expect(tellOne([...learned, show(live)]).problems.filter((one) => one.includes("relation"))).toEqual([]);
      const wrong = show(live, (ms, i, whole) => (i === at ? whole + 1 : ms));
      expect(tellOne([...learned, wrong]).problems).toContain("changed relation 1 /content/0/json/spans");
    }),
    { numRuns: 60 },
  );
});

it("may take longer where one did", () => {
  const many: Spans[] = ["a1b2c3d4e5f60718", "b1b2c3d4e5f60719", "c1b2c3d4e5f6071a", "d1b2c3d4e5f6071b"].map(
    (root, at) => ({
      root,
      parts: [20 + at, 30 + 2 * at],
    }),
  );
  const longer = many.map((one, run) => show(one, (ms, at, whole) => (run === 1 && at === 0 ? whole + 5 : ms)));
  const live = show(many[3] ?? { root: "", parts: [] }, (ms, at, whole) => (at === 0 ? whole + 5 : ms));
  const problems = tellOne([...longer.slice(0, 3), live]).problems;
  expect(problems.filter((one) => one.endsWith("/spans"))).toEqual([]);
});
