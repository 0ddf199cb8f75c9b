import fc from "fast-check";
import { load as loadYaml } from "js-yaml";
import { describe, expect, test } from "vitest";
import type { JsonValue } from "../../../src/json/value.js";
import { serializeYaml } from "../../../src/cassette/yaml-text.js";
import { parseYaml, TEXT_LIMIT } from "../../../src/cassette/yaml-read.js";
import { jsonValue, nastyString } from "../../helpers/arbitrary-json.js";
import { bestOf } from "../../helpers/best-of.js";

const parse = (text: string) => parseYaml(text, "x.yaml");
/** Cassettes have a mapping with known keys at the root. */
const wrapped = (value: JsonValue) => ({ top: value, last: 1 });

describe("the canonical YAML text", () => {
  test("any value comes back, also through UTF-8 bytes, and the text is stable", () => {
    fc.assert(
      fc.property(jsonValue, (value) => {
        const text = serializeYaml(wrapped(value));
        const bytes = Buffer.from(text, "utf8").toString("utf8");
        expect(parse(bytes).value).toEqual(wrapped(value));
        expect(serializeYaml(parse(bytes).value)).toBe(text);
      }),
      { numRuns: 300 },
    );
  });

  test("any string comes back, as a value, in a list and as a key", () => {
    fc.assert(
      fc.property(nastyString, (s) => {
        const value = wrapped([s, { [s]: s }, { a: [s] }]);
        const text = serializeYaml(value);
        expect(parse(Buffer.from(text, "utf8").toString("utf8")).value).toEqual(value);
      }),
      { numRuns: 1000 },
    );
  });

  test("texts of many MB come back, as a value and as a key", () => {
    for (const part of ["y", "a b\n", "\u0000\u007f\u0085\ufffe\u2028\u00e9\u{1f600}", '"\\']) {
      const long = part.repeat(((part === "y" ? 1.5 : 1.01) * 1024 * 1024) / part.length);
      const value = wrapped(part === "y" ? { [long]: 1 } : [long, "short", { a: 1 }]);
      const text = serializeYaml(value);
      expect(text).not.toMatch(/[\u007f-\u009f\u2028\ufffe\ufdd0-\ufdef]/);
      // Read by a reader without our limits.
      expect(loadYaml(text)).toEqual(value);
    }
  });

  test("no line ends in blanks, whatever is written: editors strip them", () => {
    fc.assert(
      fc.property(nastyString, (s) => {
        expect(serializeYaml(wrapped({ a: s }))).not.toMatch(/[ \t]$/m);
      }),
      { numRuns: 300 },
    );
  });

  test("invisible and bidi characters are always written as escapes", () => {
    const hidden = ["\u202e", "\u200b", "\ufeff", "\u00a0", "\u2028", "\u{e0041}", "\u3164"];
    for (const character of hidden) {
      const value = wrapped([`a${character}b`, `x\n${character}y\n`, { [character]: 1 }]);
      const text = serializeYaml(value);
      expect(text).not.toContain(character);
      expect(parse(text).value).toEqual(value);
    }
  });

  test("is written as people read it", () => {
    const text = serializeYaml({
      script: [
        { user: "Hello, Claude: two lines?" },
        { text: "| city | temp |\n| --- | ---: |\n" },
        { text: "line one\r\nline two\r\n" },
        { text: "trail  \n  more\n" },
        { json: { temperature: 72, forecast: [{ day: "mon", hi: 72 }] } },
        { call: "get", id: 1, input: { city: "San Francisco", when: "2026-11-27" } },
        { data: "x".repeat(200), day: "2026-11-27", yes: "yes" },
      ],
    });
    expect(text).toMatchInlineSnapshot(`
      "script:
        - user: "Hello, Claude: two lines?"
        - text: |
            | city | temp |
            | --- | ---: |
        - text: "line one\\r\\n\\
            line two\\r\\n"
        - text: "trail  \\n\\
            \\  more\\n"
        - json:
            temperature: 72
            forecast:
              - { day: mon, hi: 72 }
        - { call: get, id: 1, input: { city: San Francisco, when: 2026-11-27 } }
        - data: xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx
          day: 2026-11-27
          yes: yes
      "
    `);
  });
});

describe("reading a YAML text", () => {
  const refused: [string, string, RegExp][] = [
    ["anchors", "a: &x 1\n", /x\.yaml:1: anchors are not allowed/],
    ["aliases", "a: 1\nb: *x\n", /x\.yaml:2: /],
    ["tags", "a: 1\nb: !!str 2\n", /x\.yaml:2: tags are not allowed/],
    ["a second document", "a: 1\n---\nb: 2\n", /only one document/],
    ["directives", "%YAML 1.2\n---\na: 1\n", /only one document/],
    ["duplicate keys", "a: 1\na: 2\n", /x\.yaml:2: duplicate/i],
    ["a duplicate __proto__", "__proto__: 1\n__proto__: 2\n", /x\.yaml:2: duplicate/i],
    ["complex keys", "? [a]\n: 1\n", /x\.yaml:1: /],
    ["control characters", "a: \u0007\n", /x\.yaml:1: /],
    ["an empty file", "", /empty/],
    ["a cut off file", 'a: "b\n', /x\.yaml:\d: /],
    ["what is nested too deeply", `a: ${"[".repeat(200)}`, /x\.yaml:1: /],
  ];
  test.each(refused)("refuses %s, naming file and line", (_, text, message) => {
    expect(() => parse(text)).toThrow(message);
    expect(() => parse(text)).toThrow(expect.objectContaining({ code: "CASSETTE_INVALID" }));
  });

  test("refuses a text over the limit before it parses", () => {
    const text = "a".repeat(TEXT_LIMIT + 1);
    const refuse = (): void =>
      expect(() => parse(text)).toThrow(expect.objectContaining({ code: "CASSETTE_TOO_LARGE" }));
    expect(bestOf(500, refuse)).toBeLessThan(500);
  });

  test("knows the line of every part, and of the nearest part around a missing one", () => {
    const { lineOf } = parse('a: 1\nb:\n  - x: 1\n    "y/z": |\n      text\n  - [ 1, 2 ]\nc: { d: 4 }\n');
    expect(lineOf("/a")).toBe(1);
    expect(lineOf("/b")).toBe(2);
    expect(lineOf("/b/0")).toBe(3);
    expect(lineOf("/b/0/y~1z")).toBe(4);
    expect(lineOf("/b/0/none/deeper")).toBe(3);
    expect(lineOf("/b/1/1")).toBe(6);
    expect(lineOf("/c/d")).toBe(7);
  });
});
