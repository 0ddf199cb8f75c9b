// Each text of a run and its recording is searched once for each expected state.
import fc from "fast-check";
import { describe, expect, it, vi } from "vitest";
import { hasExpectedState } from "../../../src/metrics/expected-state.js";
import { StateSearch } from "../../../src/metrics/state-search.js";

describe("a search", () => {
  it("says what a single look says, for any text and state", () => {
    const part = fc.constantFrom('"a"', '"ok": false', "\\n", "\\u0041", "42", "4.2e1", " ", "É", "{", "}", ":", ",");
    const text = fc.oneof(
      fc.array(part, { maxLength: 8 }).map((parts) => parts.join("")),
      fc.jsonValue().map((value) => JSON.stringify(value)),
    );
    const state = fc.oneof(fc.constantFrom("a", "A", "ok", "42", "é", "\n"), fc.string({ minLength: 1, maxLength: 3 }));
    fc.assert(
      fc.property(
        fc.array(text, { minLength: 1, maxLength: 4 }),
        fc.array(state, { maxLength: 3 }),
        (texts, states) => {
          const search = new StateSearch();
          for (const one of [...texts, ...texts]) {
            for (const expected of states) expect(search.hasText(expected, one)).toBe(hasExpectedState(expected, one));
          }
        },
      ),
    );
  });

  it("reads the same text of two outcomes once", () => {
    const normalize = vi.spyOn(String.prototype, "normalize");
    const text = JSON.stringify(Array.from({ length: 1000 }, (_, at) => ({ at, name: `row ${at}` })));
    const outcome = () => ({ kind: "result" as const, result: { content: [{ type: "text", text }] } });
    const search = new StateSearch();
    expect(search.hasOutcome("nowhere", outcome())).toBe(false);
    expect(search.hasOutcome("nowhere", outcome())).toBe(false);
    expect(search.hasOutcome("row 999", outcome())).toBe(true);
    expect(normalize.mock.contexts.filter((one) => String(one) === text)).toHaveLength(1);
    normalize.mockRestore();
  });
});
