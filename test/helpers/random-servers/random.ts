// Draws numbers, words and ids from a seed, so that every run of a test sees the same servers.

/** A source of random values. */
export interface Random {
  /** From 0 up to 1. */
  next(): number;
  /** A whole number, both ends included. */
  between(least: number, most: number): number;
  pick<T>(items: readonly T[]): T;
  chance(share: number): boolean;
  shuffle<T>(items: readonly T[]): T[];
  chars(alphabet: string, length: number): string;
}

/** Mulberry32. */
export function randomOf(seed: number): Random {
  let state = (seed * 2_654_435_761) >>> 0;
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
  const between = (least: number, most: number): number => least + Math.floor(next() * (most - least + 1));
  const pick = <T>(items: readonly T[]): T => items[between(0, items.length - 1)] as T;
  return {
    next,
    between,
    pick,
    chance: (share) => next() < share,
    shuffle: (items) => {
      const left = [...items];
      const mixed = [];
      while (left.length > 0) mixed.push(...left.splice(between(0, left.length - 1), 1));
      return mixed;
    },
    chars: (alphabet, length) => Array.from({ length }, () => alphabet[between(0, alphabet.length - 1)]).join(""),
  };
}

const LOWER = "abcdefghijklmnopqrstuvwxyz";
const DIGITS = "0123456789";
const HEX = `${DIGITS}abcdef`;
const NANO = `${LOWER}${LOWER.toUpperCase()}${DIGITS}-_`;

/** How a server names what it makes. */
export const ID_KINDS = [
  "counter",
  "counter9",
  "counter99",
  "sequence",
  "hex4",
  "hex8",
  "uuid",
  "nano10",
  "nano21",
  "prefixed",
  "prefixedHex",
  "base36",
  "epoch",
] as const;
export type IdKind = (typeof ID_KINDS)[number];

/** Makes ids of a kind; counters go on from `count`. */
export function makeId(kind: IdKind, noun: string, count: number, random: Random, now: number): string | number {
  switch (kind) {
    case "counter":
      return count;
    case "counter9":
      return 7 + count;
    case "counter99":
      return 97 + count;
    case "sequence":
      return 4710 + count;
    case "hex4":
      return random.chars(HEX, 4);
    case "hex8":
      return random.chars(HEX, 8);
    case "uuid":
      return [8, 4, 4, 4, 12].map((length) => random.chars(HEX, length)).join("-");
    case "nano10":
      return random.chars(NANO, 10);
    case "nano21":
      return random.chars(NANO, 21);
    case "prefixed":
      return `${noun.slice(0, 3).toUpperCase()}-${String(count)}`;
    case "prefixedHex":
      return `${noun.slice(0, 3)}_${random.chars(HEX, 6)}`;
    case "base36":
      return random.chars(LOWER + DIGITS, 8);
    case "epoch":
      return now;
  }
}
