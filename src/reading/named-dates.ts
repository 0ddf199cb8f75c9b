// Reads dates with the names of months of other languages than English: `29. November 2026 um 16:04 Uhr`.

const NAMES: Readonly<Record<string, string>> = {
  german: "januar februar märz april mai juni juli august september oktober november dezember",
  french: "janvier février mars avril mai juin juillet août septembre octobre novembre décembre",
  spanish: "enero febrero marzo abril mayo junio julio agosto septiembre octubre noviembre diciembre",
  italian: "gennaio febbraio marzo aprile maggio giugno luglio agosto settembre ottobre novembre dicembre",
  portuguese: "janeiro fevereiro março abril maio junho julho agosto setembro outubro novembro dezembro",
  dutch: "januari februari maart april mei juni juli augustus september oktober november december",
};
const LANGUAGES = Object.entries(NAMES).map(([language, names]) => ({ language, months: names.split(" ") }));

const NAME = `(?:${[...new Set(LANGUAGES.flatMap(({ months }) => months))].toSorted((one, other) => other.length - one.length).join("|")})`;
const DATE = `(\\d{1,2})(?:\\.|er|º)?(?: de)? (${NAME})(?: de)? (\\d{4})`;
const CLOCK = "(?:,? (?:um |à |om |alle |a las |às )?(\\d{1,2}):(\\d{2})(?::(\\d{2}))?(?: Uhr)?)?";

/** Matches such a date at a position of a text. */
export const NAMED_DATE = new RegExp(`${DATE}${CLOCK}(?![\\p{L}\\p{N}:])`, "iuy");
const WHOLE = new RegExp(`^${DATE}${CLOCK}$`, "iu");
const ANY_NAME = new RegExp(`(?<!\\p{L})${NAME}(?!\\p{L})`, "giu");

/** A date by the month names of one language. `clock`: hour, minute, second, as far as they are there. */
interface NamedDate {
  language: string;
  year: number;
  month: number;
  date: number;
  clock: (string | undefined)[];
}

/** Reads a text that is only such a date, in each language that has the name; whether there is that day is not asked. */
export function readNamedDates(text: string): NamedDate[] {
  const [, date, name = "", year, ...clock] = WHOLE.exec(text) ?? [];
  if (date === undefined) return [];
  return LANGUAGES.flatMap(({ language, months }) => {
    const month = months.indexOf(name.toLowerCase()) + 1;
    return month === 0 ? [] : [{ language, year: Number(year), month, date: Number(date), clock }];
  });
}

/** Replaces the names of months. */
export function withoutMonthNames(text: string, by: string): string {
  return text.replaceAll(ANY_NAME, by);
}
