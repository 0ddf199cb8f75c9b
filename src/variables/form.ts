// Computes the form of a variable, the values that it may have, from the values that it had. A form is never stored.
import { compassFormOf, readCompass, type CompassForm } from "./compass.js";
import { fixedPartsOf, hasFixedParts, type FixedParts } from "./fixed-parts.js";
import { areMade, areRandom, DIGEST_LENGTH, isBase64, isMade, looksMade, mayBeBase64 } from "./made.js";
import { partsOfNames } from "./made-names.js";
import { fixedUnitOf, readQuantity, unitOf } from "./quantity.js";
import { kindsOfLetters, lacksLetters, type KindsOfLetters } from "./random-words.js";
import { readAs, spellingOf } from "./spelled-numbers.js";

/** What a value of a variable must look like. */
export type Form = Shape & { fixed?: FixedParts | undefined };

type Shape =
  | { kind: "number"; sign: -1 | 0 | 1; mayBeZero: boolean; integer: boolean }
  | { kind: "uuid"; small: boolean }
  | {
      kind: "made";
      shortest: number;
      longest: number;
      mayBePlain: boolean;
      mixed: boolean;
      kinds?: KindsOfLetters | undefined;
    }
  | { kind: "digits"; hex: boolean; mayBeZero: boolean }
  | { kind: "counted"; letters: string; length: number | undefined }
  | { kind: "token"; small: boolean; large: boolean; length: number | undefined; isSeat: boolean }
  | { kind: "name"; parts: number }
  | { kind: "spelled"; as: "words" | "roman"; mayBeZero: boolean; head: string | undefined }
  | { kind: "compass"; as: CompassForm }
  | { kind: "any" }
  | { kind: "base64"; length: number }
  | { kind: "text"; shapes: ReadonlySet<string> }
  | { kind: "quantity"; dimension: "time" | "size" | "number"; least: number; most: number; unit?: string | undefined };

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** Returns the form of a value that is not a time. All values seen have it. */
export function formOf(seen: readonly string[], isNumber: boolean): Form {
  const shape = isNumber ? numberForm(seen) : textForm(seen);
  const isId = shape.kind === "made" || shape.kind === "base64" || shape.kind === "token" || shape.kind === "text";
  const form: Form = isId ? { ...shape, fixed: fixedPartsOf(seen) } : shape;
  return seen.every((value) => hasForm(form, value)) ? form : { kind: "text", shapes: new Set(seen.map(shapeOf)) };
}

function textForm(seen: readonly string[]): Shape {
  if (seen.every((value) => UUID.test(value))) return { kind: "uuid", small: seen.every((v) => v === v.toLowerCase()) };
  if (seen.every((value) => /^\d+$/.test(value))) return digitsForm(seen);
  if (seen.every((value) => /^[\d,]+(?:\.\d+)?$/.test(value))) return numberForm(seen.map(withoutCommas));
  if (seen.some((value) => value.startsWith("-")) && seen.every((value) => /^-?\d{1,9}(?:\.\d{1,9})?$/.test(value)))
    return numberForm(seen);
  const spelling = spellingOf(seen);
  if (spelling !== undefined) return spelledForm(seen, spelling);
  const compass = seen.length > 1 ? compassFormOf(seen) : undefined;
  if (compass !== undefined) return { kind: "compass", as: compass };
  const [{ length } = ""] = seen;
  // A sign at an end is no part of it. Short and without one, it is as other made words.
  const isMarked = length >= DIGEST_LENGTH || seen.some((value) => /[+/]/.test(value));
  if (isMarked && seen.every((value) => isBase64(value) && Math.abs(value.length - length) <= 2))
    return { kind: "base64", length };
  const counted = countedForm(seen);
  if (counted !== undefined) return counted;
  const parts = partsOfNames(seen);
  if (parts !== undefined) return { kind: "name", parts };
  const isJoined = seen.some((value) => /[-_=]/.test(value));
  const isWord = seen.every((value) => /^[\w-]+=*$/.test(value));
  if (isWord && (seen.some(isMade) || areRandom(seen) || (isJoined ? seen.every(looksMade) : areMade(seen)))) {
    const lengths = seen.map(({ length }) => length);
    const isRandom = areRandom(seen);
    const spare = isRandom ? 0 : 2;
    return {
      kind: "made",
      shortest: Math.min(...lengths) - spare,
      longest: Math.max(...lengths) + spare,
      mayBePlain: !seen.every(looksMade),
      mixed: isRandom,
      kinds: kindsOfLetters(seen),
    };
  }
  if (seen.every((value) => /^[\p{L}\p{N}]+$/u.test(value))) return tokenForm(seen);
  return { kind: "text", shapes: new Set(seen.map(shapeOf)) };
}

