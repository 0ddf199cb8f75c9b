// Aligns a live result with a recorded one, leaf by leaf. Finds differences; does not judge them.
import { entriesOf, itemsOfBoth, rowsOfText } from "../reading/rows.js";
import { jsonOfText } from "../reading/text-json.js";
import { isExactObject, type Exact, type ExactObject } from "../json/exact.js";
import { isNumber, numberText, sameNumber } from "../json/digits.js";
import { buildPointer } from "../json/pointer.js";
import { alignArray } from "./align-array.js";
import { alignLine } from "./align-text.js";
import { Pairing, type Known, type LeafPair } from "./leaf-pair.js";
import { areExchangeable, madeAmong } from "./made.js";
import { BYTES } from "./run.js";
import { canonOf, maskOf } from "./shapes.js";
import { readTimes } from "./time-forms.js";
import { tokensOf } from "./tokens.js";

/** Deeper than any realistic result. */
const MAX_DEPTH = 200;

/** Aligns two results. Adds what it finds to `known`; the first finding of a value is kept. */
export function align(recorded: Exact, live: Exact, known: Known): Pairing {
  const pairing = new Pairing();
  alignValue(recorded, live, "", known, pairing);
  return pairing;
}

/** Returns the pointer of a member. */
export function below(at: string, part: string | number): string {
  return at + buildPointer([part]);
}

function alignValue(recorded: Exact, live: Exact, at: string, known: Known, pairing: Pairing): void {
  const issue = (why: "type" | "boolean"): void => void pairing.issues.push({ at, why, recorded, live });
  if (at.length > 20 * MAX_DEPTH) {
    if (canonOf(recorded) !== canonOf(live)) issue("type");
  } else if (typeof recorded === "string" && typeof live === "string") {
    alignString(recorded, live, at, known, pairing);
  } else if (isNumber(recorded) && isNumber(live)) {
    const [one, other] = [numberText(recorded), numberText(live)];
    note({ text: false, recorded: one, live: sameNumber(recorded, live) ? one : other, spans: [] }, at, known, pairing);
  } else if (Array.isArray(recorded) && Array.isArray(live)) {
    alignArray(recorded, live, at, (index) => below(at, index), known, pairing, alignValue);
  } else if (isExactObject(recorded) && isExactObject(live)) {
    alignObject(recorded, live, at, known, pairing);
  } else if (typeof recorded === "boolean" && typeof live === "boolean") {
    if (recorded !== live) issue("boolean");
  } else if (recorded !== null || live !== null) issue("type");
}

function alignObject(recorded: ExactObject, live: ExactObject, at: string, known: Known, pairing: Pairing): void {
  const gone = Object.keys(recorded).filter((key) => !Object.hasOwn(live, key));
  const came = Object.keys(live).filter((key) => !Object.hasOwn(recorded, key));
  if (gone.length === 0 && came.length > 0 && alignEntries(recorded, live, at, known, pairing)) return;
  const renamed = pairKeys(gone, came, recorded, live, known);
  for (const key of Object.keys(recorded)) {
    const name = renamed?.get(key) ?? key;
    if (!Object.hasOwn(live, name)) {
      pairing.issues.push({ at: below(at, key), why: "gone", recorded: recorded[key] ?? null });
      continue;
    }
    if (name !== key) {
      const pair = { text: true, recorded: key, live: name, spans: wholeSpan(key, name) };
      pairing.keys.set(below(at, key), pair);
      if (!known.values.has(key)) known.values.set(key, name);
    }
    alignValue(recorded[key] ?? null, live[name] ?? null, below(at, key), known, pairing);
  }
  if (renamed !== undefined) return;
  for (const key of came) pairing.issues.push({ at: below(at, key), why: "new", live: live[key] ?? null });
}

/** Aligns two objects that are lists by ids or days, of which one has more. Returns false where they are none. */
function alignEntries(recorded: ExactObject, live: ExactObject, at: string, known: Known, pairing: Pairing): boolean {
  const [entries, others] = [entriesOf(recorded), entriesOf(live)];
  if (at === "" || entries === undefined || others === undefined) return false;
  if (!alignList(entries, others, entriesAt(at), known, pairing)) return false;
  // Only keys that count up, and times, are in an order.
  if (!Object.keys(live).every((key) => /^\D*\d+\D*$/.test(key) || readTimes(key).length > 0))
    pairing.orders.add(entriesAt(at));
  return true;
}

/** Returns the live key of each recorded one, where two objects differ only in made keys. */
function pairKeys(
  gone: readonly string[],
  came: readonly string[],
  recorded: ExactObject,
  live: ExactObject,
  known: Known,
): Map<string, string> | undefined {
  const all = [...gone, ...came];
  if (gone.length === 0 || gone.length !== came.length || madeAmong(all).length < all.length) return undefined;
  const pairs = new Map<string, string>();
  const open = new Set(came);
  const pair = (key: string, name: string | undefined): void => {
    if (name === undefined || pairs.has(key) || !open.delete(name)) return;
    pairs.set(key, name);
  };
  for (const key of gone) pair(key, known.values.get(key));
  for (const key of gone) {
    if (pairs.has(key)) continue;
    const mask = maskOf(recorded[key] ?? null);
    pair(
      key,
      [...open].find((name) => maskOf(live[name] ?? null) === mask),
    );
  }
  for (const key of gone) if (!pairs.has(key)) pair(key, [...open][0]);
  return pairs;
}

