// Tells which values are hardly in two places by chance.
import { looksMade, madeAmong } from "./made.js";

const COMMON = new Set(
  "status number create record ticket orders summary default general updated created pending private public active result string search title detail".split(
    " ",
  ),
);

/** True for a value that no other equals by chance. */
export function isLong(value: string): boolean {
  if (value.length < 6 || /^\d+0{3,}$/.test(value) || COMMON.has(value.toLowerCase())) return false;
  return !/^\p{L}+$/u.test(value) || looksMade(value);
}

/** True where each value is so, or consists of letters that are digits in other runs: one id in fifty has no digit. */
export function areLong(values: readonly string[]): boolean {
  if (!values.some((value) => !isLong(value))) return true;
  const made = new Set(madeAmong(values));
  return values.every((value) => isLong(value) || (/^[a-z]+$/.test(value) && made.has(value) && !COMMON.has(value)));
}

const COMMON_NUMBERS = new Set("8080 3000 8000 5000 443 404 401 403 201 204 255 256 512 1024 128 365 360".split(" "));

/**
 * True for a value that is unlikely by chance: four characters with a digit, or a number of three digits that is not
 * round.
 */
export function isUnlikely(value: string): boolean {
  if (!/^\d+$/.test(value)) return value.length >= 4 && (/\d/.test(value) || /[a-z][A-Z]/.test(value));
  return value.length >= 3 && !/^\d0+$|00$/.test(value) && !/^(?:19|20)\d\d$/.test(value) && !COMMON_NUMBERS.has(value);
}
