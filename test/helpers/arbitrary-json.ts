// Arbitraries for JSON as servers and models really send it, and as nobody should.
import fc from "fast-check";
import type { JsonObject, JsonValue } from "../../src/json/value.js";

const piece = fc.constantFrom(
  ...Array.from(" \t\n\r\\\"'#:-?,[]{}&*!|>%@`~=<./ab0"),
  ...Array.from("\u0000\u001b\u0085\u00a0\u200b\u2028\u202e\ufeff\ufdd0\ufdd1\ufffe\ud800\udc00é漢"),
  "---",
  "...",
  "\n\n",
  "\r\n",
  " \n",
  "- ",
  ": ",
  " #",
  "null",
  "true",
  "1.0",
  "1e3",
  "0x1f",
  "2026-11-27",
  "<<",
  "__proto__",
  "😀",
  "\u{e0041}",
  "$base64",
  "[home]",
);

/** Strings made of what breaks writers: markers, quotes, controls, line ends, invisible characters, lone surrogates. */
export const nastyString: fc.Arbitrary<string> = fc.oneof(
  fc.array(piece, { maxLength: 12 }).map((parts) => parts.join("")),
  fc.string({ unit: "binary", maxLength: 20 }),
  fc.string({ maxLength: 120 }),
);

const number = fc.oneof(
  fc.integer(),
  fc.double({ noNaN: true }),
  fc.constantFrom(0, -0, 5e-324, 2 ** 53 + 2, 1e21, -1.5, Infinity),
);

const { tree } = fc.letrec<{ tree: JsonValue; object: JsonObject }>((tie) => ({
  tree: fc.oneof(
    { depthSize: "small", withCrossShrink: true },
    fc.oneof(nastyString, number, fc.boolean(), fc.constant(null)),
    fc.array(tie("tree"), { maxLength: 4 }),
    tie("object"),
  ),
  object: fc.array(fc.tuple(nastyString, tie("tree")), { maxLength: 4 }).map((entries) => Object.fromEntries(entries)),
}));

export const jsonValue: fc.Arbitrary<JsonValue> = tree;

export const jsonObject: fc.Arbitrary<JsonObject> = fc
  .array(fc.tuple(fc.oneof(nastyString, fc.constantFrom("a", "name", "text", "type", "id")), jsonValue), {
    maxLength: 4,
  })
  .map((entries) => Object.fromEntries(entries));
