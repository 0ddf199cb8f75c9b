// Finds an age that no thing of this run can have: of what an earlier call made, and this call was asked about.
import { isLong } from "./chance.js";
import type { LearnedIndex, Spot } from "./index-learned.js";
import { numberOf } from "./amounts.js";
import { seenText, type Place, type Variable } from "./learned.js";
import { wordsOfName, type Named, type WordContext } from "./names.js";
import { readQuantity } from "./quantity.js";

const RUNS = 3;
/** How many times all ages that were seen. The runs of a slow machine are not that long. */
const OLDER = 200;
const AGES: ReadonlySet<string> = new Set(["age", "uptime"]);
/** How many words before a number of a text may name it. */
const WORDS = 3;

/**
 * True for a live age over 200 times all that were seen, beside the id that the call was sent, where each run made that
 * id. The age of a server or of data that stays may be any.
 */
export function isOlderThanRun(
  index: LearnedIndex,
  { variable, place }: Spot,
  live: string,
  nameOf: () => Named,
  context: WordContext | undefined,
): boolean {
  const seen = index.variable(variable)?.seen.map((value) => ageIn(seenText(value))) ?? [];
  const now = ageIn(live);
  if (now === undefined || place.call === 0 || seen.length < RUNS) return false;
  if (!seen.every((age) => age !== undefined && age >= 0 && now > OLDER * Math.max(age, 1))) return false;
  return isAge(nameOf(), context) && index.learned.variables.some((one) => isAskedFor(one, place));
}

/** Milliseconds of a length with a unit, else the number. */
function ageIn(text: string): number | undefined {
  const quantity = readQuantity(text);
  return quantity?.dimension === "time" ? quantity.amount : numberOf(text);
}

/** `uptimeSeconds`, `Uptime: 20`, `<uptime seconds="20"/>`. */
function isAge({ key, parent }: Named, context: WordContext | undefined): boolean {
  const words =
    context === undefined
      ? [...wordsOfName(parent), ...wordsOfName(key)]
      : wordsOfName(/[^\n<>,;]*$/u.exec(context.text.slice(0, context.start))?.[0] ?? "").slice(-WORDS);
  return words.some((word) => AGES.has(word));
}

/** True for a long value, another one in each run, that the call was sent, and that its result says in the same object or text. */
function isAskedFor({ kind, seen, sent, places }: Variable, { call, at }: Place): boolean {
  if (kind !== "value" || !sent.some((one) => one.call === call)) return false;
  const texts = seen.map(seenText);
  if (new Set(texts).size < texts.length || !texts.some(isLong)) return false;
  return places.some((place) => place.call === call && isBeside(place.at, at));
}

/** True for two lines of one text, or for what stands in the object of an id. */
function isBeside(id: string, at: string): boolean {
  const [text = "", line] = id.split("/lines/");
  const object = line === undefined && id.includes("/json/") ? id.slice(0, id.lastIndexOf("/") + 1) : text;
  return at.startsWith(object);
}
