// Decides for each value of an argument whether it is a variable, which one, and why; or that it cannot be decided.
import type { ArgumentPiece } from "./arguments.js";
import type { SentReason } from "./learned.js";
import {
  fitOf,
  hasIdSuffix,
  haveSameWords,
  ID_WORDS,
  isFreeText,
  isPerson,
  isQuantity,
  isReference,
  labelOf,
  nounsOf,
  nounsOfTool,
  overlap,
  wordsOfName,
} from "./names.js";
import type { Observed } from "./observe.js";
import { isLong, isUnlikely } from "./chance.js";
import { wordAround } from "./word-around.js";
import type { Reading, World } from "./world.js";

/** What a value of an argument is. Undefined: no variable ever had the value. */
export type Decision =
  | { kind: "variable"; reading: Reading; source: Observed; by: SentReason }
  | { kind: "literal" }
  | { kind: "doubtful"; readings: Reading[] };

/** A reading, with the place whose name fits it best. */
interface Scored {
  reading: Reading;
  source: Observed;
  score: number;
  byWord: boolean;
}

/**
 * Decides for one piece. `pieces` are all of the call; `sent` are those that were decided to be variables, with their
 * sources.
 */
export function decide(
  piece: ArgumentPiece,
  pieces: readonly ArgumentPiece[],
  world: World,
  sent: ReadonlyMap<ArgumentPiece, Observed>,
): Decision | undefined {
  const readings = world.readings(piece.value);
  if (readings.length === 0) return undefined;
  const scored = readings.map((reading) => best(piece, reading)).toSorted((a, b) => b.score - a.score);
  const [top, second] = scored;
  if (top === undefined) return undefined;
  const question = new Question(piece, pieces, world, sent, top, second);
  const by = question.reason();
  if (by !== undefined) return { kind: "variable", reading: top.reading, source: top.source, by };
  if (question.isLiteral()) {
    world.noteLiteral(piece);
    return { kind: "literal" };
  }
  return { kind: "doubtful", readings };
}

function best(piece: ArgumentPiece, reading: Reading): Scored {
  const word = wordAround(piece.context);
  let found: Scored | undefined;
  for (const source of reading.places) {
    const byWord =
      /[^\p{L}\p{N}]/u.test(word) &&
      word.length >= 4 &&
      source.context !== undefined &&
      wordAround(source.context) === word &&
      (!isQuantity(labelOf(piece.named), piece.named.tool) || isSameKey(piece, source));
    const fit = Math.max(fitOf(piece.named, source.named), fitOfPrefix(piece, source));
    // `3` is not `PAG-3`: it may be the third page.
    const isPart = word === piece.value && /[-_]/.test(source.context === undefined ? "" : wordAround(source.context));
    const score = byWord ? Math.max(fit, 0) + 3 : isPart ? Math.min(fit, 0) : fit;
    if (found === undefined || score > found.score) found = { reading, source, score, byWord };
  }
  return found ?? { reading, source: reading.places[0] ?? neverPlace(), score: -1, byWord: false };
}

/** `web-00099` as `revision` in both: a word with letters is not a quantity, whatever its name. */
function isSameKey({ named, value }: ArgumentPiece, source: Observed): boolean {
  const around = source.context === undefined ? "" : wordAround(source.context);
  return /\p{L}/u.test(around.replace(value, "")) && haveSameWords(named.key, source.named.key);
}

/** Rates how well `ticket` of `ticket-1.md` fits a place that is named a ticket in a result about tickets. */
function fitOfPrefix({ named, context }: ArgumentPiece, source: Observed): number {
  const prefix = /(?:^|[^\p{L}\p{N}])(\p{L}{3,40})[-_]$/u.exec(context.text.slice(0, context.start))?.[1] ?? "";
  if (isQuantity(prefix, named.tool) || !overlap(nounsOf(prefix), nounsOfTool(source.named.tool))) return -1;
  return fitOf({ ...named, word: prefix }, source.named);
}

