// Renders a diff as one self-contained HTML file with the look of the report: overview, contract, workflows.
import type { DiffReport } from "../../../diff/diff.js";
import { markup, type Markup } from "../html/markup.js";
import { renderPage } from "../html/page.js";
import { createSideBySide } from "../html/side-by-side.js";
import { contractSection } from "./html-contract.js";
import { listDiffItems, type DiffItem } from "./html-items.js";
import { diffFooterMarkup, diffHeaderMarkup, overviewMarkup } from "./html-overview.js";
import { diffWorkflowMarkup } from "./html-workflow.js";
import type { DiffReporterOptions } from "./reporter.js";
import { OUTCOME_HEADLINE } from "./outcome.js";

/** Bytes of all sections together; the rest of the page is small. */
const ROOM = 9_000_000;
/** Ends with a line end. */
export function renderDiffHtml(report: DiffReport, { config }: Pick<DiffReporterOptions, "config">): string {
  const items = listDiffItems(report);
  return renderPage({
    title: OUTCOME_HEADLINE[report.verdict],
    header: diffHeaderMarkup(report, items),
    main: markup`${overviewMarkup(items)}
<div id="sections">${renderSections(items)}</div>`,
    footer: diffFooterMarkup(report, config),
  });
}

/** Where not all fit, the last ones are rendered without their values. */
function renderSections(items: readonly DiffItem[]): Markup[] {
  const sideBySide = createSideBySide(["before", "after"]);
  let used = 0;
  return items.map((item) => {
    let section = renderSection(item, { sideBySide, withValues: true });
    let bytes = bytesOf(section);
    if (used + bytes > ROOM) {
      section = renderSection(item, { sideBySide, withValues: false });
      bytes = bytesOf(section);
    }
    used += bytes;
    return section;
  });
}

function renderSection(item: DiffItem, look: Parameters<typeof diffWorkflowMarkup>[2]): Markup {
  return item.what === "contract"
    ? contractSection(item.part, item.section, look)
    : diffWorkflowMarkup(item.workflow, item.section, look);
}

function bytesOf(section: Markup): number {
  return new TextEncoder().encode(section.toString()).length;
}
