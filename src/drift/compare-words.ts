// A recorded word and the live one in its place in; the same, differing by itself, or changed, out.
import { compareEpochs, isClockDifference } from "./clock.js";
import { haveSameForm } from "./date-form.js";
import type { LeafContext } from "./leaf-context.js";
import { mayStandFor } from "./redacted.js";
import type { Path } from "./rules.js";
import { TOKEN_LENGTH } from "./tokens.js";
import { patternOf, saysNoValue, type Word } from "./words.js";

export type WordVerdict =
  /** `listed`: only because the cassette lists its place. */
  { class: "volatile"; listed: boolean } | { class: "changed"; note?: string };

/** Judges two words that differ. `expected` is the recorded word with pairs put in. */
export function compareWords(
  recorded: Word,
  expected: Word,
  live: Word,
  path: Path,
  context: LeafContext,
): WordVerdict {
  if (recorded.date !== undefined || live.date !== undefined) return compareDates(recorded, live, context);
  if (expected.text !== recorded.text) {
    return { class: "changed", note: `${JSON.stringify(expected.text)} stands for the recorded value in this run` };
  }
  if (recorded.text.startsWith("[redacted:")) {
    const isLost = saysNoValue(live.text) || !mayStandFor(recorded.text, live.text);
    return isLost ? { class: "changed" } : { class: "volatile", listed: false };
  }
  return compareValues(recorded.text, live.text, path, context);
}

function compareDates(recorded: Word, live: Word, { recordedAt, liveAt }: LeafContext): WordVerdict {
  if (recorded.date === undefined || live.date === undefined) return { class: "changed" };
  if (!haveSameForm(recorded.text, live.text))
    return { class: "changed", note: "a date that is written in another form" };
  return isClockDifference(recorded.date, live.date, recordedAt, liveAt)
    ? { class: "volatile", listed: false }
    : { class: "changed", note: "a date that the clock does not explain" };
}

/** Judges two texts or digits that differ and are no dates. */
export function compareValues(recorded: string, live: string, path: Path, context: LeafContext): WordVerdict {
  if (patternOf(recorded) !== patternOf(live)) return { class: "changed" };
  if (saysNoValue(live) && !saysNoValue(recorded)) return { class: "changed" };
  return compareListed(recorded, live, path, context);
}

/** The same where the pattern is no matter: numbers. */
export function compareListed(recorded: string, live: string, path: Path, context: LeafContext): WordVerdict {
  const { recordedAt, liveAt } = context;
  if (compareEpochs(recorded, live, recordedAt, liveAt, false) === "clock") return { class: "volatile", listed: false };
  const listing = context.rules.listing(path);
  if (listing === undefined) return { class: "changed" };
  const epoch = compareEpochs(recorded, live, recordedAt, liveAt, true);
  // Only because it is listed: an unlisted number that far from its call is no time.
  if (epoch === "clock") return { class: "volatile", listed: listing === "cassette" };
  if (epoch === "other-time") return { class: "changed", note: "a time that the clock does not explain" };
  const other = live.length >= TOKEN_LENGTH ? context.pairs.ofLive(live)?.recorded : undefined;
  if (other !== undefined && other !== recorded) {
    return { class: "changed", note: `${JSON.stringify(live)} stands for ${JSON.stringify(other)} in this run` };
  }
  const contradiction = listing === "cassette" ? context.following.note(recorded, live) : undefined;
  return contradiction === undefined
    ? { class: "volatile", listed: listing === "cassette" }
    : { class: "changed", note: contradiction };
}
