import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { JsonObject, JsonValue } from "../../../src/json/value.js";
import { putInto, argumentPieces } from "../../../src/variables/arguments.js";
import { formOf, hasForm } from "../../../src/variables/form.js";
import { hold } from "../../helpers/player.js";
import { learn } from "../../../src/variables/learn.js";
import { piecesOf } from "../../../src/variables/pieces.js";
import { matchTemplate } from "../../../src/variables/template.js";
import { tokensOf } from "../../../src/variables/tokens.js";
import { makeRun, LIVE } from "./runs.js";

const word = fc.stringMatching(/^[a-z]{3,8}$/);
const id = fc.stringMatching(/^[a-f0-9]{8}$/);
const leaf: fc.Arbitrary<JsonValue> = fc.oneof(
  fc.string({ maxLength: 40 }),
  word,
  id,
  fc.integer({ min: -1000, max: 1_000_000 }),
  fc.double({ noNaN: true, noDefaultInfinity: true }).map((value) => (Object.is(value, -0) ? 0 : value)),
  fc.boolean(),
  fc.constant(null),
);
const json: fc.Arbitrary<JsonValue> = fc.letrec<{ value: JsonValue }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 3, depthSize: "small" },
    leaf,
    fc.array(tie("value"), { maxLength: 4 }),
    fc.dictionary(fc.string({ minLength: 1, maxLength: 12 }), tie("value"), { maxKeys: 4 }),
  ),
})).value;

describe("tokens and pieces", () => {
  it("cover all letters and digits of a text, once and in order", () => {
    fc.assert(
      fc.property(fc.string({ unit: "grapheme", maxLength: 200 }), (text) => {
        const rest = [...text.matchAll(/[\p{L}\p{N}]+/gu)].map(([found]) => found);
        expect(tokensOf(text).map((token) => token.text)).toEqual(rest);
        const pieces = piecesOf(text);
        expect(pieces.map((piece) => text.slice(piece.start, piece.end))).toEqual(pieces.map((piece) => piece.text));
        const counted = pieces.flatMap(({ from, to }) => Array.from({ length: to - from + 1 }, (_, i) => from + i));
        expect(counted).toEqual(rest.map((_, i) => i + 1));
      }),
    );
  });

  it("take time that grows with the text and not with its square", () => {
    for (const unit of ["2026-11-28T", "a-", "1.1 ", "Ab3-_", "12:", "27 days ", "\t", "=", "Monday, "]) {
      const text = unit.repeat(20_000);
      expect(piecesOf(text).length).toBeGreaterThanOrEqual(0);
    }
  });
});

describe("forms", () => {
  it("hold of the values that they were computed from", () => {
    fc.assert(
      fc.property(
        fc.array(fc.oneof(id, word, fc.nat().map(String), fc.uuid()), { minLength: 1, maxLength: 3 }),
        (seen) => {
          const form = formOf(seen, false);
          for (const value of seen) expect([value, hasForm(form, value)]).toEqual([value, true]);
        },
      ),
    );
  });

  it("do not hold of nothing", () => {
    fc.assert(
      fc.property(fc.array(fc.oneof(id, word, fc.uuid()), { minLength: 1, maxLength: 3 }), (seen) => {
        expect(hasForm(formOf(seen, false), "")).toBe(false);
        expect(hasForm(formOf(seen, false), " ")).toBe(false);
      }),
    );
  });
});

describe("templates", () => {
  it("read the values that were put into them", () => {
    const parts = fc.array(fc.tuple(fc.stringMatching(/^[ -/:-@]{1,5}$/), id, id), { minLength: 1, maxLength: 6 });
    fc.assert(
      fc.property(parts, fc.stringMatching(/^[ .,;!]{0,4}$/), (all, tail) => {
        const write = (pick: 1 | 2): string => all.map((part) => part[0] + part[pick]).join("") + tail;
        let at = 0;
        const slots = all.map(([fixed, value]) => {
          const start = at + fixed.length;
          at = start + value.length;
          return { start, end: at, padded: false, fits: (text: string) => /^[a-f0-9]{8}$/.test(text) };
        });
        expect(matchTemplate(write(1), slots, write(2))).toEqual({ values: all.map(([, , value]) => value) });
      }),
    );
  });
});

