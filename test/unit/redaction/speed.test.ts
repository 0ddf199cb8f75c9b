// A tool result may be anything: no text makes the redactor slow.
import fc from "fast-check";
import { expect, it } from "vitest";
import { bestOf } from "../../helpers/best-of.js";
import { findShapes, SHAPES } from "../../../src/redaction/shapes.js";
import { exampleOf } from "../../helpers/shape-examples.js";
import { makeRedactor } from "./make-redactor.js";

const MEGABYTE = 1 << 20;
const fill = (piece: string): string => piece.repeat(Math.ceil(MEGABYTE / piece.length)).slice(0, MEGABYTE);
const nested = (levels: number): string => {
  let text = '{"a":"b"}';
  for (let level = 0; level < levels; level++) text = JSON.stringify({ a: text });
  return text;
};
const token = "a1B2c3D4e5a1B2c3D4e5a1B2c3D4e5a1B2c3";

const texts: Record<string, string> = {
  "eyJ-": fill("eyJ-"),
  "eyJ with dots": fill("eyJaaaaaaaaaaaaaa."),
  "long base64": fill("QUJDRDEyMzQ"),
  "base64 with slashes": fill("QUJ/RDE+"),
  "nested JSON in text": fill(nested(8)),
  backslashes: fill("\\"),
  escapes: fill(String.raw`\u001b[0m\"\n`),
  colours: fill("\u001b[31mx"),
  "percent codes": fill("%41%"),
  "URLs without an end": fill("https://a:"),
  "URLs that are not encoded": fill("a://b:c/d?e#f'g<"),
  "one URL without an end": `https://a:${fill("b/c")}`,
  "one URL full of at signs": `https://a:b/${fill("@c/")}`,
  "a URL and colons": `https://${fill("a:")}`,
  parameters: fill("?a&token=b"),
  "one parameter without an end": `?token=${fill("ab1")}`,
  "lines of keys without an end": `-----BEGIN PRIVATE KEY-----\n${fill("MIIEpAIBAAKCAQEA0Z3VS5\n")}`,
  "ends of keys": fill("MIIEpAIBAAKCAQEA0Z3VS5\n-----END PRIVATE KEY-----"),
  "a key and what is between words": `-----BEGIN PRIVATE KEY-----${fill("\\n \\")}`,
  "URLs and at signs": `${fill("https://a:b")}@`,
  "sk-": fill("sk-"),
  AKIA: fill("AKIA"),
  BEGIN: fill("-----BEGIN RSA PRIVATE KEY-----"),
  authorization: fill("authorization: "),
  "all beginnings": fill(
    "eyJ sk-ant- sk_ rk_ whsec_ AKIA AIza GOCSPX- ya29. glpat- glc_ hf_ gsk_ dckr_ ntn_ pypi-AgE _v1_ dapi PMAK- figd_ :AA SK xapp- hvs. AGE-SECRET-KEY- sbp_ pplx- xai- r8_ dp. Key= ecret earer asic  uthorization npm_ xoxb- SG. shp gh ghp_ lin_ ops_ ://",
  ),
  "quotes and keys": fill('"otp": "'),
  placeholders: fill("[redacted:TOKEN] "),
  "openings of placeholders": fill("[redacted:"),
  words: fill("The quick brown fox jumps over the lazy dog, 12 times. "),
};

/** Tens of thousands of secrets in one text. */
const full: Record<string, string> = {
  passwords: fill("a://b:cc@"),
  "private keys": fill("-----BEGIN PRIVATE KEY-----\nMIIEpAIBAAKCAQEA0Z3VS5\n"),
  "bearer tokens": fill("Bearer aaaaaaaaaaaaaaaaa1"),
  "other passwords": Array.from({ length: 60_000 }, (_, at) => `a://b:${String(at)}c@d`).join(" "),
  "other passwords, not encoded": Array.from({ length: 60_000 }, (_, at) => `a://b:x/${String(at)}@d`).join(" "),
  "other parameters": Array.from({ length: 40_000 }, (_, at) => `?a=b&token=c1${String(at)}d12345`).join(" "),
  "one token again and again": fill(`ghp_${token} `),
  "other tokens": Array.from({ length: 20_000 }, (_, at) => `ghp_${String(at).padStart(6, "0")}${token.slice(6)}`).join(
    " ",
  ),
};

/** With a new redactor each time, for one remembers what it has read. */
function measure(limit: number, text: string): number {
  return bestOf(limit, () =>
    makeRedactor({ TOKEN: "canary-0123456789", OTHER: 'hunter2 "quoted" \\' }, { keys: ["otp", "api_key"] }).redact({
      content: [{ type: "text", text }],
    }),
  );
}

it.each(SHAPES)("64 KB of beginnings of $kind take less than 50 ms: $lead", (shape) => {
  for (const example of fc.sample(exampleOf(shape), { numRuns: 2, seed: 1 })) {
    for (const part of [0.4, 0.8, 1]) {
      const piece = example.slice(0, Math.ceil(example.length * part));
      for (const text of [piece, `${piece} `].map((each) => each.repeat(Math.ceil(65_536 / each.length))))
        expect(bestOf(50, () => findShapes(text))).toBeLessThan(50);
    }
  }
});

it.each(Object.entries(texts))("1 MB of %s takes less than 500 ms", (_, text) => {
  expect(measure(500, text)).toBeLessThan(500);
});

it.each(Object.entries(full))("1 MB of %s takes time in proportion", (_, text) => {
  expect(measure(1500, text)).toBeLessThan(1500);
});
