// Says whether the name and value of a new field report trouble or announce more.
import { isNumber, numberText } from "../json/digits.js";
import { isExactObject, type Exact } from "../json/exact.js";
import { setOf } from "./set-of.js";

/** Names of fields that report trouble, or announce more, if they are present and not empty. */
const TROUBLE = setOf(
  "error errors err warning warnings warn failed failure failures fault problem problems exception exceptions truncated partial incomplete more next cursor continuation",
);
/** Names of fields that report trouble if they are false. */
const SUCCESS = setOf("success successful succeeded ok okay valid saved stored done complete completed found healthy");
/** Words of a value that report trouble. */
const BAD_WORDS = setOf(
  "error errors warning failed failure fail fails not cannot unable rejected denied refused cancelled canceled aborted invalid unauthorized forbidden exception",
);
const STATUS = setOf("status code");

/** True for a new field that is named like trouble and not empty, or whose value says that something failed. */
export function saysTrouble(key: string, value: Exact): boolean {
  const words = wordsIn(key.replaceAll(/([a-z0-9])([A-Z])/g, "$1 $2"));
  const isNamed = (names: ReadonlySet<string>): boolean =>
    words.some((word, at) => names.has(word) && (word !== "next" || isNextPage(words[at + 1])));
  if (isEmpty(value)) return isNamed(SUCCESS) && value === false;
  if (isNamed(TROUBLE)) return true;
  if (typeof value === "string") return wordsIn(value).some((word) => BAD_WORDS.has(word));
  if (isNumber(value)) return isNamed(STATUS) && /^[45]\d\d$/.test(numberText(value));
  if (Array.isArray(value)) return value.some((entry) => saysTrouble("", entry));
  return isExactObject(value) && Object.entries(value).some(([name, entry]) => saysTrouble(name, entry));
}

/** `next` and `nextPage` announce more; `nextThoughtNeeded` asks for something. */
function isNextPage(following: string | undefined): boolean {
  return following === undefined || following === "" || PAGES.has(following);
}

const PAGES = setOf("page pages cursor token offset link links url uri href id marker batch chunk start key");

function wordsIn(text: string): string[] {
  return text
    .toLowerCase()
    .replaceAll("n't", " not")
    .split(/[^a-z]+/);
}

function isEmpty(value: Exact): boolean {
  if (Array.isArray(value)) return value.length === 0;
  if (isExactObject(value)) return Object.keys(value).length === 0;
  return value === null || value === false || value === 0 || (typeof value === "string" && value.trim() === "");
}
