// Collects what is known before a call: variables and constants seen so far, prompts, and what was sent before.
import type { ArgumentPiece } from "./arguments.js";
import { holdsChunk } from "./lost.js";
import type { GivenWords } from "./given-words.js";
import type { KnownPlaces } from "./known-places.js";
import type { MadeNames } from "./made-of-words.js";
import type { Observed } from "./observe.js";
import { isUnlikely } from "./chance.js";
import { labelOf, namesId } from "./names.js";
import { isSameTime } from "./retimed.js";
import type { RunCall } from "./run.js";
import { daysNamed } from "./time.js";
import type { VaryingNumbers } from "./varying-numbers.js";

/** Values of one recorded text that have the same values in all checks. */
export interface Reading {
  /** The value in each check. */
  values: string[];
  places: Observed[];
}

/** Everything that may explain an argument of one call. */
export class World {
  private readonly sentAsItWas = new Map<string, string>();

  constructor(
    private readonly given: GivenWords,
    private readonly known: KnownPlaces,
    readonly call: RunCall,
    private readonly lost: ReadonlySet<string> = new Set(),
  ) {}

  /** Nouns of the tools that were called. */
  get entities(): ReadonlySet<string> {
    return this.given.entities;
  }

  get values(): ReadonlySet<string> {
    return this.known.values;
  }

  get wholes(): ReadonlyMap<string, string> {
    return this.known.wholes;
  }

  /** Returns the readings of a recorded value as a variable, one for each series of values in the checks. */
  readings(value: string): Reading[] {
    const readings = new Map<string, Reading>();
    for (const place of this.known.sourcesOf(value)) {
      const values = place.seen.slice(1);
      const key = JSON.stringify(values);
      const reading = readings.get(key) ?? { values, places: [] };
      reading.places.push(place);
      readings.set(key, reading);
    }
    return [...readings.values()];
  }

  /** Returns the places that have the value in all runs. */
  constantsOf(value: string): Observed[] {
    return this.known.constantsOf(value);
  }

  /** Returns the places of a value, where all places that had it before are in grown lists. */
  onlyInGrownLists(value: string): Observed[] {
    const places = [...this.known.sourcesOf(value), ...this.constantsOf(value)];
    return places.every(({ grown }) => grown) ? places : [];
  }

  /** Returns the words before a value in the prompts; empty where no prompt has it. */
  inPrompts(value: string): { word: string }[] {
    return this.given.inPrompts.get(value) ?? [];
  }

  /** True for a text that is a whole prompt value, was sent before, or was in a place that does not vary. */
  isGiven(text: string): boolean {
    if (this.given.sent.has(text) || this.known.isConstant(text)) return true;
    return this.given.prompts.some((prompt) => holdsChunk(prompt, text));
  }

  /** Returns what prompts and arguments said, and results where they do not vary. */
  private givenTexts(): string[] {
    return [...this.given.inPrompts.keys(), ...this.given.sent.keys(), ...this.known.constantValues()];
  }

  /** The numbers of earlier results. */
  get numbers(): VaryingNumbers {
    return this.known.numbers;
  }

  get names(): MadeNames {
    return this.known.names;
  }

  /** Values that vary, in their texts. */
  get parts(): KnownPlaces["parts"] {
    return this.known.parts;
  }

  /** True for a word that a prompt or an earlier argument said in any case, or a result in this one. */
  isSaid(word: string): boolean {
    return this.given.small.has(word.toLowerCase()) || this.known.isConstant(word);
  }

  get promptNumbers(): ReadonlySet<number> {
    return this.given.numbers.prompts;
  }

  isPromptNumber(number: number): boolean {
    return this.given.numbers.prompts.has(number);
  }

  /** True for a number that a prompt, an earlier argument or a result says in all runs, in any form. */
  isGivenNumber(number: number): boolean {
    const { prompts, sent } = this.given.numbers;
    return [number, -number].some((one) => prompts.has(one) || sent.has(one) || this.numbers.isConstant(one));
  }

  /** True for a time that something other than a variable says, in any form. */
  isGivenTime(text: string): boolean {
    return this.isGiven(text) || this.givenTexts().some((other) => isSameTime(text, other));
  }

  /** True for a day that an argument or a place that does not vary says, in any form. */
  isToldDay(text: string): boolean {
    const texts = [...this.given.sent.keys(), ...this.known.constantValues()];
    return texts.some((other) => text === other || isSameTime(text, other));
  }

  /** True for a day that a prompt, an argument or a place that does not vary names. */
  isGivenDay(text: string): boolean {
    if (this.isGivenTime(text)) return true;
    const [day] = daysNamed(text);
    return this.givenTexts().some((other) => /\d/.test(other) && daysNamed(other).includes(day ?? Number.NaN));
  }

  /** Returns amounts that vary, and numbers to calculate with: from people, from arguments, and amounts of results. */
  amounts(): { varying: readonly string[]; known: string[] } {
    const { varying, constant } = this.known.amounts;
    return { varying, known: [...this.given.inPrompts.keys(), ...this.given.sent.keys(), ...constant, ...varying] };
  }

  /** True where an argument had the value up to the call in which a variable first had it. */
  wasSentBefore(value: string, firstCall: number): boolean {
    return (this.given.sent.get(value) ?? Number.POSITIVE_INFINITY) <= firstCall;
  }

  /** True for a whole word that a prompt gave, or an argument up to the call in which a variable first had it. */
  wasGivenWord(word: string, firstCall: number): boolean {
    return (this.given.words.get(word) ?? Number.POSITIVE_INFINITY) <= firstCall;
  }

  /** True for a value that a result gave and a check's result does not: it may belong to something else now. */
  isLost({ value, named }: ArgumentPiece): boolean {
    if (!this.lost.has(value) || this.inPrompts(value).length > 0 || this.given.sent.has(value)) return false;
    return isUnlikely(value) || namesId(labelOf(named));
  }

  /** Returns a value that was sent unchanged in the same argument of the same tool. */
  literalOf({ named, at }: ArgumentPiece): string | undefined {
    return this.sentAsItWas.get(`${named.tool} ${at}`);
  }

  noteLiteral({ named, at, value }: ArgumentPiece): void {
    this.sentAsItWas.set(`${named.tool} ${at}`, value);
  }
}
