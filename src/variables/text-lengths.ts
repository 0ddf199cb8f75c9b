// Finds numbers that were the length of a text in every run: `Content-Length: 71` and what follows the empty line.
import type { Exact } from "../json/exact.js";
import { isExactObject } from "../json/exact.js";
import { appendTo } from "../append-to.js";
import { setOf } from "../reading/set-of.js";
import { below } from "./align.js";
import type { ListFigure } from "./learned.js";
import type { CallViews } from "./list-rows.js";
import { labelOf, wordsOfName } from "./names.js";
import type { Observed } from "./observe.js";

const LENGTHS = setOf("length len size byte char character");
const BYTES = /(?:byte|size)/i;

/** A text as a whole. */
export function wholeOf(at: string): string {
  return `${at}/whole`;
}

/** What follows the first empty line of a text: the body of a message. */
export function bodyAt(at: string): string {
  return `${at}/body`;
}

/** The body of a text; undefined where it has none. */
export function bodyOf(text: string): string | undefined {
  const end = text.indexOf("\n\n");
  return end === -1 ? undefined : text.slice(end + 2);
}

/** Returns how long a text is. */
export function lengthOf(is: "length" | "bytes", text: string): number {
  return is === "bytes" ? Buffer.byteLength(text) : text.length;
}

/** Reads the texts of all runs when a number is named as a length. */
export class TextLengths {
  private figures: Map<string, ListFigure[]> | undefined;

  constructor(private readonly calls: readonly CallViews[]) {}

  /** Returns the text whose length the number at a place was in every run. */
  of({ place, named, context, seen }: Observed, numbers: readonly number[]): ListFigure | undefined {
    const after = context?.text.slice(context.start, context.end + 12) ?? "";
    const isNamed = wordsOfName(labelOf(named)).some((word) => LENGTHS.has(word)) || /\d ?(?:bytes|char)/.test(after);
    if (!isNamed || numbers.every((number) => number === numbers[0])) return undefined;
    const found = (this.read().get(numbers.join(" ")) ?? []).filter(({ call }) => call === place.call);
    const name = `${labelOf(named)} ${after} ${seen[0] ?? ""} ${context?.text ?? ""}`;
    const isOfBytes = BYTES.test(name) || /content-length/i.test(name);
    return found.find(({ is }) => (is === "bytes") === isOfBytes) ?? found[0];
  }

  private read(): Map<string, ListFigure[]> {
    if (this.figures !== undefined) return this.figures;
    const figures = new Map<string, ListFigure[]>();
    for (const { call, views } of this.calls) {
      const [recorded = [], ...checks] = views.map((view) => [...textsIn(view, "")]);
      const others = checks.map((texts) => new Map(texts));
      for (const [at, text] of recorded) {
        const all = [text, ...others.flatMap((texts) => texts.get(at) ?? [])];
        if (all.length < views.length) continue;
        for (const is of ["length", "bytes"] as const) {
          appendTo(figures, all.map((one) => lengthOf(is, one)).join(" "), { call, at, is });
        }
      }
    }
    this.figures = figures;
    return figures;
  }
}

function* textsIn(value: Exact, at: string): Generator<[at: string, text: string]> {
  if (typeof value === "string") {
    yield [wholeOf(at), value];
    const body = bodyOf(value);
    if (body !== undefined) yield [bodyAt(at), body];
  } else if (Array.isArray(value)) for (const [index, part] of value.entries()) yield* textsIn(part, below(at, index));
  else if (isExactObject(value)) for (const [key, part] of Object.entries(value)) yield* textsIn(part, below(at, key));
}
