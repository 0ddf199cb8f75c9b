// Renders very many workflows that passed: as data, of which the page's script makes rows and sections when somebody looks
// at them, and as a list for browsers without scripts. Elements that nobody looks at would take seconds to load.
import type { Item } from "./items.js";
import { markup, type Markup } from "./markup.js";
import { packMarkup, type PackedMarkup } from "./pack-markup.js";

/** A workflow of a fold: its row of the table, and its section. */
interface PackedItem {
  row: Markup;
  head: Markup;
  inside: Markup;
}

/** What the page's script reads. */
export interface Pack {
  rows: PackedMarkup;
  heads: PackedMarkup;
  insides: PackedMarkup;
}

/** From so many on, what passed or was skipped is packed. */
const MANY = 500;

export function isPacked(quiet: readonly unknown[]): boolean {
  return quiet.length > MANY;
}

/** Packs each group. Where not all fit into so many bytes, the last ones are rendered without their transcripts. */
export function packInto(
  room: number,
  groups: readonly Item[][],
  render: (item: Item, withTranscript: boolean) => PackedItem,
): Pack[] {
  const long = groups.map((some) => some.map((item) => render(item, true)));
  const whole = long.map(pack);
  if (bytesOf(whole) <= room) return whole;
  const short = groups.map((some) => some.map((item) => render(item, false)));
  const least = short.map(pack);
  let left = room - bytesOf(least) - bytesOf(whole.map(({ insides }) => insides.forms));
  return long.map((some, group) =>
    pack(
      some.map((item, at) => {
        left -= bytesOf(whole[group]?.insides.pieces[at] ?? []);
        return left > 0 ? item : (short[group]?.[at] ?? item);
      }),
    ),
  );
}

function bytesOf(value: unknown): number {
  return new TextEncoder().encode(JSON.stringify(value)).length;
}

function pack(items: readonly PackedItem[]): Pack {
  return {
    rows: packMarkup(items.map(({ row }) => row)),
    heads: packMarkup(items.map(({ head }) => head)),
    insides: packMarkup(items.map(({ inside }) => inside)),
  };
}

/** Stands in the place of the sections, for a reader without scripts. */
export function packedList(items: readonly Item[]): Markup {
  const lines = items.map(({ name, score, notGreen }) =>
    [name, score, notGreen].filter((part) => part !== "").join(", "),
  );
  return markup`<noscript><ul>${lines.map((line) => markup`<li>${line}</li>`)}</ul></noscript>`;
}
