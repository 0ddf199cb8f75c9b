// Every spelling that a pattern takes passes its prefilter and is cut out: examples are generated from the patterns.
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { rules as recommended } from "@secretlint/secretlint-rule-preset-recommend";
import { looksLikeWords } from "../../../src/redaction/shape.js";
import { findShapes, SHAPES } from "../../../src/redaction/shapes.js";
import { exampleOf, flipCase } from "../../helpers/shape-examples.js";
import { makeRedactor, rules } from "./make-redactor.js";

const named = SHAPES.map((shape, at) => ({ name: `${shape.kind} (${shape.lead})`, at, shape }));

describe("a shape", () => {
  it.each(named)("$name is found in every spelling that its pattern takes", ({ shape }) => {
    let found = 0;
    fc.assert(
      fc.property(exampleOf(shape), (example) => {
        const text = `a ${example} b`;
        for (const match of text.matchAll(shape.pattern)) {
          const secret = match[1] ?? match[0];
          if (!shape.accepts(secret)) continue;
          found++;
          const end = match.index + match[0].length;
          const start = end - secret.length;
          const covering = findShapes(text).some((one) => one.start <= start && one.end >= end);
          expect({ text, secret, covering }).toEqual({ text, secret, covering: true });
          expect(makeRedactor().redact(text)).not.toContain(secret);
        }
      }),
      { numRuns: 60 },
    );
    expect(found).toBeGreaterThan(15);
  });
});

/** What a rule of secretlint's finds when it is asked, and the patterns that it looks with. */
function ask(rule: (typeof recommended)[number], content: string): { found: string[]; patterns: RegExp[] } {
  const patterns = new Map<string, RegExp>();
  const found: string[] = [];
  // oxlint-disable-next-line typescript/unbound-method -- called with the expression that it is asked of
  const exec = RegExp.prototype.exec;
  RegExp.prototype.exec = function (text: string) {
    if (text === content) patterns.set(String(this), this);
    return exec.call(this, text);
  };
  try {
    const report = ({ range: [start, end] }: { range: [number, number] }): void =>
      void found.push(content.slice(start, end));
    const context = {
      sharedOptions: {},
      createTranslator: () => () => ({ message: "", messageId: "" }),
      report,
      ignore() {},
    };
    void rule.create(context as never, {}).file?.({ content, ext: "", contentType: "text" } as never);
  } finally {
    RegExp.prototype.exec = exec;
  }
  return { found, patterns: [...patterns.values()] };
}

/** Without what fast-check does not generate: borders and names of groups. */
function generable({ source }: RegExp): string {
  return source
    .replaceAll(/\(\?<?!(?:\[[^\]]*\]|\\p\{L\}|\\w)\)/g, "")
    .replaceAll(/\(\?<\w+>/g, "(?:")
    .replaceAll(String.raw`\b`, "");
}

const LEFT_OUT = /filter-comments|basicauth|database-connection-string|gcp|rule-aws|privatekey/;
const asked = recommended
  .filter(({ meta }) => !LEFT_OUT.test(meta.id))
  .flatMap((rule) =>
    ask(rule, "nothing").patterns.map((pattern) => ({ id: rule.meta.id.replace(/.*rule-/, ""), rule, pattern })),
  )
  // Its place is wrong; url-secrets.ts finds these.
  .filter(({ pattern }) => !pattern.source.includes("x-oauth-basic"));

describe("a rule of secretlint's", () => {
  it("is seen by this test", () => {
    expect(new Set(asked.map(({ id }) => id)).size).toBe(9);
  });

  it.each(asked)("$id is asked in every spelling that its pattern takes: $pattern", ({ rule, pattern }) => {
    let matching = 0;
    const example = fc.stringMatching(new RegExp(`^(?:${generable(pattern)})$`));
    fc.assert(
      fc.property(pattern.flags.includes("i") ? flipCase(example) : example, (text) => {
        pattern.lastIndex = 0;
        if (pattern.test(text)) matching++;
        const missed = ask(rule, text).found.filter(
          (secret) =>
            !looksLikeWords(secret) && !rules(text).some(({ start, end }) => text.slice(start, end) === secret),
        );
        expect({ text, missed }).toEqual({ text, missed: [] });
      }),
      { numRuns: 60 },
    );
    expect(matching).toBeGreaterThan(15);
  });
});
