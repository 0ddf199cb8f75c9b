// Text in; the places of its secrets out, whatever the way in which they are written. Learns what it finds by shape or by
// key, so that it is found in any other form from then on. Base64 aside, which base64-runs.ts takes apart.
import type { DeclaredKeys } from "./declared-keys.js";
import type { FoundNames } from "./found-names.js";
import { inForm, isPlaceholder, type Form } from "./placeholder.js";
import type { FindByRules } from "./secretlint.js";
import { findShapes } from "./shapes.js";
import { outsidePlaceholders, type Cut, type CutFilter } from "./text-redaction.js";
import type { ValueSearch } from "./value-search.js";
import { viewsOf, type View } from "./views.js";

export interface FinderParts {
  names: FoundNames;
  keys: DeclaredKeys;
  findByRules: FindByRules;
  /** The name of a value that is known by itself. */
  knownName: (value: string) => string | undefined;
  /** Of a placeholder of our own. */
  isOurs: (name: string) => boolean;
}

/** A text, read in all its ways, and what was found in it by shapes and keys. */
export interface ReadText {
  views: readonly View[];
  cuts: Cut[];
  takes: CutFilter;
}

/** Finds shapes and declared keys, and names them. */
export function readText(text: string, parts: FinderParts): ReadText {
  const views = viewsOf(text);
  const takes = outsidePlaceholders(text, parts.isOurs);
  const cuts: Cut[] = [];
  for (const view of views) {
    for (const { kind, start, end, strong } of [...findShapes(view.text), ...parts.findByRules(view.text)]) {
      const secret = view.text.slice(start, end);
      const cut = cutOf(text, view, { start, end, name: "" });
      if (isPlaceholder(secret) || !takes(cut)) continue;
      cut.name = parts.knownName(secret) ?? parts.names.add(secret, kind, { strong });
      cuts.push(cut);
    }
    if (parts.keys.isEmpty) continue;
    for (const { kind, start, end, quote } of parts.keys.find(view.text)) {
      const secret = view.text.slice(start, end);
      const cut = cutOf(text, view, { start, end, name: "" });
      if (isPlaceholder(secret) || !takes(cut)) continue;
      const name = parts.knownName(secret) ?? parts.names.add(secret, kind, { strong: false, declared: true });
      if (quote === undefined) cuts.push({ ...cut, name });
      else {
        const at = view.rangeOf(quote.start, quote.end);
        cuts.push({ ...cut, name, form: "number", quote: text.slice(at.start, at.end) });
      }
    }
  }
  return { views, cuts, takes };
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

/** A number in JSON gets quotes, so that the JSON stays one: those of its key. */
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
  const form: Form | undefined = written !== secret && isSame(inForm(secret, decoded), written) ? decoded : undefined;
  return { ...range, name, form };
}

/** Hex digits of escapes are written in both cases. */
function isSame(one: string, other: string): boolean {
  return one === other || one.toLowerCase() === other.toLowerCase();
}
