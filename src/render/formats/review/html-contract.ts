// Renders how a contract changed between two recordings as a section of the page, folded tool by tool.
import { appendTo } from "../../../append-to.js";
import type { ContractReview, ReviewedChange } from "../../../review/review.js";
import { markup, type Markup } from "../html/markup.js";
import { frameMarkup, type Section } from "../html/section.js";
import type { SideBySide } from "../html/side-by-side.js";
import { LOUDEST_FIRST } from "./tone.js";

/** How many changes a section shows; the rest is counted. */
const SHOWN = 300;

export function contractMarkup(contract: ContractReview, section: Section, sideBySide: SideBySide): Markup {
  const { before, after, workflows, changes } = contract;
  const rest = LOUDEST_FIRST.find(({ key }) => key === "rest");
  const head = {
    key: "rest",
    tone: rest?.tone ?? "passed",
    mark: "~",
    name: `Contract ${before} → ${after}`,
    facts: workflows.length === 1 ? "1 workflow" : `${workflows.length} workflows`,
    score: changes.length === 1 ? "1 change" : `${changes.length} changes`,
  } as const;
  const tools = new Map<string, ReviewedChange[]>();
  for (const change of changes.slice(0, SHOWN)) appendTo(tools, change.tool ?? "", change);
  const left = changes.length - SHOWN;
  return frameMarkup(
    section,
    head,
    markup`${changes.length === 0 && markup`<p>Only its order differs.</p>`}
${[...tools].map(([tool, some]) => toolMarkup(tool, some, sideBySide))}
${left > 0 && markup`<p class="quiet">${left} more are not shown here; mcpvals review --format json has them all.</p>`}`,
  );
}

function toolMarkup(tool: string, changes: readonly ReviewedChange[], sideBySide: SideBySide): Markup {
  const whole = changes.find(({ path }) => path === "")?.kind;
  const words =
    whole === "new"
      ? "new"
      : whole === "gone"
        ? "gone"
        : changes.length === 1
          ? "1 change"
          : `${changes.length} changes`;
  return markup`<details class="drift"><summary>${tool === "" ? markup`the server's own words` : markup`tool <span class="tool">${tool}</span>`} <small>${words}</small></summary>
${changes.map(({ path, before, after }) => markup`${path !== "" && markup`<h5>${path}</h5>`}${sideBySide(before, after)}`)}</details>`;
}
