// Compares two lists of one kind of item: what is gone, new, renamed (a guess), listed twice, or changed.
import type { JsonObject } from "../json/value.js";
import type { ContractChange, ContractSubject } from "./change.js";
import { buildChange, type ContractFinding } from "./contract-change.js";
import { guessRenames, type Likeness } from "./guess-renames.js";
import { pairItems, type ItemPairing } from "./pair-items.js";

/** What the comparison needs to know about a kind of listed item. */
export interface ListKind<T extends JsonObject> {
  kind: "tool" | "prompt" | "resource" | "resource-template";
  /** For messages: `tool`, `resource template`. */
  word: string;
  /** The field by which callers name it: `name`, `uri`, `uriTemplate`. */
  key: string;
  likeness: (item: T) => Omit<Likeness, "name">;
  /** For notes on a guess, for example `parameters and description`. */
  alike: string;
  /** Compares two of them, without their key. */
  compare: (subject: ContractSubject, before: T, after: T) => ContractChange[];
}

/** In the order of the list before; new items follow. The order of the lists matters only among tools of one name. */
export function compareLists<T extends JsonObject>(
  kind: ListKind<T>,
  before: readonly T[],
  after: readonly T[],
): ContractChange[] {
  // A missing name and an empty one differ.
  const keyOf = (item: T): string => JSON.stringify(nameIn(item, kind.key) ?? null);
  const pairings = pairItems(before, after, keyOf, kind.kind === "tool");
  const gone = once(
    pairings.flatMap((one) => (one.kind === "gone" ? [one.before] : [])),
    keyOf,
  );
  const added = once(
    pairings.flatMap((one) => (one.kind === "new" ? [one.after] : [])),
    keyOf,
  );
  const like = (item: T): Likeness => ({ name: nameIn(item, kind.key) ?? "", ...kind.likeness(item) });
  const renamed = new Map<T, T>();
  for (const [from, to] of guessRenames(gone.map(like), added.map(like))) {
    const [one, other] = [gone[from], added[to]];
    if (one !== undefined && other !== undefined) renamed.set(one, other);
  }
  const newNames = new Set(renamed.values());
  return pairings.flatMap((pairing) => {
    if (pairing.kind === "new" && newNames.has(pairing.after)) return [];
    const successor = pairing.kind === "gone" ? renamed.get(pairing.before) : undefined;
    if (pairing.kind === "gone" && successor !== undefined) return compareRenamed(kind, pairing.before, successor);
    return comparePairing(kind, pairing);
  });
}

/** Returns the items whose name occurs once: a renamed item cannot be matched with one of several. */
function once<T>(items: readonly T[], keyOf: (item: T) => string): T[] {
  const counts = new Map<string, number>();
  for (const item of items) counts.set(keyOf(item), (counts.get(keyOf(item)) ?? 0) + 1);
  return items.filter((item) => counts.get(keyOf(item)) === 1);
}

function comparePairing<T extends JsonObject>(kind: ListKind<T>, pairing: ItemPairing<T>): ContractChange[] {
  const subject = subjectOf(
    kind,
    pairing.kind === "new" || pairing.kind === "duplicate-appeared" ? pairing.after : pairing.before,
  );
  const of = `The ${kind.word} ${shown(subject)}`;
  switch (pairing.kind) {
    case "pair":
      return kind.compare(subject, pairing.before, pairing.after);
    case "gone":
      return [buildChange(`${kind.kind}-removed`, subject, { ...whole(pairing), message: `${of} is gone.` })];
    case "new":
      return [buildChange(`${kind.kind}-added`, subject, { ...whole(pairing), message: `${of} is new.` })];
    case "duplicate-gone":
      return [
        buildChange(pairing.kind, subject, { ...whole(pairing), message: `${of} is listed less often than before.` }),
      ];
    case "duplicate-appeared":
      return [
        buildChange(pairing.kind, subject, { ...whole(pairing), message: `${of} is listed more often than before.` }),
      ];
  }
}

function whole({ before, after }: { before?: JsonObject; after?: JsonObject }): Omit<ContractFinding, "message"> {
  return { path: "", before, after };
}

/** The removal first, then what else differs if the guess is right. */
function compareRenamed<T extends JsonObject>(kind: ListKind<T>, before: T, after: T): ContractChange[] {
  const subject = subjectOf(kind, before);
  const name = shown(subjectOf(kind, after));
  return [
    buildChange(`${kind.kind}-renamed`, subject, {
      path: `/${kind.key}`,
      before: before[kind.key],
      after: after[kind.key],
      message: `The ${kind.word} ${shown(subject)} is gone; renamed to ${name}?`,
      note: `A guess, based on its ${kind.alike}. For callers it is gone in either case.`,
    }),
    ...kind.compare(subject, before, after).map((change): ContractChange => {
      const guess = `If it was renamed to ${name}.`;
      return { ...change, note: change.note === undefined ? guess : `${guess} ${change.note}` };
    }),
  ];
}

function subjectOf<T extends JsonObject>({ kind, key }: ListKind<T>, item: T): ContractSubject {
  const name = nameIn(item, key);
  return { kind, ...(name === undefined ? {} : { name }) };
}

function nameIn(item: JsonObject, key: string): string | undefined {
  const name = item[key];
  return typeof name === "string" ? name : undefined;
}

function shown({ name }: ContractSubject): string {
  return name === undefined ? "without a name" : `\`${name}\``;
}