function neverPlace(): never {
  throw new Error("a reading without places");
}

/** A server may have said where something is, or how far it goes: a line, a seat, three steps. */
const PLACES: ReadonlySet<string> = new Set(
  "line lane floor stall dock row column port level position point step index x y".split(" "),
);

function isOfPlace(label: string): boolean {
  return PLACES.has(wordsOfName(label).at(-1) ?? "");
}

class Question {
  private readonly label: string;
  private readonly firstCall: number;
  private readonly inPrompt: boolean;
  private readonly inArgument: boolean;
  private readonly isLong: boolean;
  private readonly isQuantity: boolean;
  /** How well the best reading fits, weighted by the length of the value. */
  private readonly fit: number;
  private readonly constantFit: number;

  constructor(
    private readonly piece: ArgumentPiece,
    private readonly pieces: readonly ArgumentPiece[],
    private readonly world: World,
    private readonly sent: ReadonlyMap<ArgumentPiece, Observed>,
    private readonly top: Scored,
    private readonly second: Scored | undefined,
  ) {
    const { value, named } = piece;
    this.label = labelOf(named);
    this.firstCall = Math.min(
      ...[top, ...(second === undefined ? [] : [second])].flatMap(({ reading }) =>
        reading.places.map(({ place }) => place.call),
      ),
    );
    this.inPrompt = world.inPrompts(value).length > 0;
    this.inArgument = world.wasSentBefore(value, this.firstCall);
    this.isLong = isLong(value) && !this.inPrompt && !this.inArgument;
    this.isQuantity = !named.notNumber && isQuantity(this.label, named.tool);
    this.fit = Math.max(top.score, -1) + (this.isLong ? 3 : 0);
    this.constantFit = this.fitOfConstants();
  }

  /** Returns why the value is the best reading, or undefined. */
  reason(): SentReason | undefined {
    if (this.isMentioned()) return "mention";
    const others = this.pieces.filter((other) => other !== this.piece && other.value === this.piece.value);
    // Prose that repeats the value is about the same object.
    if (others.every(({ prose }) => prose) && this.isUnexplained()) return "value";
    const hasRival = !this.isLong && others.some((other) => this.isRival(other));
    const isBest = this.second === undefined || this.top.score > this.second.score;
    if (this.fit >= 2 && this.fit > this.constantFit && isBest && !hasRival) {
      return this.top.byWord ? "word" : this.isLong ? "value" : "name";
    }
    return this.isOnlyName(others) || this.isOnlyKey(others) ? "name" : undefined;
  }

  /** True for the exact key of a place that varies, even a quantity's, where nothing else has the value: `revision`. */
  private isOnlyKey(others: readonly ArgumentPiece[]): boolean {
    const { named, value, whole } = this.piece;
    if (!whole || others.length > 0 || this.second !== undefined || this.inPrompt || this.inArgument) return false;
    if (this.world.constantsOf(value).length > 0) return false;
    return this.top.reading.places.some(
      ({ named: place, place: { token } }) => token === undefined && haveSameWords(named.key, place.key),
    );
  }

  /** True for prose that repeats, under its name, what another argument of the call sends. */
  private isMentioned(): boolean {
    const { prose, value, named } = this.piece;
    if (!prose || !this.pieces.some((other) => other.value === value && this.isSentAsThis(other))) return false;
    if (this.second !== undefined && this.top.score <= this.second.score) return false;
    if (!/^\d+$/.test(value)) return true;
    const isNamed = this.label !== "" && this.label !== "count" && this.label !== named.key;
    return isNamed && !/^(?:only|just|about|and|or|with|of|in|to|for|left|floor)$/i.test(this.label);
  }

  /** True for another value of the call that was decided to be the same reading. */
  private isSentAsThis(other: ArgumentPiece): boolean {
    const source = this.sent.get(other);
    return source !== undefined && this.top.reading.places.includes(source);
  }

