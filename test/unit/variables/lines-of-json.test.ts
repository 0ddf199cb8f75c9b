// Lines of JSON of which a run may have only one: then the text is a JSON document, and still a list of one row.
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { hold } from "../../helpers/player.js";
import type { JsonValue } from "../../../src/json/value.js";
import { learn } from "../../../src/variables/learn.js";
import { countEvidence } from "../../../src/variables/prove.js";
import type { Run } from "../../../src/variables/run.js";
import { CHECKED, LIVE, makeRun, RECORDED } from "./runs.js";

interface Event {
  seq: number;
  id: string;
  type: string;
  ms: number;
}

const hex = fc.string({ unit: fc.constantFrom(..."0123456789abcdef".split("")), minLength: 9, maxLength: 9 });
const event = fc.record({ id: hex.map((text) => `e-${text}7a`), ms: fc.integer({ min: 120, max: 980 }) });
/** How many rows each run has: the recording or a check has one. */
const LENGTHS = [
  [1, 5, 3],
  [4, 1, 6],
  [1, 6, 1],
] as const;

/** Rows of the recording and two checks, no two alike, and of a live run. */
const runs = (least: number, most: number) =>
  fc.tuple(fc.constantFrom(...LENGTHS), fc.integer({ min: least, max: most })).chain(([lengths, live]) => {
    const size = [...lengths, live].reduce((sum, length) => sum + length, 0);
    const all = { minLength: size, maxLength: size };
    return fc
      .tuple(
        fc.uniqueArray(event, { ...all, selector: ({ id }) => id }),
        fc.uniqueArray(event, { ...all, selector: ({ ms }) => ms }),
      )
      .map(([ids, numbers]) => {
        let done = 0;
        const [recorded = [], first = [], second = [], now = []] = [...lengths, live].map((length) => {
          done += length;
          return Array.from({ length }, (_, at): Event => {
            const from = done - length + at;
            return { seq: at + 1, id: ids[from]?.id ?? "", type: "ping", ms: numbers[from]?.ms ?? 0 };
          });
        });
        return { all: [recorded, first, second], live: now };
      });
  });

type Rows = readonly (Event | Record<string, unknown> | string)[];

/** A result with the lines, and a text that counts them; in a resource where `isResource`. */
function runOf(rows: Rows, startedAt: string, isResource: boolean, count = rows.length): Run {
  const text = rows.map((row) => (typeof row === "string" ? row : JSON.stringify(row))).join("\n");
  const block: JsonValue = isResource
    ? { type: "resource", resource: { uri: "log://today", mimeType: "application/x-ndjson", text } }
    : { type: "text", text };
  const run = makeRun([["events", {}, ""]], { at: startedAt });
  const content: JsonValue[] = [block, { type: "text", text: `Count: ${String(count)}` }];
  return { ...run, calls: run.calls.map((call) => ({ ...call, outcome: { kind: "result", result: { content } } })) };
}

describe.each([false, true])("lines of JSON, in a resource: %s", (isResource) => {
  const told = (all: readonly Rows[], live: Rows, count?: number): string[] => {
    const [recorded = makeRun([]), ...checks] = all.map((rows, at) =>
      runOf(rows, [RECORDED, ...CHECKED][at] ?? LIVE, isResource),
    );
    const learned = learn(recorded, checks);
    expect(learned.lengths).toBeDefined();
    const { findings } = hold(learned, recorded, runOf(live, LIVE, isResource, count));
    return findings.flatMap(({ class: kind, why, at }) => (kind === "volatile" ? [] : [`${kind} ${why} ${at}`]));
  };

  it("may be one or more, of which one is a document", () => {
    fc.assert(
      fc.property(runs(1, 7), ({ all, live }) => {
        expect(told(all, live)).toEqual([]);
      }),
      { numRuns: 20 },
    );
  });

  const FAULTS: Record<string, (row: Event) => Rows[number]> = {
    "another word": (row) => ({ ...row, type: "fail" }),
    "a number far from all": (row) => ({ ...row, ms: row.ms * 90 }),
    "a number below zero": (row) => ({ ...row, ms: -row.ms }),
    "a number as text": (row) => ({ ...row, ms: String(row.ms) }),
    "an id of another form": (row) => ({ ...row, id: "e-4711" }),
    "a field less": ({ seq, id, type }) => ({ seq, id, type }),
    "a field more": (row) => ({ ...row, error: "disk full" }),
    "no JSON": () => "internal error",
    "half of its JSON": (row) => JSON.stringify(row).slice(0, -9),
    "another row twice": (row) => `${JSON.stringify(row)}\n${JSON.stringify(row)}`,
  };

  it.each(Object.entries(FAULTS))("have no row with %s", (_, change) => {
    fc.assert(
      fc.property(runs(1, 5), fc.nat(4), ({ all, live }, at) => {
        const rows = live.map((row, i) => (i === at % live.length ? change(row) : row));
        expect(told(all, rows, live.length)).not.toEqual([]);
      }),
      { numRuns: 8 },
    );
  });

  it("are as many as are counted, without a gap", () => {
    fc.assert(
      fc.property(runs(2, 4), ({ all, live }) => {
        expect(told(all, live.slice(1), live.length)).not.toEqual([]);
        expect(told(all, live.slice(1))).not.toEqual([]);
        expect(told(all, live, live.length + 1)).not.toEqual([]);
      }),
      { numRuns: 8 },
    );
  });

  it("are not none", () => {
    fc.assert(
      fc.property(runs(1, 1), ({ all }) => {
        expect(told(all, [])).not.toEqual([]);
      }),
      { numRuns: 3 },
    );
  });
});

it("leaves one JSON document in each run as it is", () => {
  const all = [1, 2, 3].map((n) => runOf([{ id: `e-${String(n * 7919)}b7f3a`, ok: true }], RECORDED, false));
  const [recorded = makeRun([]), ...checks] = all;
  const learned = learn(recorded, checks);
  expect(learned.variables.flatMap(({ places }) => places.map(({ at }) => at))).toEqual(["/content/0/json/id"]);
});

it("leaves a document beside lines of another kind alone", () => {
  const all = [[{ error: "busy" }], ["no events today"], [{ seq: 1 }, { seq: 2 }]];
  const [recorded = makeRun([]), ...checks] = all.map((rows) => runOf(rows, RECORDED, false));
  expect(learn(recorded, checks).lengths).toBeUndefined();
});

it("counts the variables of a list that had one row when it was recorded", () => {
  const row = (n: number) => ({ id: `e-${(n * 104_729).toString(16)}b7f3a`, type: "ping" });
  const all = [[row(1)], [row(1), row(2)], [row(1), row(2), row(3)]];
  const [recorded = makeRun([]), ...checks] = all.map((rows, at) => {
    return runOf(rows, [RECORDED, ...CHECKED][at] ?? LIVE, false, 1);
  });
  const learned = learn(recorded, checks);
  expect(learned.grows.map(({ at }) => at)).toEqual(["/content/0/text"]);
  expect(countEvidence(learned, recorded)).toMatchObject({ variables: 1 });
});