describe("arguments", () => {
  it("are what they were when each piece is put in for itself", () => {
    fc.assert(
      fc.property(fc.dictionary(word, leaf, { maxKeys: 4 }), (args) => {
        const pieces = argumentPieces("t", args, new Set());
        const same = pieces.map(({ at, token, value }) => ({ at, token, recorded: value, value }));
        expect(putInto(args, same)).toEqual(args);
      }),
    );
  });
});

describe("learn and hold", () => {
  const seen = (result: JsonValue): ReturnType<typeof makeRun> => makeRun([["look", {}, { result }]]);

  it("learn nothing from runs that are equal, and hold them", () => {
    fc.assert(
      fc.property(json, (result) => {
        const run = seen(result);
        const learned = learn(run, [seen(result), seen(result)]);
        expect(learned.unstable).toEqual([]);
        expect(learned.doubtful).toEqual([]);
        expect(hold(learned, run, seen(result)).findings).toEqual([]);
      }),
    );
  });

  it("find every change of a constant", () => {
    fc.assert(
      fc.property(json, fc.nat(), leaf, (result, at, other) => {
        const run = makeRun([["look", {}, { result }]], { at: "2020-01-01T00:00:00Z" });
        const changed = changeLeaf({ result }, at, other);
        if (changed === undefined || JSON.stringify(changed) === JSON.stringify({ result })) return;
        if (settled(changed) === settled({ result })) return;
        const learned = learn(run, [run, run]);
        expect(hold(learned, run, makeRun([["look", {}, changed]], { at: LIVE })).green).toBe(false);
      }),
      { numRuns: 300 },
    );
  });

  it("hold a run whose ids are others, and find one that is not the same in its second place", () => {
    fc.assert(
      fc.property(fc.uniqueArray(id, { minLength: 5, maxLength: 5 }), fc.boolean(), ([a, b, c, d, e], swap) => {
        const run = (one: string, two: string): ReturnType<typeof makeRun> =>
          makeRun([
            ["create_pod", {}, { pod_id: one, at: "north" }],
            ["show_pod", { pod_id: one }, `Pod ${two} is up.`],
          ]);
        const [r, c1, c2, live, other] = [a, b, c, d, e].map((value) => value ?? "") as [
          string,
          string,
          string,
          string,
          string,
        ];
        const learned = learn(run(r, r), [run(c1, c1), run(c2, c2)]);
        const held = hold(learned, run(r, r), run(live, swap ? other : live));
        expect(held.green).toBe(!swap);
        expect(held.sent.at(-1)?.arguments).toEqual({ pod_id: live });
      }),
    );
  });
});

/** White space at the end of lines is no matter. */
function settled(value: JsonValue): string {
  return JSON.stringify(value, (_, part: unknown) =>
    typeof part === "string"
      ? part
          .replaceAll("\r\n", "\n")
          .replaceAll(/[ \t]+$/gm, "")
          .trimEnd()
      : part,
  );
}

/** The value with one of its leaves replaced. */
function changeLeaf(value: JsonObject, wanted: number, other: JsonValue): JsonObject | undefined {
  let count = 0;
  const leaves = (part: JsonValue): number =>
    Array.isArray(part)
      ? part.reduce<number>((sum, each) => sum + leaves(each), 0)
      : isObject(part)
        ? leaves(Object.values(part))
        : 1;
  const total = leaves(value);
  if (total === 0) return undefined;
  const change = (part: JsonValue): JsonValue => {
    if (Array.isArray(part)) return part.map(change);
    if (isObject(part)) return Object.fromEntries(Object.entries(part).map(([key, each]) => [key, change(each)]));
    return count++ === wanted % total ? other : part;
  };
  return change(value) as JsonObject;
}

function isObject(value: JsonValue): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
