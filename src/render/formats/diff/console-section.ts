// Holds what the sections of the console's diff share: what was shown, and how many items of a kind are shown.
import type { DiffReport } from "../../../diff/diff.js";
import type { ValueDiffer } from "../../parts/value-diff.js";
import { paragraphs, type Look } from "../console-look.js";
import type { Colour } from "../../safe/paint.js";

export interface DiffConsole {
  report: DiffReport;
  look: Look;
  differ: ValueDiffer;
  /** What followed the first line of a text, so that no trace or stderr is shown twice. */
  evidence: Set<string>;
}

/** Left out where it has no lines. */
export interface ConsoleSection extends ConsoleSectionHead {
  lines: string[];
}

export interface ConsoleSectionHead {
  title: string;
  colour: Colour;
}

/** Lines of evidence below a reason. */
const MOST_EVIDENCE = 4;

/** Renders a sentence, and below it the evidence that was not shown yet: a trace, the end of stderr. */
export function reasonLines(text: string, indent: number, { look, evidence }: DiffConsole): string[] {
  const [first = "", ...rest] = text.split("\n").filter((line) => line.trim() !== "");
  const below = rest.join("\n");
  const known = below !== "" && evidence.has(below);
  evidence.add(below);
  const shown = look.debug ? rest : rest.slice(0, MOST_EVIDENCE);
  const left = rest.length - shown.length;
  const more = known ? ["(as above)"] : [...shown, ...(left > 0 ? [`${left} more lines (--full shows all)`] : [])];
  return [first, ...more].flatMap((line) => paragraphs(line, indent, look));
}

/** Renders the first items and counts the others; renders all where everything is shown. */
export function few<Item>(
  items: readonly Item[],
  most: number,
  indent: number,
  look: Look,
  lines: (item: Item) => string[],
): string[] {
  const shown = look.debug ? items : items.slice(0, most);
  const left = items.length - shown.length;
  return [...shown.flatMap(lines), ...(left > 0 ? [`${" ".repeat(indent)}${left} more (--full shows all)`] : [])];
}
