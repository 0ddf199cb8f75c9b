// Renders the changes of the contract as Markdown tables: breaking and risky ones open, the rest folded.
import type { DiffReport } from "../../../diff/diff.js";
import type { ContractChange } from "../../../contract/change.js";
import { serializeKept } from "../../../json/kept-numbers.js";
import type { JsonValue } from "../../../json/value.js";
import { cutPair } from "../../parts/cut-pair.js";
import { cellCode, code } from "../../safe/safe-markdown.js";
import { fittingTexts } from "../../parts/markdown-room.js";
import { acceptedChanges, changesOf, countOf, openChanges } from "./notable.js";
import { describeSubject } from "./place-words.js";
import { describePair } from "./side-words.js";
import { factsOfContractClass, QUIET_CHANGES, TO_DECIDE } from "../../../contract/classes.js";

const VALUE = 60;

/** Renders what breaks or may break a caller; one line where nothing does. */
export function contractTable(report: DiffReport, room: number): string[] {
  const { contracts } = report;
  if (contracts.length === 0) return [];
  const changes = changesOf(report, TO_DECIDE);
  const pairs = [...new Set(contracts.map(({ before, after }) => describePair(before, after)))];
  const named = pairs.slice(0, 3).map((pair) => code(pair, 120));
  const title = `### Contract: ${named.join(", ")}${pairs.length > 3 ? ` and ${pairs.length - 3} more` : ""}`;
  if (changes.length === 0) return [title, "", "Nothing in it breaks a caller.", ""];
  return [title, "", ...table(changes, room), ""];
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
    return [`<details><summary>${summary}</summary>\n\n${table(changes, room).join("\n")}\n\n</details>\n`];
  });
}

function table(changes: readonly ContractChange[], room: number): string[] {
  const { shown, left } = fittingTexts(changes.map(row), room);
  return [
    "|  | Rule | Where | What | Before → after | Id |",
    "| --- | --- | --- | --- | --- | --- |",
    ...shown,
    ...(left > 0 ? ["", `${left} more rows are left out.`] : []),
  ];
}

function row(change: ContractChange): string {
  const { rule, message, note, before, after, id, class: kind } = change;
  const what = note === undefined ? message : `${message} (${note})`;
  const cells = [
    `${factsOfContractClass(kind).emoji} ${kind}`,
    cellCode(rule, 60),
    cellCode(describeSubject(change), 120),
    cellCode(what, 200),
    values(before, after),
    cellCode(id, 20),
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
