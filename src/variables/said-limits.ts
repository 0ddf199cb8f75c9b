// Finds an amount of a line that is beyond what another line of its text says that all are within: `4180 m` in a list
// within 500 m.
import { surroundingsOf } from "./amounts.js";
import { readAmount } from "./list-rows.js";

/** A limit in words, its number and its unit. */
const SAID =
  /(?<!\p{L})(?:(within|under|below|at most|up to|no more than|less than|closer than)|(over|above|at least|no less than|more than)) (\d{1,9}(?:\.\d{1,6})?) ?(\p{L}{1,12}|%)(?!\p{L})/iu;

/** A varying number of a line. */
export interface NumberOfLine {
  index: number;
  start: number;
  end: number;
  /** Its values in the recording and in each check, with their unit where that is a part of them. */
  texts: readonly string[];
}

/** A number that may not be beyond another. */
export interface SaidLimit {
  at: string;
  index: number;
  limit: number;
  /** 1 for an upper limit, -1 for a lower one. */
  side: 1 | -1;
  was: string;
}

/** Lists the numbers of lines that were within what another line says, in every run. */
export function saidLimits(
  lines: readonly { at: string; value: string }[],
  numbersOf: (at: string, value: string) => readonly NumberOfLine[],
): SaidLimit[] {
  const limits = lines.flatMap(({ at, value }) => {
    const said = SAID.exec(value);
    if (said === null) return [];
    const [whole, upper, , number = "", unit = ""] = said;
    const start = said.index + whole.length - unit.length - number.length - 1;
    const isVarying = numbersOf(at, value).some((one) => one.start < said.index + whole.length && one.end > start);
    const side = upper === undefined ? -1 : 1;
    const around = surroundingsOf(at);
    return isVarying ? [] : [{ at, around, side, limit: Number(number), unit, was: whole } as const];
  });
  return limits.flatMap(({ at: said, around, side, limit, unit, was }): SaidLimit[] => {
    const own = lines.filter(({ at }) => at !== said && surroundingsOf(at) === around);
    const numbers = own.flatMap(({ at, value }) =>
      numbersOf(at, value).flatMap(({ index, end, texts }) => {
        const isBare = texts.every((text) => /\d$/.test(text)) && startsWithWord(value.slice(end).trimStart(), unit);
        const amounts = texts.map((text) => amountOf(text, isBare ? undefined : unit));
        return amounts.every((amount) => amount !== undefined) ? [{ at, index, amounts }] : [];
      }),
    );
    const wereWithin = numbers.every(({ amounts }) => amounts.every((amount) => side * (amount - limit) <= 0));
    return wereWithin ? numbers.map(({ at, index }) => ({ at, index, limit, side, was })) : [];
  });
}

/** True for a live number, with or without its unit, that is beyond the limit. */
export function isBeyond({ limit, side }: SaidLimit, live: string): boolean {
  const amount = readAmount(/^-?[\d,.]+/.exec(live)?.[0] ?? "");
  return amount !== undefined && side * (amount - limit) > 0;
}

/** The number before a unit, or a bare one. */
function amountOf(text: string, unit: string | undefined): number | undefined {
  if (unit === undefined) return readAmount(text);
  const [, number = "", own] = /^(-?[\d,.]+) ?(\p{L}{1,12}|%)$/u.exec(text) ?? [];
  return own === unit ? readAmount(number) : undefined;
}

function startsWithWord(text: string, word: string): boolean {
  return text.startsWith(word) && !/^\p{L}/u.test(text.slice(word.length));
}
