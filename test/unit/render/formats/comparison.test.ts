// A comparison of two sides in each format, with names that do harm where they are taken for more than text.
import { describe, expect, it } from "vitest";
import { renderConsole } from "../../../../src/render/formats/console.js";
import { renderGithub } from "../../../../src/render/formats/github.js";
import { renderHtml } from "../../../../src/render/formats/html/html.js";
import { renderJunit } from "../../../../src/render/formats/junit.js";
import { renderMarkdown } from "../../../../src/render/formats/markdown.js";
import { compareSides, type SideRuns } from "../../../../src/report/build-comparison.js";
import { EVIL, passedRun, reportOf } from "../../../helpers/sample-reports.js";

function side(name: string, workflow: string, passed: number): SideRuns {
  const each = Array.from({ length: 10 }, (_, at) => ({
    verdict: at < passed ? ("passed" as const) : ("failed" as const),
  }));
  const evaluations = [workflow, "steady"].map((workflowName) => ({
    workflowName,
    verdict: "passed" as const,
    trials: { planned: 10, each },
  }));
  return { name, evaluations };
}

const reportsOf = (name: string, workflow: string) => [
  { ...reportOf([passedRun()]), side: "old" },
  {
    ...reportOf([passedRun()]),
    side: name,
    comparison: compareSides(side("old", workflow, 1), side(name, workflow, 10)),
  },
];

describe("a comparison", () => {
  it("is a table with the sentence on a wide console, and paragraphs on a narrow one", () => {
    const wide = renderConsole(reportsOf("new", "sum"), { color: false, debug: false, width: 140 });
    expect(wide).toMatch(/ {2}workflow +old +new +difference +new\n/);
    expect(wide).toMatch(/ {2}sum +10% \(1 of 10\) +100% \(10 of 10\) +\+90 points \(95% interval .*\) +better\n/);
    const narrow = renderConsole(reportsOf("new", "sum"), { color: false, debug: false, width: 60 });
    expect(narrow).toContain("  sum: old 10% (1 of 10); new 100% (10 of 10); +90 points");
    for (const line of narrow.split("\n")) expect(line.length).toBeLessThanOrEqual(60);
  });

  it("is drawn with a mark and an interval for each side of each workflow and of all", () => {
    const page = renderHtml(reportsOf("new", "sum"));
    expect(page.match(/<circle /g)).toHaveLength(6);
    expect(page).toContain("<title>new, sum: 100% (72% to 100%)</title>");
  });

  it("lets no name do harm", () => {
    const reports = reportsOf(EVIL, EVIL);
    const page = renderHtml(reports);
    expect(page).not.toContain("<img src=x");
    expect(page).not.toContain("<svg onload");
    const markdown = renderMarkdown(reports);
    expect(markdown).not.toMatch(/^\s*@octocat/m);
    expect(markdown.split("\n").filter((line) => line.startsWith("| `<script>"))).toHaveLength(1);
    expect(renderGithub(reports)).not.toMatch(/^::error title=owned/m);
    expect(renderConsole(reports, { color: false, debug: false })).not.toContain("\u001b[31m");
    expect(renderJunit(reports)).not.toContain("<script>");
  });
});