function wholeSpan(recorded: string, live: string): LeafPair["spans"] {
  const to = tokensOf(recorded).length;
  const ends = { start: 0, end: recorded.length, liveStart: 0, liveEnd: live.length };
  return [{ from: 1, to, ...ends, kind: "made", liveKind: "made" }];
}

function alignString(recorded: string, live: string, at: string, known: Known, pairing: Pairing): void {
  if (at.endsWith(`/${BYTES}`)) {
    if (recorded !== live) pairing.issues.push({ at, why: "bytes" });
    return;
  }
  const [json, liveJson] = [jsonOfText(recorded), jsonOfText(live)];
  if (json !== undefined && liveJson !== undefined) {
    alignValue(json, liveJson, below(at, "json"), known, pairing);
    return;
  }
  if (!recorded.includes("\n") && !live.includes("\n")) {
    alignLeaf(recorded, live, at, known, pairing);
    return;
  }
  const lines = rowsOfText(recorded);
  alignArray(lines, rowsOfText(live), at, (index) => lineAt(at, index, lines), known, pairing, alignRow);
}

/** A line of a text, or an item of one, is no list of lines again. */
export function alignRow(recorded: Exact, live: Exact, at: string, known: Known, pairing: Pairing): void {
  if (typeof recorded === "string" && typeof live === "string") alignLeaf(recorded, live, at, known, pairing);
  else alignValue(recorded, live, at, known, pairing);
}

/** Returns the pointer of a line; a text of one line has no pointer for its line. */
export function lineAt(at: string, index: number, lines: readonly Exact[]): string {
  const line = lines.length === 1 ? at : `${at}/lines/${String(index)}`;
  const value = lines[index] ?? "";
  return typeof value === "string" ? line : below(line, "json");
}

/** Returns the pointer of what a text lists in its one line, with what is before and after that. */
export function itemsAt(at: string): string {
  return below(at, "items");
}

/** Returns the pointer of the entries of an object that is a list by ids or days: each has a `key` and a `value`. */
export function entriesAt(at: string): string {
  return below(at, "entries");
}

function alignLeaf(recorded: string, live: string, at: string, known: Known, pairing: Pairing): void {
  if (alignItems(recorded, live, at, known, pairing)) return;
  const spans = wholeLeaf(recorded, live) ?? alignLine(recorded, live);
  if (spans === undefined) pairing.issues.push({ at, why: "text", recorded, live });
  else note({ text: true, recorded, live, spans }, at, known, pairing);
}

/** Aligns what two texts list, where one lists more or in another order. Returns false where they are no such lists. */
function alignItems(recorded: string, live: string, at: string, known: Known, pairing: Pairing): boolean {
  // What a row of a list says is no list of its own.
  if (at === "" || at.includes("/lines/")) return false;
  const [items, others] = itemsOfBoth(recorded, live) ?? [];
  if (items === undefined || others === undefined) return false;
  const isGrown = others.length > items.length && alignLine(recorded, live) === undefined;
  if (!isGrown && !areShuffled(items, others)) return false;
  return alignList(items, others, itemsAt(at), known, pairing);
}

/** True for the same words, a number among them, in another order; what is before and after them is compared as any text. */
function areShuffled(items: readonly string[], others: readonly string[]): boolean {
  const [words, now] = [items.slice(1, -1), others.slice(1, -1)];
  const plain = words.filter((item) => /\p{L}{2}/u.test(item));
  if (plain.length * 2 <= words.length || words.every((word, i) => word === now[i])) return false;
  return words.toSorted().join("\n") === now.toSorted().join("\n");
}

/** Aligns two lists; false where they are not the same list in another order or grown, and nothing is noted. */
function alignList(
  recorded: readonly Exact[],
  live: readonly Exact[],
  at: string,
  known: Known,
  pairing: Pairing,
): boolean {
  const before = pairing.issues.length;
  alignArray(recorded, live, at, (index) => below(at, index), known, pairing, alignRow);
  const isList = pairing.issues[before]?.at !== at;
  if (isList) pairing.read.add(at);
  else pairing.issues.length = before;
  return isList;
}

/** A text that is one made word, including dashes at its ends, is one value. */
function wholeLeaf(recorded: string, live: string): LeafPair["spans"] | undefined {
  if (recorded === live || ![recorded, live].every((text) => /^[\w-]+=*$/.test(text))) return undefined;
  if (!areExchangeable(recorded, live) || alignLine(recorded, live) !== undefined) return undefined;
  return wholeSpan(recorded, live);
}

function note(leaf: LeafPair, at: string, known: Known, pairing: Pairing): void {
  pairing.leaves.set(at, leaf);
  const add = (one: string, other: string): void => {
    if (!known.values.has(one)) known.values.set(one, other);
  };
  if (!leaf.text) {
    if (leaf.recorded !== leaf.live) add(leaf.recorded, leaf.live);
    return;
  }
  for (const { start, end, liveStart, liveEnd } of leaf.spans) {
    const [one, other] = [leaf.recorded.slice(start, end), leaf.live.slice(liveStart, liveEnd)];
    if (one !== other) add(one, other);
  }
}
