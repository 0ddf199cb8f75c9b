// Reads a value as a list of rows: the lines of a text, the items of a sentence or of HTML, the entries of an object.
import { isExactObject, type Exact, type ExactObject } from "../json/exact.js";
import { jsonOfText } from "./text-json.js";

/** Returns the lines of a text; a line that is JSON is its value. */
export function rowsOfText(text: string): Exact[] {
  return text.split("\n").map((line) => jsonOfText(line) ?? line);
}

/** Longer texts are no enumerations that anybody reads. */
const MOST_CHARACTERS = 20_000;

/** A text of one line that lists something, with what stands before and after its items. */
interface Enumeration {
  head: string;
  items: string[];
  tail: string;
  /** True where the text itself marks its items: one is a list, too. */
  isMarked?: true;
  /** What is between items, and between the last two: `, ` and `and`. */
  between: string;
  last: string;
}

/**
 * Returns the items of two texts that list something in the same way, with what is before and after them: `Tickets: A, B
 * and C.` is `Tickets: `, `A`, `B`, `C`, `.`. Undefined where they do not.
 */
export function itemsOfBoth(recorded: string, live: string): [string[], string[]] | undefined {
  if (recorded === live || Math.max(recorded.length, live.length) > MOST_CHARACTERS) return undefined;
  if (/\n/.test(recorded + live)) return undefined;
  // The recorded text says how it lists; one that has a single item does not.
  const read = [recorded, live].map((text) => READINGS.find((each) => lists(each(text)))).find(Boolean);
  const [one, other] = [read?.(recorded), read?.(live)];
  return one === undefined || other === undefined || !areAlike(one, other) ? undefined : [partsOf(one), partsOf(other)];
}

function lists(text: Enumeration | undefined): text is Enumeration {
  return text !== undefined && (text.items.length > 1 || text.isMarked === true);
}

/** Returns the items of a text that lists several; of any other text none. */
export function itemsOf(text: string): string[] {
  if (text.length > MOST_CHARACTERS || /\n/.test(text)) return [];
  for (const read of READINGS) {
    const found = read(text);
    if (lists(found)) return found.items;
  }
  return [];
}

function partsOf({ head, items, tail }: Enumeration): string[] {
  return [head, ...items, tail];
}

/** One item has nothing between. */
function areAlike(one: Enumeration, other: Enumeration): boolean {
  if (one.items.length < 2 || other.items.length < 2) return true;
  return one.between === other.between && one.last === other.last;
}

const ELEMENTS = /<(li|tr|option|item|row|entry)\b[^>]*>.*?<\/\1\s*>/gs;

/** Reads `<ul><li>A</li><li>B</li></ul>`. */
function readElements(text: string): Enumeration | undefined {
  const found = [...text.matchAll(ELEMENTS)];
  const [first, last] = [found[0], found.at(-1)];
  if (first === undefined || last === undefined) return undefined;
  const end = last.index + last[0].length;
  const items = found.map(({ 0: item }) => item);
  // Anything between elements would be lost.
  if (text.slice(first.index, end) !== items.join("")) return undefined;
  return { head: text.slice(0, first.index), items, tail: text.slice(end), isMarked: true, between: "", last: "" };
}

const OPENING = "([{<";
const CLOSING = ")]}>";

/** Reads `Tickets: A, B and C.`; what is in brackets is not taken apart. */
function readSentence(text: string, sign: "," | ";"): Enumeration {
  const tail = /[.!]?$/.exec(text)?.[0] ?? "";
  const head = /^[^,;([{]*?: +/.exec(text)?.[0] ?? "";
  const items = [""];
  let depth = 0;
  const body = text.slice(head.length, text.length - tail.length);
  for (let at = 0; at < body.length; at++) {
    const letter = body.charAt(at);
    if (OPENING.includes(letter)) depth++;
    if (CLOSING.includes(letter)) depth = Math.max(0, depth - 1);
    if (depth === 0 && letter === sign && body.charAt(at + 1) === " ") {
      items.push("");
      at++;
    } else items[items.length - 1] += letter;
  }
  const end = /^(?:(.*) )?(and|or|&) (.*)$/.exec(items.at(-1) ?? "");
  if (end === null || sign === ";") return { head, items, tail, between: sign, last: "" };
  const [, before, last = "", after = ""] = end;
  return {
    head,
    items: [...items.slice(0, -1), ...(before === undefined ? [] : [before]), after],
    tail,
    between: sign,
    last,
  };
}

const IN_BRACES = /^([^{}[\]]*[{[])([^{}[\]"':=]+)([}\]][^{}[\]]*)$/;

/** Reads `tags: {red, new, hot}`. */
function readBraces(text: string): Enumeration | undefined {
  const [, head, inside, tail] = IN_BRACES.exec(text) ?? [];
  if (head === undefined || inside === undefined || tail === undefined) return undefined;
  return { head, items: inside.split(", "), tail, between: ",", last: "" };
}

const READINGS: readonly ((text: string) => Enumeration | undefined)[] = [
  readElements,
  (text) => readSentence(text, ";"),
  (text) => readSentence(text, ","),
  readBraces,
];

/**
 * Returns the entries of an object that is a list by ids or days: each key has a digit, and all values are of one kind.
 * In the order of their keys, since an object has none. Undefined for any other object.
 */
export function entriesOf(value: ExactObject): ExactObject[] | undefined {
  const keys = Object.keys(value);
  if (keys.length === 0 || !keys.every((key) => /\d/.test(key))) return undefined;
  const kinds = new Set(keys.map((key) => kindOf(value[key] ?? null)));
  if (kinds.size > 1) return undefined;
  return keys.toSorted(byNumber).map((key) => ({ key, value: value[key] ?? null }));
}

function kindOf(value: Exact): string {
  if (isExactObject(value)) return Object.keys(value).toSorted().join(" ");
  return Array.isArray(value) ? "array" : value === null ? "null" : typeof value === "string" ? "text" : typeof value;
}

/** `A-9` comes before `A-10`. */
function byNumber(one: string, other: string): number {
  return one.length - other.length || (one < other ? -1 : 1);
}
