// What differs by itself in a result in; pairs of recorded and live values for later calls out.
// A pair is the server's own value and nobody's guess: what is ambiguous is kept as a value without a live one.
import type { DriftPlace } from "../trace/drift.js";
import type { Candidate } from "./leaf-context.js";
import { leavesOf } from "./leaves.js";
import type { Pairs } from "./pairs.js";
import type { Seen } from "./seen.js";
import type { SentValues } from "./sent.js";
import type { Exact } from "../json/exact.js";
import { TOKEN_LENGTH, tokensOf, tokensOfWord } from "./tokens.js";
import type { Word } from "./words.js";

/** What was there before the result that is looked at. */
export interface Before {
  /** Prompts, and the arguments of calls: recorded values that are not the server's own. */
  given: Seen;
  /** Recorded results. */
  recorded: Seen;
  /** Everything on the live side. */
  live: Seen;
}

export interface Found {
  from: DriftPlace;
  candidates: readonly Candidate[];
}

/** Makes the pairs of one result. True where there are new ones. */
export function correlate(
  found: readonly Found[],
  turn: number,
  sent: SentValues,
  before: Before,
  pairs: Pairs,
): boolean {
  const byRecorded = new Map<string, { lives: Set<string>; from: DriftPlace }>();
  const byLive = new Map<string, Set<string>>();
  const claim = (live: string, recorded: string): void => {
    byLive.set(live, (byLive.get(live) ?? new Set()).add(recorded));
  };
  for (const { from, candidates } of found) {
    // A value that is not sent on can still show that a live one stands for two; short ones meet by chance.
    for (const { recorded, live } of candidates) if (live.length >= TOKEN_LENGTH) claim(live, recorded);
    for (const { recorded, live } of candidates.flatMap((candidate) => sentParts(candidate, turn, sent))) {
      const known = byRecorded.get(recorded) ?? { lives: new Set(), from };
      byRecorded.set(recorded, { ...known, lives: known.lives.add(live) });
      claim(live, recorded);
    }
  }
  let isNew = false;
  for (const [recorded, { lives, from }] of byRecorded) {
    if (pairs.ofRecorded(recorded) !== undefined || before.given.hasWord(recorded)) continue;
    const [live = ""] = lives;
    const why = whyAmbiguous(recorded, lives, byLive.get(live)?.size ?? 0, before, pairs);
    pairs.add(why === undefined ? { recorded, live, from } : { recorded, why, from });
    isNew ||= why === undefined;
  }
  return isNew;
}

function whyAmbiguous(
  recorded: string,
  lives: ReadonlySet<string>,
  claims: number,
  before: Before,
  pairs: Pairs,
): string | undefined {
  const [live = ""] = lives;
  if (isRedacted(recorded)) return lives.size > 1 ? "it has more than one live value" : undefined;
  if (lives.size > 1) return "it has more than one live value in the same result";
  if (claims > 1 || pairs.ofLive(live) !== undefined)
    return `its live value ${JSON.stringify(live)} stands for another one too`;
  if (before.recorded.has(recorded)) return "it stood in an earlier result too";
  if (before.live.has(live)) return `its live value ${JSON.stringify(live)} was there before`;
  return undefined;
}

export interface Lost {
  /** The recorded value that is lost. */
  lost: Exact;
  /** The whole live result: what still stands in it is not lost. The same one for all that is lost of a result. */
  live: Standing;
  turn: number;
  from: DriftPlace;
}

/** What stands in a result. Read when it is first asked, and once. */
export class Standing {
  private texts: Set<string> | undefined;

  constructor(private readonly result: Exact) {}

  has(text: string): boolean {
    this.texts ??= new Set(leavesOf(this.result, true).flatMap((leaf) => [leaf.text, ...tokensOf(leaf.text)]));
    return this.texts.has(text);
  }
}

/** Notes that a recorded value has no live one: what is lost of a result, and a later call sends. */
export function noteLost({ lost, live, turn, from }: Lost, sent: SentValues, before: Before, pairs: Pairs): void {
  for (const { text } of leavesOf(lost)) {
    const parts = tokensOf(text).filter((token) => sent.sendsToken(token, turn));
    for (const part of sent.sendsWhole(text, turn) ? [text, ...parts] : parts) {
      if (live.has(part) || before.given.hasWord(part) || before.recorded.has(part)) continue;
      if (pairs.ofRecorded(part) === undefined)
        pairs.add({ recorded: part, from, why: "it is not in the live result" });
    }
  }
}

/** What of two values a later call sends: the whole, and parts of words that differ. */
function sentParts(candidate: Candidate, turn: number, sent: SentValues): { recorded: string; live: string }[] {
  const { recorded, live, words } = candidate;
  if (words !== undefined) {
    const kept: { recorded: string; live: string }[] = [];
    // A part of an id that is sent whole is nothing of its own: another id may have it too.
    for (const part of partsOfWords(words).toSorted((one, other) => other.recorded.length - one.recorded.length)) {
      const longer = kept.map(({ recorded: text }) => text).filter((text) => text.includes(part.recorded));
      const isWhole = part.recorded === words[0].text && sent.sendsWhole(part.recorded, turn);
      if (isWhole || sent.sendsApart(part.recorded, longer, turn)) kept.push(part);
    }
    return kept;
  }
  const isSent = isRedacted(recorded) || sent.sendsWhole(recorded, turn) || sent.sendsInside(recorded, turn);
  return isSent && recorded !== live ? [{ recorded, live }] : [];
}

/** The parts of two words side by side that are not the same. */
function partsOfWords([recorded, live]: [Word, Word]): { recorded: string; live: string }[] {
  const others = new Map(tokensOfWord(live).map((token) => [`${String(token.from)} ${String(token.to)}`, token.text]));
  return tokensOfWord(recorded).flatMap((token) => {
    const other = others.get(`${String(token.from)} ${String(token.to)}`);
    return other === undefined || other === token.text ? [] : [{ recorded: token.text, live: other }];
  });
}

function isRedacted(text: string): boolean {
  return /^\[redacted:[^\]\s]*\]$/.test(text);
}
