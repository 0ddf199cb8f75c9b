// Renders workflows that changed in the same way as a section of the page: what differed for Claude, its calls, arguments
// and results side by side, its answers.
import { describeVerdict } from "../../../review/describe-verdict.js";
import { CAUSE_WORDS } from "../../../review/cause-words.js";
import { describeChange, describeImportedReview } from "../../../review/describe-change.js";
import type { Group } from "../../../review/group.js";
import type { Cause, WorkflowReview } from "../../../review/review.js";
import type { CallChange, ImageChange, RunChanges, ValueChange } from "../../../diff/recordings/changes.js";
import { fileWord, shellWords } from "../../../shell-words.js";
import { cutText } from "../../safe/shown-text.js";
import { markup, pre, type Markup } from "../html/markup.js";
import { plural } from "../html/numbers.js";
import { frameMarkup, type Section } from "../html/section.js";
import type { SideBySide } from "../html/side-by-side.js";
import { changeMarkup } from "./html-attention.js";
import { loudnessOf } from "./tone.js";

/** How many items of a kind a section shows; the rest is counted. */
const SHOWN = 100;
/** How many differences are open. */
const OPEN = 5;

export function reviewWorkflowMarkup(
  group: Group,
  section: Section,
  { sideBySide, base }: { sideBySide: SideBySide; base: string },
): Markup {
  const { first, members } = group;
  const { key, tone, mark } = loudnessOf({ what: "workflows", group, suite: "", section });
  const head = {
    key,
    tone,
    mark,
    name: `${first.workflow}${members.length === 1 ? "" : ` and ${members.length - 1} more`}`,
    facts: describeChange(first),
    score: first.after === undefined && first.status === "deleted" ? "deleted" : describeVerdict(first.after),
  };
  const { changes } = first;
  const imported = describeImportedReview(first);
  const names = members.slice(1, SHOWN).map(({ workflow }) => workflow);
  return frameMarkup(
    section,
    head,
    markup`${first.renamedFrom !== undefined && markup`<p>It was <b>${first.renamedFrom.workflow}</b> (${first.renamedFrom.file}).</p>`}
${imported !== undefined && markup`<p class="quiet">${imported}</p>`}
${names.length > 0 && markup`<p class="quiet">The same in: ${names.join(", ")}${members.length > SHOWN && ", …"}</p>`}
${causesMarkup(first)}
${callsMarkup(changes.calls)}
${valuesMarkup(changes, sideBySide)}
${answersMarkup(changes, sideBySide)}
${imagesMarkup(changes.images)}
<h4>All of it</h4>${pre(shellWords("mcpvals", "show", fileWord(first.file), "--diff", base), "command")}`,
  );
}

function causesMarkup({ causes, differsFrom }: WorkflowReview): Markup | undefined {
  if (causes.length === 0) return undefined;
  const where =
    differsFrom === undefined
      ? "Claude acted the same to the end."
      : `Claude first acted differently in step ${differsFrom.step}, turn ${differsFrom.turn}.`;
  return markup`<h4>What differed before</h4><p>${where}</p><ul>${causes.slice(0, SHOWN).map((cause) => markup`<li>${causeMarkup(cause)}</li>`)}${left(causes)}</ul>`;
}

function causeMarkup({ kind, what, tool, path, before, after }: Cause): Markup {
  const place = [tool, path].filter((text) => text !== undefined && text !== "").join(" ");
  return markup`${CAUSE_WORDS[kind]}: ${what}${place !== "" && markup` <code>${cutText(place, 200)}</code>`} ${changeMarkup(before, after)}`;
}

const CALL_MARK = { same: " ", gone: "-", new: "+" } as const;

function callsMarkup(calls: readonly CallChange[]): Markup | undefined {
  if (calls.every(({ kind, otherArguments }) => kind === "same" && otherArguments !== true)) return undefined;
  const lines = calls.slice(0, SHOWN).map(({ kind, tool, otherArguments }) => {
    const text = `${CALL_MARK[kind]} ${cutText(tool, 200)}${otherArguments === true ? " (other arguments)" : ""}`;
    return markup`<span class="${kind === "gone" ? "del" : kind === "new" ? "add" : "eq"}">${text}</span>`;
  });
  return markup`<h4>Tool calls</h4><div class="calls">${lines}${calls.length > SHOWN && markup`<span class="eq">… ${calls.length - SHOWN} more</span>`}</div>`;
}

function valuesMarkup({ values, byItself, notGiven }: RunChanges, sideBySide: SideBySide): Markup | undefined {
  if (values.length === 0) return undefined;
  const aside = [
    ...(byItself === 0 ? [] : [`${plural(byItself, "more place")} differ on their own (ids, times).`]),
    ...(notGiven === 0 ? [] : [`${plural(notGiven, "more place")} that Claude is not given differ.`]),
  ];
  const shown = values.slice(0, SHOWN).map((value, at) => valueMarkup(value, at < OPEN, sideBySide));
  return markup`<h4>Arguments and results</h4>${shown}${values.length > SHOWN && markup`<p class="quiet">${values.length - SHOWN} more are not shown here.</p>`}
${aside.length > 0 && markup`<p class="quiet">${aside.join(" ")}</p>`}`;
}

function valueMarkup(
  { call, tool, part, path, before, after }: ValueChange,
  open: boolean,
  sideBySide: SideBySide,
): Markup {
  return markup`<details class="drift"${open && " open"}><summary>call ${call}, <span class="tool">${tool}</span> ${part} <small>${path}</small></summary>${sideBySide(before, after)}</details>`;
}

function answersMarkup({ answers }: RunChanges, sideBySide: SideBySide): Markup[] {
  return answers
    .slice(0, SHOWN)
    .map(
      ({ step, before, after }) =>
        markup`<h4>${answers.length === 1 && step === 1 ? "Final answer" : `Answer of step ${step}`}</h4>${sideBySide(before, after)}`,
    );
}

function imagesMarkup(images: readonly ImageChange[]): Markup | undefined {
  if (images.length === 0) return undefined;
  const shown = images
    .slice(0, SHOWN)
    .map(
      ({ call, tool, path, before, after }) =>
        markup`<li>call ${call}, ${tool} ${path}: <code>${before ?? "nothing"}</code> → <code>${after ?? "nothing"}</code></li>`,
    );
  return markup`<h4>Images and other contents</h4><ul>${shown}${left(images)}</ul>`;
}

function left(items: readonly unknown[]): Markup | undefined {
  return items.length > SHOWN ? markup`<li>and ${items.length - SHOWN} more</li>` : undefined;
}
