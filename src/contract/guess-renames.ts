// What is gone and what is new in; which of them may be one thing under two names out. Never more than a guess.

/** By what a thing is known again under another name. */
export interface Likeness {
  name: string;
  /** What it says of itself. */
  text: string;
  /** The parts of its form: parameters with their types, the MIME type. */
  form: readonly string[];
}

/** Above this many comparisons nobody is helped by a guess. */
const COMPARISONS = 10_000;
const ALIKE = 0.75;

/** Pairs of places, before and after. Only where each is the best for the other and no other is as good. */
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

/** 0 where they are not alike enough to be named together. */
function likeness(one: Words, other: Words): number {
  const form = share(one.form, other.form);
  const name = share(one.name, other.name);
  // What says nothing of itself is known by its name alone.
  const text = one.text.size + other.text.size === 0 ? name : share(one.text, other.text);
  return form < ALIKE || text < ALIKE ? 0 : form + text + name;
}

/** How much two sets have in common, 0 to 1 (Dice). */
function share(one: ReadonlySet<string>, other: ReadonlySet<string>): number {
  const size = one.size + other.size;
  if (size === 0) return 1;
  let common = 0;
  for (const word of one) if (other.has(word)) common++;
  return (2 * common) / size;
}

/** The place of the highest number above 0, where it stands alone. */
function onlyBest(scores: readonly number[]): number | undefined {
  const best = Math.max(0, ...scores);
  const at = scores.indexOf(best);
  return best > 0 && scores.lastIndexOf(best) === at ? at : undefined;
}
