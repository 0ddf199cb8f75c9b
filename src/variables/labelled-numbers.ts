// Reads the numbers of a line that have a name there: `min/avg/max = 8.1/12.4/29.9 ms`, `min=3 max=9`, `mean     12.4`.
import { numberOf } from "./amounts.js";
import { readQuantity } from "./quantity.js";

const NUMBER = String.raw`-?\d+(?:\.\d+)?`;
/** A unit that a number may have: joined to it, or after a space where nothing follows. */
const UNIT = String.raw`(?:%|°[CF]|\p{L}{1,3}(?:\/\p{L}{1,2})?)`;
const JOINED = new RegExp(
  String.raw`(?<![\p{L}\d/])(\p{L}[\p{L}\d]*(?:\/\p{L}[\p{L}\d]*)+)\s*[=:]\s*(${NUMBER}(?:\/${NUMBER})+)(?![\d/])((?: ?${UNIT}(?!\p{L}))?)`,
  "gu",
);
const ASSIGNED = new RegExp(String.raw`(?<![\p{L}\d_.])(\p{L}[\p{L}\d_]*)=(${NUMBER})(${UNIT}?)(?=[\s,;)\]]|$)`, "gu");
const ALONE = new RegExp(
  String.raw`^\s*(?:[-*•]\s+)?(\p{L}[\p{L}\d_ ]*?)(?:\s*[:=]\s*|\s{2,})(${NUMBER}(?: ?${UNIT})?)$`,
  "u",
);
/** A longer line says more than one number. */
const LONGEST = 200;

/** A number and its name. `start`, `end`: its characters in the line, with its unit. */
interface Labelled {
  name: string;
  start: number;
  end: number;
  /** The unit after the last of several numbers is that of all. */
  isBare?: true;
}

/** Groups the named numbers of lines, which are read in their order: those of one line, and those of lines in a row. */
export class LabelledLines {
  private around = "";
  private names = new Set<string>();
  private block = 0;

  /** `around`: the text of the line, `at`: the line. */
  read(line: string, around: string, at: string): (Labelled & { group: string })[] {
    const inLine = [assignedIn(line), ...joinedIn(line)].flatMap((found, index) =>
      areAllNamed(found) ? found.map((one) => ({ ...one, group: `${at} ${String(index)}` })) : [],
    );
    const alone = aloneIn(line);
    if (alone === undefined || around !== this.around || this.names.has(alone.name)) this.startBlock(around);
    if (alone === undefined) return inLine;
    this.names.add(alone.name);
    return [...inLine, { ...alone, group: `${around} lines ${String(this.block)}` }];
  }

  private startBlock(around: string): void {
    this.around = around;
    this.names = new Set();
    this.block++;
  }
}

/** The numbers of a line that it names one by one. */
function assignedIn(line: string): Labelled[] {
  if (!line.includes("=")) return [];
  return [...line.matchAll(ASSIGNED)].map(({ 0: all, 1: name = "", 2: number = "", 3: unit = "", index }) =>
    labelled(name, number + unit, index + all.length - number.length - unit.length),
  );
}

/** The numbers that are joined as the names before them are. */
function joinedIn(line: string): Labelled[][] {
  if (!line.includes("/") || !/[=:]/.test(line)) return [];
  return [...line.matchAll(JOINED)].flatMap(
    ({ 0: all, 1: names = "", 2: numbers = "", 3: unit = "", index }): Labelled[][] => {
      const [words, values] = [names.split("/"), numbers.split("/")];
      if (words.length !== values.length) return [];
      let start = index + all.length - unit.length - numbers.length;
      const found = values.map((value, at) => {
        const one = labelled(words[at] ?? "", at === values.length - 1 ? value + unit : value, start);
        start = one.end + 1;
        return { ...one, isBare: true as const };
      });
      return [found];
    },
  );
}

/** The number of a line that says nothing but its name and its unit. */
function aloneIn(line: string): Labelled | undefined {
  if (line.length > LONGEST || !/\d/.test(line)) return undefined;
  const [all = "", name = "", number = ""] = ALONE.exec(line) ?? [];
  return name === "" ? undefined : labelled(name, number, all.lastIndexOf(number));
}

function labelled(name: string, number: string, start: number): Labelled {
  return { name, start, end: start + number.length };
}

/** True where no two have one name, which would be two groups. */
function areAllNamed(found: readonly Labelled[]): boolean {
  return new Set(found.map(({ name }) => name)).size === found.length;
}

/** Reads a number; of one with a unit its amount, in milliseconds or bytes, unless it is bare. */
export function readLabelled(text: string, isBare = false): number | undefined {
  const number = isBare ? /^-?\d+(?:\.\d+)?/.exec(text)?.[0] : undefined;
  return number === undefined ? (numberOf(text) ?? readQuantity(text)?.amount) : Number(number);
}
