// Finds numbers of one result that were the parts of one whole in every run: what is taken, what is planned and what is left
// of a year's leave, the shares of all visitors.
import { appendTo } from "../append-to.js";
import { setOf } from "../reading/set-of.js";
import { areDistinct, differentRuns, isId, isNear, isNearWhole, keyOf, nameOfValue, type Amount } from "./amounts.js";
import { measureOf, wordsOfName } from "./names.js";
import type { IsSaid, Ratio } from "./ratios.js";

/**
 * How likely the sums may be an accident: of two that give a constant together, of shares, of three with a constant that is
 * said. Names that say what is left of a whole need less.
 */
const CHANCE = {
  pair: 1 / 600,
  sides: 1 / 64,
  both: 1 / 20,
  shares: 1 / 700,
  said: 1 / 300,
  rest: 1 / 50,
  more: 1 / 1000,
};
const RESTS = setOf("left remaining rest free available open pending remain remains");
/** What shares are parts of. */
const WHOLES = [100, 1];
/** Names of two parts of which the one is what the other is not. */
const SIDES: readonly (readonly [one: ReadonlySet<string>, other: ReadonlySet<string>])[] = [
  [setOf("free available idle"), setOf("used busy taken booked reserved allocated occupied")],
  [setOf("left remaining rest open pending"), setOf("used taken spent done closed completed consumed sent paid")],
  [setOf("yes pass passed succeeded ok online up on"), setOf("no fail failed off offline down")],
  [setOf("read seen"), setOf("unread unseen")],
];

/** Returns the wholes of a group of numbers. */
export function wholesOf(amounts: readonly Amount[], isSaid: IsSaid): Ratio[] {
  const free = amounts.filter((amount) => !isId(amount) && measureOf(keyOf(amount)) === undefined);
  return [...pairsOf(free), ...objectsOf(free).flatMap(sharesOf), ...saidOf(free, isSaid)];
}

/** Two numbers of one unit, or of which the one is what the other is not, that gave one constant together. */
function pairsOf(amounts: readonly Amount[]): Ratio[] {
  return amounts.flatMap((of, at) =>
    amounts.slice(0, at).flatMap((part) => {
      const whole = (of.seen[0] ?? 0) + (part.seen[0] ?? 0);
      const [isOneUnit, isOther] = [haveOneUnit(of, part), areSides(of, part)];
      const chance = isOther ? (isOneUnit ? CHANCE.both : CHANCE.sides) : isOneUnit ? CHANCE.pair : 0;
      const steps = Math.min(stepsOf(of), stepsOf(part));
      if (![of, part].every(areDistinct) || (1 + steps) ** (1 - of.seen.length) > chance) return [];
      return areParts([of, part], whole, 0) ? [restOf(of, [part], whole, 0)] : [];
    }),
  );
}

/** All numbers of one object or line, where they were a hundred per cent, as far as each is rounded. */
function sharesOf(amounts: readonly Amount[]): Ratio[] {
  const [of, ...parts] = amounts;
  if (of === undefined || parts.length === 0 || amounts.some(({ seen }) => seen.some((value) => value < 0))) return [];
  const step = Math.max(...amounts.map((amount) => amount.step));
  const rounded = parts.length === 1 ? step : (amounts.length * step) / 2;
  return WHOLES.flatMap((whole) => {
    const isExact = areParts(amounts, whole, 0);
    if (!areParts(amounts, whole, rounded)) return [];
    const fitting = isExact ? 1 : 1 + Math.round((2 * rounded) / step);
    const [, second = 0] = amounts.map(stepsOf).toSorted((one, other) => other - one);
    return (fitting / (1 + second)) ** differentRuns(amounts) <= CHANCE.shares
      ? [restOf(of, parts, whole, rounded)]
      : [];
  });
}

