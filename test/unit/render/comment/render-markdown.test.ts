import { describe, expect, test } from "vitest";
import { buildCassette } from "../../../../src/cassette/build-cassette.js";
import type { Scores } from "../../../../src/cassette/schema.js";
import { buildReview, type ReviewInput } from "../../../../src/review/build-review.js";
import type { RecordingSide } from "../../../../src/diff/recordings/recording.js";
import { renderReview } from "../../../../src/render/comment/render-markdown.js";
import type { CassetteChange } from "../../../../src/review/cassette-change.js";
import type { Trace } from "../../../../src/trace/trace.js";
import { NOTHING_LEARNED } from "../../../../src/variables/learned.js";
import { LIVE_AT, makeTool, makeTrace, type TraceSketch } from "../../../helpers/make-trace.js";

const PASSED: Scores = { "end-to-end-success": 1, "tool-invocation-order": 1, "tool-call-health": 1 };
const FAILED: Scores = { ...PASSED, "end-to-end-success": 0 };

function recording(file: string, trace: Trace, scores: Scores = PASSED): RecordingSide {
  const cassette = buildCassette(trace, { by: "mcpvals 0.1.0", scores });
  return { file, cassette, learned: NOTHING_LEARNED, trace, sealed: true };
}

function change(
  workflow: string,
  before: TraceSketch,
  after: TraceSketch,
  scores: Scores = PASSED,
  folder = "cassettes/one",
): CassetteChange {
  const file = `${folder}/w.yaml`;
  return {
    name: workflow,
    file,
    before: recording(file, makeTrace({ workflow, ...before })),
    after: recording(file, makeTrace({ workflow, startedAt: LIVE_AT, ...after }), scores),
    base: "0123456789ab",
  };
}

function render(input: Partial<ReviewInput>): string {
  const base = { commit: "0123456789abcdef", how: "main" };
  return renderReview(
    buildReview({ by: "mcpvals 0.1.0", base, cassettes: [], accepted: [], configs: [], notLookedAt: [], ...input }),
    {},
  );
}

/** What a renderer would look for syntax in: all but fences, code spans and `<code>`. */
function alive(markdown: string): string {
  const text = markdown
    .replace(/^(`{3,})(?:diff|text)\n[^]*?^\1$/gm, "")
    .replace(/<code>[^\n]*?<\/code>/g, "")
    .replace(/(?<!`)(`+)(?!`)[^\n]*?(?<!`)\1(?!`)/g, "");
  return text;
}

