// Pairs the items of two lists by name. Duplicate names are allowed.
import { canonicalJson } from "../json/canonical.js";
import type { JsonObject } from "../json/value.js";
import { appendTo } from "../append-to.js";

export type ItemPairing<T extends JsonObject> =
  | { kind: "pair"; before: T; after: T }
  | { kind: "gone"; before: T }
  | { kind: "new"; after: T }
  /** One of several with its name, of which the other side has fewer. */
  | { kind: "duplicate-gone"; before: T }
  | { kind: "duplicate-appeared"; after: T };

/**
 * In the order of the list before, followed by new items in the order of the list after. The orders may differ.
 * @param firstCounts - callers are given the first of several with one name, so the first ones of both sides are
 * paired.
 */
export function pairItems<T extends JsonObject>(
  before: readonly T[],
  after: readonly T[],
  nameOf: (item: T) => string,
  firstCounts = false,
): ItemPairing<T>[] {
  const [groups, others] = [groupBy(before, nameOf), groupBy(after, nameOf)];
  const partners = new Map<Place<T>, Place<T>>();
  for (const [name, group] of groups) {
    for (const [one, other] of findPartners(group, others.get(name) ?? [], firstCounts ? 1 : 0))
      partners.set(one, other);
  }
  const taken = new Set(partners.values());
  return [
    ...[...groups].flatMap(([name, group]) =>
      group.map((one): [number, ItemPairing<T>] => {
        const other = partners.get(one);
        if (other !== undefined) return [one.at, { kind: "pair", before: one.item, after: other.item }];
        return [one.at, { kind: others.has(name) ? "duplicate-gone" : "gone", before: one.item }];
      }),
    ),
    ...[...others].flatMap(([name, group]) =>
      group
        .filter((other) => !taken.has(other))
        .map((other): [number, ItemPairing<T>] => [
          before.length + other.at,
          { kind: groups.has(name) ? "duplicate-appeared" : "new", after: other.item },
        ]),
    ),
  ]
    .toSorted(([one], [other]) => one - other)
    .map(([, pairing]) => pairing);
}

/** An item and its index: a list may contain the same object twice. */
interface Place<T> {
  at: number;
  item: T;
}

/** Pairs, within one name, so many first items, then equal ones, then the others in order. */
function findPartners<T extends JsonObject>(
  group: readonly Place<T>[],
  candidates: readonly Place<T>[],
  count: number,
): Map<Place<T>, Place<T>> {
  const partners = new Map<Place<T>, Place<T>>();
  for (const [at, one] of group.slice(0, count).entries()) {
    const other = candidates[at];
    if (other !== undefined) partners.set(one, other);
  }
  const texts = groupPlaces(candidates.slice(count), ({ item }) => canonicalJson(item));
  for (const one of group.slice(count)) {
    const equal = texts.get(canonicalJson(one.item))?.shift();
    if (equal !== undefined) partners.set(one, equal);
  }
  const taken = new Set(partners.values());
  const free = candidates.filter((other) => !taken.has(other));
  for (const [at, one] of group.filter((unequal) => !partners.has(unequal)).entries()) {
    const other = free[at];
    if (other !== undefined) partners.set(one, other);
  }
  return partners;
}

function groupBy<T>(items: readonly T[], keyOf: (item: T) => string): Map<string, Place<T>[]> {
  return groupPlaces(
    items.map((item, at) => ({ at, item })),
    ({ item }) => keyOf(item),
  );
}

function groupPlaces<T>(places: readonly Place<T>[], keyOf: (place: Place<T>) => string): Map<string, Place<T>[]> {
  const groups = new Map<string, Place<T>[]>();
  for (const place of places) {
    appendTo(groups, keyOf(place), place);
  }
  return groups;
}
