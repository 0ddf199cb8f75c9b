// Tells whether a number is far outside the range that the recording and the checks saw.
import { decimalsIn } from "../json/digits.js";
import { isAmount } from "./counted.js";
import {
  hasIdSuffix,
  isPlural,
  isQuantityPlace,
  labelOf,
  measureOf,
  namesId,
  nounsOfTool,
  wordsOfName,
  type Named,
} from "./names.js";
import { readAs, spellingOf } from "./spelled-numbers.js";

/** A number is compared with its range only after this many runs. */
const RUNS = 3;
/** How many times its range a number may move outside of it. */
const WIDE = 10;
/** The same for numbers that hardly differed, and the share of themselves by which they must move. */
const NARROW = { range: 0.02, times: 6, share: 0.075 };
/** A count that grew from run to run may grow further. */
const GROWTH = 10;

/** Names of what the machine and the clock decide, and of numbers that count nothing. */
const LOOSE: ReadonlySet<string> = new Set(
  (
    "seed random nonce salt port pid process thread checksum crc etag sequence seq cursor pin otp time timestamp ts epoch date clock age ago since " +
    "year month day hour minute min second sec cpu load memory mem heap rss ram swap disk free used usage available utilization byte size cache " +
    "hit miss uptime throughput rps ops bandwidth up took"
  ).split(" "),
);

/** Names of what is as large as what was made, and how many times larger or smaller that must be to be another thing. */
const SIZES: ReadonlySet<string> = new Set(["byte", "size"]);
const OTHER_SIZE = 20;

/** Spans of time that are a thousand times as long are in another unit. What grows with the clock may be that old. */
const OTHER_SPAN = 200;
const SPANS: ReadonlySet<string> = new Set(["second", "sec", "minute", "min", "hour"]);
const AGES: ReadonlySet<string> = new Set([
  "age",
  "ago",
  "since",
  "uptime",
  "up",
  "time",
  "timestamp",
  "epoch",
  "clock",
]);

/** Names of what may be nothing at all: a wait, a lag, an age, what is still to be done. Of what was found nothing is another answer. */
const NOTHINGS: ReadonlySet<string> = new Set(
  "age ago since delay lag wait idle behind late retry null unread unseen pending queued backlog".split(" "),
);

/** Names of what is as often above as below zero: what one number is more than another one. */
const DIFFERENCES: ReadonlySet<string> = new Set(
  "change delta diff difference net profit pnl gain drift deviation offset skew trend variation anomaly".split(" "),
);

/** What only rises, whatever is started again: an older one is refused. */
const RISING: ReadonlySet<string> = new Set(["fence", "fencing", "watermark", "lsn"]);

/**
 * A clock has a `minute`, a route or a wait takes `minutes`. Seconds are mostly those that a call took.
 */
const LENGTHS = /(?:minutes|hours|days|months|years)$/i;

/** The numbers that were seen, and what a live one is held to. Read once, however many variables share them. */
export interface SeenRange {
  count: number;
  least: number;
  most: number;
  /** The least and the greatest, signs left out. */
  small: number;
  large: number;
  /** The last digit that any of them has. */
  step: number;
  areWhole: boolean;
  growth: { sign: 1 | -1; isSteady: boolean } | undefined;
}

/** Reads the range of values; undefined where they are no numbers. */
export function rangeOfSeen(seen: readonly string[]): SeenRange | undefined {
  const numbers = numbersOf(seen);
  if (numbers === undefined || numbers.length === 0) return undefined;
  const [least, most] = endsOf(numbers);
  const [small, large] = endsOf(numbers.map(Math.abs));
  const [, decimals] = endsOf(seen.map(decimalsIn));
  const areWhole = seen.every(isWhole);
  const growth = growthOf(numbers, areWhole);
  return { count: numbers.length, least, most, small, large, step: 10 ** -decimals, areWhole, growth };
}

function endsOf(numbers: readonly number[]): [least: number, most: number] {
  return numbers.reduce<[number, number]>(
    ([least, most], number) => [Math.min(least, number), Math.max(most, number)],
    [Infinity, -Infinity],
  );
}

