// Finds arguments with a value of an earlier turn's variable in recordings that do not say whether it is that variable.
import { wordsOf } from "../reading/words.js";
import { argumentLeaves } from "./arguments.js";
import { seenText, tokenRange, type Doubt, type Variable } from "./learned.js";
import { piecesOf } from "./pieces.js";
import type { Run } from "./run.js";
import { isTokenChar, tokensOf } from "./tokens.js";

/** Most values of several words that are searched in each argument; more would take too long. */
const MOST_PHRASES = 1000;

/** Returns the doubts of all calls: arguments that are such a value, or contain it as a word. */
export function doubtsOf(run: Run, variables: readonly Variable[]): Doubt[] {
  const turns = new Map(run.calls.map(({ id, turn }) => [id, turn]));
  const known = new Map<string, { name: string; turn: number }[]>();
  for (const { name, seen, places } of variables) {
    const text = seenText(seen[0]);
    const turn = turns.get(places[0]?.call ?? 0) ?? 0;
    known.set(text, [...(known.get(text) ?? []), { name, turn }]);
  }
  const phrases = [...known.keys()].filter((text) => /\s/.test(text)).slice(0, MOST_PHRASES);
  return run.calls.flatMap((call) =>
    argumentLeaves(call.arguments).flatMap(({ at, value }) => {
      const found = new Map<string, Doubt>();
      for (const { text, ...token } of partsOf(value, phrases, (text) => known.has(text))) {
        const earlier = (known.get(text) ?? []).filter(({ turn }) => turn < call.turn);
        if (earlier.length === 0 || found.has(text)) continue;
        const readings = [...earlier.map(({ name }) => name), "constant"];
        found.set(text, { call: call.id, at, ...token, value: text, readings });
      }
      return [...found.values()];
    }),
  );
}

type Part = { text: string; token?: Doubt["token"] };

/** Returns the text, and each part of it that is known. */
function partsOf(text: string, phrases: readonly string[], isKnown: (text: string) => boolean): Part[] {
  const tokens = tokensOf(text);
  const words = [...wordsOf(text), ...piecesOf(text)].filter((word) => isKnown(word.text));
  const inside = phrases.flatMap((phrase) => {
    const start = text.indexOf(phrase);
    const end = start + phrase.length;
    return start < 0 || isTokenChar(text[start - 1]) || isTokenChar(text[end]) ? [] : [{ text: phrase, start, end }];
  });
  const once = new Map([...inside, ...words].map((word) => [word.text, word]));
  const placed = [...once.values()].map(({ text: part, start, end }): Part => {
    const from = tokens.findIndex((token) => token.start >= start);
    const to = tokens.findLastIndex((token) => token.end <= end);
    return { text: part, ...(from >= 0 && to >= from ? { token: tokenRange(from + 1, to + 1) } : {}) };
  });
  return [{ text }, ...placed, ...tokens.map((token, index) => ({ text: token.text, token: index + 1 }))];
}
