// The name and value of a new field in; whether it tells of trouble or of more to come, out.
import { isExactObject, type Exact } from "../json/exact.js";

const TROUBLE = new Set(
  "error errors err warning warnings warn failed failure failures fault problem problems exception exceptions truncated partial incomplete more next cursor continuation".split(
    " ",
  ),
);

/** True of a field that is not empty and is named like an error, a warning or more to come. */
export function saysTrouble(key: string, value: Exact): boolean {
  const words = key
    .replaceAll(/([a-z0-9])([A-Z])/g, "$1 $2")
    .toLowerCase()
    .split(/[^a-z]+/);
  return words.some((word) => TROUBLE.has(word)) && !isEmpty(value);
}

function isEmpty(value: Exact): boolean {
  if (Array.isArray(value)) return value.length === 0;
  if (isExactObject(value)) return Object.keys(value).length === 0;
  return value === null || value === false || value === 0 || (typeof value === "string" && value.trim() === "");
}