/**
 * True for a live number far outside the values seen, where the name of its place says that it is neither an id nor a
 * measurement. `isOfMade`: true where it is beside the name of something that each run makes, which is never old.
 */
export function strays(
  range: SeenRange | undefined,
  live: string,
  nameOf: () => Named,
  isOfMade: () => boolean = () => false,
): boolean {
  const now = numbersOf([live])?.[0];
  if (range !== undefined && now !== undefined && isBeyondFull(range, now) && isShare(nameOf())) return true;
  if (range !== undefined && now !== undefined && isThousandth(range, now) && isRate(nameOf())) return true;
  if (range === undefined || now === undefined || !(isFar(range, now) || isFarFromFull(range, now))) return false;
  const named = nameOf();
  if (!isFar(range, now) && !isPercentage(named)) return false;
  const { growth, least, most, small, large } = range;
  if (growth?.sign === 1 && now < least && wordsOfName(labelOf(named)).some((word) => RISING.has(word))) return true;
  if (isLooseName(named, range.areWhole)) {
    if (Math.abs(now) > OTHER_SPAN * large && (isSpan(named) || (isAge(named) && isOfMade()))) return true;
    const isOther = Math.abs(now) > OTHER_SIZE * large || Math.abs(now) * OTHER_SIZE < small;
    return isOther && isSize(named);
  }
  if (growth === undefined || !isFar(range, now)) return true;
  const isQuantity = isQuantityPlace(named) || isAmount(labelOf(named)) || isPlural(labelOf(named));
  if (!isQuantity) return false;
  const isOnward = growth.sign > 0 ? now > most : now < least;
  if (!isOnward) return true;
  return !growth.isSteady && (growth.sign > 0 ? now > most * GROWTH : now * GROWTH < least);
}

/** True for a name of what may be nothing, where no number is further from zero than they lie apart. */
export function mayBeNothing(name: string, seen: readonly string[]): boolean {
  const { count, least, most } = rangeOfSeen(seen) ?? { count: 0, least: 0, most: 0 };
  return count >= RUNS && least <= most - least && wordsOfName(name).some((word) => NOTHINGS.has(word));
}

/** True for the name of a difference of which no number is further from zero than they lie apart: all had one sign by chance. */
export function mayBeEither(name: string, seen: readonly string[]): boolean {
  const { count, least, most, small } = rangeOfSeen(seen) ?? { count: 0, least: 0, most: 0, small: 0 };
  return count >= RUNS && small <= most - least && wordsOfName(name).some((word) => DIFFERENCES.has(word));
}

/** So many numbers show where they end. */
const MANY = 8;

/** True where no number is further from zero than twice as far as so many numbers lie from each other. */
export function isNearZero(seen: readonly string[]): boolean {
  const { count, least, most } = rangeOfSeen(seen) ?? { count: 0, least: 0, most: 0 };
  return count >= MANY && least > 0 && least * count <= 2 * (most - least);
}

/** Undefined where one is not a number, has leading zeros, or is as long as an id or an epoch. */
function numbersOf(texts: readonly string[]): number[] | undefined {
  const spelling = spellingOf(texts);
  const numbers = texts.flatMap((text) => {
    if (spelling !== undefined) return readAs(spelling, text) ?? [];
    const digits = text.replaceAll(",", "");
    return /^-?(?:0|[1-9]\d{0,8})(?:\.\d+)?(?:e[-+]?\d+)?$/i.test(digits) ? Number(digits) : [];
  });
  return numbers.length === texts.length ? numbers : undefined;
}

function isWhole(text: string): boolean {
  return /^[-\d,]+$/.test(text);
}

function isFar({ count, least, most, small, large, step }: SeenRange, now: number): boolean {
  if (count < RUNS) return false;
  const distance = now > most ? now - most : least - now;
  if (distance <= 0) return false;
  const range = Math.max(most - least, 2 * step);
  const hasOneSign = least > 0 || most < 0;
  const isAnother =
    Math.abs(now) > 2 * large || (hasOneSign && (Math.abs(now) * 2 < small || Math.sign(now) !== Math.sign(most)));
  if (isAnother && distance > WIDE * range) return true;
  const isNarrow = most - least <= NARROW.range * large;
  return isNarrow && distance > NARROW.times * range && distance > NARROW.share * large;
}

