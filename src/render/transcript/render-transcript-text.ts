// Renders the transcript of a recorded run for a terminal. With a comparison, the classes of drift are in the margin.
import { describePlace } from "../../trace/describe-drift.js";
import type { Drift } from "../../trace/drift.js";
import { createPaint, type Colour, type Paint } from "../safe/paint.js";
import { columnsOf, cutText, escapeControls } from "../safe/shown-text.js";
import { fold, FOLD, layOutText, partText } from "./lay-out.js";
import type { TranscriptPiece, Role } from "./piece.js";
import { buildPieces } from "./pieces.js";
import type { Shown, ShownSession, TranscriptOptions } from "./shown.js";
import { valueLines } from "./value-lines.js";
import { factsOf, wasSettled, isExplained, type Tone } from "../../trace/drift-classes.js";

export interface TextOptions extends TranscriptOptions {
  color: boolean;
  /** Columns. */
  width: number;
}

const ROLE_COLOUR: Record<Role, Colour> = {
  system: "bold",
  user: "bold",
  claude: "bold",
  thinking: "dim",
  call: "cyan",
  result: "green",
  failed: "red",
  server: "dim",
  contract: "bold",
};
const TONE_COLOUR: Record<Tone, Colour> = { bad: "red", open: "yellow", good: "green", quiet: "dim" };
const FACT_WIDTH = 10;
const MARGIN = 11;

interface Page {
  paint: Paint;
  /** Columns right of the margin. */
  width: number;
  /** Columns; 0 without a comparison. */
  margin: number;
  full: boolean;
}

/** Ends with a line end. */
export function renderTranscriptText(shown: Shown | ShownSession, options: TextOptions): string {
  const margin = "session" in shown || shown.diff === undefined ? 0 : MARGIN;
  const width = Math.max(60, options.width) - margin;
  const page: Page = { paint: createPaint(options.color), width, margin, full: options.full };
  let before: TranscriptPiece["kind"] | undefined;
  const lines = buildPieces(shown, options).flatMap((piece) => {
    const apart = before !== undefined && (piece.kind !== before || piece.kind === "said") && piece.kind !== "drift";
    before = piece.kind;
    return [...(apart ? [""] : []), ...linesOf(piece, page)];
  });
  return `${lines.map((line) => line.trimEnd()).join("\n")}\n`;
}

function linesOf(piece: TranscriptPiece, page: Page): string[] {
  const { paint, width, margin } = page;
  const pad = " ".repeat(margin);
  switch (piece.kind) {
    case "problem":
      return layOutText(`! ${piece.text}`, width).map((line) => pad + paint("red", line));
    case "fact": {
      const [first = "", ...more] = layOutText(piece.text, width - FACT_WIDTH);
      const indent = pad + " ".repeat(FACT_WIDTH);
      return [pad + paint("dim", piece.name.padEnd(FACT_WIDTH)) + first, ...more.map((line) => indent + line)];
    }
    case "step":
      return [pad + paint("bold", across(`Step ${piece.number} of ${piece.of}`, width, "═"))];
    case "rule":
      return ruleLines(piece.text, width + margin).map((line) => paint("yellow", line));
    case "said":
      return saidLines(piece, page);
    case "drift":
      return driftLines(piece.drift, page);
  }
}

function saidLines(piece: Extract<TranscriptPiece, { kind: "said" }>, { paint, width, margin, full }: Page): string[] {
  const { role, label, parts, faint, foldable } = piece;
  const facts = cutText(escapeControls(piece.facts), Math.floor(width / 2) + 6);
  const title = piece.name === "" ? label : `${label} ${piece.name}`;
  const pad = " ".repeat(margin);
  const colour = faint ? "dim" : ROLE_COLOUR[role];
  const room = width - columnsOf(facts) - 3;
  const name = cutText(escapeControls(title), Math.max(20, room));
  const head = `${paint(colour, name)}${facts === "" ? "" : paint("dim", ` (${facts})`)}`;
  const limit = foldable && !full ? FOLD + 4 : Infinity;
  const shape = (text: string): string => (faint || role === "thinking" ? paint("dim", text) : text);
  let unseen = 0;
  const all = parts.flatMap((part) => {
    const text = partText(part, width - 2);
    const lines = layOutText(text, width - 2, limit);
    if (limit !== Infinity) unseen += Math.max(0, countLines(text, width - 2) - lines.length);
    return lines.map((line) => (part.kind === "note" ? paint("dim", line) : shape(line)));
  });
  const { shown, left } = fold(all, full || !foldable, unseen);
  const body = shown.map((line) => `${pad}  ${line}`);
  return [pad + head, ...body, ...(left === 0 ? [] : [`${pad}  ${paint("dim", `… ${left} more lines (--full)`)}`])];
}

/** Close enough without laying it out. */
function countLines(text: string, width: number): number {
  return Math.max(text.split("\n").length, Math.ceil(text.length / width));
}

function driftLines(drift: Drift, { paint, width, margin, full }: Page): string[] {
  const { class: kind, where, note, id } = drift;
  const paintClass = (text: string): string => paint(TONE_COLOUR[factsOf(kind).tone], text);
  const pad = " ".repeat(margin);
  const place = where.part === "result" || where.part === "arguments" ? where.path : describePlace(where);
  const settled = wasSettled(drift) ? " accepted" : "";
  const telling = isExplained(drift) ? "" : `${id}${settled} `;
  const [first = "", ...more] = layOutText(`${telling}${place === "" ? "(all of it)" : place}`, width);
  const { shown, left } = fold(valueLines(drift), full);
  const values = shown.flatMap(({ mark, text }) => {
    const lines = full ? layOutText(text, width - 2) : [cutText(escapeControls(text.slice(0, 4 * width)), width - 2)];
    return lines.map((line) => pad + paintValue(mark, `${mark} ${line}`, paint));
  });
  return [
    paintClass(kind.padEnd(margin)) + paintClass(first),
    ...more.map((line) => pad + paintClass(line)),
    ...values,
    ...(left === 0 ? [] : [`${pad}${paint("dim", `… ${left} more lines (--full)`)}`]),
    ...(note === undefined ? [] : layOutText(note, width - 2).map((line) => `${pad}  ${paint("dim", line)}`)),
  ];
}

function paintValue(mark: "-" | "+" | " ", text: string, paint: Paint): string {
  if (mark === " ") return paint("dim", text);
  return paint(mark === "-" ? "red" : "green", text);
}

/** `──── text ────` as wide as the page; a longer text gets lines of its own below. */
function ruleLines(text: string, width: number): string[] {
  const lines = layOutText(text, width - 10);
  return lines.map((line, at) => (at === 0 ? across(line, width, "─") : `     ${line}`));
}

function across(text: string, width: number, rule: string): string {
  const start = `${rule.repeat(4)} ${text} `;
  return start + rule.repeat(Math.max(0, width - columnsOf(start)));
}
