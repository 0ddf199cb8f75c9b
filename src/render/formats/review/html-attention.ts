// Renders what a reviewer must not miss, each with its evidence before and after and one command.
import type { AttentionEntry } from "../../../review/attention-entries.js";
import type { JsonValue } from "../../../json/value.js";
import type { ReviewEvidence } from "../../../review/review.js";
import { cutPair } from "../../parts/cut-pair.js";
import { serializeKept } from "../../../json/kept-numbers.js";
import { cutText } from "../../safe/shown-text.js";
import { markup, pre, type Markup } from "../html/markup.js";
import type { ReviewItem } from "./items.js";
import { loudnessOfAttention } from "./tone.js";

/** How many entries the page shows, and how many pieces of evidence and names one entry has. */
const ENTRIES = 200;
const SHOWN = 8;
const WIDTH = 200;

/** Undefined where nothing needs attention. */
export function attentionMarkup(entries: readonly AttentionEntry[], items: readonly ReviewItem[]): Markup | undefined {
  if (entries.length === 0) return undefined;
  const left = entries.length - ENTRIES;
  return markup`<section class="eyes"><h2>Needs your eyes</h2>${entries.slice(0, ENTRIES).map((entry) => entryMarkup(entry, items))}
${left > 0 && markup`<p class="quiet">${left} more are not shown here; mcpvals review --format json has them all.</p>`}</section>`;
}

function entryMarkup({ attention, others }: AttentionEntry, items: readonly ReviewItem[]): Markup {
  const { kind, what, where, workflow, evidence, command } = attention;
  const { tone, mark } = loudnessOfAttention(kind);
  const sentence = `${what.charAt(0).toUpperCase()}${what.slice(1)}`;
  const section = items.find(
    (item) =>
      item.what === "workflows" && item.group.members.some((one) => one.workflow === workflow && one.file === where),
  )?.section;
  const name =
    workflow === undefined
      ? markup`<code>${where}</code>`
      : markup`${section === undefined ? workflow : markup`<a href="#${section.id}">${workflow}</a>`} <small>in ${where}</small>`;
  const more =
    others.length === 0
      ? ""
      : `, and in ${others.length} more: ${others.slice(0, SHOWN).join(", ")}${others.length > SHOWN ? ", …" : ""}`;
  const left = evidence.length - SHOWN;
  return markup`<div class="eye"><p><span class="mark v-${tone}">${mark}</span> <b>${sentence}</b>: ${name}${cutText(more, 600)}</p>
${evidence.length > 0 && markup`<ul>${evidence.slice(0, SHOWN).map((one) => markup`<li>${evidenceMarkup(one)}</li>`)}${left > 0 && markup`<li>and ${left} more</li>`}</ul>`}
${pre(cutText(command, 1000), "command")}</div>`;
}

function evidenceMarkup({ label, before, after }: ReviewEvidence): Markup {
  const name = label === "" ? undefined : markup`${cutText(label, WIDTH)}: `;
  return markup`${name}${changeMarkup(before, after)}`;
}

/** Renders `before → after`, cut around the first difference. */
export function changeMarkup(before: JsonValue | undefined, after: JsonValue | undefined): Markup | undefined {
  if (before === undefined && after === undefined) return undefined;
  const [one, other] = cutPair(textOf(before), textOf(after), WIDTH);
  if (other === undefined) return markup`<code>${one}</code> is gone`;
  return one === undefined
    ? markup`<code>${other}</code>`
    : markup`<code class="was-value">${one}</code> → <code>${other}</code>`;
}

function textOf(value: JsonValue | undefined): string | undefined {
  return value === undefined ? undefined : serializeKept(value);
}