describe("the text of a review", () => {
  test("says beside each verdict how many trials passed, so that luck is no skill", () => {
    const changed = change("a", { turns: [] }, { turns: [], final: "Other." });
    const trialsOf = (side: CassetteChange["after"], trials: { runs: number; passed: number; take: number }) => {
      if (side === undefined || "message" in side || side.cassette.cassette === 1) throw new Error("no recording");
      return { ...side, cassette: { ...side.cassette, trials } };
    };
    const before = trialsOf(changed.before, { runs: 5, passed: 5, take: 2 });
    const after = trialsOf(changed.after, { runs: 5, passed: 2, take: 2 });
    const text = render({ cassettes: [{ ...changed, before, after }] });
    expect(text).toContain("passed (5 of 5 trials passed, take 2) → passed (2 of 5 trials passed, take 2)");
    const first = trialsOf(changed.after, { runs: 4, passed: 3, take: 1 });
    const added = render({ cassettes: [{ ...changed, before: undefined, after: first }] });
    expect(added).toContain("new: passed (3 of 4 trials passed)");
  });

  test("begins with the hidden marker, then says it in one sentence", () => {
    const text = render({ cassettes: [change("a", { turns: [] }, { turns: [], final: "Other." }, FAILED)] });
    expect(text.split("\n").slice(0, 2)).toEqual([
      "<!-- mcpvals review -->",
      "**The changed workflow got worse, likely because of chance.**",
    ]);
  });

  test("lets nothing that was recorded come alive", () => {
    const evil =
      "@evil #1 <img src=x onerror=y> [a](http://evil.example) ``` ```` | \\| </details></summary>\n\n# Title";
    const tool = `t${evil}`;
    const sketch = (again: boolean): TraceSketch => ({
      user: evil + String(again),
      final: evil.repeat(again ? 2 : 1),
      tools: [makeTool(tool, { type: "object" }, { description: evil + String(again) })],
      turns: [[[tool, { [evil]: evil + String(again) }, { json: { [evil]: evil + String(again) } }]]],
    });
    const folder = `cassettes/${evil}`;
    const text = render({
      base: { commit: "0123456789abcdef", how: evil },
      cassettes: [
        change(evil, sketch(false), sketch(true), FAILED, folder),
        { name: evil, file: `${folder}/x.yaml`, before: undefined, after: { file: "x", message: evil }, base: "b" },
      ],
      accepted: [
        {
          file: `${folder}/accepted.yaml`,
          before: { drift: [], contract: [] },
          after: {
            sealed: false,
            contract: [
              {
                id: "d-00000001",
                rule: "tool-removed",
                class: "breaking",
                subject: { kind: "tool", name: tool },
                path: evil,
                before: evil,
                why: evil,
              },
            ],
            drift: [
              {
                id: "d-00000000",
                workflow: evil,
                class: "changed",
                where: { part: "result", path: `/${evil}`, tool },
                recorded: evil,
                present: evil,
                why: evil,
              },
            ],
          },
          base: "b",
        },
      ],
      notLookedAt: [evil],
    });
    const rest = alive(text);
    expect(text).toContain("@evil");
    expect(rest).not.toMatch(/evil|<img|onerror|Title/);
    expect(rest.match(/<(?!!--)[^>]*>/g)?.filter((tag) => !/^<\/?(?:details|summary|br)>$/.test(tag))).toEqual([]);
    expect(rest.match(/<details>/g)?.length).toBe(rest.match(/<\/details>/g)?.length);
  });

  test("stays under GitHub's limit by leaving out whole entries, the least serious first, and counts them", () => {
    const noise = (seed: number): string =>
      Array.from({ length: 60 }, (_, line) => `${seed} ${line} ${"word ".repeat(20)}`).join("\n");
    const tools = [makeTool("act")];
    const cassettes = Array.from({ length: 120 }, (_, at) => {
      const name = `w${String(at).padStart(3, "0")}`;
      const calls = Array.from({ length: 1 + at }, () => ["act", {}, "ok"] as const);
      const now = { user: name, tools, turns: [calls], final: noise(at) };
      return change(name, { user: name, tools, turns: [], final: noise(-at) }, now, at % 2 === 0 ? PASSED : FAILED);
    });
    const text = render({ cassettes });
    expect(text.length).toBeLessThan(65_536);
    expect(text.length).toBeGreaterThan(50_000);
    const shown = [...text.matchAll(/<summary><code>w(\d+)<\/code>/g)].map(([, number]) => Number(number));
    const [, left = "0"] = /(\d+) more entries are left out, the least serious/.exec(text) ?? [];
    expect(shown.length + Number(left)).toBe(120);
    expect(shown.every((number) => number % 2 === 1)).toBe(true);
    expect(text.match(/<details>/g)?.length).toBe(text.match(/<\/details>/g)?.length);
  });

  test("stays under it even where every name and value is as long as it can be", () => {
    const long = "\u202e`|\\".repeat(5000);
    const cassettes = Array.from({ length: 30 }, (_, at) =>
      change(`${at}${long}`, { turns: [[[`${long}${at}`, {}, long]]] }, { turns: [], final: long }, FAILED),
    );
    const text = render({ cassettes, notLookedAt: Array.from({ length: 500 }, () => long) });
    expect(text.length).toBeLessThan(65_536);
    expect(text).toMatch(/And \d+ more/);
  });

  test("workflows whose values differ share an entry, and show their own values", () => {
    const one = (number: number) => {
      const tools = [makeTool("get")];
      const result = (value: number) => ({ json: { total: value } });
      return change(
        `w${number}`,
        { user: `${number}`, tools, turns: [[["get", {}, result(number)]]], final: "ok" },
        { user: `${number}`, tools, turns: [[["get", {}, result(number * 2)]]], final: "no" },
      );
    };
    const text = render({ cassettes: [one(11), one(12), one(13)] });
    expect(text.match(/<summary>/g)).toHaveLength(1);
    expect(text).toContain("- `w12`: `12` → `24`");
    expect(text).toContain("**The 3 workflows**: `w11`, `w12`, `w13`");
  });

  test("workflows that fell in another way stand apart, the worst first", () => {
    const now: TraceSketch = { turns: [], final: "no" };
    const text = render({ cassettes: [change("a", { turns: [] }, now), change("b", { turns: [] }, now, FAILED)] });
    expect([...text.matchAll(/^\| `(\w)` \|/gm)].map(([, name]) => name)).toEqual(["b", "a"]);
  });

  test("two long values are cut around where they part", () => {
    const long = (end: string): string => `${"same ".repeat(100)}${end}`;
    const text = render({
      cassettes: [
        change("a", { turns: [[["get", {}, long("then")]]] }, { turns: [[["get", {}, long("now")]]], final: "no" }),
      ],
    });
    expect(text).toMatch(/- ….*then"/);
    expect(text).toMatch(/\+ ….*now"/);
  });
});
