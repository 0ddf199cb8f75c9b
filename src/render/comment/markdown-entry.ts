// Renders the folded entry of a group of workflows: causes, calls as a diff, arguments and results, answers, images,
// names.
import { cutPair } from "../parts/cut-pair.js";
import { CAUSE_WORDS, causesOf, CONTRACT_ONLY } from "../../review/cause-words.js";
import { describeChange, describeImportedReview } from "../../review/describe-change.js";
import type { Group } from "../../review/group.js";
import type { Cause, WorkflowReview } from "../../review/review.js";
import type { CallChange, RunChanges, ValueChange } from "../../diff/recordings/changes.js";
import { code, fence, htmlCode, link } from "../safe/safe-markdown.js";
import { fileWord, shellWords } from "../../shell-words.js";
import { pairLines, textLines, jsonTextOf } from "./shown-values.js";

const MOST_VALUES = 30;
const MOST_CALLS = 60;
const MOST_LINES = 20;
const MOST_ANSWERS = 5;
const MOST_CAUSES = 8;
const MOST_EXAMPLES = 10;
/** Most characters for all names together. */
const MOST_NAMES = 12_000;

export interface EntryContext {
  base: string;
  /** Addresses of both sides' files; without them, links are relative to the repository's root. */
  links: { before?: string; after?: string };
}

/** Returns the entry, or undefined where the table says everything. */
export function renderGroup(group: Group, context: EntryContext): string | undefined {
  const { first, members } = group;
  const imported = describeImportedReview(first);
  const body = [
    ...(imported === undefined ? [] : ["", imported]),
    ...causeLines(first),
    ...callLines(first.changes.calls),
    ...valueLines(first.changes),
    ...answerLines(first.changes),
    ...imageLines(first.changes, context),
    ...exampleLines(group),
    ...nameLines(members),
  ];
  if (body.length === 0) return undefined;
  const title = `${htmlCode(first.workflow)}${members.length === 1 ? "" : ` and ${members.length - 1} more`}: ${describeChange(first)}`;
  const command = shellWords("mcpvals", "show", fileWord(first.file), "--diff", context.base);
  const whole = first.status === "differs" || first.status === "same" ? ["", `All of it: ${code(command, 400)}`] : [];
  return ["<details>", `<summary>${title}</summary>`, ...body, ...whole, "", "</details>"].join("\n");
}

function causeLines(review: WorkflowReview): string[] {
  const { causes, differsFrom } = review;
  // A change of the contract alone has an entry of its own.
  if (causes.length === 0 || causesOf(review).kinds[0] === CONTRACT_ONLY) return [];
  const where =
    differsFrom === undefined
      ? "**What differed** (Claude acted the same to the end):"
      : `**What differed** before step ${differsFrom.step}, turn ${differsFrom.turn}, where Claude first acted differently:`;
  const more = causes.length > MOST_CAUSES ? [`- and ${causes.length - MOST_CAUSES} more`] : [];
  return ["", where, "", ...causes.slice(0, MOST_CAUSES).map(renderCause), ...more];
}

function renderCause({ kind, what, tool, path = "", before, after }: Cause): string {
  const place = [tool, path].flatMap((text) => (text === undefined || text === "" ? [] : [code(text)])).join(" ");
  const [one, other] = cutPair(jsonTextOf(before), jsonTextOf(after), 160);
  const values =
    one === undefined && other === undefined
      ? ""
      : `: ${one === undefined ? "nothing" : code(one, 160)} → ${other === undefined ? "nothing" : code(other, 160)}`;
  return `- ${CAUSE_WORDS[kind]}: ${what}${place === "" ? "" : ` ${place}`}${values}`;
}

function callLines(calls: readonly CallChange[]): string[] {
  if (calls.every(({ kind, otherArguments }) => kind === "same" && otherArguments !== true)) return [];
  const marks = { same: " ", gone: "-", new: "+" } as const;
  const lines = calls
    .slice(0, MOST_CALLS)
    .map(
      ({ kind, tool, otherArguments }) =>
        `${marks[kind]} ${cut(tool)}${otherArguments === true ? " (other arguments)" : ""}`,
    );
  const more = calls.length > MOST_CALLS ? [`  … ${calls.length - MOST_CALLS} more calls`] : [];
  return ["", "**Tool calls**", "", ...fence("diff", [...lines, ...more])];
}

