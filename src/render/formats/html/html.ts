// Renders the reports of a command as one self-contained HTML file.
import type { Evaluation, HealthSuiteReport, Report } from "../../../report/report.js";
import { sumReports } from "../../../report/totals.js";
import { healthMarkup } from "./health.js";
import { markup, type Markup } from "./markup.js";
import { footerMarkup, headerMarkup, suiteTable } from "./overview.js";
import { renderPage } from "./page.js";
import type { Section } from "./section.js";
import { createSideBySide, type SideBySide } from "./side-by-side.js";
import { workflowMarkup } from "./workflow.js";
import { VERDICTS_WORST_FIRST, VERDICTS, type WorkflowVerdict } from "../../../metrics/verdicts.js";

/** Bytes of all sections together; the rest of the page is small. */
const ROOM = 9_000_000;
/** How many sections are open at first. */
const OPEN = 5;

interface Item {
  what: { kind: "workflow"; evaluation: Evaluation } | { kind: "health"; health: HealthSuiteReport };
  verdict: WorkflowVerdict;
  section: Section;
}

/** Ends with a line end. Shows transcripts where the reports contain them. */
export function renderHtml(reports: readonly Report[]): string {
  const totals = sumReports(reports);
  const many = reports.length > 1;
  const items = collect(reports, many);
  const idOf = (item: Evaluation | HealthSuiteReport): string =>
    items.find(({ what }) => (what.kind === "workflow" ? what.evaluation : what.health) === item)?.section.id ?? "";
  return renderPage({
    title: VERDICTS[totals.verdict].headline,
    header: headerMarkup(reports, totals),
    main: markup`${reports.map((report) => suiteTable(report, idOf, many))}
<div id="sections">${renderSections(items)}</div>`,
    footer: footerMarkup(reports),
  });
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

/** In the order of the suite. Where not all fit, the least serious are rendered without their transcripts. */
function renderSections(items: readonly Item[]): Markup[] {
  const sideBySide = createSideBySide();
  const rendered = new Map<Item, Markup>();
  let used = 0;
  for (const item of VERDICTS_WORST_FIRST.flatMap((verdict) => items.filter((one) => one.verdict === verdict))) {
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
