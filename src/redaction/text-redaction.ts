// Puts placeholders in place of what was found in a text. Pure.
import { placeholdersIn, type PlaceholderForm } from "./placeholder.js";

/** A place in a text, and its replacement. */
export interface Cut {
  start: number;
  end: number;
  name: string;
  form?: PlaceholderForm | undefined;
  /** What the placeholder is quoted with: for a number in JSON. */
  quote?: string | undefined;
}

/** Decides which cuts to make in a text. */
export type CutFilter = (cut: Cut) => boolean;

/**
 * Redacting twice changes nothing: a placeholder is not found again, unless a secret hides inside one that is not ours.
 */
export function outsidePlaceholders(text: string, isOurs: (name: string) => boolean): CutFilter {
  const there = placeholdersIn(text);
  if (there.length === 0) return () => true;
  return (cut) => {
    // The first that ends after the start of the cut; they are in order.
    let low = 0;
    for (let high = there.length; low < high;) {
      const middle = (low + high) >> 1;
      if ((there[middle]?.end ?? 0) <= cut.start) low = middle + 1;
      else high = middle;
    }
    const first = there[low];
    if (first === undefined || first.start >= cut.end) return true;
    return !isOurs(first.name) && cut.start > first.start && cut.end < first.end;
  };
}

/** Puts placeholders in the places. */
export function cutOut(text: string, cuts: readonly Cut[], write: (cut: Cut) => string): string {
  if (cuts.length === 0) return text;
  const parts: string[] = [];
  let done = 0;
  for (const cut of joinCuts(cuts)) {
    parts.push(text.slice(done, cut.start), write(cut));
    done = cut.end;
  }
  return parts.join("") + text.slice(done);
}

/** In order, and without overlaps: of two that overlap, the longer gives its name to both. */
function joinCuts(cuts: readonly Cut[]): Cut[] {
  const joined: Cut[] = [];
  for (const cut of isInOrder(cuts)
    ? cuts
    : cuts.toSorted((one, other) => one.start - other.start || other.end - one.end)) {
    const last = joined.at(-1);
    if (last === undefined || cut.start >= last.end) joined.push(cut);
    else if (cut.end > last.end) {
      const longer = cut.end - cut.start > last.end - last.start ? cut : last;
      joined[joined.length - 1] = { ...longer, start: last.start, end: cut.end };
    }
  }
  return joined;
}

function isInOrder(cuts: readonly Cut[]): boolean {
  return cuts.every((cut, at) => at === 0 || (cuts[at - 1]?.end ?? 0) <= cut.start);
}
