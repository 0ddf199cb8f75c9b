// Renders the reports of a command as one self-contained HTML file.
import type { Report } from "../../../report/report.js";
import { sumReports } from "../../../report/totals.js";
import { VERDICTS } from "../../../metrics/verdicts.js";
import { comparisonsMarkup } from "./comparison.js";
import { healthMarkup } from "./health.js";
import { isQuiet, listItems, type Item } from "./items.js";
import { markup, type Markup } from "./markup.js";
import { foldWords, footerMarkup, groupBySuite, headerMarkup, metricsOf, rowMarkup, tableMarkup } from "./overview.js";
import { isPacked, packedList, packInto, type Pack } from "./packed.js";
import { renderPage } from "./page.js";
import { groupMarkup, splitSection } from "./section.js";
import { createSideBySide, type SideBySide } from "./side-by-side.js";
import { workflowMarkup } from "./workflow.js";

/** Bytes of all sections together; the rest of the page is small. */
const ROOM = 9_000_000;

/** Ends with a line end. Shows transcripts where the reports contain them. */
export function renderHtml(reports: readonly Report[]): string {
  const totals = sumReports(reports);
  const items = listItems(reports);
  const folding = items.length === 1 ? [] : items.filter(isQuiet);
  const loud = items.slice(0, items.length - folding.length);
  const groups = groupBySuite(folding);
  const { sections, packs } = isPacked(folding) ? packSections(loud, groups) : renderAll(loud, groups);
  return renderPage({
    title: VERDICTS[totals.verdict].headline,
    header: headerMarkup(reports, totals, items),
    main: markup`${comparisonsMarkup(reports)}${items.length > 0 && tableMarkup(items, packs.length > 0)}
<div id="sections">${sections}</div>`,
    footer: footerMarkup(reports),
    packs,
  });
}

interface Sections {
  /** What did not pass, then the others, which fold suite by suite. */
  sections: Markup[];
  packs: Pack[];
}

/** Where not all fit, the last ones are rendered without their transcripts. */
function renderAll(loud: readonly Item[], groups: readonly Item[][]): Sections {
  const sideBySide = createSideBySide();
  let used = 0;
  const render = (item: Item): Markup => {
    let section = renderSection(item, sideBySide, true);
    let bytes = bytesOf(section);
    if (used + bytes > ROOM) {
      section = renderSection(item, sideBySide, false);
      bytes = bytesOf(section);
    }
    used += bytes;
    return section;
  };
  const first = loud.map(render);
  const folded = groups.map((some) => {
    const open = some.length <= 20 && loud.length === 0;
    return groupMarkup(foldWords(some), open, some.map(render));
  });
  return { sections: [...first, ...folded], packs: [] };
}

/** The same with what folds as data. */
function packSections(loud: readonly Item[], groups: readonly Item[][]): Sections {
  const { sections } = renderAll(loud, []);
  const metrics = metricsOf([...loud, ...groups.flat()]);
  const sideBySide = createSideBySide();
  const renderFolded = (item: Item, withTranscript: boolean) => ({
    row: rowMarkup(item, metrics),
    ...splitSection(renderSection(item, sideBySide, withTranscript)),
  });
  const folded = groups.map((some, at) => groupMarkup(foldWords(some), false, packedList(some), at));
  const packs = packInto(ROOM - bytesOf(markup`${sections}${folded}`), groups, renderFolded);
  return { sections: [...sections, ...folded], packs };
}

function renderSection({ what, section }: Item, sideBySide: SideBySide, withTranscript: boolean): Markup {
  return what.kind === "health"
    ? healthMarkup(what.health, section)
    : workflowMarkup(what, section, { sideBySide, withTranscript });
}

function bytesOf(section: Markup): number {
  return new TextEncoder().encode(section.toString()).length;
}
