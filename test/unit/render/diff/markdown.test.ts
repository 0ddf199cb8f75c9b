import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { DiffReport } from "../../../../src/diff/diff.js";
import { renderDiffMarkdown } from "../../../../src/render/formats/diff/markdown.js";
import { alive } from "../../../helpers/alive-markdown.js";
import { diffReport } from "../../../helpers/arbitrary-diff.js";
import { EVIL } from "../../../helpers/sample-reports.js";
import { callDiff, change, changed, CONFIG, diffOf, driftOf, mixedDiff, score, workflowDiff } from "./sample-diffs.js";

const show = (report: DiffReport) => renderDiffMarkdown(report, { config: CONFIG });

/** Our own words: no letter of a recorded text is among them. */
const OURS = /^[\w\s|.,:()%*·✓✗?!✅❌❗❓🟡➖–→~#/<>-]*$/u;
const TAGS = /<\/?(?:details(?: open)?|summary)>/g;

function expectHarmless(text: string): void {
  expect(text.length).toBeLessThan(65_536);
  const open = alive(text);
  const rest = open.replace(TAGS, "");
  expect(rest).toMatch(OURS);
  expect(rest).not.toMatch(/[<>@]|https?:|#\d/);
  // Every row has the cells of its head.
  for (const table of rest.split(/\n(?!\|)/)) {
    const bars = table
      .split("\n")
      .filter((line) => line.startsWith("|"))
      .map((line) => line.split("|").length);
    expect(new Set(bars).size).toBeLessThanOrEqual(1);
  }
  expect((open.match(/<details(?: open)?>/g) ?? []).length).toBe((open.match(/<\/details>/g) ?? []).length);
}

describe("the Markdown of a diff", () => {
  it("is the verdict, the workflows before and after, what breaks in the contract, and folded details", () => {
    const text = show(mixedDiff());
    expect(text.split("\n<details")[0]).toBe(`## ❌ REGRESSED: Something Got Worse

From \`npx -y travel@1.4 (travel 1.4.0)\` to \`npx -y travel@next (travel 2.0.0)\`: 1 workflow got worse, 1 workflow inconclusive, 2 workflows changed, 1 workflow the same, 2 breaking changes of the contract, 1 risky change of the contract. Same recorded calls on both sides: what differs is the server, not Claude.

\`\`\`text
book-a-table: Tool Call Health: failed (50%), was passed (100%)
The workflow say-hello was compared although its cassette is old.
\`\`\`

|  | Workflow | Outcome | Verdict | End-to-End Success | Tool Invocation Order | Tool Call Health |
| --- | --- | --- | --- | --- | --- | --- |
| ❌ | \`book-a-table\` | REGRESSED | passed → failed | ✓ 100% → ? – | ✓ 100% | ✓ 100% → ✗ 50% |
| ❓ | \`pay-the-bill\` | INCONCLUSIVE | inconclusive |  |  |  |
| 🟡 | \`list-tables\` | CHANGED | failed → passed |  |  | ✗ 0% → ✓ 100% |
| 🟡 | \`new-one (only after)\` | CHANGED | passed | ✓ 100% | ✓ 100% | ✓ 100% |
| ✅ | \`say-hello\` | SAME | passed | ✓ 100% | ✓ 100% | ✓ 100% |
`);
    expect(text).toContain(`</details>

### Contract: \`travel 1.4.0 → travel 2.0.0\`

|  | Where | What | Before → after | Rule | Id |
| --- | --- | --- | --- | --- | --- |
| ❌ breaking | \`tool cancel_table\` called in \`book-a-table\` | \`The tool is gone; renamed to drop_table? (Renamed is a guess: both have the same input.)\` |  | \`tool-removed\` | \`d-00000001\` |
| ❌ breaking | \`tool book_table, /inputSchema/required\` called in \`book-a-table, list-tables\` | \`"day" is required now\` | \`["city"]\` → \`["city","day"]\` | \`input-required-added\` | \`d-00000002\` |
| 🟡 risky | \`tool book_table, /annotations/destructiveHint\` called in \`book-a-table, list-tables\` | \`It destroys now.\` | \`false\` → \`true\` | \`annotation-destructive\` | \`d-00000004\` |
`);
    expect(text.match(/<summary>.*<\/summary>/g)).toEqual([
      "<summary>❌ <code>book-a-table</code> REGRESSED</summary>",
      "<summary>❓ <code>pay-the-bill</code> INCONCLUSIVE</summary>",
      "<summary>🟡 <code>list-tables</code> CHANGED</summary>",
      "<summary>🟡 <code>new-one (only after)</code> CHANGED</summary>",
      "<summary>1 compatible change of the contract</summary>",
      "<summary>2 docs changes of the contract</summary>",
      "<summary>1 accepted change of the contract</summary>",
    ]);
    expect(text).toContain("Played on for information only from turn 2 (in step 1).");
    expect(text).toContain("  mcpvals record suites/travel.config.json -t pay-the-bill");
    expect(text).toContain('d-00000004 suites/travel.config.json -m "why it is harmless"');
    expect(text).toContain("Accepted drift d-00000099 of list-tables did not occur any more.");
  });

  it("tells of a workflow what differs, call by call, in one piece", () => {
    const text = show(diffOf("CHANGED", [changed()]));
    expect(text).toContain(`\`\`\`text
Claude called book_table; its last words: "Two tables are free."
Verdict: failed → passed
  ✓ Tool Call Health: 0% → 100% (better)
Calls:
  call 1 (step 1, turn 1), book_table {"city":"Turin"}
    no longer fails: tool error: busy → a result
Results:
  d-0000000e changed: step 1, call 1, find_tables result, /content/0/json/tables
    "free" → "open"
1 difference more, harmless or accepted.
\`\`\``);
  });

  it("of sides that are the same is a heading, the table and one line on the contract", () => {
    const text = show(diffOf("SAME", [workflowDiff("say-hello", "SAME")]));
    expect(text).toContain("## ✅ SAME: Nothing That Counts Changed");
    expect(text).toContain("Nothing in it breaks a caller.");
    expect(text).not.toContain("<details>");
    expect(show({ ...diffOf("SAME", []), contracts: [] })).not.toContain("Contract");
  });

  it.each([1, 40, 1500])(
    "of %i workflows and changes is under GitHub's limit, and counts what is left out",
    (number) => {
      const many = <T>(make: (at: number) => T): T[] => Array.from({ length: number }, (_, at) => make(at));
      const report = diffOf(
        "REGRESSED",
        many((at) =>
          workflowDiff(`workflow number ${at}`, at % 3 === 0 ? "REGRESSED" : "CHANGED", {
            drift: [driftOf(`d-${at}`, "changed")],
            calls: [callDiff(1, { change: "impossible" })],
            scores: [score("llm-judge", 1, 0.5)],
          }),
        ),
        many((at) => change("input-narrowed", at % 2 === 0 ? "breaking" : "compatible", { id: `d-c${at}` })),
      );
      const text = show(report);
      expectHarmless(text);
      const rows = text.match(/^\| (?:❌|🟡) \|/gm)?.length ?? 0;
      const left = Number(/^(\d+) more workflows are left out\.$/m.exec(text)?.[1] ?? 0);
      expect(rows + left).toBe(number);
      const sections = text.match(/<summary>(?:❌|🟡|\d+ compatible)/g)?.length ?? 0;
      const leftSections = Number(/^Details of (\d+) more are left out\.$/m.exec(text)?.[1] ?? 0);
      expect(sections + leftSections).toBe(number + (number > 1 ? 1 : 0));
      const breaking = text.match(/^\| ❌ breaking/gm)?.length ?? 0;
      expect(breaking).toBeGreaterThan(0);
      if (breaking < Math.ceil(number / 2)) expect(text).toMatch(/^\d+ more rows are left out\.$/m);
      // The mildest go first.
      if (leftSections > number) expect(text).not.toContain("<summary>🟡");
    },
  );

  it("is under the limit, however long the texts are", () => {
    const long = "x".repeat(100_000);
    const text = show({
      ...diffOf(
        "BREAKING",
        [workflowDiff(long, "BREAKING", { reasons: [long], drift: [driftOf(long, "changed", { recorded: long })] })],
        [change("r", "breaking", { message: long, path: long, before: long, subject: { kind: "tool", name: long } })],
      ),
      reasons: [long, long],
      unused: Array.from({ length: 500 }, () => long),
    });
    expectHarmless(text);
    expect(text).toContain("more");
  });

  it("holds no live mention, link or HTML of what was recorded", () => {
    fc.assert(
      fc.property(diffReport, (report) => expectHarmless(renderDiffMarkdown(report, { config: EVIL }))),
      { numRuns: 40 },
    );
  });
});
