// Packs many pieces of markup that have mostly the same form: the form once, of each piece only what differs. The page's
// script puts them together again. All text in them was escaped before, so what comes of it is the same markup.
import type { Markup } from "./markup.js";

export interface PackedMarkup {
  /** Of each form the parts between its values. */
  forms: string[][];
  /** Of each piece the index of its form, and its values. */
  pieces: [form: number, ...values: string[]][];
}

/** The value of an attribute, or the text behind a tag. Values are escaped, so neither holds a quote or a bracket. */
const VALUE = /"[^"]*"|>[^<]*/g;

export function packMarkup(all: readonly Markup[]): PackedMarkup {
  const forms = new Map<string, { at: number; parts: string[]; lists: string[][] }>();
  const cut = all.map((markup) => {
    const { parts, values } = cutValues(markup.toString());
    const key = parts.join("\0");
    const form = forms.get(key) ?? { at: forms.size, parts, lists: [] };
    forms.set(key, form);
    form.lists.push(values);
    return { form, values };
  });
  const varying = new Map([...forms.values()].map((form) => [form, findVarying(form.lists)]));
  return {
    forms: [...varying].map(
      ([
        {
          parts,
          lists: [first = []],
        },
        slots,
      ]) => joinParts(parts, first, slots),
    ),
    pieces: cut.map(({ form, values }) => [form.at, ...(varying.get(form) ?? []).map((slot) => values[slot] ?? "")]),
  };
}

function cutValues(text: string): { parts: string[]; values: string[] } {
  const parts: string[] = [];
  const values: string[] = [];
  let done = 0;
  for (const { 0: match, index } of text.matchAll(VALUE)) {
    const end = index + match.length - (match.startsWith('"') ? 1 : 0);
    parts.push(text.slice(done, index + 1));
    values.push(text.slice(index + 1, end));
    done = end;
  }
  return { parts: [...parts, text.slice(done)], values };
}

/** The indexes of the values that are not the same in all pieces. */
function findVarying(lists: readonly (readonly string[])[]): number[] {
  const [first = [], ...others] = lists;
  return first.flatMap((value, slot) => (others.some((values) => values[slot] !== value) ? [slot] : []));
}

/** The parts between the values that vary; the others are put in. */
function joinParts(parts: readonly string[], values: readonly string[], varying: readonly number[]): string[] {
  const joined = [parts[0] ?? ""];
  for (const [slot, value] of values.entries()) {
    const next = parts[slot + 1] ?? "";
    if (varying.includes(slot)) joined.push(next);
    else joined.push(`${joined.pop() ?? ""}${value}${next}`);
  }
  return joined;
}
