// Finds a number that nothing explains, after numbers that vary: Claude can have reckoned it from them.
import type { ArgumentPiece } from "./arguments.js";
import { haveSameWords, isQuantity, labelOf, namesId, wordsOfName } from "./names.js";
import { readDigits } from "./numbers-in.js";
import type { VaryingNumber } from "./varying-numbers.js";
import type { World } from "./world.js";

/** Halves, thirds, units of length, weight, time, size and money. */
const FACTORS = [2, 3, 4, 5, 7, 10, 12, 24, 60, 100, 1000, 1024, 3600, 10_000, 60_000, 86_400, 100_000, 1_000_000];

/** What one sets without a look at any result, mostly to a round number. */
const SETTINGS: ReadonlySet<string> = new Set(
  "limit timeout width height size page offset port top depth day hour minute second ms first max min n retry duration interval delay priority level dpi quality zoom year month step index".split(
    " ",
  ),
);

/** The number that varies of which the value of a piece can have been reckoned; undefined where something else explains it. */
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
    return Math.abs(number) >= 10 && !piece.whole ? relatedTo(number, quantities)?.value : undefined;
  }
  const isNamedQuantity = isQuantity(label, piece.named.tool);
  if (/^\d{1,2}$/.test(piece.value) && (isNamedQuantity || isPlural(label))) {
    const same = quantities.filter(({ place }) => haveSameWords(labelOf(place.named), label));
    return relatedTo(number, same)?.value;
  }
  if (SETTINGS.has(wordsOfName(label).at(-1) ?? "") && isRound(number)) return undefined;
  if (isConverted(number, world)) return undefined;
  const found = relatedTo(number, quantities) ?? quantities[0];
  if (found !== undefined || isNamedQuantity) return found?.value;
  const unknown = varying.filter(({ kind }) => kind === "unknown");
  return (
    unknown.find(({ number: one }) => isNear(number, one) || (isScaled(number, one) && number >= 10))?.value ??
    varying.find((one) => isNear(number, one.number))?.value
  );
}

/** `copies`: how many there are. */
function isPlural(name: string): boolean {
  return /[^su]s$/.test(name);
}

function isNear(one: number, other: number): boolean {
  return one !== other && Math.abs(one - other) <= 2;
}

/** 30000, 120: at most two digits that are not zero. */
function isRound(number: number): boolean {
  return /^\d{1,2}0*$/.test(String(number));
}

/** 120 minutes of a prompt's two hours. */
function isConverted(number: number, world: World): boolean {
  return FACTORS.some((factor) => factor > 5 && world.isPromptNumber(number / factor));
}

function relatedTo(number: number, varying: readonly VaryingNumber[]): VaryingNumber | undefined {
  const known = [...new Set(varying.map((one) => one.number))].slice(0, 200);
  const made = varying.find(
    ({ number: one }) =>
      isNear(number, one) || isScaled(number, one) || known.some((other) => isSum(number, one, other)),
  );
  return made ?? (isTotal(number, varying) ? varying[0] : undefined);
}

function isScaled(number: number, one: number): boolean {
  if (number === one || one === 0) return false;
  const results = FACTORS.flatMap((factor) => [one * factor, one / factor]);
  return [one, ...results].some((result) => isSame(number, result));
}

/** Equal, or rounded to a whole number. */
function isSame(number: number, result: number): boolean {
  if (Math.abs(number - result) < 1e-6 * Math.max(1, Math.abs(number))) return true;
  return Number.isInteger(number) && Math.abs(number) >= 10 && Math.abs(number - result) < 1;
}

function isSum(number: number, one: number, other: number): boolean {
  return [one + other, one - other, other - one].some((result) => Math.abs(number - result) < 1e-6);
}

/** The sum of one column of a list. */
function isTotal(number: number, varying: readonly VaryingNumber[]): boolean {
  const columns = new Map<string, number>();
  for (const { place, number: one } of varying) {
    const column = `${String(place.place.call)} ${place.place.at.replaceAll(/\/\d+(?=\/|$)/g, "/*")}`;
    columns.set(column, (columns.get(column) ?? 0) + one);
  }
  return [...columns.values()].some((sum) => Math.abs(sum - number) < 1e-6);
}
