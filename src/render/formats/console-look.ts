// What all parts of the console report share: how wide it is, its colours, and the words and marks of a verdict.
import type { MetricResult, MetricVerdict } from "../../metrics/result.js";
import { metricScore, percent } from "../../metrics/percent.js";
import type { Colour, Paint } from "../safe/paint.js";
import { columnsOf, cutText, escapeControls, wrapText } from "../safe/shown-text.js";
import { VERDICTS, type WorkflowVerdict } from "../../metrics/verdicts.js";

export interface Look {
  paint: Paint;
  /** Columns. */
  width: number;
  /** Everything, not only what decides. */
  debug: boolean;
}

/** Of a metric that measures nothing here. */
const NOT_APPLICABLE = { mark: "–", colour: "dim" } as const;

/** How a verdict looks on a terminal and in HTML. */
export function lookOf(verdict: WorkflowVerdict | MetricVerdict): { mark: string; colour: Colour } {
  return verdict === "not-applicable" ? NOT_APPLICABLE : VERDICTS[verdict];
}

/** A text in the colour of a verdict; without one, its mark. */
export function paintVerdict(
  verdict: WorkflowVerdict | MetricVerdict,
  { paint }: Look,
  text = lookOf(verdict).mark,
): string {
  return paint(lookOf(verdict).colour, text);
}

/** `✓ PASSED`, in its colour. */
export function verdictWord(verdict: WorkflowVerdict, look: Look): string {
  return paintVerdict(verdict, look, `${lookOf(verdict).mark} ${verdict.toUpperCase()}`);
}

/** A score as a percentage: 100% green, 70-99% yellow, below red. */
export function paintScore(score: number | null, { paint }: Look): string {
  const text = percent(score);
  if (score === null) return paint("yellow", text);
  if (score === 1) return paint("green", text);
  return paint(Number.parseInt(text, 10) >= 70 ? "yellow" : "red", text);
}

/** A sentence of any length below an indent, controls escaped. */
export function paragraph(text: string, indent: number, look: Look): string[] {
  const pad = " ".repeat(indent);
  return wrapText(escapeControls(text), Math.max(20, look.width - indent)).map((line) => pad + line);
}

/** Our own text, which may have lines: an error with its evidence and its fix. */
export function paragraphs(text: string, indent: number, look: Look): string[] {
  return text.split("\n").flatMap((line) => {
    const inner = line.trimStart();
    return paragraph(inner, indent + Math.min(line.length - inner.length, 8), look);
  });
}

/** The same with all lines but the first further in. */
export function hanging(text: string, indent: number, look: Look): string[] {
  const lines = wrapText(escapeControls(text), Math.max(20, look.width - indent - 2));
  return lines.map((line, at) => " ".repeat(at === 0 ? indent : indent + 2) + line);
}

/** One line, cut to the width. */
export function oneLine(text: string, indent: number, look: Look): string {
  return " ".repeat(indent) + cutText(escapeControls(text), Math.max(20, look.width - indent));
}

/** A command is to be copied: never cut, and broken only between words, as a shell takes it. */
export function commandLines(command: string, indent: number, { width }: Look): string[] {
  const lines: string[] = [];
  const pad = " ".repeat(indent - 1);
  let line = pad;
  for (const word of escapeControls(command).match(/(?:'[^']*'|"[^"]*"|\\.|[^\s'"\\])+/g) ?? []) {
    if (columnsOf(`${line} ${word} \\`) > width && line.trim() !== "") {
      lines.push(`${line} \\`);
      line = `${pad}  `;
    }
    line += ` ${word}`;
  }
  return [...lines, line];
}

/** `  ✓ End-to-End Success: 100%` and the details below it. */
export function metricLines(result: MetricResult, baseline: number | null | undefined, look: Look): string[] {
  const { verdict, metric, score, details } = result;
  const mark = paintVerdict(verdict, look);
  const was = baseline === undefined || baseline === score ? "" : ` (baseline ${percent(baseline)})`;
  const shown = verdict === "not-applicable" ? look.paint("dim", metricScore(result)) : paintScore(score, look);
  return [`  ${mark} ${metric}: ${shown}${was}`, ...paragraph(details, 4, look)];
}
