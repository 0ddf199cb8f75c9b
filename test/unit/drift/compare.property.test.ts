// What must hold for all results: nothing differs from itself, and what is not excused is never let pass.
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { Pairs } from "../../../src/drift/pairs.js";
import { leavesOf } from "../../../src/reading/leaves.js";
import type { Path } from "../../../src/json/path.js";
import type { JsonValue } from "../../../src/json/value.js";
import { play, raw, type ResultSketch } from "../../helpers/make-trace.js";

const once = (then: ResultSketch, now: ResultSketch) => play({ turns: [[["get", {}, then, now]]] });
const from = { part: "run", path: "" } as const;
const anyJson = fc.jsonValue({ maxDepth: 4, depthSize: "medium" }) as fc.Arbitrary<JsonValue>;
const container = fc.oneof(fc.array(anyJson, { minLength: 1 }), fc.dictionary(fc.string(), anyJson, { minKeys: 1 }));
const anyText = fc.oneof(fc.string({ unit: "binary", maxLength: 60 }), fc.lorem({ maxCount: 8 }));

function mutate(value: JsonValue, [part, ...rest]: Path, more: string): JsonValue {
  if (part === undefined)
    return typeof value === "number" ? (value === 5 ? 6 : 5) : `${String(value as string)}${more}!`;
  const copy = structuredClone(value) as Record<string, JsonValue>;
  const inner = copy[part] ?? null;
  Object.defineProperty(copy, part, { value: mutate(inner, rest, more) });
  return copy;
}

describe("comparing", () => {
  it("finds nothing between a value and itself, in a text, as a block, as structured content", () => {
    fc.assert(
      fc.property(container, (value) => {
        expect(once({ json: value }, { json: value }).drift).toEqual([]);
        const block = raw({ content: [{ type: "odd", value }], structuredContent: { value } });
        expect(once(block, block).drift).toEqual([]);
        expect(once({ json: value }, JSON.stringify(value, null, 3)).drift).toEqual([]);
      }),
    );
  });

  it("finds nothing between a text and itself, nor between its line ends", () => {
    fc.assert(
      fc.property(anyText, (text) => {
        expect(once(text, text).drift).toEqual([]);
        expect(
          once(`a ${text}`.replaceAll("\r", ""), `a ${text}`.replaceAll("\r", "").replaceAll("\n", "\r\n")).green,
        ).toBe(true);
      }),
    );
  });

  it("never lets one changed leaf pass where its place is not listed", () => {
    fc.assert(
      fc.property(container, fc.nat(), fc.constantFrom("x", "9", "zz top", ""), (value, pick, more) => {
        const leaves = leavesOf(value);
        const leaf = leaves[pick % Math.max(1, leaves.length)];
        fc.pre(leaf !== undefined);
        const mutated = mutate(value, leaf?.path ?? [], more);
        expect(once({ json: value }, { json: mutated }).green).toBe(false);
      }),
    );
  });

  it("never lets one changed character of a text pass", () => {
    fc.assert(
      fc.property(
        fc.string({ unit: "grapheme-ascii", minLength: 1, maxLength: 80 }),
        fc.nat(),
        fc.constantFrom("q", "7", "#"),
        (text, pick, char) => {
          const at = pick % text.length;
          const mutated = text.slice(0, at) + char + text.slice(at + 1);
          fc.pre(mutated.trimEnd() !== text.trimEnd());
          expect(once(`= ${text}`, `= ${mutated}`).green).toBe(false);
        },
      ),
    );
  });

  it("is the same whatever the order of keys", () => {
    fc.assert(
      fc.property(fc.dictionary(fc.string(), anyJson, { minKeys: 2 }), (value) => {
        const turned = Object.fromEntries(Object.entries(value).toReversed());
        expect(once({ json: value }, { json: turned }).drift).toEqual([]);
      }),
    );
  });
});

describe("putting pairs in", () => {
  const id = fc.stringMatching(/^[a-z]{2}[0-9]{4}$/);

  it("comes back by putting the turned pairs in", () => {
    fc.assert(
      fc.property(
        fc.uniqueArray(id, { minLength: 2, maxLength: 8 }),
        fc.array(fc.constantFrom("/", " ", "-", ", "), { minLength: 8, maxLength: 8 }),
        (ids, between) => {
          const half = Math.floor(ids.length / 2);
          const [there, back] = [new Pairs(), new Pairs()];
          for (let at = 0; at < half; at++) {
            const [recorded = "", live = ""] = [ids[at], ids[half + at]];
            there.add({ recorded, live, from });
            back.add({ recorded: live, live: recorded, from });
          }
          const text = ids
            .slice(0, half)
            .map((one, at) => one + (between[at] ?? ""))
            .join("");
          const put = there.intoText(text).value;
          for (const one of ids.slice(0, half)) expect(put).not.toContain(one);
          expect(back.intoText(put).value).toBe(text);
        },
      ),
    );
  });

  it("changes nothing where no recorded value stands", () => {
    fc.assert(
      fc.property(anyJson, (value) => {
        const pairs = new Pairs();
        pairs.add({ recorded: "zq7001xx", live: "other", from });
        expect(pairs.intoValue(value)).toEqual({ value, used: [] });
      }),
    );
  });
});
