// Renders the reports of a command as one self-contained HTML file.
import type { Report } from "../../../report/report.js";
import { sumReports } from "../../../report/totals.js";
import { VERDICTS } from "../../../metrics/verdicts.js";
import { healthMarkup } from "./health.js";
import { isQuiet, listItems, type Item } from "./items.js";
import { markup, type Markup } from "./markup.js";
import { foldWords, footerMarkup, headerMarkup, tableMarkup } from "./overview.js";
import { renderPage } from "./page.js";
import { groupMarkup } from "./section.js";
import { createSideBySide, type SideBySide } from "./side-by-side.js";
import { workflowMarkup } from "./workflow.js";

/** Bytes of all sections together; the rest of the page is small. */
const ROOM = 9_000_000;

/** Ends with a line end. Shows transcripts where the reports contain them. */
export function renderHtml(reports: readonly Report[]): string {
  const totals = sumReports(reports);
  const items = listItems(reports);
  return renderPage({
    title: VERDICTS[totals.verdict].headline,
    header: headerMarkup(reports, totals, items),
    main: markup`${items.length > 0 && tableMarkup(items)}
<div id="sections">${sectionsMarkup(items)}</div>`,
    footer: footerMarkup(reports),
  });
}

/** Renders what did not pass, then the others, which fold suite by suite. */
function sectionsMarkup(items: readonly Item[]): Markup[] {
  const rendered = renderSections(items);
  const only = items.length === 1;
  const quiet = items.filter((item) => isQuiet(item) && !only);
  const suites = [...new Set(quiet.map(({ suite }) => suite))];
  const groups = suites.map((suite) => {
    const some = quiet.filter((item) => item.suite === suite);
    return groupMarkup(
      foldWords(some),
      some.length <= 20 && quiet.length === items.length,
      some.flatMap((item) => rendered.get(item) ?? []),
    );
  });
  return [...items.flatMap((item) => (quiet.includes(item) ? [] : (rendered.get(item) ?? []))), ...groups];
}

/** Where not all fit, the last ones are rendered without their transcripts. */
function renderSections(items: readonly Item[]): Map<Item, Markup> {
  const sideBySide = createSideBySide();
  const rendered = new Map<Item, Markup>();
  let used = 0;
  for (const item of items) {
    let section = renderSection(item, sideBySide, true);
    let bytes = bytesOf(section);
    if (used + bytes > ROOM) {
      section = renderSection(item, sideBySide, false);
      bytes = bytesOf(section);
    }
    used += bytes;
    rendered.set(item, section);
  }
  return rendered;
}

function renderSection({ what, section }: Item, sideBySide: SideBySide, withTranscript: boolean): Markup {
  return what.kind === "health"
    ? healthMarkup(what.health, section)
    : workflowMarkup(what, section, { sideBySide, withTranscript });
}

function bytesOf(section: Markup): number {
  return new TextEncoder().encode(section.toString()).length;
}
