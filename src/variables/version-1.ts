// Reads a recording of format 1 as a present one: its listed places, and times of its run, are variables that are never
// sent.
import { jsonOfText } from "../reading/text-json.js";
import { linesOf, wordsOf } from "../reading/words.js";
import { isNumber, numberText, readNumber } from "../json/digits.js";
import { isExactObject, type Exact } from "../json/exact.js";
import { parsePointer } from "../json/pointer.js";
import { below, lineAt } from "./align.js";
import { argumentLeaves } from "./arguments.js";
import { doubtsOf } from "./doubts-of-version-1.js";
import { tokenRange, type Learned, type Place, type Unstable, type Variable } from "./learned.js";
import { nameVariables } from "./name-variables.js";
import { nameOfPlace } from "./names.js";
import type { Observed } from "./observe.js";
import { piecesOf } from "./pieces.js";
import { BYTES, viewOf, type Run, type RunCall } from "./run.js";
import { daysNamed, isNow } from "./time.js";
import { type Moment } from "./moment.js";
import { readTimes } from "./time-forms.js";
import { tokensOf } from "./tokens.js";

/** A value in a result: a number, or part of a line of a text. */
interface Spot {
  at: string;
  /** The line; the digits of a number. */
  line: string;
  start: number;
  end: number;
  /** Absent: the whole line. */
  token?: Place["token"];
  isNumber: boolean;
}

/** A leaf that cannot be a variable. */
interface Fixed {
  at: string;
  value: Exact;
}

type Leaf = Spot | Fixed;

/**
 * Returns what a recording of format 1 shows of its run. A value that it sends on is doubtful: the recording does not
 * say which variable it is.
 */
export function learnedOfVersion1(run: Run, varies: readonly { call: number; at: string }[]): Learned {
  const given = new Given();
  run.prompts.forEach((prompt) => given.add(prompt));
  const listed = new Map<number, string[]>();
  for (const { call, at } of varies) listed.set(call, [...(listed.get(call) ?? []), at]);
  const found = run.calls.map((call) => {
    for (const { value } of argumentLeaves(call.arguments)) given.add(value);
    const view = viewOf(call.outcome);
    const words = new WordPlaces();
    const times = leavesOf(view, "").flatMap((leaf) => ("value" in leaf ? [] : timesIn(leaf, call.moment, given)));
    const places = (listed.get(call.id) ?? []).flatMap((at) => leavesAt(view, at, words));
    return { call, ...split(times, places) };
  });
  const observed = found.flatMap(({ call, times, values }) => [
    ...times.map((spot) => ({ kind: "time" as const, place: observe(spot, call) })),
    ...values.map((spot) => ({ kind: "value" as const, place: observe(spot, call) })),
  ]);
  const names = nameVariables(observed.map(({ place }) => [place]));
  const variables = observed.map(({ kind, place }, index): Variable => {
    const [text = ""] = place.seen;
    const seen = place.text ? text : (readNumber(text) ?? text);
    return { name: names[index] ?? "", kind, seen: [seen], places: [place.place], sent: [] };
  });
  const unstable = found.flatMap(({ call, fixed }) =>
    fixed.map(({ at, value }): Unstable => ({ call: call.id, at, why: "listed by an older mcpvals", seen: [value] })),
  );
  return { variables, orders: [], grows: [], races: [], unstable, doubtful: doubtsOf(run, variables), state: [] };
}

/** Divides listed places from those that are times, each once. */
function split(times: readonly Spot[], places: readonly Leaf[]): { times: Spot[]; values: Spot[]; fixed: Fixed[] } {
  const taken = new Map<string, Spot[]>();
  const take = (spot: Spot): boolean => {
    const there = taken.get(spot.at) ?? [];
    const isFree = there.every(({ start, end }) => spot.end <= start || spot.start >= end);
    if (isFree) taken.set(spot.at, [...there, spot]);
    return isFree;
  };
  const values: Spot[] = [];
  const fixed = new Map<string, Fixed>();
  const kept = times.filter(take);
  for (const place of places) {
    if ("value" in place) fixed.set(place.at, place);
    else if (take(place)) values.push(place);
  }
  return { times: kept, values, fixed: [...fixed.values()] };
}

function observe({ at, line, start, end, token, isNumber: isJsonNumber }: Spot, call: RunCall): Observed {
  const value = line.slice(start, end);
  const context = { text: line, start, end };
  const named = nameOfPlace(call.tool, at, value, token === undefined ? undefined : context);
  const place: Place = { call: call.id, at, ...(token === undefined ? {} : { token }) };
  const { tool, turn, moment } = call;
  const text = !isJsonNumber;
  return {
    place,
    turn,
    tool,
    named,
    seen: [value],
    kinds: ["word"],
    moments: [moment],
    text,
    grown: false,
    moved: false,
    context,
  };
}

