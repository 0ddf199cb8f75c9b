// What is known before a call is made: variables and constants seen so far, prompts, and what was sent before.
import type { JsonObject } from "../json/value.js";
import { argumentLeaves, type ArgumentPiece } from "./arguments.js";
import { holdsChunk } from "./lost.js";
import type { KnownPlaces } from "./known-places.js";
import type { Observed } from "./observe.js";
import { isUnlikely } from "./chance.js";
import { labelOf, namesId, nounsOf, wordBefore } from "./names.js";
import { piecesOf } from "./pieces.js";
import { wordsIn } from "./word-around.js";
import { isSameTime } from "./retimed.js";
import type { Run, RunCall } from "./run.js";
import { tokensOf } from "./tokens.js";

/** Values of one recorded text that go the same way in all checks. */
export interface Reading {
  /** The value in each check. */
  values: string[];
  places: Observed[];
}

/** All that may explain an argument of one call. */
export class World {
  private readonly prompts: readonly string[];
  private readonly promptPlaces = new Map<string, { word: string }[]>();
  private readonly sentBefore = new Map<string, number>();
  /** Words of prompts and of arguments, with the first call that sent them; 0 for those of prompts. */
  private readonly words = new Map<string, number>();
  private readonly sentAsItWas = new Map<string, string>();
  /** Nouns of the tools that were called. */
  readonly entities: ReadonlySet<string>;

  constructor(
    run: Pick<Run, "prompts" | "calls">,
    private readonly known: KnownPlaces,
    readonly call: RunCall,
    private readonly lost: ReadonlySet<string> = new Set(),
  ) {
    this.prompts = run.prompts;
    for (const prompt of run.prompts) {
      for (const word of wordsIn(prompt)) this.words.set(word, 0);
      for (const { text, start } of [...tokensOf(prompt), ...piecesOf(prompt)]) {
        this.promptPlaces.set(text, [...(this.promptPlaces.get(text) ?? []), { word: wordBefore(prompt, start) }]);
      }
    }
    const earlier = run.calls.filter(({ id }) => id < call.id);
    for (const { id, arguments: args } of earlier) this.noteArguments(id, args);
    this.entities = new Set(run.calls.flatMap(({ tool }) => nounsOf(tool)));
  }

  get values(): ReadonlySet<string> {
    return this.known.values;
  }

  get wholes(): ReadonlyMap<string, string> {
    return this.known.wholes;
  }

  private noteArguments(id: number, args: JsonObject): void {
    for (const { value } of argumentLeaves(args)) {
      for (const word of wordsIn(value)) if (!this.words.has(word)) this.words.set(word, id);
      for (const { text } of [...tokensOf(value), ...piecesOf(value)]) {
        if (!this.sentBefore.has(text)) this.sentBefore.set(text, id);
      }
    }
  }

  /** The readings of a recorded value as a variable, one for each way that it goes in the checks. */
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

  /** Places that have the value in all runs. */
  constantsOf(value: string): Observed[] {
    return this.known.constantsOf(value);
  }

  /** The places of a value, where all that had it before are in grown lists. */
  onlyInGrownLists(value: string): Observed[] {
    const places = [...(this.known.sourcesOf(value)), ...this.constantsOf(value)];
    return places.every(({ grown }) => grown) ? places : [];
  }

  /** The words before a value in the prompts; empty where no prompt has it. */
  inPrompts(value: string): { word: string }[] {
    return this.promptPlaces.get(value) ?? [];
  }

  /** True of a text that a prompt has as a whole, that was sent before, or that stood in a place that does not vary. */
  isGiven(text: string): boolean {
    if (this.sentBefore.has(text) || this.known.isConstant(text)) return true;
    return this.prompts.some((prompt) => holdsChunk(prompt, text));
  }

  /** True of a time that something else than a variable says, in whatever form. */
  isGivenTime(text: string): boolean {
    if (this.isGiven(text)) return true;
    const given = [...this.promptPlaces.keys(), ...this.sentBefore.keys(), ...this.known.constantValues()];
    return given.some((other) => isSameTime(text, other));
  }

  /** Numbers that a prompt, an argument or a result says. */
  numbers(): string[] {
    const all = [...this.promptPlaces.keys(), ...this.sentBefore.keys(), ...this.known.constantValues(), ...this.values];
    return all.filter((text) => /^-?\d[\d,.]*$/.test(text));
  }

  /** True where an argument had the value up to the call in which a variable first had it. */
  wasSentBefore(value: string, firstCall: number): boolean {
    return (this.sentBefore.get(value) ?? Number.POSITIVE_INFINITY) <= firstCall;
  }

  /** True of a whole word that a prompt gave, or an argument up to the call in which a variable first had it. */
  wasGivenWord(word: string, firstCall: number): boolean {
    return (this.words.get(word) ?? Number.POSITIVE_INFINITY) <= firstCall;
  }

  /** True of a value that a result gave, and a check's does not: what was recorded may be another's by now. */
  isLost({ value, named }: ArgumentPiece): boolean {
    if (!this.lost.has(value) || this.inPrompts(value).length > 0 || this.sentBefore.has(value)) return false;
    return isUnlikely(value) || namesId(labelOf(named));
  }

  /** A value that was sent as it was in the same argument of the same tool. */
  literalOf({ named, at }: ArgumentPiece): string | undefined {
    return this.sentAsItWas.get(`${named.tool} ${at}`);
  }

  noteLiteral({ named, at, value }: ArgumentPiece): void {
    this.sentAsItWas.set(`${named.tool} ${at}`, value);
  }
}
