// A cassette's text, edited by people, formatters, editors and git: what lint says, and what it would write.
import fc from "fast-check";
import { dump } from "js-yaml";
import { describe, expect, test } from "vitest";
import { buildCassette } from "../../../src/cassette/build-cassette.js";
import { serializeCassette } from "../../../src/cassette/cassette-text.js";
import { openCassette } from "../../../src/cassette/open-text.js";
import { addSeal, splitSeal } from "../../../src/cassette/seal.js";
import { parseYaml } from "../../../src/cassette/yaml-read.js";
import { checkCassette } from "../../../src/lint/check-cassette.js";
import type { Finding } from "../../../src/lint/finding.js";
import { openEdited } from "../../../src/lint/open-edited.js";
import { trace } from "../../helpers/arbitrary-trace.js";
import { example, extras } from "../cassette/example.js";

const { text } = serializeCassette(buildCassette(example, extras));
const place = { file: "/x/cassettes/travel/x.yaml", shown: "cassettes/travel/x.yaml" };

function check(given: string, { isNamed = false, blobs = new Map<string, Uint8Array>() } = {}): Finding[] {
  const read = (one: string): unknown => openCassette(one, place.shown);
  const { findings, edited } = openEdited(given, Buffer.from(given), place, { read, first: "cassette" });
  return edited === undefined ? findings : [...findings, ...checkCassette(edited, blobs, isNamed).findings];
}
const rules = (findings: Finding[]): string[] => findings.map(({ rule }) => rule);
const written = (finding: Finding | undefined): string => {
  const repair = finding?.repair;
  return repair?.kind === "rewrite" ? repair.to : "";
};
/** Every round of `--fix` on one text. */
function mend(given: string, options: Parameters<typeof check>[1] = {}): string {
  let mended = given;
  for (let round = 0; round < 6; round++) {
    const next = check(mended, options).find(({ repair }) => repair !== undefined);
    if (next === undefined) return mended;
    mended = written(next);
  }
  throw new Error("never done");
}
const reformat = (sealed: string): string =>
  dump(parseYaml(sealed, "x").value, { lineWidth: 80, indent: 4, quoteStyle: "single" });

describe("a text as mcpvals wrote it", () => {
  test("has nothing to find", () => {
    expect(check(text)).toEqual([]);
  });

  test("any run", () => {
    fc.assert(
      fc.property(trace, (run) => {
        const cassette = serializeCassette(buildCassette(run, extras));
        expect(check(cassette.text, { blobs: cassette.blobs })).toEqual([]);
      }),
      { numRuns: 12 },
    );
  });
});

describe("a text that a formatter went over", () => {
  test("is not in canonical form, and says what was recorded; mended, it is the same byte for byte", () => {
    const other = reformat(text);
    expect(openError(other)).toBe("CASSETTE_SEAL");
    const [finding, ...more] = check(other);
    expect(more).toEqual([]);
    expect(finding).toMatchObject({
      rule: "canonical-form",
      message: expect.stringContaining("its contents are as recorded"),
    });
    expect(written(finding)).toBe(text);
  });

  test("whatever the run was", () => {
    fc.assert(
      fc.property(trace, (run) => {
        const cassette = serializeCassette(buildCassette(run, extras));
        expect(mend(reformat(cassette.text), { blobs: cassette.blobs })).toBe(cassette.text);
      }),
      { numRuns: 12 },
    );
  });

  test("and that somebody edited too: the form is mended, the seal is not", () => {
    const other = reformat(text).replace("Italian", "Greek");
    expect(rules(check(other))).toEqual(["canonical-form", "seal"]);
    const mended = mend(other);
    expect(mended).toContain("Greek");
    expect(rules(check(mended))).toEqual(["seal"]);
    expect(openError(mended)).toBe("CASSETTE_SEAL");
  });

  test("the line is the first that differs", () => {
    const other = text.replace("      - text: I'll look", "      -   text: I'll look");
    expect(check(other)[0]?.line).toBe(text.slice(0, text.indexOf("- text: I'll look")).split("\n").length);
  });
});

