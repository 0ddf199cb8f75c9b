import { setImmediate as nextTurn } from "node:timers/promises";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { answerElicitation } from "../../../src/agent/elicitation.js";
import { matchesGlob } from "../../../src/trace/glob.js";
import { checkSchema } from "../../../src/json/schema-check.js";
import { matchesPattern } from "../../../src/json-schema/pattern.js";
import { compareSchemas } from "../../../src/json-schema/compare-schemas.js";
import { hasExpectedState } from "../../../src/metrics/expected-state.js";
import { NotChecked } from "../../../src/metrics/not-checked.js";
import { resetDeadlines, withDeadline } from "../../../src/with-deadline.js";

const EVIL = "^(a+)+$";
const WORD = `${"a".repeat(40)}!`;
const forever = (): never => {
  for (;;);
};
/** Works as long as the clock on the wall says. */
const busy = (ms: number) => {
  const end = performance.now() + ms;
  while (performance.now() < end);
  return ms;
};

describe("withDeadline", () => {
  it("gives the value of what ends, and throws what it throws", () => {
    expect(withDeadline(() => 42)).toEqual({ kind: "done", value: 42 });
    expect(withDeadline(() => undefined)).toEqual({ kind: "done", value: undefined });
    expect(() => withDeadline(() => JSON.parse("{"))).toThrow(SyntaxError);
  });

  it("stops a loop and a pattern", () => {
    expect(withDeadline(forever)).toEqual({
      kind: "stopped",
      why: "the check took too long and was stopped",
      tried: true,
    });
    expect(withDeadline(() => /^(a+)+$/.test(WORD)).kind).toBe("stopped");
  });

  it("tries a second time with more patience, so that a slow machine changes nothing", () => {
    expect(withDeadline(() => busy(120))).toEqual({ kind: "done", value: 120 });
  });

  it("stops the inner one of two, and gives the value of the outer one", () => {
    expect(withDeadline(() => withDeadline(() => 1))).toEqual({ kind: "done", value: { kind: "done", value: 1 } });
  });

  it("lets the event loop have its turn soon, and still does what is quick", async () => {
    const start = performance.now();
    withDeadline(forever);
    expect(withDeadline(() => 42)).toEqual({ kind: "done", value: 42 });
    for (let at = 0; at < 100; at++) withDeadline(forever);
    // By its own limits it is 0.6 s; the rest is for slow machines. Without them it would be a minute.
    expect(performance.now() - start).toBeLessThan(10_000);
    expect(withDeadline(() => 42).kind).toBe("stopped");
    await nextTurn();
    expect(withDeadline(() => 42)).toEqual({ kind: "done", value: 42 });
  });

  it("still makes quick checks after two seconds, so that hostile ones hide nothing", async () => {
    // A slow one takes up to 0.55 s, and a moment once two seconds are used up.
    for (let at = 0; at < 10; at++) {
      withDeadline(forever);
      await nextTurn();
    }
    expect(withDeadline(() => 42)).toEqual({ kind: "done", value: 42 });
  });

  it("tries nothing more after three seconds, until the next run", async () => {
    for (let at = 0; at < 100; at++) {
      withDeadline(forever);
      await nextTurn();
    }
    expect(withDeadline(() => 42)).toMatchObject({ kind: "stopped", why: expect.stringContaining("used up 3 s") });
    resetDeadlines();
    expect(withDeadline(() => 42).kind).toBe("done");
  });
});

describe("a hostile pattern", () => {
  it("leaves a check of a schema unknown, and the same check costs nothing more", async () => {
    const [schema, value] = [{ properties: { word: { pattern: EVIL } } }, { word: WORD }];
    const unknown = { kind: "unknown", why: "the check took too long and was stopped" };
    for (let at = 0; at < 100; at++) expect(checkSchema(schema, value)).toEqual(unknown);
    await nextTurn();
    expect(checkSchema(schema, { word: "aaa" })).toEqual({ kind: "valid" });
  });

  it("leaves an expected state unchecked", async () => {
    expect(() => hasExpectedState({ regex: EVIL }, WORD)).toThrow(NotChecked);
    await nextTurn();
    expect(hasExpectedState({ regex: "a+!" }, WORD)).toBe(true);
  });

  it("answers no question of a server", async () => {
    const script = [{ message: { regex: EVIL }, action: "accept" as const }];
    expect(answerElicitation({ message: WORD }, script)).toEqual({ action: "decline" });
    await nextTurn();
    expect(answerElicitation({ message: "aaa" }, script)).toMatchObject({ action: "accept" });
  });

  it("in a comparison is undecided, never harmless", () => {
    const named = (pattern: string) => ({
      type: "object",
      properties: { [WORD]: { type: "string" } },
      patternProperties: { [pattern]: { maxLength: 3 } },
    });
    const changes = compareSchemas(named(EVIL), { ...named(EVIL), required: ["a"] }, "input");
    expect(changes).toMatchObject([{ rule: "undecided-changed", class: "breaking" }]);
    expect(compareSchemas({ enum: [WORD, "b"] }, { type: "string", pattern: EVIL }, "input")).toMatchObject([
      { class: "breaking" },
    ]);
  });

  it("matches as JavaScript does, where it is none", () => {
    fc.assert(
      fc.property(fc.constantFrom("^a+$", "a|b", "^(ab)*c", "[0-9]{2,}", "^.*x.*$"), fc.string(), (pattern, text) => {
        expect(matchesPattern(pattern, text)).toBe(new RegExp(pattern, "u").test(text));
      }),
    );
    expect(matchesPattern("(", "a")).toBeUndefined();
    expect(matchesPattern(EVIL, WORD)).toBeUndefined();
  });
});

describe("a glob", () => {
  const byPattern = (glob: string, name: string) =>
    new RegExp(`^${glob.replaceAll(".", "\\.").replaceAll(/\*+/g, ".*").replaceAll("?", ".")}$`, "su").test(name);

  it("matches as its pattern would", () => {
    const text = fc.string({ unit: fc.constantFrom("a", "b", ".", "\n", "😀"), maxLength: 8 });
    const glob = fc.string({ unit: fc.constantFrom("a", "b", ".", "*", "?", "😀"), maxLength: 8 });
    fc.assert(
      fc.property(glob, text, (one, name) => matchesGlob(one, name) === byPattern(one, name)),
      { numRuns: 2000 },
    );
  });

  it("of many stars takes no longer", () => {
    expect(matchesGlob(`${"*a".repeat(30)}*b`, "a".repeat(5000))).toBe(false);
  });
});
