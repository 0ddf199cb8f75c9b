// Holds what all parts of the console report share: the width, the colours, and the words and marks of a verdict.
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

/** For a metric that measures nothing here. */
const NOT_APPLICABLE = { mark: "–", colour: "dim" } as const;

/** Returns how a verdict looks on a terminal and in HTML. */
export function lookOf(verdict: WorkflowVerdict | MetricVerdict): { mark: string; colour: Colour } {
  return verdict === "not-applicable" ? NOT_APPLICABLE : VERDICTS[verdict];
}

/** Paints a text in the colour of a verdict; without a text, its mark. */
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

/** Paints a score as a percentage: 100% green, 70-99% yellow, below red. */
export function paintScore(score: number | null, { paint }: Look): string {
  const text = percent(score);
  if (score === null) return paint("yellow", text);
  if (score === 1) return paint("green", text);
  return paint(Number.parseInt(text, 10) >= 70 ? "yellow" : "red", text);
}

/** Lays out a sentence of any length below an indent, controls escaped. `whole`: no word is broken, however long. */
export function paragraph(text: string, indent: number, look: Look, { whole = false } = {}): string[] {
  const pad = " ".repeat(indent);
  return wrapText(escapeControls(text), Math.max(20, look.width - indent), { whole }).map((line) => pad + line);
}

/** Lays out our own text, which may have lines: an error with its evidence and its fix. */
export function paragraphs(text: string, indent: number, look: Look): string[] {
  return text.split("\n").flatMap((line) => {
    const inner = line.trimStart();
    return paragraph(inner, indent + Math.min(line.length - inner.length, 8), look);
  });
}

/** Lays out a paragraph with all lines but the first indented further. `whole`: no word is broken, however long. */
export function hanging(text: string, indent: number, look: Look, { whole = false } = {}): string[] {
  const lines = wrapText(escapeControls(text), Math.max(20, look.width - indent - 2), { whole });
  return lines.map((line, at) => " ".repeat(at === 0 ? indent : indent + 2) + line);
}

/** Lays out one line, cut to the width. */
export function oneLine(text: string, indent: number, look: Look): string {
  return " ".repeat(indent) + cutText(escapeControls(text), Math.max(20, look.width - indent));
}

/** Lays out a command to copy: never cut, and broken only between words, as a shell allows. */
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
