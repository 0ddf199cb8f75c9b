import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { ValueSearch } from "../../../src/redaction/value-search.js";
import { makeRedactor } from "./make-redactor.js";

const long = "0123456789abcdef".repeat(40);

describe("a search for values", () => {
  it("finds values that are too long for a pattern, and no text that only begins like one", () => {
    const search = new ValueSearch([
      { name: "LONG", value: `${long}x`, anywhere: true },
      { name: "LONGER", value: `${long}y!`, anywhere: true },
      { name: "SHORT", value: "abcdef", anywhere: true },
    ]);
    expect(search.find(`a ${long}x b`)).toEqual([{ name: "LONG", start: 2, end: long.length + 3 }]);
    expect(search.find(`${long}y! ${long}x`).map(({ name }) => name)).toEqual(["LONGER", "LONG"]);
    // What begins like a long one may have a short one in it.
    expect(new Set(search.find(`${long}z`).map(({ name }) => name))).toEqual(new Set(["SHORT"]));
    expect(search.find(`${long}z`)).toHaveLength(40);
  });

  it("finds what a naive search finds, whatever is alike", () => {
    const value = fc
      .tuple(fc.constantFrom("a", "ab", "ba"), fc.integer({ min: 1, max: 400 }))
      .map(([part, times]) => part.repeat(times));
    fc.assert(
      fc.property(
        fc.array(value, { minLength: 1, maxLength: 5 }),
        fc.array(value, { maxLength: 4 }),
        (values, parts) => {
          const search = new ValueSearch(values.map((each) => ({ name: each, value: each, anywhere: true })));
          const text = parts.join("-");
          const longest = [...new Set(values)].toSorted((one, other) => other.length - one.length);
          const expected: string[] = [];
          for (let at = 0; at < text.length;) {
            const here = longest.find((each) => text.startsWith(each, at));
            if (here !== undefined) expected.push(`${at} ${here}`);
            at += here?.length ?? 1;
          }
          expect(search.find(text).map(({ name, start }) => `${start} ${name}`)).toEqual(expected);
        },
      ),
    );
  });

  it("takes a secret of two megabytes, alone and among hundreds, plain and in base64", () => {
    const huge = "a1B2c3D4".repeat(250_000);
    const known = Object.fromEntries(Array.from({ length: 300 }, (_, at) => [`K${at}`, `${at}${"x1Y2".repeat(2000)}`]));
    const redactor = makeRedactor({ HUGE: huge, ...known });
    expect(redactor.redact(`a ${huge} b`)).toBe("a [redacted:HUGE] b");
    expect(redactor.redact(Buffer.from(huge).toString("base64"))).toBe("[redacted:HUGE:base64]");
    expect(redactor.redact(`a ${known["K7"]} b`)).toBe("a [redacted:K7] b");
  });
});