/** True for a decimal that is so small a part of all others that it is in another unit. */
function isThousandth({ count, least, areWhole }: SeenRange, now: number): boolean {
  return count >= RUNS && !areWhole && least > 0 && now > 0 && now * OTHER_SPAN < least;
}

/** Singular units of what is measured, not those of time: an answer from a cache takes nothing. */
const RATES: ReadonlySet<string> = new Set(
  "bps kbp mbp gbp mbit gbit kbit hz khz mhz ghz kw kwh mw mwh volt ampere kg km kmh mph hpa psi bar liter litre rpm lux".split(
    " ",
  ),
);

function isRate(named: Named): boolean {
  const words = wordsOfName(labelOf(named));
  return words.some((word) => RATES.has(word)) && !words.some((word) => LOOSE.has(word));
}

/** How many times what is missing to 100 %, and how many ranges, a percentage that was nearly full may fall by. */
const NEARLY_FULL = { missing: 5, range: 5 };

/** True for what is no percentage of anything, where no run had more than 100. */
function isBeyondFull({ count, least, most }: SeenRange, now: number): boolean {
  return count >= RUNS && least >= 0 && most <= 100 && (now > 100 || now < 0);
}

/** True for a share of which several times as much is missing as in any run: 98 % and 71 %, 99.9 % and 97 %. */
function isFarFromFull({ count, least, most, step }: SeenRange, now: number): boolean {
  if (count < RUNS || least < 50 || most > 100 || now < 0) return false;
  return (
    100 - now > NEARLY_FULL.missing * (100 - least) &&
    least - now > NEARLY_FULL.range * Math.max(most - least, 2 * step)
  );
}

function isPercentage(named: Named): boolean {
  return named.isPercentage === true || wordsOfName(named.key).some((word) => word === "percent" || word === "pct");
}

/** A change in percent is no share of a whole. */
function isShare(named: Named): boolean {
  return isPercentage(named) && !wordsOfName(named.key).some((word) => DIFFERENCES.has(word));
}

/** Whole numbers that moved in one direction from run to run: a counter, or what each run takes away. */
function growthOf(numbers: readonly number[], areWhole: boolean): SeenRange["growth"] {
  const steps = numbers.slice(1).map((number, at) => number - (numbers[at] ?? 0));
  const isSteady = new Set(steps.map((step) => step.toFixed(6))).size === 1;
  if (!isSteady && !areWhole) return undefined;
  if (steps.every((step) => step > 0)) return { sign: 1, isSteady };
  return steps.every((step) => step < 0) ? { sign: -1, isSteady } : undefined;
}

/** True for a span of time that is no age: `lagSeconds`. */
function isSpan(named: Named): boolean {
  const words = wordsOfName(labelOf(named));
  return words.length > 1 && words.some((word) => SPANS.has(word)) && !words.some((word) => AGES.has(word));
}

function isAge(named: Named): boolean {
  return wordsOfName(labelOf(named)).includes("age");
}

/** True where nothing but the size of a thing makes the name loose: caches and memory grow on their own. */
function isSize(named: Named): boolean {
  const label = labelOf(named);
  const words = wordsOfName(label);
  return (
    !namesId(label) &&
    !hasIdSuffix(label) &&
    words.some((word) => SIZES.has(word)) &&
    words.every((word) => SIZES.has(word) || !LOOSE.has(word))
  );
}

/** True for the name of an id, or of what a machine or a clock decides. */
export function isLooseName(named: Named, areWhole = true): boolean {
  const label = labelOf(named);
  // A number below zero is never part of a name.
  const isJoined = named.notNumber && named.word !== undefined;
  if (isJoined || namesId(label) || hasIdSuffix(label) || measureOf(label) !== undefined) return true;
  const words = wordsOfName(label);
  if (words.some((word, at) => LOOSE.has(word) && !(at === words.length - 1 && LENGTHS.test(label)))) return true;
  // The value that create_order calls an order is its id.
  const last = words.at(-1) ?? "";
  return areWhole && !isQuantityPlace(named) && nounsOfTool(named.tool).includes(last);
}
