// Cuts a text into tokens: maximal runs of letters and digits, the only rule by which places in texts are counted.

/** A run of letters and digits in a text. */
export interface Token {
  text: string;
  start: number;
  end: number;
}

const TOKEN = /[\p{L}\p{N}]+/gu;

/** Returns the tokens of a text, in order. A cassette counts them from 1. */
export function tokensOf(text: string): Token[] {
  const tokens: Token[] = [];
  TOKEN.lastIndex = 0;
  for (let found = TOKEN.exec(text); found !== null; found = TOKEN.exec(text)) {
    tokens.push({ text: found[0], start: found.index, end: found.index + found[0].length });
  }
  return tokens;
}

/** True for a character that belongs to a token. */
export function isTokenChar(char: string | undefined): boolean {
  return char !== undefined && /[\p{L}\p{N}]/u.test(char);
}