/** Returns all leaves below a value, texts line by line, JSON in texts parsed. */
function leavesOf(value: Exact, at: string): Leaf[] {
  if (isNumber(value)) {
    const line = numberText(value);
    return [{ at, line, start: 0, end: line.length, isNumber: true }];
  }
  if (typeof value === "string") {
    const json = jsonOfText(value);
    if (json !== undefined) return leavesOf(json, below(at, "json"));
    const lines = value.split("\n");
    return lines.flatMap((line, index): Leaf[] => {
      const there = lineAt(at, index, lines);
      return line === "" ? [] : [{ at: there, line, start: 0, end: line.length, isNumber: false }];
    });
  }
  if (Array.isArray(value)) return value.flatMap((part, index) => leavesOf(part, below(at, index)));
  if (!isExactObject(value)) return [{ at, value }];
  if (Object.hasOwn(value, BYTES)) return [{ at, value }];
  return Object.entries(value).flatMap(([key, part]) => leavesOf(part, below(at, key)));
}

/** Returns the leaves at or below a place of format 1, in which a number below a text is one of its words. */
function leavesAt(view: Exact, pointer: string, words: WordPlaces): Leaf[] {
  const parts = parsePointer(pointer);
  if (parts === undefined) return [];
  let value = view;
  let at = "";
  for (const [index, part] of parts.entries()) {
    if (typeof value === "string") {
      const word = index === parts.length - 1 && /^\d{1,7}$/.test(part) ? words.of(value, at)[Number(part)] : undefined;
      return word === undefined || word === "redacted" ? [] : [word];
    }
    const isText = part === "text" && isExactObject(value) && !Object.hasOwn(value, part);
    const next = memberOf(value, isText ? "json" : part);
    if (next === undefined) return [];
    at = below(at, isText ? "json" : part);
    value = next;
  }
  return leavesOf(value, at);
}

function memberOf(value: Exact, part: string): Exact | undefined {
  if (Array.isArray(value)) return /^\d+$/.test(part) ? value[Number(part)] : undefined;
  return isExactObject(value) && Object.hasOwn(value, part) ? value[part] : undefined;
}

/** The words of texts as format 1 counts them: from 0, through all lines. */
class WordPlaces {
  private readonly texts = new Map<string, (Spot | "redacted")[]>();

  of(text: string, at: string): readonly (Spot | "redacted")[] {
    const known = this.texts.get(at);
    if (known !== undefined) return known;
    const lines = text.split("\n");
    const words = linesOf(text).flatMap((line, index) => {
      const own = lines[index]?.startsWith(line) === true ? lines[index] : undefined;
      return wordsIn(own ?? line, line.length, lineAt(at, index, lines));
    });
    this.texts.set(at, words);
    return words;
  }
}

function wordsIn(line: string, length: number, at: string): (Spot | "redacted")[] {
  const tokens = tokensOf(line);
  let next = 0;
  return wordsOf(line.slice(0, length)).map((word): Spot | "redacted" => {
    while ((tokens[next]?.start ?? Infinity) < word.start) next++;
    const from = next;
    while ((tokens[next]?.end ?? Infinity) <= word.end) next++;
    const [first, last] = [tokens[from], tokens[next - 1]];
    if (word.text.startsWith("[redacted:")) return "redacted";
    const spot = { at, line, isNumber: false };
    // A word without a token is replaced by its line.
    if (next === from || first === undefined || last === undefined) return { ...spot, start: 0, end: line.length };
    const { start } = first;
    const { end } = last;
    if (start === 0 && end === line.length) return { ...spot, start, end };
    return { ...spot, start, end, token: tokenRange(from + 1, next) };
  });
}

/** Returns the parts of a leaf that the clock of the run says. */
function timesIn(leaf: Spot, moment: Moment, given: Given): Spot[] {
  const { line } = leaf;
  const isTime = (text: string): boolean => {
    const isTold = readTimes(text).some(({ kind }) => kind === "instant" || kind === "day" || kind === "weekday");
    return isTold && !given.has(text) && isNow({ text, moment });
  };
  if (isTime(line)) return [leaf];
  if (leaf.isNumber) return [];
  return piecesOf(line).flatMap(({ text, start, end, from, to }) =>
    isTime(text) ? [{ ...leaf, start, end, token: tokenRange(from, to) }] : [],
  );
}

/** Dates that prompts and arguments gave before a result had them: they do not come from a clock. */
class Given {
  private readonly texts = new Set<string>();
  private readonly days = new Set<number>();

  add(text: string): void {
    for (const one of [text, ...piecesOf(text).map((piece) => piece.text)]) {
      this.texts.add(one);
      if (!hasTimeOfDay(one)) for (const day of daysNamed(one)) this.days.add(day);
    }
  }

  has(text: string): boolean {
    return this.texts.has(text) || (!hasTimeOfDay(text) && daysNamed(text).some((day) => this.days.has(day)));
  }
}

function hasTimeOfDay(text: string): boolean {
  return /\d:\d|^1\d{9,}$/.test(text);
}
