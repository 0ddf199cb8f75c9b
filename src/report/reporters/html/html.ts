// The reports of a command in; one HTML file that needs nothing else out. It loads nothing, and of recorded text nothing in
// it is alive: all of it is escaped, and the page's policy lets run only the script below, by its hash.
import type { Evaluation, HealthSuiteReport, Report, WorkflowVerdict } from "../../report.js";
import { HEADLINE, sumReports } from "../../totals.js";
import { healthMarkup } from "./health.js";
import { markup, Markup } from "./markup.js";
import { footerMarkup, headerMarkup, suiteTable } from "./overview.js";
import { SCRIPT, SCRIPT_HASH } from "./script.js";
import type { Section } from "./section.js";
import { createSideBySide, type SideBySide } from "./side-by-side.js";
import { STYLE, STYLE_HASH } from "./style.js";
import { toolbarMarkup } from "./toolbar.js";
import { workflowMarkup } from "./workflow.js";

/** Bytes of all sections together; what is around them is small. */
const ROOM = 9_000_000;
/** Sections that stand open at first. */
const OPEN = 5;

interface Item {
  what: { kind: "workflow"; evaluation: Evaluation } | { kind: "health"; health: HealthSuiteReport };
  verdict: WorkflowVerdict;
  section: Section;
}

/** Ends with a line end. Transcripts are shown where the reports hold them. */
export function renderHtml(reports: readonly Report[]): string {
  const totals = sumReports(reports);
  const many = reports.length > 1;
  const items = collect(reports, many);
  const idOf = (item: Evaluation | HealthSuiteReport): string =>
    items.find(({ what }) => (what.kind === "workflow" ? what.evaluation : what.health) === item)?.section.id ?? "";
  const page = markup`<!doctype html>
<html lang="en"><head><meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy()}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark"><meta name="robots" content="noindex"><meta name="referrer" content="no-referrer">
<link rel="icon" href="data:,">
<title>${HEADLINE[totals.verdict]} - mcpvals</title>
<style>${Markup.of(STYLE)}</style></head>
<body>${headerMarkup(reports, totals)}
${toolbarMarkup()}
<main>${reports.map((report) => suiteTable(report, idOf, many))}
<div id="sections">${renderSections(items)}</div></main>
${footerMarkup(reports)}
<script>${Markup.of(SCRIPT)}</script></body></html>
`;
  return page.toString();
}

function policy(): string {
  return [
    "default-src 'none'",
    "img-src data:",
    `style-src '${STYLE_HASH}'`,
    `script-src '${SCRIPT_HASH}'`,
    "base-uri 'none'",
    "form-action 'none'",
  ].join("; ");
}

function collect(reports: readonly Report[], many: boolean): Item[] {
  const items = reports.flatMap((report) => {
    const suite = many ? report.suite.name : undefined;
    const all: Omit<Item, "section">[] = [
      ...report.evaluations.map((evaluation) => ({
        what: { kind: "workflow", evaluation } as const,
        verdict: evaluation.verdict,
      })),
      ...report.toolHealth.map((health) => ({ what: { kind: "health", health } as const, verdict: health.verdict })),
    ];
    return all.map((item) => ({ ...item, suite }));
  });
  let opened = 0;
  return items.map(({ what, verdict, suite }, at) => {
    const open = items.length === 1 || (verdict !== "passed" && verdict !== "skipped" && opened < OPEN);
    if (open) opened += 1;
    return { what, verdict, section: { id: `w${at + 1}`, suite, open } };
  });
}

const WORST_FIRST: readonly WorkflowVerdict[] = ["failed", "error", "inconclusive", "passed", "skipped"];

/** In the order of the suite. Where there is no room for all, the mildest go without their transcripts. */
function renderSections(items: readonly Item[]): Markup[] {
  const sideBySide = createSideBySide();
  const rendered = new Map<Item, Markup>();
  let used = 0;
  for (const item of WORST_FIRST.flatMap((verdict) => items.filter((one) => one.verdict === verdict))) {
    let section = renderSection(item, sideBySide, true);
    let bytes = bytesOf(section);
    if (used + bytes > ROOM) {
      section = renderSection(item, sideBySide, false);
      bytes = bytesOf(section);
    }
    used += bytes;
    rendered.set(item, section);
  }
  return items.flatMap((item) => rendered.get(item) ?? []);
}

function renderSection({ what, section }: Item, sideBySide: SideBySide, withTranscript: boolean): Markup {
  return what.kind === "health"
    ? healthMarkup(what.health, section)
    : workflowMarkup(what.evaluation, section, { sideBySide, withTranscript });
}

function bytesOf(section: Markup): number {
  return new TextEncoder().encode(section.toString()).length;
}
