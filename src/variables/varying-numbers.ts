// Keeps the numbers of earlier results: those that vary, apart by whether they are ids, and those that do not.
import { isMeasured } from "./classify.js";
import { namesId, isQuantityPlace, labelOf, nounsOf, wordsOfName } from "./names.js";
import { numbersIn } from "./numbers-in.js";
import type { Observed } from "./observe.js";
import { piecesOf } from "./pieces.js";

/** A number that varies. */
export interface VaryingNumber {
  number: number;
  /** As it stands in the recorded result, as a variable has it. */
  value: string;
  /** False of a number that counts or measures. */
  isId: boolean;
  place: Observed;
}

/** The numbers of results. Grows with the run. */
export class VaryingNumbers {
  readonly varying: VaryingNumber[] = [];
  private readonly constants = new Set<number>();

  add(place: Observed, isVarying: boolean): void {
    const { seen, context, kinds } = place;
    const [value = ""] = seen;
    if (!/\d/.test(value) && !isVarying) return;
    if (!isVarying) {
      for (const { value: number } of numbersIn(context?.text.slice(context.start, context.end) ?? value))
        this.constants.add(number);
      return;
    }
    if (kinds.some((kind) => kind === "time" || kind === "uuid" || kind === "made") || isMeasured(place)) return;
    const numbers = numbersAt(place);
    const isId = isIdPlace(place);
    for (const number of numbers) this.varying.push({ number, value, isId, place });
  }

  isConstant(number: number): boolean {
    return this.constants.has(number);
  }
}

/** The number at a place, or the one of which a part varies. */
function numbersAt({ seen: [value = ""], context }: Observed): number[] {
  if (context === undefined) return numbersIn(value).flatMap((found) => (found.inWords ? [] : [found.value]));
  if (context.text.length > 2000) return /^\d{1,15}(?:\.\d{1,9})?$/.test(value) ? [Number(value)] : [];
  const { text, start, end } = context;
  const isOfTime = piecesOf(text).some(
    (piece) => ["time", "uuid", "made"].includes(piece.kind) && piece.start <= start && end <= piece.end,
  );
  if (isOfTime) return [];
  return numbersIn(text).flatMap((found) => (!found.inWords && found.start < end && start < found.end ? [found.value] : []));
}

/** True of a number that names something; a number in a text counts only where a unit, a plural or a sign says so. */
function isIdPlace({ named, context, seen: [value = ""] }: Observed): boolean {
  const label = labelOf(named);
  if (named.notNumber && !/^\d/.test(value)) return true;
  if (isQuantityPlace(named)) return false;
  if (namesId(label) || nounsOf(named.tool).some((noun) => wordsOfName(label).includes(noun))) return true;
  if (context === undefined) return false;
  const { text, start, end } = context;
  if (start === 0 && end === text.length) return false;
  if (/[#\p{L}\p{N}_/-]$/u.test(text.slice(0, start))) return true;
  const isCounted = /^(?:[.,]\d+)? ?(?:\p{Sc}|%|\p{Ll}{1,20}(?![\p{L}\d]))/u.test(text.slice(end, end + 30));
  return !isCounted && !/(?:\p{Sc}|[=:]) ?$/u.test(text.slice(0, start));
}
