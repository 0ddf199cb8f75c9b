// Finds the number of an object that its least and its greatest are about: `temp` before `min` and `max`, `price` beside
// `priceMin`, `last` of a day.
import { setOf } from "../reading/set-of.js";
import { isPlural, namesId, wordsOfName } from "./names.js";

/** A name with the other words of the names of its ends. */
export interface MiddleName {
  name: string;
  of: string;
}

/** `isEnd`: it is called a least or a greatest, `of`: its other words. */
export interface EndName extends MiddleName {
  isEnd: boolean;
}

/** What lies between the ends of its day. */
const NOW = setOf("now current currently value last latest open close today price");
/** The same where the ends are in an object of their own: `day: { low, high }`. */
const NOW_BESIDE = setOf("now current currently value last latest price");
/** How many values there were is none of them. */
const COUNTS = setOf("count total sum n samples sample num number size row run hit request limit offset page");

/** `names`: of the numbers of one object, in their order. */
export function middlesOf(names: readonly EndName[]): MiddleName[] {
  const ends = names.filter(({ isEnd }) => isEnd);
  if (ends.length === 0) return [];
  return names.flatMap(({ name, isEnd }, at): MiddleName[] => {
    if (isEnd || mayCount(name)) return [];
    const words = wordsOfName(name).join(" ");
    const named = ends.find(({ of }) => of !== "" && of === words);
    if (named !== undefined) return [{ name, of: named.of }];
    const isNow = wordsOfName(name).every((word) => NOW.has(word)) && ends.some(({ of }) => of === "");
    return isNow || isBeforeEnds(names, at) ? [{ name, of: "" }] : [];
  });
}

/** True for the number that the ends in an object beside it are about. */
export function isNowBeside(name: string): boolean {
  const words = wordsOfName(name);
  return words.length > 0 && words.every((word) => NOW_BESIDE.has(word));
}

function mayCount(name: string): boolean {
  return namesId(name) || isPlural(name) || wordsOfName(name).some((word) => COUNTS.has(word));
}

/** True for a number right before its two ends, or between them. */
function isBeforeEnds(names: readonly EndName[], at: number): boolean {
  const isEndAt = (place: number): boolean => names[place]?.isEnd === true && names[place].of === "";
  return isEndAt(at + 1) && isEndAt(at - 1) !== isEndAt(at + 2);
}
