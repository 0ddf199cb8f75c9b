// Reads and compares numbers by their digits: 1, 1.0 and 10e-1 are equal, 9007199254740993 and 9007199254740992 are not.
import { isKeptNumber, type JsonValue, type KeptNumber } from "./value.js";

/** A number of JSON: as a double, or, where a double cannot hold it, with its digits. */
export type ExactNumber = number | KeptNumber;

/** True for a number, whether or not a double can hold it. */
export function isNumber(value: JsonValue | undefined): value is ExactNumber {
  return typeof value === "number" || isKeptNumber(value);
}

/** The digits of a number as written, as a person or an argument would repeat them. */
export function numberText(value: ExactNumber): string {
  return typeof value === "number" ? String(value) : value.$number;
}

/** How many digits stand behind the first point of a text. */
export function decimalsIn(text: string): number {
  return /\.(\d+)/.exec(text)?.[1]?.length ?? 0;
}

/** The number for a JSON text: a double wherever that is the same number. Undefined where the text is not a number. */
export function readNumber(text: string): ExactNumber | undefined {
  const kept: KeptNumber = { $number: text };
  if (!isKeptNumber(kept)) return undefined;
  const value = Number(text);
  const shown = String(value);
  return shown === text || (Number.isFinite(value) && isSameText(shown, text)) ? value : kept;
}

/** True where two numbers are the same by their digits. */
export function sameNumber(one: ExactNumber, other: ExactNumber): boolean {
  if (typeof one === "number" && typeof other === "number") return one === other;
  return isSameText(numberText(one), numberText(other));
}

/** Below 0 where the first is less, above 0 where it is greater. */
export function compareNumbers(one: ExactNumber, other: ExactNumber): number {
  if (typeof one === "number" && typeof other === "number") return one - other;
  // Infinity is a limit that no number reaches.
  if (typeof one === "number" && !Number.isFinite(one)) return one;
  if (typeof other === "number" && !Number.isFinite(other)) return -other;
  const [left, right] = [partsOf(numberText(one)), partsOf(numberText(other))];
  if (left.sign !== right.sign) return left.sign - right.sign;
  return left.sign * compareSizes(left, right) || 0;
}

/** True for a number without a fraction: also for 1e400 and 5.0. */
export function isWholeNumber(value: ExactNumber): boolean {
  if (typeof value === "number") return Number.isInteger(value);
  const { sign, exponent } = partsOf(value.$number);
  return sign === 0 || exponent >= 0n;
}

/** True where a number is a whole multiple of another, which is above 0: 0.3 is a multiple of 0.1. */
export function isMultipleOf(value: ExactNumber, of: ExactNumber): boolean {
  const [whole, part] = [partsOf(numberText(value)), partsOf(numberText(of))];
  if (whole.sign === 0) return true;
  const shift = whole.exponent - part.exponent;
  // Its digits do not end in 0, so it has a decimal place that no multiple has.
  if (part.sign === 0 || shift < 0n) return false;
  const divisor = BigInt(part.digits);
  return (BigInt(whole.digits) * powerOfTen(shift, divisor)) % divisor === 0n;
}

/** The least whole number that is not below this one; with `beyond`, that is above it. */
export function wholeFrom(value: ExactNumber, beyond = false): ExactNumber {
  if (typeof value === "number") {
    const next = beyond ? Math.floor(value) + 1 : Math.ceil(value);
    if (Number.isSafeInteger(next) || !Number.isFinite(value)) return next;
  }
  const floor = floorOf(numberText(value));
  if (floor === undefined) return value;
  return readNumber(String(beyond || !isWholeNumber(value) ? floor + 1n : floor)) ?? value;
}

/** The greatest whole number that is not above this one; with `beyond`, that is below it. */
export function wholeTo(value: ExactNumber, beyond = false): ExactNumber {
  const whole = wholeFrom(negate(value), beyond);
  return negate(whole);
}

/** One text for each number: as people write it, with an exponent only where there would be many zeros. */
export function canonicalNumber(value: KeptNumber): string {
  const { sign, digits, exponent } = partsOf(value.$number);
  if (sign === 0) return "0";
  const minus = sign < 0 ? "-" : "";
  if (exponent < -MANY || exponent > MANY) return `${minus}${digits}e${String(exponent)}`;
  if (exponent >= 0n) return minus + digits + "0".repeat(Number(exponent));
  const places = Number(-exponent);
  const padded = digits.padStart(places + 1, "0");
  return `${minus}${padded.slice(0, -places)}.${padded.slice(-places)}`;
}

const MANY = 40n;

interface Parts {
  /** -1, 0 or 1. */
  sign: number;
  /** Without zeros at their ends; empty for 0. */
  digits: string;
  /** The number is its digits times 10 to the power of this. */
  exponent: bigint;
}

function partsOf(text: string): Parts {
  const [, minus = "", whole = "", fraction = "", exponent = "0"] =
    /^(-?)(\d+)(?:\.(\d+))?(?:e([-+]?\d+))?$/i.exec(text) ?? [];
  const all = (whole + fraction).replace(/^0+/, "");
  const digits = withoutZeros(all);
  if (digits === "") return { sign: 0, digits, exponent: 0n };
  const zeros = all.length - digits.length;
  return {
    sign: minus === "" ? 1 : -1,
    digits,
    exponent: BigInt(exponent) - BigInt(fraction.length) + BigInt(zeros),
  };
}

/** A number with more digits is no real whole number, and costs time. */
const MOST_DIGITS = 5000n;

/** Undefined where the number is too long to write out. */
function floorOf(text: string): bigint | undefined {
  const { sign, digits, exponent } = partsOf(text);
  if (sign === 0) return 0n;
  if (exponent > MOST_DIGITS) return undefined;
  if (exponent >= 0n) return BigInt(sign) * BigInt(digits) * 10n ** exponent;
  const whole = -exponent >= BigInt(digits.length) ? 0n : BigInt(digits.slice(0, Number(exponent)));
  return sign > 0 ? whole : -whole - 1n;
}

function negate(value: ExactNumber): ExactNumber {
  if (typeof value === "number") return 0 - value;
  const { $number: text } = value;
  return { $number: text.startsWith("-") ? text.slice(1) : `-${text}` };
}

function isSameText(one: string, other: string): boolean {
  if (one === other) return true;
  const [left, right] = [partsOf(one), partsOf(other)];
  return left.sign === right.sign && left.digits === right.digits && left.exponent === right.exponent;
}

/** Compares two numbers with the same sign by their absolute values. */
function compareSizes(one: Parts, other: Parts): number {
  const length = BigInt(one.digits.length) + one.exponent - BigInt(other.digits.length) - other.exponent;
  if (length !== 0n) return length < 0n ? -1 : 1;
  return one.digits < other.digits ? -1 : one.digits > other.digits ? 1 : 0;
}

/** Removes zeros at the end; a pattern would take quadratic time on a long row of them. */
function withoutZeros(digits: string): string {
  let end = digits.length;
  while (digits[end - 1] === "0") end--;
  return digits.slice(0, end);
}

/** 10 to a power, modulo a divisor: a server's large exponent cannot make it large. */
function powerOfTen(power: bigint, divisor: bigint): bigint {
  let [result, base] = [1n % divisor, 10n % divisor];
  for (let left = power; left > 0n; left >>= 1n) {
    if (left & 1n) result = (result * base) % divisor;
    base = (base * base) % divisor;
  }
  return result;
}
