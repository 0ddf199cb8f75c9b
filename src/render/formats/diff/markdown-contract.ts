// Renders the changes of the contract as Markdown tables: breaking and risky ones open, the rest folded.
import { findCalledTools } from "../../../diff/sort-for-readers.js";
import { isNested } from "../console-values.js";
import type { DiffReport } from "../../../diff/diff.js";
import type { ContractChange } from "../../../contract/change.js";
import { serializeKept } from "../../../json/kept-numbers.js";
import type { JsonValue } from "../../../json/value.js";
import { cutPair } from "../../parts/cut-pair.js";
import { cellCode, code } from "../../safe/safe-markdown.js";
import { fittingTexts } from "../../parts/markdown-room.js";
import { acceptedChanges, countOf, openChanges } from "./notable.js";
import { describeSubjects, groupChanges, isReadOneByOne, type ChangeGroup } from "./group-changes.js";
import { describePair } from "./side-words.js";
import { factsOfContractClass, QUIET_CHANGES, TO_DECIDE } from "../../../contract/classes.js";

const VALUE = 60;

/** Renders what breaks or may break a caller, tool by tool, what recorded calls use first; one line where nothing does. */
export function contractTable(report: DiffReport, room: number): string[] {
  const { contracts } = report;
  if (contracts.length === 0) return [];
  const changes = openChanges(report, ...TO_DECIDE);
  const pairs = [...new Set(contracts.map(({ before, after }) => describePair(before, after)))];
  const named = pairs.slice(0, 3).map((pair) => code(pair, 120));
  const title = `### Contract: ${named.join(", ")}${pairs.length > 3 ? ` and ${pairs.length - 3} more` : ""}`;
  if (changes.length === 0) return [title, "", "Nothing in it breaks a caller.", ""];
  const called = findCalledTools(report.workflows);
  const rows = [
    ...changes.filter(isReadOneByOne).map((change) => row([change], called)),
    ...groupChanges(changes.filter((change) => !isReadOneByOne(change))).map((group) => row(group, called)),
  ];
  return [title, "", ...table(rows, room), ""];
}

/** Renders compatible changes, docs, and accepted changes: a folded section for each. */
export function foldedContract(report: DiffReport, room: number): string[] {
  const kinds: [string, ContractChange[]][] = [
    ...QUIET_CHANGES.map((kind): [string, ContractChange[]] => [`${kind} change`, openChanges(report, kind)]),
    ["accepted change", acceptedChanges(report)],
  ];
  return kinds.flatMap(([what, changes]) => {
    if (changes.length === 0) return [];
    const summary = `${countOf(changes.length, what)} of the contract`;
    const rows = changes.map((change) => row([change], new Map()));
    return [`<details><summary>${summary}</summary>\n\n${table(rows, room).join("\n")}\n\n</details>\n`];
  });
}

function table(rows: readonly string[], room: number): string[] {
  const { shown, left } = fittingTexts(rows, room);
  return [
    "|  | Where | What | Before → after | Rule | Id |",
    "| --- | --- | --- | --- | --- | --- |",
    ...shown,
    ...(left > 0 ? ["", `${left} more rows are left out.`] : []),
  ];
}

/** One change of many prompts or resources is one row with their count. */
function row(group: ChangeGroup, called: ReadonlyMap<string, readonly string[]>): string {
  const [change] = group;
  const { rule, message, note, before, after, id, class: kind, subject } = change;
  const met = subject.kind === "tool" ? (called.get(subject.name ?? "") ?? []) : [];
  const what = note === undefined ? message : `${message} (${note})`;
  const names = group.map((one) => one.subject.name ?? "").join(", ");
  // A whole tool or schema that was added or removed is only named.
  const isWhole = [before, after].includes(undefined) && [before, after].some(isNested);
  const cells = [
    `${factsOfContractClass(kind).emoji} ${kind}`,
    `${cellCode(describeSubjects(group), 120)}${met.length === 0 ? "" : ` called in ${cellCode(met.join(", "), 60)}`}`,
    group.length === 1 ? cellCode(what, 200) : cellCode(names, 100),
    group.length > 1 || isWhole ? "" : values(before, after),
    cellCode(rule, 60),
    group.length === 1 ? cellCode(id, 20) : `${cellCode(id, 20)} and ${group.length - 1} more`,
  ];
  return `| ${cells.join(" | ")} |`;
}

function values(before: JsonValue | undefined, after: JsonValue | undefined): string {
  if (before === undefined && after === undefined) return "";
  const [was, is] = cutPair(textOf(before), textOf(after), VALUE);
  return `${was === undefined ? "–" : cellCode(was, VALUE)} → ${is === undefined ? "–" : cellCode(is, VALUE)}`;
}

function textOf(value: JsonValue | undefined): string | undefined {
  return value === undefined ? undefined : serializeKept(value);
}
