// Finds numbers of a live result that no longer belong together as they did in every run: parts of a total, the rows of
// a list and their number.
import type { Exact } from "../json/exact.js";
import { isAtOrBelow } from "../json/pointer.js";
import { surroundingsOf, type BrokenNumber, type LiveValueOf } from "./amounts.js";
import { isBest } from "./best-cells.js";
import type { ListSides } from "./bindings.js";
import type { CallPair } from "./call-pair.js";
import { brokenCharges } from "./charges.js";
import { brokenCells } from "./broken-cells.js";
import { brokenColumn } from "./column-rules.js";
import { brokenDirections, directionsOf } from "./compass.js";
import { brokenContainments } from "./contained.js";
import { columnRuleInWords, nameOfColumn } from "./column-words.js";
import type { VariableFinding } from "./finding.js";
import { NOTHING_FREE } from "./free-places.js";
import type { FigureOfList, Spot } from "./index-learned.js";
import { figureInWords, figureOf, readFigure } from "./list-figures.js";
import { seenText, type Place } from "./learned.js";
import { viewLeavesOf } from "./leaves.js";
import { readLabelled } from "./labelled-numbers.js";
import { brokenCounts } from "./counted-on.js";
import { brokenCounters } from "./counters-beside.js";
import { findCrossedLines } from "./limits.js";
import { readAmount } from "./list-rows.js";
import { findMisordered, type NumberPlace, type NumberValues } from "./named-orders.js";
import { keysOf } from "./names.js";
import { brokenMoves } from "./moved-by.js";
import { brokenOrders } from "./neighbours.js";
import { rangeOf } from "./observe.js";
import { brokenPercentages } from "./percent-of-whole.js";
import { brokenLevels } from "./row-levels.js";
import type { IsSaid } from "./ratios.js";
import { findBrokenRelations } from "./relations.js";
import { brokenExtremes } from "./row-extremes.js";
import { isInSequence } from "./sequence-names.js";
import { brokenSpans } from "./time-spans.js";
import { brokenLastTimes } from "./last-times.js";
import { isBeyond, saidLimits, type NumberOfLine } from "./said-limits.js";
import { saidNumbers } from "./said-numbers.js";
import { sortsBeside } from "./sorts-beside.js";
import { brokenTwice, toldTwice } from "./told-twice.js";
import { brokenRows, type ViewPart } from "./varying-list.js";
import { brokenWaits } from "./waits.js";

/** Lists what is broken at or below a place of the call, after its variables were read. `recorded`: what is there. */
export function findBrokenNumbers(pair: CallPair, at: string, recorded: Exact): VariableFinding[] {
  // What Claude is not given may be anything.
  if (pair.loose === true) return [];
  const { free = NOTHING_FREE } = pair;
  const leaves = viewLeavesOf(recorded, at);
  // Two rules may say the same of one number.
  const named = new Set<string>();
  let numbers: NumbersSaid | undefined;
  const said = (): NumbersSaid => (numbers ??= saidNumbers(pair.index, pair.call, leaves));
  const related = brokenRelations(pair, at, said);
  return [
    ...related,
    // A total may be both the sum of its parts and a multiple of one.
    ...chargesLost(pair, at, said).filter(({ at: place }) => !related.some((one) => one.at === place)),
    ...brokenFigures(pair, at),
    ...brokenColumns(pair, at),
    ...rowsBroken(pair, { recorded, at }),
    ...crossedLevels(pair, at),
    ...ordersLost(pair, at, leaves),
    ...crossedLines(pair, at, leaves),
    ...beyondSaid(pair, at, leaves),
    ...misordered(pair, leaves),
    ...brokenTies(pair, at),
    ...countersLost(pair, at, leaves),
    ...percentagesLost(pair, leaves),
  ].filter((finding) => {
    const name = JSON.stringify([finding.at, finding.was]);
    const isFirst = !named.has(name);
    named.add(name);
    return isFirst && !free.ignored(finding.at) && !free.varies(finding.at);
  });
}

/** What held in every run and does not now. */
type BrokenRule = Required<Pick<VariableFinding, "at" | "variable" | "recorded" | "now" | "was">>;

function brokenRule(call: number, { recorded, ...rule }: BrokenRule): VariableFinding {
  return { call, class: "changed", why: "relation", ...rule, recorded, lost: recorded };
}

/** The same of a number that is a variable. */
function brokenNumber(call: number, { variable, place, live, was }: BrokenNumber): VariableFinding {
  return brokenRule(call, {
    at: place.at,
    variable: variable.name,
    recorded: variable.seen[0] ?? null,
    now: live,
    was,
  });
}

function valuesIn(bindings: CallPair["bindings"]): LiveValueOf {
  return (variable) => bindings.valueOf(variable);
}

/** The numbers beside others that are the same in all runs, by what is around them. */
type NumbersSaid = ReturnType<typeof saidNumbers>;

function brokenRelations({ index, bindings, call }: CallPair, at: string, said: () => NumbersSaid): VariableFinding[] {
  const isSaid: IsSaid = ({ place }, isIt) => said().get(surroundingsOf(place.at))?.some(isIt) === true;
  return findBrokenRelations(index.amountsOf(call, at), valuesIn(bindings), isSaid).map((broken) =>
    brokenNumber(call, broken),
  );
}

