// Rates how well the name of an argument fits the name of a place, by the words of keys, of tools and of the text
// around.
import { parsePointer } from "../json/pointer.js";
import { setOf } from "../reading/set-of.js";
import { readSpelled } from "./spelled-numbers.js";

/** How a value is named where it occurs. */
export interface Named {
  /** The last key that is a name. */
  key: string;
  /** The key above it. */
  parent: string;
  tool: string;
  /** In a text: the word before the value, or `count` before a plural. */
  word?: string;
  /** True in a text for a number before `%`. */
  isPercentage?: boolean;
  /** True for a value that cannot be a quantity: not a number, or joined to a word. */
  notNumber: boolean;
}

const GENERIC = setOf(
  "id ids key keys number num no nr ref refs uri url urls path name uuid guid code token sha hash slug handle value result item items data row rows content json text lines x",
);
const VERBS = setOf(
  "create make open add get show read close delete update edit list find search fetch set new start run do send cancel insert remove comment link follow assign book post put query describe view load save",
);
/** Verbs of tools that do something, which a new field of their results may qualify. */
const DEEDS = setOf(
  "create make add open close delete update edit set start send cancel insert remove comment assign book post put save pay transfer refund charge order buy reserve schedule move rename merge deploy publish upload submit approve reject grant revoke invite share restart stop scale apply record register enroll prescribe archive restore write append reply forward subscribe place issue launch top redeem withdraw deposit queue fill print ship pack return exchange sign lock unlock block enable disable activate mark tag vote join leave admit discharge capture void renew extend resize reboot attach detach provision terminate destroy drop clear reset retry trigger notify dial upgrade install push fork release click type press",
);
const FREE = setOf(
  "text message body comment description content title query prompt note notes value data sql summary label",
);
const QUANTITIES = setOf(
  "qty quantity page pages limit count total amount price offset size version rev revision level priority max min top n first last width height x y depth days hours minutes seconds ms elapsed duration took timeout retries score rating percent year month day age floor port points estimate seats guests rows lines line column index position per weight temperature balance quota remaining stock attempts step",
);
const SUFFIXES = setOf("id key ref number no uuid code");
const REFERENCES = setOf("from to source target src dst parent child left right a b item ref reference");
const PEOPLE = setOf("who whom owner assignee author reviewer user member");

/** Key words that identify an object; other words describe it. */
export const ID_WORDS = setOf("id key ref number no uuid token sha code hash");

const MEASURES = setOf("elapsed took latency uptime runtime");
const UNITS = setOf("ms milli msec millisecond");

/** Tells whether a name plainly says that its value measures the call, or only has a unit of time. */
export function measureOf(name: string): "plain" | "unit" | undefined {
  const words = wordsOfName(name);
  const hasUnit = UNITS.has(words.at(-1) ?? "");
  if (words.some((word) => MEASURES.has(word)) || (hasUnit && words.includes("duration"))) return "plain";
  return hasUnit ? "unit" : undefined;
}

/** The words of the names that were asked for: the rows of a result have the same. */
const known = new Map<string, readonly string[]>();
const MOST_KNOWN = 10_000;
const LONGEST_KNOWN = 100;

/** Returns the words of a name, lower case and singular: `orderIds` is `order`, `id`. */
export function wordsOfName(name: string): readonly string[] {
  const before = known.get(name);
  if (before !== undefined) return before;
  const words = readWords(name);
  if (name.length > LONGEST_KNOWN) return words;
  if (known.size >= MOST_KNOWN) known.clear();
  known.set(name, words);
  return words;
}

function readWords(name: string): string[] {
  return name
    .replaceAll(/([a-z0-9])([A-Z])/g, "$1_$2")
    .toLowerCase()
    .split(/[^a-z]+/)
    .filter((word) => word !== "")
    .map(singular);
}

function singular(word: string): string {
  if (word.length > 3 && word.endsWith("ies")) return `${word.slice(0, -3)}y`;
  return word.length > 3 && word.endsWith("s") && !word.endsWith("ss") ? word.slice(0, -1) : word;
}

/** Returns the words of a name that are neither verbs nor words that any object has. */
export function nounsOf(name: string): string[] {
  return wordsOfName(name).filter((word) => !GENERIC.has(word) && !VERBS.has(word) && word.length > 1);
}

/** True for the name of a tool that does something. */
export function isDeed(tool: string): boolean {
  return DEEDS.has(wordsOfName(ownName(tool))[0] ?? "");
}

/**
 * Returns the nouns of a tool. What stands before a slash, such as the name of its server, is one only where the tool has
 * none of its own: all tools of a server would be about the same thing.
 */
