// Finds a number that nothing explains, after numbers that vary: Claude may have calculated it from them.
import { setOf } from "../reading/set-of.js";
import type { ArgumentPiece } from "./arguments.js";
import { isAmount } from "./counted.js";
import { haveSameWords, isQuantity, labelOf, namesId, wordsOfName } from "./names.js";
import { readDigits } from "./numbers-in.js";
import type { VaryingNumber } from "./varying-numbers.js";
import type { World } from "./world.js";
import { inAnyRow } from "../json/pointer.js";

/** Halves, thirds, units of length, weight, time, size and money. */
const FACTORS = [2, 3, 4, 5, 7, 10, 12, 24, 60, 100, 1000, 1024, 3600, 10_000, 60_000, 86_400, 100_000, 1_000_000];

/** Spans of time are converted into each other. */
const TIMES = setOf("day hour minute second ms week month duration interval");
/** What people set without looking at a result, usually to a round number. */
const SETTINGS = setOf(
  "limit timeout size page offset top depth day hour minute second ms first max min n retry duration interval delay priority level quality zoom month step index",
);
/** Settings with values of their own kind. */
const PLAIN = setOf("width height port status mode year dpi zip");

/**
 * Returns the varying number from which the value of a piece may be calculated; undefined where something else explains
 * it.
 */
export function findReckoned(piece: ArgumentPiece, world: World): string | undefined {
  if (!/^-?\d[\d.,]*$/.test(piece.value)) return undefined;
  const { varying } = world.numbers;
  if (varying.length === 0) return undefined;
  const read = readDigits(piece.value);
  if (read.length === 0 || read.some((number) => world.isGivenNumber(number))) return undefined;
  const [number = 0] = read;
  const label = labelOf(piece.named);
  if (Math.abs(number) <= 1 && Number.isInteger(number) && !namesId(label)) return undefined;
  const quantities = varying.filter(({ kind }) => kind === "quantity");
  if (piece.token !== undefined) {
    return Math.abs(number) >= 10 && !piece.whole ? relatedTo(number, quantities, world)?.value : undefined;
  }
  const last = wordsOfName(label).at(-1) ?? "";
  const isSmall = /^\d{1,2}$/.test(piece.value);
  const isNamedQuantity = isQuantity(label, piece.named.tool);
  if (PLAIN.has(last) || (SETTINGS.has(last) && (isSmall || isRound(number)))) {
    return relatedTo(
      number,
      quantities.filter((one) => isAlike(label, one)),
      world,
    )?.value;
  }
  if (isSmall && !isAmount(label) && (isNamedQuantity || isPlural(label))) {
    const made = quantities.filter((one) => !isNear(number, one.number) || isAlike(label, one));
    return relatedTo(number, made, world)?.value;
  }
  if (isConverted(number, world)) return undefined;
  const found = relatedTo(number, quantities, world) ?? quantities[0];
  if (found !== undefined || isNamedQuantity) return found?.value;
  const unknown = varying.filter(({ kind }) => kind === "unknown");
  return (
    unknown.find(({ number: one }) => isNear(number, one) || (isScaled(number, one) && number >= 10))?.value ??
    varying.find((one) => isNear(number, one.number))?.value
  );
}

/** `copies` counts copies. */
function isPlural(name: string): boolean {
  return /[^su]s$/.test(name);
}

/** True for the same name, and for two spans of time. */
function isAlike(label: string, { place }: VaryingNumber): boolean {
  const other = labelOf(place.named);
  const [one, two] = [label, other].map((name) => wordsOfName(name).at(-1) ?? "");
  return haveSameWords(label, other) || (TIMES.has(one ?? "") && TIMES.has(two ?? ""));
}

function isNear(one: number, other: number): boolean {
  return one !== other && Math.abs(one - other) <= (Math.abs(one) < 100 ? 1 : 2);
}

/** 30000, 120: at most two digits other than zero. */
function isRound(number: number): boolean {
  return /^\d{1,2}0*$/.test(String(number));
}

/** 120 minutes for a prompt's two hours. */
function isConverted(number: number, world: World): boolean {
  return FACTORS.some((factor) => factor > 5 && world.isPromptNumber(number / factor));
}

function relatedTo(number: number, varying: readonly VaryingNumber[], world: World): VaryingNumber | undefined {
  const known = [...new Set([...varying.map((one) => one.number), ...world.promptNumbers])].slice(0, 200);
  const made = varying.find(
    ({ number: one }) =>
      isNear(number, one) || isScaled(number, one) || known.some((other) => isSum(number, one, other)),
  );
  return made ?? (isTotal(number, varying) ? varying[0] : undefined);
}

function isScaled(number: number, one: number): boolean {
  if (Math.abs(number) === Math.abs(one)) return number !== one;
  // Any small number is a third or a seventh of some small number.
  const factors = Math.abs(number) < 10 ? FACTORS.filter((factor) => factor === 2 || factor >= 100) : FACTORS;
  const isMade = factors.some((factor) => isSame(number, one * factor) || isSame(number, one / factor));
  return one !== 0 && (isMade || [1, 2, 3, 4].some((factor) => isRounded(number, one / factor)));
}

function isSame(number: number, result: number): boolean {
  return Math.abs(number - result) < 1e-6 * Math.max(1, Math.abs(number));
}

function isRounded(number: number, result: number): boolean {
  return Number.isInteger(number) && Math.abs(number) >= 10 && Math.abs(number - result) < 1;
}

function isSum(number: number, one: number, other: number): boolean {
  return [one + other, one - other, other - one].some((result) => Math.abs(number - result) < 1e-6);
}

/** True for the sum of one column of a list. */
function isTotal(number: number, varying: readonly VaryingNumber[]): boolean {
  const columns = new Map<string, number>();
  for (const { place, number: one } of varying) {
    const column = `${String(place.place.call)} ${inAnyRow(place.place.at)}`;
    columns.set(column, (columns.get(column) ?? 0) + one);
  }
  return [...columns.values()].some((sum) => Math.abs(sum - number) < 1e-6);
}
