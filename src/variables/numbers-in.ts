// Reads the numbers of a text as people write them: with thousands, with a decimal comma, in English words.

/** A number in a text. `1,234` has two readings: 1234, and 1.234. */
export interface NumberIn {
  value: number;
  start: number;
  end: number;
  /** True for `three` and `third`. */
  inWords: boolean;
}

const DIGITS = /(?<![\p{L}\d]|(?<![\p{L}\d])\d{1,15}[.,])-?\d{1,15}(?:[.,]\d{1,9}){0,5}(?![\p{L}\d])/gu;
const UNITS =
  "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen".split(
    " ",
  );
const ORDINALS =
  "zeroth first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth thirteenth fourteenth fifteenth sixteenth seventeenth eighteenth nineteenth".split(
    " ",
  );
const TENS = "twenty thirty forty fifty sixty seventy eighty ninety".split(" ");
const WORDS = new Map([
  ...[UNITS, ORDINALS].flatMap((words) => words.map((word, value) => [word, value] as const)),
  ...TENS.flatMap((word, at) => [[word, 20 + 10 * at] as const, [word.replace(/y$/, "ieth"), 20 + 10 * at] as const]),
]);
const LARGE = new Map([
  ["hundred", 100],
  ["thousand", 1000],
  ["million", 1_000_000],
]);
const PHRASE = new RegExp(
  `(?<![\\p{L}\\d])(?:${[...WORDS.keys(), ...LARGE.keys()].join("|")})(?:[ -](?:and )?(?:${[...WORDS.keys(), ...LARGE.keys()].join("|")})){0,8}(?!\\p{L})`,
  "giu",
);

/** Returns all numbers of a text. */
export function numbersIn(text: string): NumberIn[] {
  const found = Array.from(text.matchAll(DIGITS), ({ 0: part, index: start }) => {
    const end = start + part.length;
    return readDigits(part).map((value): NumberIn => ({ value, start, end, inWords: false }));
  }).flat();
  const words = /\p{L}{3}/u.test(text)
    ? Array.from(text.matchAll(PHRASE), ({ 0: part, index }) => [part, index] as const)
    : [];
  return [
    ...found,
    ...words.map(([part, start]) => ({ value: readWords(part), start, end: start + part.length, inWords: true })),
  ];
}

/** Returns the numbers that digits with points and commas may be. */
export function readDigits(text: string): number[] {
  const joints = text.replaceAll(/[^.,]/g, "");
  if (joints === "") return [Number(text)];
  const last = joints.at(-1) ?? "";
  const isGrouped = /^-?\d{1,3}(?:([.,])\d{3})(?:\1\d{3})*$/.test(text);
  const others = joints.slice(0, -1);
  const isDecimal = !others.includes(last) && (others === "" || /^-?\d{1,3}(?:[.,]\d{3})+[.,]\d+$/.test(text));
  const decimal = Number(
    text.slice(0, text.lastIndexOf(last)).replaceAll(/[.,]/g, "") + "." + text.slice(text.lastIndexOf(last) + 1),
  );
  return [...(isGrouped ? [Number(text.replaceAll(/[.,]/g, ""))] : []), ...(isDecimal ? [decimal] : [])];
}

function readWords(text: string): number {
  let [sum, part] = [0, 0];
  for (const word of text.toLowerCase().split(/[ -]/)) {
    const large = LARGE.get(word);
    if (large === undefined) part += WORDS.get(word) ?? 0;
    else if (large === 100) part = Math.max(part, 1) * 100;
    else {
      sum += Math.max(part, 1) * large;
      part = 0;
    }
  }
  return sum + part;
}