describe("the seal", () => {
  const greek = text.replace("Italian", "Greek");

  test("of an edited text does not fit; the finding stands at the seal", () => {
    const [finding, ...more] = check(greek);
    expect(more).toEqual([]);
    expect(finding).toMatchObject({ rule: "seal", line: text.trimEnd().split("\n").length });
    expect(finding?.fix).toContain("git checkout -- cassettes/travel/x.yaml");
  });

  test("is made again only for a file that somebody named", () => {
    expect(check(greek)[0]?.repair).toBeUndefined();
    const sealed = mend(greek, { isNamed: true });
    expect(sealed).toBe(addSeal(splitSeal(greek).body));
    expect(check(sealed)).toEqual([]);
  });

  test("that is gone is a finding; so is a text that was cut", () => {
    expect(rules(check(splitSeal(text).body))).toEqual(["seal"]);
    expect(rules(check(text.slice(0, text.indexOf("scores:"))))).toEqual(expect.arrayContaining(["invalid", "seal"]));
  });

  test("never covers what is not a cassette, however it is named", () => {
    const broken = text.replace("maxTokens: 8192", "maxTokens: many");
    expect(rules(check(broken, { isNamed: true }))).toEqual(["invalid", "seal"]);
    expect(mend(broken, { isNamed: true })).toBe(broken);
  });

  test("that fits a text in another form, as somebody's own sealing gives it, is no seal of a formatter", () => {
    const own = addSeal(splitSeal(text).body.replace("judge: []", "judge:   []"));
    expect(rules(check(own))).toEqual(["canonical-form"]);
    expect(mend(own)).toBe(text);
  });
});

describe("what git and editors do", () => {
  test("CRLF is mended without a new seal", () => {
    const crlf = text.replaceAll("\n", "\r\n");
    expect(rules(check(crlf))).toEqual(["line-ends"]);
    expect(mend(crlf)).toBe(text);
  });

  test("CRLF and an edit: the line ends are mended, the seal stays broken", () => {
    const crlf = text.replaceAll("\n", "\r\n").replace("Italian", "Greek");
    expect(rules(check(crlf))).toEqual(["line-ends", "seal"]);
    expect(rules(check(mend(crlf)))).toEqual(["seal"]);
  });

  test("a byte order mark is mended", () => {
    expect(rules(check(`\ufeff${text}`))).toEqual(["encoding"]);
    expect(mend(`\ufeff${text}`)).toBe(text);
  });

  test("conflict markers have their line and are never mended, named or not", () => {
    const conflict = text.replace("scores:", "<<<<<<< HEAD\nscores:").concat("=======\nx\n>>>>>>> main\n");
    const [finding, ...more] = check(conflict, { isNamed: true });
    expect(more).toEqual([]);
    expect(finding).toMatchObject({ rule: "conflict-markers", fix: expect.stringContaining("--ours") });
    expect(finding?.line).toBe(text.slice(0, text.indexOf("scores:")).split("\n").length);
    expect(finding?.repair).toBeUndefined();
  });

  test("a newer version is left alone", () => {
    expect(rules(check(text.replace("cassette: 2\n", "cassette: 3\n")))).toEqual(["version"]);
  });
});

describe("what is not a cassette", () => {
  test.each([
    ["another YAML file", "on: push\njobs: {}\n"],
    ["a list", "- 1\n"],
    ["nothing", ""],
    ["rubbish", "\u0000\u0001"],
    ["a bomb", "a: &a [x]\nb: [*a, *a]\n"],
  ])("%s is invalid, with one finding", (_, given) => {
    expect(rules(check(given))).toEqual(["invalid"]);
  });

  test("every problem has its own line", () => {
    const broken = text.replace("maxTokens: 8192", "maxTokens: many").replace("workflow:", "extra: 1\nworkflow:");
    const findings = check(addSeal(splitSeal(broken).body));
    expect(findings.map(({ line, message }) => `${line} ${message}`)).toEqual([
      expect.stringMatching(/^\d+ model\/maxTokens: /),
      expect.stringMatching(/^3 .*extra/),
    ]);
  });

  test("any text at all is found out or mended, and nothing is thrown", () => {
    fc.assert(
      fc.property(fc.oneof(fc.string({ unit: "binary" }), fc.json()), (given) => {
        expect(check(given).length).toBeGreaterThan(0);
      }),
    );
  });

  test("a cassette with any change in it is found out, or was written again by hand", () => {
    fc.assert(
      fc.property(
        fc.nat(text.length - 1),
        fc.nat(20),
        fc.string({ maxLength: 12, unit: "grapheme" }),
        (at, gone, put) => {
          const other = text.slice(0, at) + put + text.slice(at + gone);
          fc.pre(other !== text);
          expect(check(other).length).toBeGreaterThan(0);
        },
      ),
      { numRuns: 200 },
    );
  });
});

function openError(given: string): string | undefined {
  try {
    openCassette(given, "x");
    return undefined;
  } catch (error) {
    return (error as { code: string }).code;
  }
}
