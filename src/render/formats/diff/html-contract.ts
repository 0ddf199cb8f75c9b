// Renders the changes of a tool, or of many resources, as a section of the page: each folds, with values side by side.
import type { ContractChange } from "../../../contract/change.js";
import { cutForPage } from "../html/cut-for-page.js";
import { markup, type Markup } from "../html/markup.js";
import { frameMarkup, type Section } from "../html/section.js";
import type { SideBySide } from "../html/side-by-side.js";
import { cutText } from "../../safe/shown-text.js";
import type { ContractPart } from "./html-items.js";
import { describeSubject } from "./place-words.js";
import { describePair } from "./side-words.js";
import { factsOfContractClass, TO_DECIDE } from "../../../contract/classes.js";
import type { Tone } from "../../../trace/drift-classes.js";
import type { WorkflowVerdict } from "../../../metrics/verdicts.js";

export interface SectionLook {
  sideBySide: SideBySide;
  /** False: the page has no room for values, and says so. */
  withValues: boolean;
}

/** How many changes a section shows; the rest is counted. */
const SHOWN = 500;
/** How many of the first are open, where they matter. */
const OPEN = 5;

/** A section has the look of the verdict that its class is like. */
export const TONE_VERDICT: Record<Tone, WorkflowVerdict> = {
  bad: "failed",
  open: "inconclusive",
  good: "passed",
  quiet: "passed",
};

export function contractSection(part: ContractPart, section: Section, look: SectionLook): Markup {
  const { contract, kind, title, changes, calledBy } = part;
  const { tone, mark } = factsOfContractClass(kind);
  const met = calledBy.length === 0 ? [] : [`called in ${cutText(calledBy.join(", "), 120)}`];
  const head = {
    key: kind,
    tone: TONE_VERDICT[tone],
    mark,
    name: `Contract: ${title}`,
    facts: [describePair(contract.before, contract.after), ...met].join(", "),
    score: kind,
  };
  const shown = changes.slice(0, SHOWN);
  const left = changes.length - shown.length;
  const loud = TO_DECIDE.includes(kind);
  return frameMarkup(
    section,
    head,
    markup`${shown.map((change, at) => changeMarkup(change, loud && at < OPEN, look))}
${!look.withValues && markup`<p class="quiet left-out">The values are left out: the file would be too large. The JSON report has them.</p>`}
${left > 0 && markup`<p class="quiet">${left} more are not shown here; the JSON report has them all.</p>`}`,
  );
}

function changeMarkup(change: ContractChange, open: boolean, { sideBySide, withValues }: SectionLook): Markup {
  const { id, rule, class: kind, message, note, before, after, accepted } = change;
  const values = withValues && (before !== undefined || after !== undefined);
  return markup`<details class="drift"${open && " open"}><summary><span class="class c-${factsOfContractClass(kind).tone}">${kind}${accepted === true && ", accepted"}</span> ${describeSubject(change)} <small>${rule}, ${id}</small></summary>
<p>${cutForPage(message, 2000)}</p>
${note !== undefined && markup`<p class="quiet">${cutForPage(note, 2000)}</p>`}
${values && sideBySide(before, after)}</details>`;
}
