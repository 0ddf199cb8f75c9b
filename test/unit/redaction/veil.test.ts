import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createPlaces } from "../../../src/places/places.js";
import { changeCall } from "../../../src/trace/change-trace.js";
import { createVeil, type Veil } from "../../../src/redaction/veil.js";
import type { PathRule } from "../../../src/redaction/path-rules.js";
import type { Call } from "../../../src/trace/trace.js";
import { makeRedactor } from "./make-redactor.js";

const places = createPlaces({ root: ["/srv/app"], home: ["/home/me"], tmp: ["/tmp"], env: {} });

function makeVeil(paths: PathRule[] = [], known: Record<string, string> = { TOKEN: "s3cret/home/me/x" }): Veil {
  return createVeil({ redactor: makeRedactor(known), places, paths });
}

function callOf(text: string, tool = "get_account"): Call {
  const result = { content: [{ type: "text", text }] };
  return {
    id: 1,
    tool,
    arguments: {},
    outcome: { kind: "result", result },
    notifications: [],
    serverRequests: [],
    at: 0,
    ms: 1,
  };
}

const textOf = ({ outcome }: Call): unknown =>
  outcome.kind === "result" && JSON.parse(JSON.stringify(outcome.result)).content[0].text;

describe("a veil", () => {
  it("hides secrets before places, so that a place in a secret does not save it, and shows both again", () => {
    const veil = makeVeil();
    const value = { a: "s3cret/home/me/x in /home/me/y, and [home]" };
    const hidden = veil.hide(value);
    expect(hidden).toEqual({ a: "[redacted:TOKEN] in [home]/y, and [literal:home]" });
    expect(veil.show(hidden)).toEqual(value);
  });

  it("keeps what a server writes like a placeholder apart from its own, and shows it as it was", () => {
    const veil = makeVeil();
    const value = { "[redacted:x]": ["s3cret/home/me/x [redacted:TOKEN]", "[literal:redacted:a] [redacted:a:json]"] };
    const hidden = veil.hide(value);
    expect(hidden).toEqual({
      "[literal:redacted:x]": [
        "[redacted:TOKEN] [literal:redacted:TOKEN]",
        "[literal:literal:redacted:a] [literal:redacted:a:json]",
      ],
    });
    expect(veil.show(hidden)).toEqual(value);
    expect(veil.missing(hidden)).toEqual([]);
    expect(textOf(veil.hideCall(callOf("by [redacted:x]")))).toBe("by [literal:redacted:x]");
    const data = { type: "image", data: "[redacted:x]" };
    expect(veil.hide(data)).toEqual(data);
  });

  it("hides what it has shown as it was, with placeholders that have no value here, of anybody", () => {
    const part = fc.constantFrom(
      "[",
      "]",
      ":",
      "literal",
      "redacted",
      "redacted:x]",
      "TOKEN",
      "home",
      "a",
      " ",
      "s3cret/home/me/x",
    );
    const text = fc.array(part, { maxLength: 12 }).map((parts) => parts.join(""));
    fc.assert(
      fc.property(fc.dictionary(text, text, { maxKeys: 1 }), text, (before, literal) => {
        const recorder = makeVeil([], { TOKEN: "s3cret/home/me/x", LOST: "whistling" });
        const value = { ...before, literal, lost: "whistling" };
        const hidden = recorder.hide(value);
        expect(recorder.show(hidden)).toEqual(value);
        const veil = makeVeil();
        expect(veil.hide(veil.show(hidden))).toEqual(hidden);
        // All that a comparison takes for a placeholder is one that the redaction wrote.
        const taken = JSON.stringify(hidden).match(/\[redacted:[^[\]\s]*\]/g) ?? [];
        expect(taken.filter((one) => !["[redacted:TOKEN]", "[redacted:LOST]"].includes(one))).toEqual([]);
      }),
      { numRuns: 300 },
    );
  });

  it("says which placeholders have no value, in base64 too", () => {
    const veil = makeVeil();
    const base64 = Buffer.from("me:[redacted:PASSWORD]").toString("base64");
    expect(veil.missing({ a: "[redacted:TOKEN] [env:X] [redacted:OTHER:json]", b: base64 })).toEqual([
      "[env:X]",
      "[redacted:OTHER]",
      "[redacted:PASSWORD]",
    ]);
  });

  it("learns what stands for a placeholder", () => {
    const veil = makeVeil();
    veil.learn("[redacted:PASSWORD]", "kestrel-7");
    expect(veil.hide("it is kestrel-7")).toMatch(/^it is \[redacted:PASSWORD/);
  });
});

describe("places that the config calls secret", () => {
  const rule = (path: string, tool = "get_*"): PathRule => ({ tool, path });

  it.each([
    [
      "in JSON in text, spacing kept",
      '{\n  "iban": "DE02",\n  "pin": 12\n}',
      "/content/0/json/iban",
      '{\n  "iban": "[redacted:iban]",\n  "pin": 12\n}',
    ],
    ["numbers", '{"pin":12}', "/content/0/json/pin", '{"pin":"[redacted:pin:number]"}'],
    ["in JSON with a spacing of its own", '{ "pin" : "12" }', "/content/0/json/pin", '{ "pin" : "[redacted:pin]" }'],
    [
      "all below",
      '{"a":[{"b":"x","c":true},"y"]}',
      "/content/0/json/a",
      '{"a":[{"b":"[redacted:a]","c":true},"[redacted:a-2]"]}',
    ],
    ["by a star", '[{"n":"x"},{"n":"x"}]', "/content/0/json/*/n", '[{"n":"[redacted:n]"},{"n":"[redacted:n]"}]'],
    ["whole texts", "anything", "/content/0/text", "[redacted:text]"],
  ])("go: %s", (_, text, path, expected) => {
    expect(textOf(makeVeil([rule(path)]).hideCall(callOf(text)))).toBe(expected);
  });

  it("stay in the results of other tools", () => {
    expect(textOf(makeVeil([rule("/content/0/text")]).hideCall(callOf("anything", "list_accounts")))).toBe("anything");
  });

  it("stay hidden as they were where they are shown without a value, and come again", () => {
    const once = makeVeil([rule("/content/0/json/pin")]).hideCall(callOf('{"pin":12,"iban":"x"}'));
    const veil = makeVeil();
    expect(veil.hideCall(changeCall(once, (value) => veil.show(value)))).toEqual(once);
  });
});
