// Renders two JSON values line by line: the recorded one on the left and the present one on the right.
import type { DiffResult } from "json-diff-kit/differ.js";
import { serializeKept } from "../../../json/kept-numbers.js";
import type { JsonValue } from "../../../json/value.js";
import { DEEPEST, depthOf, type LinePair, createValueDiffer } from "../../parts/value-diff.js";
import { cutForPage } from "./cut-for-page.js";
import { markup, pre, type Markup } from "./markup.js";

/** Renders the comparison of two values. */
export type SideBySide = (recorded: JsonValue | undefined, present: JsonValue | undefined) => Markup;

/**
 * Creates a comparer for one page: when the page has used its share, values are shown next to each other without a
 * comparison.
 */
export function createSideBySide(names: SideNames = ["recorded", "present"]): SideBySide {
  const differ = createValueDiffer();
  return (recorded, present) => {
    const lines = differ(recorded, present);
    return lines === undefined ? plain(recorded, present, names) : table(lines, names);
  };
}

/** The labels of the left and the right side. */
export type SideNames = readonly [left: string, right: string];

const KIND: Record<DiffResult["type"], string> = { equal: "", modify: "mod", add: "add", remove: "del" };
/** Equal lines around a difference. */
const AROUND = 3;

function table(lines: readonly LinePair[], [left, right]: SideNames): Markup {
  const differs = lines.map(
    ([left, right]) => left.type !== "equal" || (right !== undefined && right.type !== "equal"),
  );
  const near = differs.map((_, at) => differs.slice(Math.max(0, at - AROUND), at + AROUND + 1).includes(true));
  const rows = lines.flatMap(([one, other], at) => {
    if (near[at] === true) return [markup`<tr>${cells(one)}${cells(other)}</tr>`];
    return near[at - 1] === true || at === 0 ? [markup`<tr class="skip"><td colspan="4">⋯</td></tr>`] : [];
  });
  return markup`<div class="scroll" tabindex="0" role="region" aria-label="${left} and ${right}, side by side">
<table class="diff"><colgroup><col class="no"><col><col class="no"><col></colgroup><thead><tr><th colspan="2">${left}</th><th colspan="2">${right}</th></tr></thead><tbody>${rows}</tbody></table></div>`;
}

function cells(line: DiffResult | undefined): Markup {
  if (line === undefined || line.text === "") return markup`<td class="no"></td><td class="gap"></td>`;
  const text = `${"  ".repeat(line.level)}${line.text}${line.comma === true ? "," : ""}`;
  return markup`<td class="no">${line.lineNumber}</td><td class="${KIND[line.type]}">${text}</td>`;
}

function plain(recorded: JsonValue | undefined, present: JsonValue | undefined, [left, right]: SideNames): Markup {
  return markup`<div class="beside">
<div><h5>${left}</h5>${value(recorded)}</div><div><h5>${right}</h5>${value(present)}</div></div>`;
}

function value(json: JsonValue | undefined): Markup {
  if (json === undefined) return markup`<p class="quiet">nothing</p>`;
  return pre(cutForPage(typeof json === "string" ? json : stringify(json)));
}

function stringify(json: JsonValue): string {
  return depthOf(json) < DEEPEST ? serializeKept(json, 2) : "(too deep to show)";
}
