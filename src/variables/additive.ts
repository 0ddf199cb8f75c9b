// Says whether a new field of a result is harmless: it tells no outcome, no state, no limit and nothing of more to come.
import { isExactObject, type Exact } from "../json/exact.js";
import { isNumber } from "../json/digits.js";
import { saysTrouble } from "../drift/trouble.js";

/** Examples of words in names of fields that tell of a state, an outcome, a limit, or address the reader. */
const TELLING =
  /state|status|outcome|result|note|message|warning|hint|error|truncat|more|cursor|page|limit|total|remaining|quota|partial|deprecat|dry|simul|skip|fail|confirm|instruct|action|valid/i;

/** True where a new field changes nothing that Claude was given. */
export function isAdditive(key: string, value: Exact): boolean {
  if (typeof value === "boolean") return false;
  if (isEmpty(value)) return true;
  if (TELLING.test(key) || saysTrouble(key, value)) return false;
  if (typeof value === "string") return !/^[a-z]+(?:[_-][a-z]+)*$/.test(value);
  if (Array.isArray(value)) return value.every((part) => isAdditive(key, part));
  return !isExactObject(value) || Object.entries(value).every(([name, part]) => isAdditive(name, part));
}

function isEmpty(value: Exact): boolean {
  if (Array.isArray(value)) return value.length === 0;
  if (isExactObject(value)) return Object.keys(value).length === 0;
  return value === null || value === "" || (isNumber(value) && value === 0);
}