export function nounsOfTool(tool: string): string[] {
  const own = nounsOf(ownName(tool));
  return own.length > 0 ? own : nounsOf(tool);
}

/** Returns the name of a tool behind its last slash. */
export function ownName(tool: string): string {
  return tool.slice(tool.lastIndexOf("/") + 1);
}

/** True for a word that any key may be: `id`, `name`, `value`. */
export function isGeneric(word: string): boolean {
  return GENERIC.has(word);
}

/** True for keys whose text a person or Claude writes. */
export function isFreeText(key: string): boolean {
  return FREE.has(key.toLowerCase());
}

/** True for names of an end: `from`, `parent`. */
export function isReference(name: string): boolean {
  return REFERENCES.has(wordsOfName(name).at(-1) ?? "");
}

/** True for names of people: `assignee`. */
export function isPerson(name: string): boolean {
  return PEOPLE.has(wordsOfName(name).at(-1) ?? "");
}

const LISTS = /(?:^|_)(?:list|search|find|query)|List|Search|Find/;

/** True for the name of a quantity, unless the tool makes such objects: `page` of `create_page` is an object. */
export function isQuantity(name: string, tool: string): boolean {
  const last = wordsOfName(name).at(-1) ?? "";
  if (!QUANTITIES.has(last) && !QUANTITIES.has(`${last}s`)) return false;
  return LISTS.test(tool) || !nounsOfTool(tool).includes(last);
}

/** Returns the name that counts: the word before the value, else its key. */
export function labelOf({ word, key }: Named): string {
  return word ?? key;
}

/** True for `order_id`, `ticketKey`: a noun and an id word. */
export function hasIdSuffix(name: string): boolean {
  const words = wordsOfName(name);
  return words.length > 1 && SUFFIXES.has(words.at(-1) ?? "");
}

/** True for a name that says that its value is an id. */
export function namesId(name: string): boolean {
  return hasIdSuffix(name) || wordsOfName(name).some((word) => ID_WORDS.has(word));
}

/** True for a place that is named as a quantity. */
export function isQuantityPlace(named: Named): boolean {
  return !named.notNumber && isQuantity(labelOf(named), named.tool);
}

/** `pupils` counts pupils. */
export function isPlural(label: string): boolean {
  return /[a-z]{3}s$/.test(label) && !label.endsWith("ss");
}

/** True where two tools have a noun in common, or one has none. */
export function shareNoun(one: string, other: string): boolean {
  const [nouns, others] = [nounsOfTool(one), nounsOfTool(other)];
  return nouns.length === 0 || others.length === 0 || overlap(nouns, others);
}

export function overlap(one: readonly string[], other: readonly string[]): boolean {
  return one.some((word) => other.includes(word));
}

function sameWords(one: readonly string[], other: readonly string[]): boolean {
  return one.length === other.length && one.every((word, at) => word === other[at]);
}

export function haveSameWords(one: string, other: string): boolean {
  return sameWords(wordsOfName(one), wordsOfName(other));
}

/**
 * Rates how well an argument's name fits a place's: 3 for the same specific name, 2 for the same object, 1 for two
 * generic names, 0 for no relation, -1 where one is a quantity and the other is not.
 */
export function fitOf(argument: Named, place: Named): number {
  const [name, other] = [labelOf(argument), labelOf(place)];
  const [nouns, placeNouns] = [nounsOf(name), [...nounsOf(other), ...nounsAbove(place)]];
  const toolNouns = nounsOfTool(place.tool);
  if (hasIdSuffix(name) && nouns.length > 0) {
    if (overlap(nouns, [...wordsOfName(other), ...nounsAbove(place)])) return 3;
    const counts = isQuantity(other, "") && other !== "count";
    if (overlap(nouns, wordsOfName(ownName(place.tool))) && !counts) return 2;
  }
  const isArgumentQuantity = !argument.notNumber && isQuantity(name, argument.tool);
  const isPlaceQuantity = !place.notNumber && isQuantity(other, place.tool) && !hasIdSuffix(other);
  if (isArgumentQuantity || isPlaceQuantity) {
    if (!isPlaceQuantity || !haveSameWords(name, other)) return -1;
    if (!isArgumentQuantity) return -1;
    if (argument.tool !== place.tool && !overlap(nounsOfTool(argument.tool), toolNouns)) return -1;
  }
  if (name !== "" && other !== "" && haveSameWords(name, other)) {
    if (nouns.length > 0) return 3;
    return shareNoun(argument.tool, place.tool) ? 2 : 1;
  }
  if (overlap(nouns, placeNouns)) return 3;
  if (overlap(nouns, toolNouns)) return 2;
  if (isFreeText(name)) return 0;
  return fitOfReference(argument, place, isPlaceQuantity);
}

