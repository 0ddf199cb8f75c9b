// Finds the secrets in a text, in whatever way they are written. Learns what it finds by shape or by key, and from then
// on finds it in any other form. Leaves base64 to base64-runs.ts.
import type { DeclaredKeys } from "./declared-keys.js";
import type { FoundNames } from "./found-names.js";
import { inForm, isPlaceholder, type PlaceholderForm } from "./placeholder.js";
import type { FindByRules } from "./secretlint.js";
import type { ShapeFound } from "./shape.js";
import { findShapes } from "./shapes.js";
import { outsidePlaceholders, type Cut, type CutFilter } from "./text-redaction.js";
import type { ValueSearch } from "./value-search.js";
import { viewsOf, type View } from "./views.js";

export interface FinderParts {
  names: FoundNames;
  keys: DeclaredKeys;
  findByRules: FindByRules;
  /** The name of a known value. */
  knownName: (value: string) => string | undefined;
  /** Of a placeholder of our own. */
  isOurs: (name: string) => boolean;
}

/** A text, read in all ways, and what shapes and keys found in it. */
export interface ReadText {
  views: readonly View[];
  cuts: Cut[];
  takes: CutFilter;
}

/** Reads a text in all ways, for known values only. */
export function openText(text: string, isOurs: FinderParts["isOurs"]): ReadText {
  return { views: viewsOf(text), cuts: [], takes: outsidePlaceholders(text, isOurs) };
}

/** Finds shapes and declared keys, and names them. */
export function readText(text: string, parts: FinderParts): ReadText {
  const read = openText(text, parts.isOurs);
  for (const view of read.views) {
    const found = findShapes(view.text);
    found.push(...parts.findByRules(view.text));
    if (found.length === 0 && parts.keys.isEmpty) continue;
    // A parameter of a URL has the name that the config gives it.
    takeShapes(
      text,
      view,
      found.filter(({ kind }) => kind !== "url-parameter"),
      { parts, read },
    );
    if (!parts.keys.isEmpty) takeKeys(text, view, { parts, read });
    takeShapes(
      text,
      view,
      found.filter(({ kind }) => kind === "url-parameter"),
      { parts, read },
    );
  }
  return read;
}

interface Reading {
  parts: FinderParts;
  read: ReadText;
}

function takeShapes(text: string, view: View, found: readonly ShapeFound[], { parts, read }: Reading): void {
  for (const { kind, start, end, strong } of found) {
    const secret = view.text.slice(start, end);
    const cut = cutOf(text, view, { start, end, name: "" });
    if (isPlaceholder(secret) || !read.takes(cut)) continue;
    cut.name = parts.knownName(secret) ?? parts.names.add(secret, kind, { strong });
    read.cuts.push(cut);
  }
}

function takeKeys(text: string, view: View, { parts, read }: Reading): void {
  for (const { kind, start, end, quote } of parts.keys.find(view.text)) {
    const secret = view.text.slice(start, end);
    const cut = cutOf(text, view, { start, end, name: "" });
    if (isPlaceholder(secret) || !read.takes(cut)) continue;
    const name = parts.knownName(secret) ?? parts.names.add(secret, kind, { strong: false, declared: true });
    if (quote === undefined) read.cuts.push({ ...cut, name });
    else {
      const at = view.rangeOf(quote.start, quote.end);
      read.cuts.push({ ...cut, name, form: "number", quote: text.slice(at.start, at.end) });
    }
  }
}

/** Finds values that are known, or were learned. */
export function searchText(text: string, { views, takes }: ReadText, search: ValueSearch): Cut[] {
  const cuts: Cut[] = [];
  for (const view of views) {
    for (const found of search.find(view.text)) {
      const cut = asNumber(text, cutOf(text, view, found));
      if (takes(cut)) cuts.push(cut);
    }
  }
  return cuts;
}

/** A number in JSON gets quotes, so that the JSON stays valid: those of its key. */
function asNumber(text: string, cut: Cut): Cut {
  if (!/^\d+$/.test(text.slice(cut.start, cut.end))) return cut;
  const quote = /(\\{0,7}")\s{0,4}:\s{0,4}$/.exec(text.slice(Math.max(0, cut.start - 20), cut.start))?.[1];
  return quote === undefined ? cut : { ...cut, form: "number", quote };
}

function cutOf(text: string, view: View, { start, end, name }: Cut): Cut {
  const range = view.rangeOf(start, end);
  const { decoded } = view;
  if (decoded === undefined) return { start: range.start, end: range.end, name };
  const written = text.slice(range.start, range.end);
  const secret = view.text.slice(start, end);
  const form: PlaceholderForm | undefined =
    written !== secret && isSame(inForm(secret, decoded), written) ? decoded : undefined;
  return { ...range, name, form };
}

/** Hex digits of escapes are written in both cases. */
function isSame(one: string, other: string): boolean {
  return one === other || one.toLowerCase() === other.toLowerCase();
}