/** Returns the form of a measurement; undefined where the values are not all of one dimension. */
export function quantityForm(seen: readonly string[]): Form | undefined {
  const quantities = seen.map(readQuantity);
  const dimension = quantities[0]?.dimension;
  const amounts = quantities.flatMap((quantity) => (quantity?.dimension === dimension ? [quantity?.amount ?? 0] : []));
  if (dimension === undefined || amounts.length < seen.length) return undefined;
  const unit = fixedUnitOf(seen);
  return { kind: "quantity", dimension, least: Math.min(...amounts), most: Math.max(...amounts), unit };
}

function withoutCommas(text: string): string {
  // `2.61,7` is two numbers.
  return /\.\d*,/.test(text) ? text : text.replaceAll(",", "");
}

function numberForm(seen: readonly string[]): Shape {
  const sign = seen.every((value) => !value.startsWith("-"))
    ? 1
    : seen.every((value) => value.startsWith("-"))
      ? -1
      : 0;
  return {
    kind: "number",
    sign,
    // What may be above and below zero passes it.
    mayBeZero: sign === 0 || seen.some((value) => Number(value) === 0),
    integer: seen.every((value) => /^-?\d+$/.test(value)),
  };
}

/** Short hexadecimal ids sometimes have no letter; a counter never has one. */
function digitsForm(seen: readonly string[]): Shape {
  const [first = ""] = seen;
  const sameLength = seen.every(({ length }) => length === first.length) && first.length >= 3 && first.length < 9;
  const steps = seen.slice(1).map((value, at) => Number(value) - Number(seen[at]));
  const counts = steps.every((step) => step >= 0 && step < 1000);
  return { kind: "digits", hex: sameLength && !counts, mayBeZero: seen.some((value) => Number(value) === 0) };
}

function spelledForm(seen: readonly string[], as: "words" | "roman"): Shape {
  const [head, ...others] = new Set(seen.map(headOf));
  const mayBeZero = seen.some((value) => readAs(as, value) === 0);
  return { kind: "spelled", as, mayBeZero, head: others.length === 0 ? head : undefined };
}

/** How a number in words begins. */
function headOf(value: string): string {
  return value === value.toLowerCase() ? "small" : value === value.toUpperCase() ? "large" : "capital";
}

