import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Report } from "../../../../src/report/report.js";
import { renderMarkdown } from "../../../../src/render/formats/markdown.js";
import { alive } from "../../../helpers/alive-markdown.js";
import {
  errorRun,
  EVIL,
  evilRun,
  failedRun,
  judged,
  mixed,
  passedRun,
  reportOf,
  skippedRun,
  toolSuite,
} from "../../../helpers/sample-reports.js";

/** Our own words: no letter of a recorded text is among them. */
const OURS = /^[\w\s|.,:()%*·✓✗?!✅❌❗❓➖–#/<>;~$-]*$/u;
const TAGS = /<\/?(?:details|summary)>/g;

function expectHarmless(reports: Report[]): void {
  const text = renderMarkdown(reports);
  const rest = alive(text).replace(TAGS, "");
  expect(rest).toMatch(OURS);
  expect(rest).not.toMatch(/[<>@]|https?:|#\d/);
  const rows = rest.split("\n").filter((line) => line.startsWith("|"));
  const bars = rows.map((line) => line.split("|").length);
  expect(new Set(bars).size, "every row has the cells of the head").toBeLessThanOrEqual(1);
  const open = alive(text);
  expect((open.match(/<details>/g) ?? []).length).toBe((open.match(/<\/details>/g) ?? []).length);
}

describe("renderMarkdown", () => {
  it("is a table, what did not pass first, then a folded section for each", () => {
    const text = renderMarkdown([mixed()]);
    expect(text.split("\n\n<details>")[0]).toBe(`## ❌ Some Evaluations Failed

**7 workflows: 2 passed, 1 failed, 1 error, 2 inconclusive, 1 skipped · 10.4 s · 4770 tokens spent** · 0 of 1 tool suites passed · overall score **–**

inconclusive: neither passed nor failed, the recording does not prove it; error: it could not be run; –: not judged; accept: the result counts as recorded; later calls may differ too

|  | Workflow | Score | End-to-End Success | Tool Invocation Order | Tool Call Health | LLM Judge | Why | Turns | Calls | Tokens |
| --- | --- | --- | --- | --- | --- | --- | --- | --: | --: | --: |
| ❌ | \`divide\` | **–** | ? – (was 100%) | ✓ 100% | ✗ 0% (was 100%) |  | \`divide (call 1) failed: tool error: division is not available\` | 1 | 1 | 960 |
| ❌ | tools: \`basics\` | 1 of 3 |  |  |  |  |  |  |  |  |
| ❗ | \`overloaded\` | **–** |  |  |  |  | \`The API is overloaded. (MODEL_API)\` |  |  |  |
| ❓ | \`change-an-order\` | **–** | ? – (was 100%) | ? – (was 100%) | ? – (was 100%) |  | \`read_order (call 2) answered something else\` | 2 | 3 | 2385 |
| ❓ | \`not-recorded\` | **–** |  |  |  |  | \`There is no cassette of it.\` |  |  |  |
| ✅ | \`add-two-numbers\` | **100%** | ✓ 100% | ✓ 100% | ✓ 100% | ✓ 92% |  | 2 | 1 | 2385 |
| ✅ | \`multiply\` | **100%** | ✓ 100% | ✓ 100% | ✓ 100% |  |  | 2 | 1 | 2385 |
| ➖ | \`later\` | skipped |  |  |  |  | \`The config says skip.\` |  |  |  |`);
    expect(text.match(/<summary>.*<\/summary>/g)).toEqual([
      "<summary>❌ <code>divide</code> failed</summary>",
      "<summary>❌ tools: <code>basics</code> failed</summary>",
      "<summary>❗ <code>overloaded</code> error</summary>",
      "<summary>❓ <code>change-an-order</code> inconclusive</summary>",
      "<summary>❓ <code>not-recorded</code> inconclusive</summary>",
      "<summary>✅ <code>add-two-numbers</code> passed</summary>",
      "<summary>✅ <code>multiply</code> passed</summary>",
      "<summary>What this is based on</summary>",
    ]);
    expect(text).toContain('    mcpvals accept d-0000000002 suites/calc.config.json -m "why it is harmless"');
    expect(text).toContain("Server: srv 1.0.0, protocol 2025-11-25 (live)");
  });

  it("leaves out columns in which nothing stands, and names the suite where there are several", () => {
    const one = renderMarkdown([reportOf([passedRun()])]);
    expect(one).not.toContain("LLM Judge");
    expect(one).toContain("## ✅ All Evaluations Passed");
    const two = renderMarkdown([reportOf([passedRun()]), reportOf([judged(passedRun(), "failed", 0.2)], [], "other")]);
    expect(two).toContain("| `other` `add-two-numbers` |");
    expect(two).toContain("✗ 20%");
    expect(renderMarkdown([reportOf([])])).toContain("## ➖ Nothing Was Evaluated");
  });

  it.each([1, 5, 60, 600, 3000])("of %i workflows is under GitHub's limit, and counts what is left out", (number) => {
    const failed = failedRun();
    const passed = passedRun();
    const evaluations = Array.from({ length: number }, (_, at) => ({
      ...(at % 3 === 0 ? failed : passed),
      workflowName: `workflow number ${at}`,
    }));
    const text = renderMarkdown([reportOf([...evaluations, errorRun()])]);
    expect(text.length).toBeLessThan(65_536);
    expectHarmless([reportOf(evaluations)]);
    const rows = text.split("\n").filter((line) => line.startsWith("| ")).length - 2;
    const sections = (text.match(/<summary>/g) ?? []).length - 1;
    const leftRows = Number(/^(\d+) more rows are left out\.$/m.exec(text)?.[1] ?? 0);
    const leftSections = Number(/^Details of (\d+) more are left out\.$/m.exec(text)?.[1] ?? 0);
    expect([rows + leftRows, sections + leftSections]).toEqual([number + 1, number + 1]);
    // The mildest go first.
    if (text.match(/<summary>✅/) !== null) expect(text.match(/<summary>❌/g)).toHaveLength(Math.ceil(number / 3));
  });

  it("leaves out a section that is too long alone, and keeps the others", () => {
    const huge = { ...failedRun("huge"), reasons: ["x".repeat(100_000)] };
    const text = renderMarkdown([reportOf([huge, failedRun("small")])]);
    expect(text.length).toBeLessThan(65_536);
    expect(text).toContain("<code>small</code> failed");
    expect(text).toContain("Details of 1 more are left out.");
    const long = renderMarkdown([reportOf([passedRun("n".repeat(100_000))])]);
    expect(long.length).toBeLessThan(65_536);
    expect(long).toContain("1 more rows are left out.");
  });

  it("holds no live mention, link or HTML of what was recorded", () => {
    expectHarmless([reportOf([evilRun(), skippedRun(EVIL)], [toolSuite(EVIL)], EVIL), mixed()]);
    const text = fc.oneof(
      fc.string({ unit: "binary", minLength: 1, maxLength: 40 }),
      fc.string({
        unit: fc.constantFrom("`", "|", "\\", "\n", " ", "~", "<", "@", "#", "a", "```", "\r"),
        minLength: 1,
        maxLength: 30,
      }),
    );
    fc.assert(
      fc.property(text, (evil) => expectHarmless([reportOf([evilRun(evil, false)], [toolSuite(evil)], evil), mixed()])),
      { numRuns: 100 },
    );
  });
});