function chargesLost({ index, bindings, call }: CallPair, at: string, said: () => NumbersSaid): VariableFinding[] {
  const place = { call, at, sent: () => index.numbersSent(call) };
  return brokenCharges(index.learned.variables, place, said, valuesIn(bindings)).map((broken) =>
    brokenNumber(call, broken),
  );
}

/** What two values of this run say of each other; the rows of an earlier run say nothing of them. */
function brokenTies({ index, bindings, call, earlier }: CallPair, at: string): VariableFinding[] {
  if (earlier === true) return [];
  const valueOf = valuesIn(bindings);
  return [
    ...brokenSpans(index.spansOf(call, at), valueOf),
    ...brokenExtremes(index.extremesOf(call), valueOf).filter(({ place }) => isAtOrBelow(place.at, at)),
    ...brokenContainments(index.containedIn(call), { call, at }, valueOf),
    ...brokenMoves(index.movesOf(call), at, valueOf),
    ...brokenDirections(directionsOf(index.learned.variables, call), at, valueOf),
    ...brokenTwice(toldTwice(index.learned.variables, call), at, valueOf),
    ...brokenCells(index.learned.variables, { call, at }, valueOf),
    ...brokenCounts(index.learned.variables, { call, at }, valueOf),
    ...brokenLastTimes(index.learned.variables, { call, at }, valueOf),
    ...brokenWaits(index.learned.variables, { call, at }, valueOf),
  ].map((broken) => brokenNumber(call, broken));
}

/** The rows of an earlier run say nothing of this one. */
function countersLost({ index, bindings, call, earlier }: CallPair, at: string, leaves: Leaves): VariableFinding[] {
  if (earlier === true) return [];
  const argumentsOf = (one: number): ReturnType<typeof index.argumentsOf> => index.argumentsOf(one);
  return brokenCounters(index.learned.variables, { call, at, leaves }, argumentsOf, valuesIn(bindings)).map((broken) =>
    brokenNumber(call, broken),
  );
}

function percentagesLost({ index, bindings, call }: CallPair, leaves: Leaves): VariableFinding[] {
  return leaves.flatMap(({ at, value }): VariableFinding[] => {
    if (typeof value !== "string") return [];
    const spotsIn = () =>
      index.leaf(call, at).flatMap(({ variable: own, place }) => {
        const variable = index.variable(own);
        return variable === undefined ? [] : [{ index: own, variable, place }];
      });
    return brokenPercentages(value, spotsIn, valuesIn(bindings)).map((broken) => brokenNumber(call, broken));
  });
}

function crossedLevels({ index, bindings, call }: CallPair, at: string): VariableFinding[] {
  return brokenLevels(index.levelsOf(call, at), valuesIn(bindings)).map(({ level: { variable, place }, live, was }) =>
    brokenNumber(call, { variable, place, live, was }),
  );
}

type Leaves = ReturnType<typeof viewLeavesOf>;

function ordersLost({ index, bindings, call }: CallPair, at: string, leaves: Leaves): VariableFinding[] {
  const isSequence = (place: Place): boolean => isInSequence(index.tool(call), place, leaves);
  const broken = brokenOrders(index.neighboursOf(call, at), valuesIn(bindings), isSequence);
  return broken.map((one) => brokenNumber(call, one));
}

/** Numbers whose names have an order: `min`, `avg`, `max`. */
function misordered({ index, bindings, call }: CallPair, leaves: Leaves): VariableFinding[] {
  const spotAt = ({ at, text, start, end }: NumberPlace): Spot | undefined =>
    index.leaf(call, at).find(({ place: { token } }) => {
      const range = rangeOf(text, token);
      return range !== undefined && range.start >= start && range.end <= end;
    });
  const valuesAt = (place: NumberPlace): NumberValues | undefined => {
    const spot = spotAt(place);
    const own = place.text.slice(place.start, place.end).trim();
    const texts = spot === undefined ? [own] : (index.variable(spot.variable)?.seen ?? []).map(seenText);
    const seen = texts.map((text) => readLabelled(text, place.isBare));
    const live = readLabelled(spot === undefined ? own : (bindings.valueOf(spot.variable) ?? ""), place.isBare);
    return live !== undefined && seen.every((number) => number !== undefined) ? { seen, live } : undefined;
  };
  return findMisordered(leaves, valuesAt).flatMap(({ place, values, was }): VariableFinding[] => {
    const spot = spotAt(place);
    const variable = spot === undefined ? keysOf(place.at).key : (index.variable(spot.variable)?.name ?? "");
    const recorded = place.text.slice(place.start, place.end).trim();
    return [brokenRule(call, { at: place.at, variable, recorded, now: String(values.live), was })];
  });
}