/** `id` below `order` belongs to an order; `title` or `version` below it does not. */
function nounsAbove(place: Named): string[] {
  return wordsOfName(labelOf(place)).every(isGeneric) ? nounsOf(place.parent) : [];
}

/** `from`, `id`: names that refer to the tool's noun. */
function fitOfReference(argument: Named, place: Named, isPlaceQuantity: boolean): number {
  const [name, other] = [labelOf(argument), labelOf(place)];
  const tool = nounsOfTool(argument.tool);
  const sameThing = overlap(tool, [...nounsOf(other), ...nounsAbove(place), ...nounsOfTool(place.tool)]);
  const saysNothing = wordsOfName(other).every(isGeneric);
  if (isReference(name)) return sameThing && !isPlaceQuantity ? 2 : saysNothing ? 1 : 0;
  if (nounsOf(name).length > 0 || !wordsOfName(name).some(isGeneric)) return 0;
  if (sameThing) return 2;
  const names = tool.length === 0 && !isPlaceQuantity && /^(?:id|key|ref|number|no|uuid)$/.test(name);
  return saysNothing || names ? 1 : 0.5;
}

const STRUCTURE = setOf("content json text lines structuredContent");

/** Returns the last two keys of a pointer that are names: not an index, a block or a line. */
export function keysOf(at: string): { key: string; parent: string } {
  const keys = (parsePointer(at) ?? []).filter((part) => !/^\d+$/.test(part) && !STRUCTURE.has(part));
  return { key: keys.at(-1) ?? "", parent: keys.at(-2) ?? "" };
}

const SEGMENT = /\/([\p{L}_-]{1,40})\/$/u;
const BEFORE = /([\p{L}_]{1,40})["']?(?:[\s=:/#\-_(*`"'[<>]|\bis\b){1,12}$/u;

/**
 * Returns the word that names a value in a text: `id = 1`, `/orders/1`, `ticket 1`, `"id":1`; for `ISS-13` the one
 * before ISS.
 */
export function wordBefore(text: string, at: number): string {
  let start = at;
  while (start > 0 && /[\p{L}\p{N}_-]/u.test(text[start - 1] ?? "")) start--;
  const joined = start < at && /[-_]$/.test(text.slice(0, at));
  const head = text.slice(Math.max(0, (joined ? start : at) - 60), joined ? start : at);
  const segment = SEGMENT.exec(head)?.[1];
  if (segment !== undefined) return `${singular(segment.toLowerCase().split(/[-_]/).at(-1) ?? "")}_id`;
  return BEFORE.exec(head)?.[1] ?? "";
}

/** True for a number before a plural, or before `left`, `found` and the like. */
export function countsSomething(text: string, start: number, end: number): boolean {
  if (!/^\d+$/.test(text.slice(start, end)) || /[-_#:]$/.test(text.slice(0, start))) return false;
  return /^ +(?!(?:is|was|has|does|this|its|as)(?!\p{L}))(?:\p{Ll}{1,30}s|left|more|total|open|found|of)(?!\p{L})/u.test(
    text.slice(end, end + 40),
  );
}

/** True for a value right behind `#`, or joined to a word by `-` or `_`. */
function isJoined(text: string, start: number, end: number): boolean {
  return /[-_#]$/.test(text.slice(0, start)) || /^[-_]\w/.test(text.slice(end, end + 2));
}

/** The text that contains a value, and its position there. */
export interface WordContext {
  text: string;
  start: number;
  end: number;
}

/** Names a value at a place of a result. */
export function nameOfPlace(tool: string, at: string, value: string, context: WordContext | undefined): Named {
  const { key, parent } = keysOf(at);
  const isNumber = /^[\d.]+$/.test(value) || readSpelled(value) !== undefined;
  if (context === undefined) return { key, parent, tool, notNumber: !isNumber };
  const { text, start, end } = context;
  const before = wordBefore(text, start);
  const naming =
    /(?:id|number|no|#|ref|key)[^\p{L}\d]*$/iu.test(text.slice(Math.max(0, start - 20), start)) ||
    nounsOfTool(tool).includes(singular(before.toLowerCase()));
  const word = countsSomething(text, start, end) && !naming ? "count" : before === "" ? key : before;
  const isPercentage = /^ ?%/.test(text.slice(end, end + 2)) || value.endsWith("%");
  return { key, parent, tool, word, isPercentage, notNumber: !isNumber || isJoined(text, start, end) };
}
