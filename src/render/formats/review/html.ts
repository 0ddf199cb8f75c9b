// Renders a review as one self-contained HTML file with the look of the report: what needs attention, a table of the
// workflows of all suites, and a section for each.
import { listAttention } from "../../../review/attention-entries.js";
import type { Review } from "../../../review/review.js";
import { list } from "../html/list.js";
import { markup, type Markup } from "../html/markup.js";
import { renderPage } from "../html/page.js";
import { createSideBySide, type SideBySide } from "../html/side-by-side.js";
import { attentionMarkup } from "./html-attention.js";
import { contractMarkup } from "./html-contract.js";
import { reviewHeaderMarkup, reviewTableMarkup } from "./html-overview.js";
import { reviewWorkflowMarkup } from "./html-workflow.js";
import { listReviewItems, type ReviewItem } from "./items.js";

/** Bytes of all sections together; the rest of the page is small. */
const ROOM = 9_000_000;
/** Ends with a line end. */
export function renderReviewHtml(review: Review): string {
  const items = listReviewItems(review);
  const groups = items.flatMap((item) => (item.what === "workflows" ? [item.group] : []));
  const sideBySide = createSideBySide(["before", "after"]);
  return renderPage({
    title: review.worse === true ? "Something Got Worse" : "What Changed in the Cassettes",
    header: reviewHeaderMarkup(review, items),
    main: markup`${attentionMarkup(listAttention(groups, review.attention), items)}
${items.length > 0 && reviewTableMarkup(items)}
<div id="sections">${renderSections(items, sideBySide, review.base.commit.slice(0, 12))}</div>`,
    footer: markup`<footer>${review.notLookedAt.length > 0 && markup`<h2>Not reviewed</h2>${list("unread", review.notLookedAt)}`}
<h2>What this is based on</h2><ul><li>The work tree, compared with ${review.base.commit} (${review.base.how}). Verdicts are those of the recordings; <code>mcpvals replay</code> says whether the server passes today.</li><li>${review.by}</li></ul></footer>`,
  });
}

/** Where not all fit, the last ones are left out, and counted. */
function renderSections(items: readonly ReviewItem[], sideBySide: SideBySide, base: string): Markup[] {
  const shown: Markup[] = [];
  let used = 0;
  for (const item of items) {
    const section =
      item.what === "contract"
        ? contractMarkup(item.contract, item.section, sideBySide)
        : reviewWorkflowMarkup(item.group, item.section, { sideBySide, base });
    used += new TextEncoder().encode(section.toString()).length;
    if (used > ROOM) break;
    shown.push(section);
  }
  const left = items.length - shown.length;
  if (left === 0) return shown;
  return [
    ...shown,
    markup`<p class="quiet left-out">${left} more are left out: the file would be too large. mcpvals review --format json has them all.</p>`,
  ];
}
