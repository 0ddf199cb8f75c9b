// Groups places into variables: equal values in all runs, and evidence beyond chance that they are the same.
import { appendTo } from "../append-to.js";
import { isLong, isUnlikely } from "./chance.js";
import { inAnyRow } from "../json/pointer.js";
import { isElement, type Place, type VariableKind } from "./learned.js";
import {
  fitOf,
  haveSameWords,
  isQuantityPlace,
  labelOf,
  measureOf,
  nounsOf,
  overlap,
  shareNoun,
  wordsOfName,
} from "./names.js";
import { differs, type Observed } from "./observe.js";
import { isOneEvent, type TimeOff } from "./off-times.js";

/** A place that varies, and how. */
export interface Varying {
  observed: Observed;
  kind: VariableKind;
  off?: TimeOff | undefined;
}

/** A value that was sent: in which call, under which name, and where it was read. */
export interface SentValue {
  call: number;
  value: string;
  label: string;
  source: Observed;
}

/** Returns the places of each variable, in the order of the run. */
export function groupPlaces(varying: readonly Varying[], sent: readonly SentValue[]): Varying[][] {
  const alike = new Map<string, Varying[]>();
  for (const [at, place] of varying.entries()) {
    const key = canBeSame(place) ? JSON.stringify([place.kind, ...place.observed.seen]) : `alone ${String(at)}`;
    appendTo(alike, key, place);
  }
  const evidence = new SentEvidence(sent);
  return [...alike.values()].flatMap((places) => splitByReason(places, evidence));
}

function canBeSame({ kind, off, observed }: Varying): boolean {
  // What was equal in all runs by chance is so in other places, too.
  return (
    (kind === "value" && differs(observed)) || (kind === "time" && observed.seen.every((text) => isOneEvent(text, off)))
  );
}

function splitByReason(places: readonly Varying[], evidence: SentEvidence): Varying[][] {
  let groups: Varying[][] = [];
  for (const place of places) {
    const fitting = groups.filter((group) => group.some((other) => areSame(other, place, evidence)));
    const [only, ...more] = fitting;
    if (only !== undefined && more.length === 0) {
      // Each of very many rows may say the same.
      only.push(place);
      continue;
    }
    groups = groups.filter((group) => !fitting.includes(group));
    groups.push([...fitting.flat(), place]);
  }
  return groups.map((group) => group.toSorted((a, b) => a.observed.place.call - b.observed.place.call));
}

class SentEvidence {
  private readonly sources = new Set<Observed>();
  constructor(private readonly sent: readonly SentValue[]) {
    for (const { source } of sent) this.sources.add(source);
  }

  isSource(place: Observed): boolean {
    return this.sources.has(place);
  }

  /** True for a place in the answer to a call that sent its value. */
  answers({ place, seen }: Observed): boolean {
    return this.sent.some(({ call, value }) => call === place.call && value === seen[0]);
  }

  /** True as for `answers`, where the argument and the place have fitting names too. */
  echoes(observed: Observed): boolean {
    const label = labelOf(observed.named);
    if (wordsOfName(label).length === 0) return false;
    return this.sent.some(
      ({ call, value, label: name }) =>
        call === observed.place.call &&
        value === observed.seen[0] &&
        (haveSameWords(label, name) || overlap(nounsOf(label), nounsOf(name))),
    );
  }
}

function areSame(one: Varying, other: Varying, evidence: SentEvidence): boolean {
  const [a, b] = [one.observed, other.observed];
  if (one.kind === "time" || isLong(a.seen[0] ?? "")) return true;
  if (a.place.call === 0 && b.place.call === 0) return true;
  if (isSaidTwice(a, b)) return true;
  if ((evidence.echoes(a) && evidence.isSource(b)) || (evidence.echoes(b) && evidence.isSource(a))) return true;
  if (isQuantityPlace(a.named) && isQuantityPlace(b.named) && areEqualByNoAccident(a)) return true;
  if (isStock(a) && isStock(b) && a.seen.every((value) => /^\d{4,}$/.test(value)) && areAllDifferent(a)) return true;
  const isQuantity = isQuantityPlace(a.named) || isQuantityPlace(b.named);
  if ((areElements(a.place, b.place) || areListed(a, b)) && !isUnlikely(a.seen[0] ?? "")) return false;
  if (!isQuantity) {
    if ((isNameless(a) || isNameless(b)) && shareNoun(a.tool, b.tool)) return true;
    if (evidence.answers(a) || evidence.answers(b)) return true;
  }
  return fitEachOther(a, b, isQuantity);
}

/** True for two elements of a list of bare values: two dice of three show the same in three runs once in 72 times. */
function areElements(one: Place, other: Place): boolean {
  return one.call === other.call && isElement(one) && isElement(other) && inAnyRow(one.at) === inAnyRow(other.at);
}

/** The same of two numbers of one text that are added or listed: `6 + 5 + 3`. */
function areListed(one: Observed, other: Observed): boolean {
  const [first, second] = [one, other]
    .map(({ context }) => context)
    .toSorted((a, b) => (a?.start ?? 0) - (b?.start ?? 0));
  if (first === undefined || second === undefined || first.text !== second.text) return false;
  const isOneLine = one.place.call === other.place.call && one.place.at === other.place.at;
  return isOneLine && /^(?: ?[+,|] ?\d+)* ?[+,|] ?$/.test(first.text.slice(first.end, second.start));
}

/** A text and the structured content beside it say the same where they did in the recording and two checks. */
function isSaidTwice({ place: one, seen }: Observed, { place: other }: Observed): boolean {
  if (one.call !== other.call || seen.length < 3) return false;
  return one.at.startsWith(STRUCTURED) !== other.at.startsWith(STRUCTURED);
}

const STRUCTURED = "/structuredContent/";

/**
 * What is left after a call took of it: two of four digits that were equal in each run, whatever a run took, are one.
 * Ids begin at such numbers too, but are not named like this.
 */
function isStock({ named }: Observed): boolean {
  const words = wordsOfName(labelOf(named));
  return !named.notNumber && words.length > 0 && words.every((word) => STOCK.has(word));
}

const STOCK: ReadonlySet<string> = new Set("free available remaining left stock balance rest quantity".split(" "));

function areAllDifferent({ seen }: Observed): boolean {
  return seen.length >= 3 && new Set(seen).size === seen.length;
}

/** Large amounts that differ in three runs are not equal by chance in all of them, unless both count up in steps. */
function areEqualByNoAccident(observed: Observed): boolean {
  const { seen, named } = observed;
  if (!areAllDifferent(observed) || !seen.every((value) => isUnlikely(value))) return false;
  if (measureOf(labelOf(named)) !== undefined) return false;
  const steps = seen
    .slice(1)
    .map((value, at) => Math.abs(Number(value.replaceAll(",", "")) - Number((seen[at] ?? "").replaceAll(",", ""))));
  return steps.every((step) => step >= 10);
}

function isNameless({ named }: Observed): boolean {
  const label = labelOf(named);
  return nounsOf(label).length === 0;
}

function fitEachOther(
  { named: one, tool }: Observed,
  { named: other, tool: otherTool }: Observed,
  isQuantity: boolean,
): boolean {
  const [label, otherLabel] = [labelOf(one), labelOf(other)];
  if (wordsOfName(label).length > 0 && haveSameWords(label, otherLabel)) {
    const sameThing = nounsOf(label).length > 0 || shareNoun(tool, otherTool);
    if (sameThing && (!isQuantity || tool === otherTool)) return true;
  }
  return !isQuantity && fitOf(one, other) >= 2;
}
