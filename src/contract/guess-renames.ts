// Guesses which missing and which new item are the same one under two names. Never more than a guess.

/** The properties by which a renamed item is recognized. */
export interface Likeness {
  name: string;
  /** Its own words. */
  text: string;
  /** The parts of its form: parameters with their types, the MIME type. */
  form: readonly string[];
}

/** Above this many comparisons a guess helps nobody. */
const COMPARISONS = 10_000;
const ALIKE = 0.75;

/** Returns pairs of indexes, before and after. A pair must be the best match for both, with no equal rival. */
export function guessRenames(gone: readonly Likeness[], added: readonly Likeness[]): Map<number, number> {
  const guesses = new Map<number, number>();
  if (gone.length * added.length > COMPARISONS) return guesses;
  const before = gone.map(wordsOf);
  const after = added.map(wordsOf);
  const scores = before.map((one) => after.map((other) => likeness(one, other)));
  for (const [from, row] of scores.entries()) {
    const to = onlyBest(row);
    if (to === undefined) continue;
    if (onlyBest(scores.map((other) => other[to] ?? 0)) === from) guesses.set(from, to);
  }
  return guesses;
}

interface Words {
  name: ReadonlySet<string>;
  text: ReadonlySet<string>;
  form: ReadonlySet<string>;
}

function wordsOf({ name, text, form }: Likeness): Words {
  return {
    name: splitWords(name.replaceAll(/(?<=[a-z])(?=[A-Z])/g, " ")),
    text: splitWords(text),
    form: new Set(form),
  };
}

function splitWords(text: string): Set<string> {
  return new Set(text.toLowerCase().match(/[\p{L}\p{N}]+/gu));
}

/** Returns 0 where they are not alike enough to be named together. */
function likeness(one: Words, other: Words): number {
  const form = share(one.form, other.form);
  const name = share(one.name, other.name);
  // An item without words is recognized by its name only.
  const text = one.text.size + other.text.size === 0 ? name : share(one.text, other.text);
  return form < ALIKE || text < ALIKE ? 0 : form + text + name;
}

/** Returns how much two sets have in common, 0 to 1 (Dice). */
function share(one: ReadonlySet<string>, other: ReadonlySet<string>): number {
  const size = one.size + other.size;
  if (size === 0) return 1;
  let common = 0;
  for (const word of one) if (other.has(word)) common++;
  return (2 * common) / size;
}

/** Returns the index of the highest number above 0, where no other equals it. */
function onlyBest(scores: readonly number[]): number | undefined {
  const best = Math.max(0, ...scores);
  const at = scores.indexOf(best);
  return best > 0 && scores.lastIndexOf(best) === at ? at : undefined;
}