/** Three numbers, or all, that gave a constant together which stands beside them; or of which one was that much more. */
function saidOf(amounts: readonly Amount[], isSaid: IsSaid): Ratio[] {
  if (amounts.length < 3) return [];
  const triples = amounts.flatMap((one, at) =>
    amounts.slice(at + 1).flatMap((two, next) => amounts.slice(at + next + 2).map((three) => [one, two, three])),
  );
  const groups = amounts.length > 3 ? [...triples, [...amounts]] : triples;
  return groups.flatMap((group): Ratio[] => {
    const [first] = group;
    if (first === undefined) return [];
    const [, second = 0] = group.map(stepsOf).toSorted((one, other) => other - one);
    const chance = (1 + second) ** -differentRuns(group) * (group.length === 3 ? triples.length : 1);
    const least = group.filter(isRest).length === 1 ? CHANCE.rest : CHANCE.said;
    if (chance > least) return [];
    const most = Math.max(...group.flatMap(({ seen }) => seen));
    const said = new Set<number>();
    isSaid(first, (number) => {
      if (Math.abs(number) > 1e-6) said.add(number);
      return false;
    });
    const wholes = [...said].filter((number) => number >= most);
    const [of, ...parts] = group.toSorted((one, other) => other.spread - one.spread);
    if (of === undefined) return [];
    const found = wholes.filter((whole) => areParts(group, whole, 0)).slice(0, 1);
    if (found.length > 0 && chance * wholes.length <= least)
      return found.map((whole) => restOf(of, parts, whole, roundedIn(group, whole)));
    if (chance * 3 * said.size > CHANCE.more) return [];
    return group.flatMap((total) => {
      const others = group.filter((one) => one !== total);
      return [...said].filter((beside) => isMore(total, others, beside)).map((beside) => sumOf(total, others, beside));
    });
  });
}

/** How far shares with decimals may be from a hundred together. */
function roundedIn(amounts: readonly Amount[], whole: number): number {
  const step = Math.max(...amounts.map((amount) => amount.step));
  return step < 1 && WHOLES.includes(whole) ? (amounts.length * step) / 2 : 0;
}

/** True where the numbers gave the whole together in every run. */
function areParts(amounts: readonly Amount[], whole: number, slack: number): boolean {
  const [first] = amounts;
  return (first?.seen ?? []).every((_, run) => isNear(sum(amounts.map(({ seen }) => seen[run] ?? 0)), whole, slack));
}

function isMore(of: Amount, parts: readonly Amount[], beside: number): boolean {
  return of.seen.every((value, run) => isNear(value - beside, sum(parts.map(({ seen }) => seen[run] ?? 0))));
}

function restOf(of: Amount, parts: readonly Amount[], whole: number, slack: number): Ratio {
  const was = [String(Number(whole.toFixed(6))), ...parts.map(({ variable }) => variable.name)].join(" - ");
  return { of, parts, reckon: (values) => whole - sum(values), slack: () => slack, was };
}

function sumOf(of: Amount, parts: readonly Amount[], beside: number): Ratio {
  const was = `${parts.map(({ variable }) => variable.name).join(" + ")} ${beside > 0 ? "+" : "-"} ${String(Math.abs(beside))}`;
  return { of, parts, reckon: (values) => sum(values) + beside, slack: () => 0, was };
}

/** True for two of which the one is named as what the other is not: what is done and what remains. */
export function areSides(one: Amount, other: Amount): boolean {
  const [words, others] = [one, other].map((amount) => wordsOfName(nameOfValue(amount)));
  if (words === undefined || others === undefined) return false;
  return SIDES.some((sides) =>
    [sides, sides.toReversed()].some(
      ([first, second]) =>
        words.some((word) => first?.has(word) === true) && others.some((word) => second?.has(word) === true),
    ),
  );
}

/** True for what is named as what is left. */
export function isRest(amount: Amount): boolean {
  return wordsOfName(nameOfValue(amount)).some((word) => RESTS.has(word));
}

/** `busyMinutes`, `freeMinutes`. */
function haveOneUnit(one: Amount, other: Amount): boolean {
  const [words, others] = [one, other].map((amount) => wordsOfName(keyOf(amount)));
  return (words?.length ?? 0) > 1 && words?.length === others?.length && words?.at(-1) === others?.at(-1);
}

/** How many steps the values lie apart; a schedule is in fives. */
function stepsOf({ seen, spread, step }: Amount): number {
  return seen.every((value) => isNearWhole(value / (5 * step))) ? spread / 5 : spread;
}

/** The numbers of each object or line, where the group has more than one. */
function objectsOf(amounts: readonly Amount[]): Amount[][] {
  const lines = new Map<string, Amount[]>();
  for (const amount of amounts) if (amount.place.token !== undefined) appendTo(lines, amount.place.at, amount);
  const own = [...lines.values()];
  return own.length === 1 && own[0]?.length === amounts.length ? own : [[...amounts], ...own];
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}