function valueLines({ values, byItself, notGiven }: RunChanges): string[] {
  const shown = values.slice(0, MOST_VALUES).flatMap(renderValue);
  const more = values.length > MOST_VALUES ? [`  … ${values.length - MOST_VALUES} more places`] : [];
  const aside = [
    ...(byItself === 0 ? [] : [`${places(byItself)} on its own (ids, times).`]),
    ...(notGiven === 0 ? [] : [`${places(notGiven)} that Claude is not given.`]),
  ];
  if (shown.length === 0) return [];
  return [
    "",
    "**Arguments and results**",
    "",
    ...fence("diff", [...shown, ...more]),
    ...(aside.length === 0 ? [] : ["", aside.join(" ")]),
  ];
}

function places(count: number): string {
  return count === 1 ? "One more place differs" : `${count} more places differ`;
}

function renderValue({ call, tool, part, path, before, after }: ValueChange): string[] {
  return [
    `@@ call ${call}, ${cut(tool)} ${part}${path === "" ? "" : `, ${cut(path)}`} @@`,
    ...pairLines(before, after),
  ];
}

function answerLines({ answers }: RunChanges): string[] {
  const more =
    answers.length > MOST_ANSWERS ? ["", `And the answers of ${answers.length - MOST_ANSWERS} more steps.`] : [];
  const shown = answers
    .slice(0, MOST_ANSWERS)
    .flatMap(({ step, before, after }) => [
      "",
      answers.length === 1 && step === 1 ? "**Final answer**" : `**Answer of step ${step}**`,
      "",
      ...fence("diff", textLines(before, after, MOST_LINES), 3000),
    ]);
  return [...shown, ...more];
}

function imageLines({ images }: RunChanges, { links }: EntryContext): string[] {
  if (images.length === 0) return [];
  const shown = images.slice(0, MOST_VALUES).map(({ call, tool, path, before, after }) => {
    const both = [
      before === undefined ? "nothing" : link("before", before, links.before),
      after === undefined ? "nothing" : link("after", after, links.after),
    ];
    return `- call ${call}, ${code(tool)} ${code(path)}: ${both.join(" → ")}`;
  });
  const more = images.length > MOST_VALUES ? [`- and ${images.length - MOST_VALUES} more`] : [];
  return ["", "**Images and other contents**", "", ...shown, ...more];
}

/** Lists some of the values of a group whose members differ in them. */
function exampleLines({ first, members }: Group): string[] {
  const own = firstValueOf(first);
  const others = members.slice(1).filter((member) => own !== undefined && firstValueOf(member) !== own);
  if (others.length === 0) return [];
  const shown = others
    .slice(0, MOST_EXAMPLES)
    .map((member) => `- ${code(member.workflow)}: ${firstValueOf(member) ?? ""}`);
  const more = others.length > MOST_EXAMPLES ? [`- and ${others.length - MOST_EXAMPLES} more`] : [];
  return ["", "The same place in the others:", "", ...shown, ...more];
}

function firstValueOf({ changes }: WorkflowReview): string | undefined {
  const [value] = changes.values;
  if (value === undefined) return undefined;
  const [one, other] = cutPair(jsonTextOf(value.before), jsonTextOf(value.after), 80);
  return `${one === undefined ? "nothing" : code(one, 80)} → ${other === undefined ? "nothing" : code(other, 80)}`;
}

function nameLines(members: readonly WorkflowReview[]): string[] {
  if (members.length === 1) return [];
  const names: string[] = [];
  let used = 0;
  for (const { workflow } of members) {
    const name = code(workflow, 100);
    used += name.length + 2;
    if (used > MOST_NAMES) break;
    names.push(name);
  }
  const more = members.length > names.length ? `, and ${members.length - names.length} more` : "";
  return ["", `**The ${members.length} workflows**: ${names.join(", ")}${more}`];
}

function cut(text: string): string {
  return cutPair(text, undefined, 100)[0] ?? "";
}