/** `e346`: letters that all runs share before a number. With a leading zero the length is fixed; a counter's is not. */
function countedForm(seen: readonly string[]): Form | undefined {
  const [first = ""] = seen;
  const letters = withoutDigits(first);
  if (!/^(?:\p{L}+#){1,3}$/u.test(letters) || seen.some((value) => withoutDigits(value) !== letters)) return undefined;
  if (!seen.some((value) => PADDED.test(value))) return { kind: "counted", letters, length: undefined };
  const isOne = letters.indexOf("#") === letters.length - 1;
  return isOne && seen.every((value) => value.length === first.length)
    ? { kind: "counted", letters, length: first.length }
    : undefined;
}

const PADDED = /(?<!\d)0\d/;

function withoutDigits(text: string): string {
  return text.replaceAll(/\d+/g, "#");
}

function tokenForm(seen: readonly string[]): Shape {
  const all = seen.join("");
  const [first = ""] = seen;
  return {
    kind: "token",
    small: /\p{Ll}/u.test(all),
    large: /\p{Lu}/u.test(all),
    length: seen.every(({ length }) => length === first.length) ? first.length : undefined,
    isSeat: seen.every((value) => SEAT.test(value)),
  };
}

/** A number and one letter: row 5 has seats as row 24 has. */
const SEAT = /^[1-9]\d?[A-Z]$/;

function shapeOf(text: string): string {
  return text.replaceAll(/[\p{L}\p{N}]+/gu, "x");
}

/** True where a value has the form. */
export function hasForm(form: Form, value: string): boolean {
  return hasShape(form, value) && (form.fixed === undefined || hasFixedParts(form.fixed, value));
}

function hasShape(form: Shape, value: string): boolean {
  switch (form.kind) {
    case "number":
      return isNumberOf(form, withoutCommas(value));
    case "uuid":
      return UUID.test(value) && (!form.small || value === value.toLowerCase()) && !/^[0-]+$/.test(value);
    case "made":
      return (
        /^[\w-]+=*$/.test(value) &&
        value.length >= form.shortest &&
        value.length <= form.longest &&
        !(form.kinds !== undefined && lacksLetters(form.kinds, value)) &&
        ((form.mayBePlain && !(form.mixed && /^\p{L}\p{Ll}+$/u.test(value))) ||
          looksMade(value) ||
          (/[a-z][A-Z]|[A-Z]{2}/.test(value) && value.length > 5))
      );
    case "base64":
      return mayBeBase64(value) && Math.abs(value.length - form.length) <= 2;
    case "name":
      return partsOfNames([value]) === form.parts;
    case "spelled":
      return (
        (readAs(form.as, value) ?? 0) > (form.mayBeZero ? -1 : 0) &&
        (form.head === undefined || headOf(value) === form.head)
      );
    case "compass":
      return readCompass(value)?.form === form.as;
    case "digits":
      return form.hex && !/^\d+$/.test(value)
        ? /^[0-9a-f]+$/.test(value)
        : /^\d+$/.test(value) && (form.mayBeZero || Number(value) !== 0);
    case "counted":
      return isCountedOf(form, value);
    case "token":
      return isTokenOf(form, value);
    case "any":
      return value.trim() !== "";
    case "text":
      return form.shapes.has(shapeOf(value)) && value.trim() !== "";
    case "quantity":
      return isQuantityOf(form, value);
  }
}

function isNumberOf(form: Shape & { kind: "number" }, value: string): boolean {
  if (!/^-?\d+(?:\.\d+)?(?:e[-+]?\d+)?$/i.test(value)) return false;
  if (form.integer && /^-?\d+\.\d/.test(value)) return false;
  if (Number(value) === 0) return form.mayBeZero;
  return form.sign === 0 || value.startsWith("-") === (form.sign === -1);
}

function isCountedOf({ letters, length }: Shape & { kind: "counted" }, value: string): boolean {
  if (withoutDigits(value) !== letters) return false;
  return length === undefined ? !PADDED.test(value) : value.length === length && !/\D0+$/.test(value);
}

function isTokenOf(form: Shape & { kind: "token" }, value: string): boolean {
  if (form.isSeat && SEAT.test(value)) return true;
  if (!/^[\p{L}\p{N}]+$/u.test(value)) return false;
  if (form.length !== undefined && value.length !== form.length) return false;
  if (/^0+$/.test(value)) return false;
  return (form.small || !/\p{Ll}/u.test(value)) && (form.large || !/\p{Lu}/u.test(value));
}

/**
 * Sizes keep their magnitude. A duration keeps its dimension, and a unit that its program does not choose; it may be
 * zero.
 */
function isQuantityOf(form: Shape & { kind: "quantity" }, value: string): boolean {
  const quantity = readQuantity(value);
  if (quantity?.dimension !== form.dimension) return false;
  if (form.unit !== undefined && unitOf(value) !== form.unit) return false;
  if (form.dimension !== "size") return true;
  return (
    quantity.amount * 10 >= form.least && quantity.amount <= form.most * 10 && (quantity.amount > 0 || form.least === 0)
  );
}
