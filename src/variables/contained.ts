// Finds ids that had another id in them in every run, and have not now: a secret that begins with the id of its payment, the
// short hash of a commit.
import { appendTo } from "../append-to.js";
import { isAtOrBelow } from "../json/pointer.js";
import type { BrokenNumber, LiveValueOf } from "./amounts.js";
import { areLong } from "./chance.js";
import { isOneEvent } from "./off-times.js";
import { seenText, type Learned, type Place, type Variable } from "./learned.js";

/** An id, and a longer one that had it in itself in every run. */
export interface Containment {
  whole: Part;
  part: Part;
  /** True where they had other separators or another case: `1796063160.462088` in `p1796063160462088`. */
  isBare?: true;
}

interface Part {
  index: number;
  variable: Variable;
  place: Place;
  seen: readonly string[];
  /** The same without what parts letters and digits, in small letters. */
  bare: readonly string[];
}

const RUNS = 2;
/** So many digits, or letters and digits, are not in another id by chance, whatever parts them. */
const LONG_BARE = { digits: 12, others: 8 };
/** No id is longer, and a text is no id. */
const LONGEST = 256;

/** Returns what held of the ids of each call. */
export function containments({
  variables,
  orders,
}: Pick<Learned, "variables" | "orders">): ReadonlyMap<number, readonly Containment[]> {
  const ids = variables.flatMap((variable, index) => idOf(variable, index) ?? []);
  const byLength = new Map<number, Map<string, Part[]>>();
  for (const id of ids) {
    const [text = ""] = id.bare;
    const ofLength = byLength.get(text.length) ?? new Map<string, Part[]>();
    byLength.set(text.length, ofLength);
    appendTo(ofLength, text, id);
  }
  const byCall = new Map<number, Containment[]>();
  for (const whole of ids) {
    for (const part of partsOf(whole, byLength)) {
      if (rowOf(whole.place, orders) !== rowOf(part.place, orders)) continue;
      const isExact = whole.seen.every((text, run) => text.includes(part.seen[run] ?? text));
      if (isExact ? whole.seen[0] === part.seen[0] : part.bare.some(isShort)) continue;
      const found = { whole, part, ...(!isExact && { isBare: true as const }) };
      for (const call of new Set([whole.place.call, part.place.call])) appendTo(byCall, call, found);
    }
  }
  return byCall;
}

/** Undefined for what is no id that each run makes. */
function idOf(variable: Variable, index: number): Part | undefined {
  const { kind, places, off } = variable;
  const [place] = places;
  const seen = variable.seen.map(seenText);
  const isEvent = kind === "time" && seen.every((text) => isOneEvent(text, off));
  if (!(kind === "value" || isEvent) || place === undefined || place.call === 0 || seen.length < RUNS) return undefined;
  if (new Set(seen).size < seen.length || !areLong(seen) || seen.some((text) => text.length > LONGEST))
    return undefined;
  return { index, variable, place, seen, bare: seen.map(withoutSeparators) };
}

function isShort(bare: string): boolean {
  return bare.length < (/^\d+$/.test(bare) ? LONG_BARE.digits : LONG_BARE.others);
}

function withoutSeparators(text: string): string {
  return text.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, "");
}

function partsOf(whole: Part, byLength: ReadonlyMap<number, ReadonlyMap<string, readonly Part[]>>): Set<Part> {
  const [text = ""] = whole.bare;
  const found = new Set<Part>();
  for (const [length, texts] of byLength) {
    for (let from = 0; from + length <= text.length; from += 1) {
      for (const part of texts.get(text.slice(from, from + length)) ?? [])
        if (part !== whole && whole.bare.every((one, run) => one.includes(part.bare[run] ?? one))) found.add(part);
    }
  }
  return found;
}

/** How many milliseconds two readings of a clock that were the same one in all runs may lie apart. */
const JITTER = 50n;

function isWithinBare(whole: string, part: string, isTime: boolean): boolean {
  const [text, own] = [whole, part].map(withoutSeparators);
  if (text === undefined || own === undefined || text.includes(own)) return true;
  const [digits, of] = [text, own].map((one) => one.replaceAll(/\D/g, ""));
  if (!isTime || digits === undefined || of === undefined || of === "") return false;
  const parts = Array.from({ length: Math.max(0, digits.length - of.length + 1) }, (_, at) =>
    BigInt(digits.slice(at, at + of.length)),
  );
  const now = BigInt(of);
  return parts.some((one) => one - now <= JITTER && now - one <= JITTER);
}

/** The row of a list in any order that a place is in: the rows of two such lists are not those of each other. */
function rowOf({ call, at }: Place, orders: Learned["orders"]): string {
  const list = orders.find((order) => order.call === call && at.startsWith(`${order.at}/`));
  if (list === undefined) return "";
  const [row = ""] = at.slice(list.at.length + 1).split("/");
  return `${String(call)} ${list.at}/${row}`;
}

/** Lists the ids at or below a place of a call that are apart from those that they had in themselves, or were in. */
export function brokenContainments(
  known: readonly Containment[],
  { call, at }: Pick<Place, "call" | "at">,
  valueOf: LiveValueOf,
): BrokenNumber[] {
  const isHere = ({ place }: Part): boolean => place.call === call && isAtOrBelow(place.at, at);
  return known.flatMap(({ whole, part, isBare }): BrokenNumber[] => {
    if (!isHere(whole) && !isHere(part)) return [];
    const [live, within] = [valueOf(whole.index), valueOf(part.index)];
    if (live === undefined || within === undefined || live.includes(within)) return [];
    if (isBare === true && isWithinBare(live, within, part.variable.kind === "time")) return [];
    return isHere(whole)
      ? [{ ...whole, live, was: `with ${part.variable.name} in it` }]
      : [{ ...part, live: within, was: `a part of ${whole.variable.name}` }];
  });
}
