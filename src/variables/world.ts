// What is known before a call is made: variables and constants seen so far, prompts, and what was sent before.
import type { JsonObject } from "../json/value.js";
import { argumentLeaves, type ArgumentPiece } from "./arguments.js";
import { isMeasured } from "./classify.js";
import { quantityForm } from "./form.js";
import { holdsChunk } from "./lost.js";
import { differs, type Observed } from "./observe.js";
import { nounsOf, wordBefore } from "./names.js";
import { piecesOf } from "./pieces.js";
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
  private readonly sources = new Map<string, Observed[]>();
  private readonly constants = new Map<string, Observed[]>();
  private readonly promptPlaces = new Map<string, { word: string }[]>();
  private readonly sentBefore = new Map<string, number>();
  private readonly sentAsItWas = new Map<string, string>();
  /** Recorded values of several tokens, which arguments may hold whole. */
  readonly values = new Set<string>();
  /** Words of results in which a value is a part, by the word. */
  readonly words = new Map<string, string>();
  /** Nouns of the tools that were called. */
  readonly entities: ReadonlySet<string>;

  constructor(
    run: Pick<Run, "prompts" | "calls">,
    observed: readonly Observed[],
    readonly call: RunCall,
  ) {
    this.prompts = run.prompts;
    for (const place of observed) {
      const [value = ""] = place.seen;
      const isSource = differs(place) && !isMeasurement(place);
      const kept = isSource ? this.sources : this.constants;
      if (value !== "") kept.set(value, [...(kept.get(value) ?? []), place]);
      if (isSource) this.values.add(value);
      if (isSource && place.context !== undefined) this.words.set(wordOf(place.context), value);
    }
    for (const prompt of run.prompts) {
      for (const { text, start } of [...tokensOf(prompt), ...piecesOf(prompt)]) {
        this.promptPlaces.set(text, [...(this.promptPlaces.get(text) ?? []), { word: wordBefore(prompt, start) }]);
      }
    }
    const earlier = run.calls.filter(({ id }) => id < call.id);
    for (const { id, arguments: args } of earlier) this.noteArguments(id, args);
    this.entities = new Set(run.calls.flatMap(({ tool }) => nounsOf(tool)));
  }

  private noteArguments(id: number, args: JsonObject): void {
    for (const { value } of argumentLeaves(args)) {
      for (const { text } of [...tokensOf(value), ...piecesOf(value)]) {
        if (!this.sentBefore.has(text)) this.sentBefore.set(text, id);
      }
    }
  }

  /** The readings of a recorded value as a variable, one for each way that it goes in the checks. */
  readings(value: string): Reading[] {
    const readings = new Map<string, Reading>();
    for (const place of this.sources.get(value) ?? []) {
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
    return this.constants.get(value) ?? [];
  }

  /** The places of a value, where all that had it before are in grown lists. */
  onlyInGrownLists(value: string): Observed[] {
    const places = [...(this.sources.get(value) ?? []), ...this.constantsOf(value)];
    return places.every(({ grown }) => grown) ? places : [];
  }

  /** The words before a value in the prompts; empty where no prompt has it. */
  inPrompts(value: string): { word: string }[] {
    return this.promptPlaces.get(value) ?? [];
  }

  /** True of a text that a prompt has as a whole, that was sent before, or that stood in a place that does not vary. */
  isGiven(text: string): boolean {
    if (this.sentBefore.has(text) || this.constants.has(text)) return true;
    return this.prompts.some((prompt) => holdsChunk(prompt, text));
  }

  /** True of a time that something else than a variable says, in whatever form. */
  isGivenTime(text: string): boolean {
    if (this.isGiven(text)) return true;
    const given = [...this.promptPlaces.keys(), ...this.sentBefore.keys(), ...this.constants.keys()];
    return given.some((other) => isSameTime(text, other));
  }

  /** Numbers that a prompt, an argument or a result says. */
  numbers(): string[] {
    const all = [...this.promptPlaces.keys(), ...this.sentBefore.keys(), ...this.constants.keys(), ...this.values];
    return all.filter((text) => /^-?\d[\d,.]*$/.test(text));
  }

  /** True where an argument had the value up to the call in which a variable first had it. */
  wasSentBefore(value: string, firstCall: number): boolean {
    return (this.sentBefore.get(value) ?? Number.POSITIVE_INFINITY) <= firstCall;
  }

  /** A value that was sent as it was in the same argument of the same tool. */
  literalOf({ named, at }: ArgumentPiece): string | undefined {
    return this.sentAsItWas.get(`${named.tool} ${at}`);
  }

  noteLiteral({ named, at, value }: ArgumentPiece): void {
    this.sentAsItWas.set(`${named.tool} ${at}`, value);
  }
}

/** The value with the letters, digits and joints beside it. */
function wordOf({ text, start, end }: { text: string; start: number; end: number }): string {
  const before = /[\p{L}\p{N}_.-]{0,60}$/u.exec(text.slice(Math.max(0, start - 60), start))?.[0] ?? "";
  const after = /^[\p{L}\p{N}_.-]{0,60}/u.exec(text.slice(end, end + 60))?.[0] ?? "";
  return `${before}${text.slice(start, end)}${after}`;
}

/** A measurement is never sent back. */
function isMeasurement(place: Observed): boolean {
  if (isMeasured(place)) return true;
  return place.kinds.every((kind) => kind === "quantity") && quantityForm(place.seen) !== undefined;
}