  /** True where nothing else explains the value, and it is unlikely by chance. */
  private isUnexplained(): boolean {
    const { value, named } = this.piece;
    if (this.second !== undefined || this.inPrompt || this.inArgument) return false;
    if (this.world.constantsOf(value).length > 0) return false;
    // Letters that are digits in another run are not a word.
    const isMade = value.length >= 6 && this.top.source.seen.some((other) => /\d/.test(other));
    if (!isUnlikely(value) && !isMade) return false;
    if (this.top.score >= 0) return true;
    return this.isQuantity && (named.notNumber || value.length >= 6);
  }

  /** True for another argument of the call, under another name, that is the variable too. */
  private isRival(other: ArgumentPiece): boolean {
    const label = labelOf(other.named);
    if (label === this.label || other.prose || this.isSentAsThis(other)) return false;
    return fitOf(other.named, this.top.source.named) >= Math.min(3, this.top.score);
  }

  /** True for `id` and `id`: generic names, where nothing else has the value. */
  private isOnlyName(others: readonly ArgumentPiece[]): boolean {
    if (this.fit < 1 || this.constantFit >= 1 || this.isQuantity || this.second !== undefined) return false;
    if (!this.piece.whole || this.inPrompt) return false;
    return others.every(({ named }) => isQuantity(named.key, named.tool));
  }

  private fitOfConstants(): number {
    const { piece, world } = this;
    const fits = world
      .constantsOf(piece.value)
      .filter(({ named }) => !/^(?:title|name|text|body|message|description|content)$/.test(named.key))
      .map(({ named }) => fitOf(piece.named, named));
    const given = this.inPrompt || this.inArgument ? 0.5 : 0;
    const named = this.isNamedInPrompt() ? 3 : 0;
    // A prompt may have given the whole word as well.
    const word = this.top.byWord && world.wasGivenWord(wordAround(piece.context), this.firstCall) ? this.top.score : 0;
    const repeated = world.literalOf(piece) === piece.value ? 1.5 : 0;
    return Math.max(0, given, named, word, repeated, ...fits);
  }

  private isNamedInPrompt(): boolean {
    return this.world.inPrompts(this.piece.value).some(({ word }) => {
      const nouns = nounsOf(word);
      return overlap(nouns, wordsOfName(this.label)) || overlap(nouns, nounsOfTool(this.piece.named.tool));
    });
  }

  /**
   * True where the value is sent as it was recorded: a constant with a fitting name has it, or it is a small quantity.
   */
  isLiteral(): boolean {
    const { piece, top } = this;
    if (this.isLong) return false;
    if (this.constantFit >= 2 && this.constantFit > this.fit) return !this.isNamedInPrompt() || top.score < 1;
    if (!/^\d{1,2}$/.test(piece.value) || this.namesAnObject()) return false;
    if (top.score > 0 || this.isSameName()) return false;
    if (this.isQuantity) return !isOfPlace(this.label);
    const isSaid = piece.prose && !piece.whole && isFreeText(piece.named.key);
    return isSaid && this.label === piece.named.key;
  }

  /** True where a variable has the argument's own name: a seat that the server assigned is not a number of seats. */
  private isSameName(): boolean {
    const places = this.world.readings(this.piece.value).flatMap((reading) => reading.places);
    return places.some(({ named }) => haveSameWords(labelOf(named), this.label));
  }

  /** True for a name that may be an object's: an id, a reference, a noun of this server's tools. */
  private namesAnObject(): boolean {
    const { context } = this.piece;
    if (context.text.slice(0, context.start).endsWith("#")) return true;
    if (hasIdSuffix(this.label) || isReference(this.label) || isPerson(this.label)) return true;
    const words = wordsOfName(this.label);
    if (words.some((word) => ID_WORDS.has(word))) return true;
    return !this.isQuantity && nounsOf(this.label).some((word) => this.world.entities.has(word));
  }
}
