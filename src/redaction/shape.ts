// Describes secrets of a known kind, and builds the pattern that finds them and the lead that says quickly whether a
// text may hold one: both from the same pieces, so that the lead is never narrower than the pattern. Pure.

export interface ShapeFound {
  kind: string;
  start: number;
  end: number;
  /** Too random to guess, so its name may distinguish it from others. */
  strong: boolean;
}

export interface SecretShape {
  kind: string;
  /** Part of every match, as a pattern. */
  lead: string;
  /** Upper and lower case make no difference. */
  anyCase: boolean;
  /** True where the lead comes first, and only at the start of a word. */
  startsWord: boolean;
  /** A whole match as a pattern, without what must be beside it. Tests make examples of it. */
  core: string;
  /** The secret is the first group, or the whole match; it ends where the match ends. Takes linear time. */
  pattern: RegExp;
  strong: boolean;
  accepts: (secret: string) => boolean;
}

interface ShapeParts {
  kind: string;
  /** What comes before the lead. */
  head?: string;
  lead: string;
  /** What comes after the lead, with a group around the secret where it is not all. */
  rest: string;
  /** What must be before and after, without being part of it. */
  before?: string;
  after?: string;
  anyCase?: boolean;
  /** False for secrets that people choose themselves. */
  strong?: boolean;
  accepts?: (secret: string) => boolean;
}

/** A token starts where a word starts. */
const START = String.raw`(?<![A-Za-z0-9_-])`;
/** For a token of a fixed length: it does not go on. */
export const END = String.raw`(?![A-Za-z0-9_-])`;

export function buildShape(parts: ShapeParts): SecretShape {
  const { kind, head = "", lead, rest, before = START, after = "", anyCase = false, strong = true } = parts;
  const core = `${head}(?:${lead})${rest}`;
  const pattern = new RegExp(`${before}${core}${after}`, anyCase ? "gi" : "g");
  const startsWord = before === START && head === "";
  return { kind, lead, anyCase, startsWord, core, pattern, strong, accepts: parts.accepts ?? isRandom };
}

export type Lead = Pick<SecretShape, "lead" | "anyCase" | "startsWord">;

/** Says whether a text has one of many leads. Tests the start of a word first, because that is fast. */
export function joinLeads(leads: readonly Lead[]): (text: string) => boolean {
  const patterns = [false, true].flatMap((anyCase) => {
    const [plain, words] = [false, true].map((startsWord) =>
      leads.filter((one) => one.anyCase === anyCase && one.startsWord === startsWord).map(({ lead }) => lead),
    );
    const parts = [...(plain ?? []), ...(words?.length ? [`${START}(?:${words.join("|")})`] : [])];
    return parts.length === 0 ? [] : [new RegExp(parts.join("|"), anyCase ? "i" : "")];
  });
  const [one, other] = patterns;
  return (text) => one?.test(text) === true || other?.test(text) === true;
}

/** False for what documentation writes instead of a token: `sk-xxxxxxxxxxxx`, `tskey-your-api-key-goes-here`. */
export function isRandom(secret: string): boolean {
  const body = secret.replace(/^[A-Za-z]{1,10}[-_.]/, "");
  return !isFiller(body) && (/\d/.test(body) || !looksLikeWords(body));
}

/** True where most of a text is one character: `xxxxxxxx`, `live_XXXXXXXXXXXX`, `0000-0000` */
export function isFiller(text: string): boolean {
  const counts = new Map<string, number>();
  for (const char of text) counts.set(char, (counts.get(char) ?? 0) + 1);
  return Math.max(0, ...counts.values()) > text.length / 2;
}

/**
 * True of letters that are words, in `camelCase`, `kebab-case`, `snake_case` or one after the other: nearly no word has five
 * consonants in a row, and nearly no five random letters in a row have a vowel each.
 */
export function looksLikeWords(text: string): boolean {
  if (/\d/.test(text) || /[^aeiouy\W_]{5}/i.test(text)) return false;
  const words = text.match(/[A-Z]?[a-z]+|[A-Z]+(?![a-z])/g) ?? [];
  const letters = words.reduce((sum, word) => sum + word.length, 0);
  return words.length > 0 && letters / words.length >= 3;
}
