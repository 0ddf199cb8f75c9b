// Renders a diff for the console: what decided it first; what does not count is only counted.
import type { DiffReport, DiffVerdict } from "../../../diff/diff.js";
import {
  CONTRACT_WORST_FIRST,
  factsOfContractClass,
  QUIET_CHANGES,
  TO_DECIDE,
  type ContractClass,
} from "../../../contract/classes.js";
import { createValueDiffer } from "../../parts/value-diff.js";
import { commandLines, paragraph, type Look, lookOf } from "../console-look.js";
import { createPaint } from "../../safe/paint.js";
import { DRIFT_WORST_FIRST, needsDecision, weightOf } from "../../../trace/drift-classes.js";
import { changeSection } from "./console-contract.js";
import { driftSection } from "./console-drift.js";
import { reasonLines, type DiffConsole, type ConsoleSection } from "./console-section.js";
import { callSection, inconclusiveSection, otherSection, scoreSection } from "./console-workflows.js";
import { countWhatCounts, describeWhy } from "./decided-by.js";
import { howToAccept } from "./how-to-accept.js";
import type { DiffReporterOptions } from "./reporter.js";
import { acceptedChanges, countOf, decidingChanges, foldedCounts, openChanges } from "./notable.js";
import { OUTCOME_EMOJI, OUTCOME_HEADLINE, OUTCOME_MARK, OUTCOME_TONE } from "./outcome.js";
import { OUTCOMES_WORST_FIRST } from "../../../diff/verdict/decide.js";
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
    named: new Set(),
    told: new Set(),
    evidence: new Set(),
  };
  const accept = howToAccept(report, options.config);
  const lines = [
    look.paint("bold", "MCP Server Diff"),
    DOUBLE_RULE,
    ...sideLines(report, look),
    "",
    verdictLine(report.verdict, look),
    ...paragraph(`${countWhatCounts(report)}.`, 2, look),
    ...whyLines(view),
    ...sectionsOf(view).flatMap((section) => sectionLines(section, look)),
    "",
    DOUBLE_RULE,
    ...summaryLines(report, look),
    "",
    look.paint(
      lookOf(OUTCOME_TONE[report.verdict]).colour,
      `${OUTCOME_EMOJI[report.verdict]} ${report.verdict}: ${OUTCOME_HEADLINE[report.verdict]}`,
    ),
    ...(accept === undefined ? [] : ["", "To accept what is harmless:", ...commandLines(accept, 2, look)]),
  ];
  return `${lines.join("\n")}\n`;
}

/** Renders the most important sentence, and what must be known about the comparison. */
function whyLines(view: DiffConsole): string[] {
  return describeWhy(view.report).flatMap((text) => reasonLines(text, 2, view));
}

/** Every class is in one of these, so that no section leaves one out. */
const HARMLESS = DRIFT_WORST_FIRST.filter((name) => !needsDecision({ class: name }));
const BREAKS = DRIFT_WORST_FIRST.filter((name) => !HARMLESS.includes(name) && weightOf({ class: name }) === "breaks");
const DECIDED = DRIFT_WORST_FIRST.filter((name) => !HARMLESS.includes(name) && !BREAKS.includes(name));

const BREAKING_CHANGES = TO_DECIDE.filter((name) => factsOfContractClass(name).weight === "breaks");
const RISKY_CHANGES = TO_DECIDE.filter((name) => !BREAKING_CHANGES.includes(name));

/** The most important first; only those in which something stands. */
function sectionsOf(view: DiffConsole): ConsoleSection[] {
  const { report, look } = view;
  const sections = [
    scoreSection(view, "worse"),
    ...contractSections(view, BREAKING_CHANGES, "red"),
    callSection(view, "trouble"),
    driftSection(view, { title: "Results That Break Callers", colour: "red" }, BREAKS),
    ...contractSections(view, RISKY_CHANGES, "yellow"),
    driftSection(view, { title: "Results That Changed", colour: "yellow" }, DECIDED),
    inconclusiveSection(view),
    ...(look.debug ? [] : decidingSection(view)),
    driftSection(view, { title: "Results With Something New", colour: "bold" }, HARMLESS),
    scoreSection(view, "other"),
    callSection(view, look.debug ? "latency" : "slower"),
    callSection(view, "mended"),
    otherSection(view),
    ...(look.debug
      ? [
          ...contractSections(view, QUIET_CHANGES, "bold"),
          changeSection(view, { title: "Accepted Changes of the Contract", colour: "bold" }, acceptedChanges(report)),
          driftSection(view, { title: "Harmless Differences", colour: "bold" }, "quiet"),
          scoreSection(view, "all"),
          callSection(view, "all"),
        ]
      : []),
  ];
  return sections.filter(({ lines }) => lines.length > 0);
}

/** Returns the changes that do not affect callers, where they alone made it `CHANGED`. */
function decidingSection(view: DiffConsole): ConsoleSection[] {
  const changes = decidingChanges(view.report);
  const [first] = changes;
  if (first === undefined) return [];
  return [changeSection(view, { title: titleOf(first.class), colour: "bold" }, changes)];
}

function contractSections(
  view: DiffConsole,
  classes: readonly ContractClass[],
  colour: ConsoleSection["colour"],
): ConsoleSection[] {
  return classes.map((kind) => changeSection(view, { title: titleOf(kind), colour }, openChanges(view.report, kind)));
}

function titleOf(kind: ContractClass): string {
  return `${kind.charAt(0).toUpperCase()}${kind.slice(1)} Changes of the Contract`;
}

function sectionLines({ title, colour, lines }: ConsoleSection, { paint }: Look): string[] {
  return ["", paint(colour, title), paint("dim", RULE), ...lines];
}

function sideLines({ from, to }: DiffReport, look: Look): string[] {
  return [...hangingSide("From: ", describeSide(from), look), ...hangingSide("To:   ", describeSide(to), look)];
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