function crossedLines({ index, bindings, call }: CallPair, at: string, leaves: Leaves): VariableFinding[] {
  // Each row of an earlier run is no text of its own.
  if (/\/(?:lines|json)\//.test(at)) return [];
  const lines = leaves.flatMap(({ at: place, value }) => (typeof value === "string" ? [{ at: place, value }] : []));
  const variableOf = (place: string): { index: number; seen: string[] } | undefined => {
    const [spot, second] = index.leaf(call, place);
    const variable = spot === undefined || second !== undefined ? undefined : index.variable(spot.variable);
    return spot === undefined ? undefined : { index: spot.variable, seen: variable?.seen.map(seenText) ?? [""] };
  };
  return findCrossedLines(lines, variableOf).flatMap(({ at: place, index: variable, most, was }): VariableFinding[] => {
    const { name, seen = [] } = index.variable(variable) ?? {};
    const now = bindings.valueOf(variable);
    if (name === undefined || now === undefined || (readAmount(now) ?? 0) <= most) return [];
    return [brokenRule(call, { at: place, variable: name, recorded: seen[0] ?? null, now, was })];
  });
}

function beyondSaid({ index, bindings, call }: CallPair, at: string, leaves: Leaves): VariableFinding[] {
  // Each row of an earlier run is no text of its own.
  if (/\/(?:lines|json)\//.test(at)) return [];
  const lines = leaves.flatMap(({ at: place, value }) => (typeof value === "string" ? [{ at: place, value }] : []));
  const numbersOf = (place: string, value: string): NumberOfLine[] =>
    index.leaf(call, place).flatMap(({ variable, place: { token } }) => {
      const range = rangeOf(value, token);
      const texts = (index.variable(variable)?.seen ?? []).map(seenText);
      return range === undefined ? [] : [{ index: variable, start: range.start, end: range.end, texts }];
    });
  return saidLimits(lines, numbersOf).flatMap((limit): VariableFinding[] => {
    const { name, seen = [] } = index.variable(limit.index) ?? {};
    const now = bindings.valueOf(limit.index);
    if (name === undefined || now === undefined || !isBeyond(limit, now)) return [];
    return [brokenRule(call, { at: limit.at, variable: name, recorded: seen[0] ?? null, now, was: limit.was })];
  });
}

function brokenColumns({ index, bindings, call }: CallPair, at: string): VariableFinding[] {
  const rules = (index.learned.columns ?? []).filter((rule) => rule.call === call && isAtOrBelow(rule.at, at));
  return rules.flatMap((rule): VariableFinding[] => {
    const list = bindings.listAt(rule);
    const broken = list === undefined ? undefined : brokenColumn(rule, list);
    if (list === undefined || broken === undefined) return [];
    if (sortsBeside(rule, rules).some((other) => brokenColumn(other, list) === undefined)) return [];
    const [variable, was] = [nameOfColumn(rule.column), columnRuleInWords(rule)];
    return [brokenRule(call, { at: rule.at, variable, ...broken, was })];
  });
}

/** The rows of lists that have any number of them. */
function rowsBroken(pair: CallPair, view: ViewPart): VariableFinding[] {
  const { index, bindings, call } = pair;
  return (index.learned.lengths ?? []).flatMap((list): VariableFinding[] => {
    const sides = list.call === call && isAtOrBelow(list.at, view.at) ? bindings.listAt(list) : undefined;
    if (sides === undefined) return [];
    const { head = 0, foot = 0 } = list;
    const [recorded, live] = [sides.recorded, sides.live].map((rows) => rows.slice(head, rows.length - foot));
    if (recorded === undefined || live === undefined) return [];
    const rowsAt = typeof sides.recorded[0] === "string" ? `${list.at}/lines` : list.at;
    return brokenRows(list, { recorded, live }, pair, view).map(({ row, at: place = "", now, was }) => {
      const at = row === undefined ? list.at : `${rowsAt}/${String(row + head)}${place}`;
      return brokenRule(call, { at, variable: "row", recorded, now, was });
    });
  });
}

/** What was a figure of a list in every run, as soon as both are known. */
function brokenFigures({ index, bindings, call }: CallPair, at: string): VariableFinding[] {
  const isHere = (place: { call: number; at: string }): boolean => place.call === call && isAtOrBelow(place.at, at);
  return index.figuresIn(call).flatMap((spot): VariableFinding[] => {
    const { index: variable, place, of } = spot;
    const [live, list] = [bindings.valueOf(variable), bindings.listAt(of)];
    const { name, seen = [] } = index.variable(variable) ?? {};
    if (!(isHere(place) || isHere(of)) || live === undefined || list === undefined || name === undefined) return [];
    const broken = figureBroken(spot, live, list);
    if (broken === undefined) return [];
    const own = { at: isHere(place) ? place.at : of.at, now: isHere(place) ? live : broken };
    return [brokenRule(call, { ...own, variable: name, recorded: seen[0] ?? null, was: figureInWords(of) })];
  });
}

/** What to show of a list whose figure its live value is not, undefined where it is. */
function figureBroken({ place, of }: FigureOfList, live: string, list: ListSides): string | undefined {
  if (of.cell !== undefined) return isBest(of, live, list.live) ? undefined : live;
  const figure = figureOf(of, list.live, list.recorded, place);
  return figure === undefined || Math.abs(figure - (readFigure(live) ?? figure)) < 1e-6 ? undefined : String(figure);
}
