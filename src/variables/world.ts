// What is known before a call is made: variables and constants seen so far, prompts, and what was sent before.
import type { JsonObject } from "../json/value.js";
import { argumentLeaves, type ArgumentPiece } from "./arguments.js";
import { isMeasured } from "./classify.js";
import { quantityForm } from "./form.js";
import { differs, type Observed } from "./observe.js";
import { isUnlikely } from "./chance.js";
import { labelOf, namesId, nounsOf, wordBefore } from "./names.js";
import { piecesOf } from "./pieces.js";
import { wordsIn } from "./word-around.js";
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
  private readonly sources = new Map<string, Observed[]>();
  private readonly constants = new Map<string, Observed[]>();
  private readonly promptPlaces = new Map<string, { word: string }[]>();
  private readonly sentBefore = new Map<string, number>();
  /** Words of prompts and of arguments, with the first call that sent them; 0 for those of prompts. */
  private readonly words = new Map<string, number>();
  private readonly sentAsItWas = new Map<string, string>();
  /** Recorded values of several tokens, which arguments may hold whole. */
  readonly values = new Set<string>();
  /** Nouns of the tools that were called. */
  readonly entities: ReadonlySet<string>;

  constructor(
    run: Pick<Run, "prompts" | "calls">,
    observed: readonly Observed[],
    readonly call: RunCall,
    private readonly lost: ReadonlySet<string> = new Set(),
  ) {
    for (const place of observed) {
      const [value = ""] = place.seen;
      const isSource = differs(place) && !isMeasurement(place);
      const kept = isSource ? this.sources : this.constants;
      if (value !== "") kept.set(value, [...(kept.get(value) ?? []), place]);
      if (isSource) this.values.add(value);
    }
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

/** A measurement is never sent back. */
function isMeasurement(place: Observed): boolean {
  if (isMeasured(place)) return true;
  return place.kinds.every((kind) => kind === "quantity") && quantityForm(place.seen) !== undefined;
}
