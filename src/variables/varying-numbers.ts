// Collects the numbers of earlier results: those that vary, divided into ids and others, and those that do not.
import { isMeasured } from "./classify.js";
import { isAmount } from "./counted.js";
import { namesId, isQuantityPlace, labelOf, nounsOfTool, wordsOfName } from "./names.js";
import { numbersIn } from "./numbers-in.js";
import type { Observed } from "./observe.js";
import { piecesOf } from "./pieces.js";
import { readTimes } from "./time-forms.js";

/** A number that varies. */
export interface VaryingNumber {
  number: number;
  /** As the recorded result, and a variable, has it. */
  value: string;
  kind: "id" | "quantity" | "unknown";
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
    // Leaves out an epoch, and what a clock says.
    if (seen.every((text) => readTimes(text).some(({ kind }) => kind !== "year"))) return;
    const numbers = numbersAt(place);
    const kind = kindOf(place);
    for (const number of numbers) this.varying.push({ number, value, kind, place });
  }

  isConstant(number: number): boolean {
    return this.constants.has(number);
  }
}

/** Returns the number at a place, or the number of which a part varies. */
function numbersAt({ seen: [value = ""], context }: Observed): number[] {
  if (context === undefined) return numbersIn(value).flatMap((found) => (found.inWords ? [] : [found.value]));
  if (context.text.length > 2000) return /^\d{1,15}(?:\.\d{1,9})?$/.test(value) ? [Number(value)] : [];
  const { text, start, end } = context;
  const isOfTime = piecesOf(text).some(
    (piece) => ["time", "uuid", "made"].includes(piece.kind) && piece.start <= start && end <= piece.end,
  );
  if (isOfTime) return [];
  return numbersIn(text).flatMap((found) =>
    !found.inWords && found.start < end && start < found.end ? [found.value] : [],
  );
}

const UNITS: ReadonlySet<string> = new Set(
  "kg g mg lb oz km m cm mm mile litre liter l ml kwh wh watt volt degree celsius kelvin humidity percent eur usd gbp chf euro dollar cent mb gb tb byte left free used".split(
    " ",
  ),
);

/** Tells what a number is: the name of an object, an amount, or unknown. */
function kindOf({ named, context, seen }: Observed): VaryingNumber["kind"] {
  const label = labelOf(named);
  if (named.notNumber && !/^\d/.test(seen[0] ?? "")) return "id";
  if (isQuantityPlace(named) || isAmount(label)) return "quantity";
  const words = wordsOfName(label);
  if (namesId(label) || nounsOfTool(named.tool).some((noun) => words.includes(noun))) return "id";
  if (UNITS.has(words.at(-1) ?? "") || seen.every((value) => /^-?\d+\.\d+$/.test(value))) return "quantity";
  if (context === undefined) return "unknown";
  const { text, start, end } = context;
  if (/\p{Sc} ?$/u.test(text.slice(0, start))) return "quantity";
  if (/[#\p{L}\p{N}_/-]$/u.test(text.slice(0, start))) return "id";
  const isCounted = /^(?:[.,]\d+)? ?(?:\p{Sc}|%|\p{Ll}{1,20}(?![\p{L}\d]))/u.test(text.slice(end, end + 30));
  return isCounted && !FIXED.test(text.slice(end, end + 30)) ? "quantity" : "unknown";
}

/** Words that follow the number of an object. */
const FIXED = /^ (?:is|was|has|had|will|are|were|for|to|in|on|at|by|from|with|and|or|opened|closed|created)(?!\p{L})/u;
