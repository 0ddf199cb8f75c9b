import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { DiffReport } from "../../../../src/diff/diff.js";
import { renderDiffHtml } from "../../../../src/render/formats/diff/html.js";
import { SCRIPT, SCRIPT_HASH } from "../../../../src/render/formats/html/script.js";
import { STYLE } from "../../../../src/render/formats/html/style.js";
import { diffReport } from "../../../helpers/arbitrary-diff.js";
import { change, CONFIG, diffOf, driftOf, mixedDiff, regressed, workflowDiff } from "./sample-diffs.js";

const show = (report: DiffReport) => renderDiffHtml(report, { config: CONFIG });
const sectionsOf = (page: string) =>
  [...page.matchAll(/<details class="workflow" id="(w\d+)" data-verdict="([^"]*)"( open)?>/g)].map(
    ([, id, key, open]) => `${id} ${key}${open ?? ""}`,
  );

describe("the page of a diff", () => {
  const page = show(mixedDiff());

  it("has the most important first: recorded calls, then the contract by tool, then the harmless, folded", () => {
    expect(sectionsOf(page)).toEqual([
      "w1 REGRESSED open",
      "w2 INCONCLUSIVE open",
      "w3 CHANGED open",
      "w4 CHANGED open",
      "w5 breaking open",
      "w6 breaking open",
      "w7 SAME",
      "w8 compatible",
      "w9 docs",
    ]);
    for (const [, target = ""] of page.matchAll(/<a href="([^"]*)"/g)) expect(target).toMatch(/^#w[1-9]$/);
    expect(page.match(/<tr data-row="w\d"/g)).toHaveLength(9);
  });

  it("says how it ended, of which sides, with counts that filter", () => {
    expect(page).toContain("<title>Something Got Worse - mcpvals</title>");
    expect(page).toContain("</span> REGRESSED: Something Got Worse</h1>");
    expect(page).toContain("npx -y travel@next (travel 2.0.0, protocol 2025-11-25)");
    expect([...page.matchAll(/data-filter="([^"]*)"/g)].map(([, key]) => key)).toEqual([
      "",
      "REGRESSED",
      "INCONCLUSIVE",
      "CHANGED",
      "SAME",
      "breaking",
      "compatible",
      "docs",
    ]);
    expect(page).toContain("mcpvals accept d-00000002");
  });

  it("has a row for each tool, those first that recorded calls use, and one for many resources", () => {
    const named = (kind: "tool" | "resource", name: string, rule = "removed") =>
      change(rule, "breaking", {
        id: `d-${name}`,
        subject: { kind, name },
        path: "",
        message: `The ${kind} \`${name}\` is gone.`,
      });
    const changes = [
      ...Array.from({ length: 100 }, (_, at) => named("resource", `file://${at}`)),
      named("tool", "unused"),
      named("tool", "find_tables"),
      { ...named("tool", "find_tables", "other"), id: "d-other" },
    ];
    const text = show(diffOf("BREAKING", [regressed()], changes));
    const rows = [
      ...text.matchAll(/<tr data-row="w\d" data-verdict="breaking">.*?<a [^>]*>([^<]*)<.*?<td class="why">([^<]*)</g),
    ];
    expect(rows.map(([, title, why]) => `${title}: ${why}`)).toEqual([
      "tool find_tables: The tool `find_tables` is gone, and 1 more",
      "tool unused: The tool `unused` is gone.",
      "100 resources: removed: The resource `file://0` is gone, and 99 more",
    ]);
    expect(text.match(/called in book-a-table/g)).toHaveLength(1);
  });

  it("shows values before and after, the lines of texts, and where it is for information only", () => {
    expect(page).toContain(`<th colspan="2">before</th><th colspan="2">after</th>`);
    expect(page).toMatch(/│ (?:<mark>)?Dogs/);
    expect(page).toContain("for information only from here");
    expect(page).toContain("Played on for information only from turn 2 (in step 1).");
    expect(page).toContain("breaking, accepted");
  });

  it("never shows an inconclusive score as equal", () => {
    expect(page).toContain("passed (100%) → inconclusive (–)");
    expect(page).toContain("They cannot be compared: one is inconclusive.");
  });

  it("leaves out the values of the mildest where the file would be too large, and says so", () => {
    const big = Array.from({ length: 400 }, (_, at) =>
      change("docs", "docs", { id: `d-${at}`, before: `${at} ${"x ".repeat(7_500)}`, after: "y ".repeat(7_500) }),
    );
    const drift = [driftOf("d-1", "changed", { recorded: "kept before", present: "kept after" })];
    const text = show(diffOf("CHANGED", [workflowDiff("w", "CHANGED", { drift })], big));
    expect(text.length).toBeLessThan(10_000_000);
    expect(text).toContain("The values are left out");
    expect(text).toContain("kept <mark>before</mark>");
    const many = Array.from({ length: 700 }, (_, at) => change("r", "breaking", { id: `d-${at}` }));
    expect(show(diffOf("BREAKING", [], many))).toContain("200 more are not shown here");
  });

  it("loads nothing, allows only its own script, and has no element of a recorded text", () => {
    const tags = new Set([...(page.match(/<[a-z][a-z0-9]*/g) ?? []), "<noscript", "<ul", "<li", "<pre", "<b", "<h4"]);
    expect(page).toContain(`script-src '${SCRIPT_HASH}'`.replaceAll("'", "&#39;"));
    fc.assert(
      fc.property(diffReport, (report) => {
        const made = show(report);
        expect(made.match(/<[a-z][^>]* (?:style|on[a-z]+|src)=/gi)).toBe(null);
        for (const [, target = ""] of made.matchAll(/ href="([^"]*)"/g)) expect(target).toMatch(/^(#w\d+|data:,)$/);
        const plain = made.replace(SCRIPT, "").replace(STYLE, "");
        for (const tag of plain.match(/<[a-zA-Z!?][^\s>]*/g) ?? []) {
          if (tag !== "<!doctype") expect(tags).toContain(tag.replace(/[/]$/, ""));
        }
        expect(made.match(/<script/g)).toHaveLength(1);
        // oxlint-disable-next-line no-control-regex
        expect(made).not.toMatch(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u202a-\u202e\ufeff]/);
      }),
      { numRuns: 25 },
    );
  });
});
