// Renders a diff for the console: what decided it first; what does not count is only counted.
import type { DiffReport, DiffVerdict } from "../../../diff/diff.js";
import { CONTRACT_WORST_FIRST, QUIET_CHANGES, type ContractClass } from "../../../contract/classes.js";
import { OUTCOMES_WORST_FIRST } from "../../../diff/verdict/decide.js";
import { createValueDiffer } from "../../parts/value-diff.js";
import { commandLines, paragraph, type Look, lookOf } from "../console-look.js";
import { createPaint } from "../../safe/paint.js";
import { changeSection } from "./console-contract.js";
import { recordedSection } from "./console-recorded.js";
import { reasonLines, type DiffConsole, type ConsoleSection } from "./console-section.js";
import { subjectSection } from "./console-subjects.js";
import { countWhatCounts, describeEvidence, describeWhy, describeWorst } from "./decided-by.js";
import { howToAccept } from "./how-to-accept.js";
import type { DiffReporterOptions } from "./reporter.js";
import { acceptableIds, acceptedChanges, countOf, decidingChanges, foldedCounts, openChanges } from "./notable.js";
import { OUTCOME_EMOJI, OUTCOME_HEADLINE, OUTCOME_MARK, OUTCOME_TONE } from "./outcome.js";
import { describeSide } from "./side-words.js";

const RULE = "-".repeat(40);
const DOUBLE_RULE = "=".repeat(60);

/** Ends with a line end. */
export function renderDiffConsole(report: DiffReport, options: DiffReporterOptions): string {
  const look: Look = { paint: createPaint(options.color), width: options.columns ?? 80, debug: options.full };
  const view: DiffConsole = {
    report,
    look,
    differ: createValueDiffer(),
    evidence: new Set(),
  };
  const accept = howToAccept(report, options.config);
  const evidence = describeEvidence(report);
  const lines = [
    look.paint("bold", "MCP Server Diff"),
    DOUBLE_RULE,
    ...sideLines(report, look),
    "",
    verdictLine(report.verdict, look),
    ...paragraph(`${countWhatCounts(report)}.`, 2, look),
    ...whyLines(view),
    ...(evidence === undefined ? [] : paragraph(evidence, 2, look)),
    ...sectionsOf(view).flatMap((section) => sectionLines(section, look)),
    "",
    DOUBLE_RULE,
    ...summaryLines(report, look),
    "",
    look.paint(
      lookOf(OUTCOME_TONE[report.verdict]).colour,
      `${OUTCOME_EMOJI[report.verdict]} ${report.verdict}: ${OUTCOME_HEADLINE[report.verdict]}`,
    ),
    ...(accept === undefined ? [] : ["", ...acceptLines(accept, report, look)]),
  ];
  return `${lines.join("\n")}\n`;
}

function acceptLines(command: string, report: DiffReport, look: Look): string[] {
  const ids = acceptableIds(report);
  const which = ids.every((id) => command.includes(id)) ? "" : `, one of ${ids.length} (--full shows all)`;
  return [
    ...paragraph(`To accept what is harmless in the contract${which}:`, 0, look),
    ...commandLines(command, 2, look),
  ];
}

/** Renders what must be known about the comparison; the most important sentence only where no workflow below says it. */
function whyLines(view: DiffConsole): string[] {
  const { report } = view;
  const isShown = report.workflows.some(({ outcome }) => outcome === report.verdict && outcome !== "SAME");
  const worst = isShown ? describeWorst(report) : undefined;
  return describeWhy(report)
    .filter((text) => text !== worst || text === report.to.failure || text === report.from.failure)
    .flatMap((text) => reasonLines(text, 2, view));
}

/** What breaks recorded calls first; only sections that have lines. */
function sectionsOf(view: DiffConsole): ConsoleSection[] {
  const sections = [
    recordedSection(view),
    subjectSection(view),
    ...(view.look.debug ? quietSections(view) : decidingSection(view)),
  ];
  return sections.filter(({ lines }) => lines.length > 0);
}

function quietSections(view: DiffConsole): ConsoleSection[] {
  const { report } = view;
  return [
    ...QUIET_CHANGES.map((kind) =>
      changeSection(view, { title: titleOf(kind), colour: "bold" }, openChanges(report, kind)),
    ),
    changeSection(view, { title: "Accepted Changes of the Contract", colour: "bold" }, acceptedChanges(report)),
  ];
}

/** Returns the changes that do not affect callers, where they alone made it `CHANGED`. */
function decidingSection(view: DiffConsole): ConsoleSection[] {
  const changes = decidingChanges(view.report);
  const [first] = changes;
  if (first === undefined) return [];
  return [changeSection(view, { title: titleOf(first.class), colour: "bold" }, changes)];
}

function titleOf(kind: ContractClass): string {
  return `${kind.charAt(0).toUpperCase()}${kind.slice(1)} Changes of the Contract`;
}

function sectionLines({ title, colour, lines }: ConsoleSection, { paint }: Look): string[] {
  return ["", paint(colour, title), paint("dim", RULE), ...lines];
}

function sideLines({ from, to }: DiffReport, look: Look): string[] {
  return [
    ...hangingSide("From: ", describeSide(from, to), look),
    ...hangingSide("To:   ", describeSide(to, from), look),
  ];
}

function hangingSide(label: string, text: string, look: Look): string[] {
  return paragraph(text, label.length, look).map((line, at) => (at === 0 ? label + line.slice(label.length) : line));
}

function verdictLine(verdict: DiffVerdict, { paint }: Look): string {
  return paint(lookOf(OUTCOME_TONE[verdict]).colour, `${OUTCOME_MARK[verdict]} ${verdict}`);
}

function summaryLines(report: DiffReport, look: Look): string[] {
  const { summary, contracts, unused } = report;
  const count = (pairs: [number, string][]): string =>
    pairs.flatMap(([number, what]) => (number === 0 ? [] : [`${number} ${what}`])).join(", ");
  const contract =
    contracts.length === 0
      ? "not compared"
      : count([
          ...CONTRACT_WORST_FIRST.map((kind): [number, string] => [summary[kind], kind]),
          [acceptedChanges(report).length, "accepted"],
        ]) || "the same";
  const workflows = count(OUTCOMES_WORST_FIRST.map((outcome) => [summary.workflows[outcome], outcome.toLowerCase()]));
  const folded = look.debug ? [] : foldedCounts(report);
  return [
    look.paint("bold", "Summary:"),
    ...paragraph(`Contract: ${contract}`, 2, look),
    ...paragraph(`Workflows: ${workflows || "none"}`, 2, look),
    ...(folded.length === 0 ? [] : paragraph(`Not shown: ${folded.join(", ")} (--full shows all)`, 2, look)),
    ...(unused.length === 0 ? [] : [`  ${countOf(unused.length, "accepted difference")} did not occur:`]),
    ...unused.flatMap((line) => paragraph(line, 4, look)),
  ];
}
