// Holds the values of one live run: variables read at their places, redacted values, and what each call has to send
// now.
import type { DriftPlace } from "../trace/drift.js";
import { argumentLeaves } from "../variables/arguments.js";
import { Bindings } from "../variables/bindings.js";
import { isLong } from "../variables/chance.js";
import type { FreePlaces } from "../variables/free-places.js";
import { LearnedIndex } from "../variables/index-learned.js";
import { LeftWords, type LeavingCall, type SaidByCalls } from "../variables/left-words.js";
import { seenText, type Doubt, type Learned, type SentPlace, type Variable } from "../variables/learned.js";
import { widenMade } from "../variables/made.js";
import { rangeOf } from "../variables/observe.js";
import { isTokenChar } from "../variables/tokens.js";
import type { Pairs } from "./pairs.js";
import type { PlacedValue } from "./pins.js";
import { mayStandFor } from "./redacted.js";
import type { PlaceRules } from "./rules.js";
import { saysNoValue } from "../reading/words.js";

/** The part of an argument that is a variable. */
export interface SentPart {
  at: string;
  /** Offset in the recorded argument. */
  start: number;
  end: number;
  recorded: string;
  /** Absent where it was not read. */
  live: string | undefined;
  variable: Variable;
  by: SentPlace["by"];
}

/** What is known about a live run. */
export class LiveValues {
  readonly index: LearnedIndex;
  readonly bindings: Bindings;
  /** The variables that each call sends. */
  private readonly sent = new Map<number, { variable: Variable; index: number; place: SentPlace }[]>();
  private readonly redacted = new Set<string>();

  constructor(
    readonly learned: Learned,
    recorded: readonly (LeavingCall & { id: number })[],
    private readonly pairs: Pairs,
    others?: SaidByCalls,
  ) {
    this.index = new LearnedIndex(learned, { calls: recorded });
    this.bindings = Bindings.of(this.index, new LeftWords(recorded, others));
    for (const [index, variable] of learned.variables.entries()) {
      for (const place of variable.sent) {
        if (place.by === "literal") continue;
        const ofCall = this.sent.get(place.call) ?? [];
        ofCall.push({ variable, index, place });
        this.sent.set(place.call, ofCall);
      }
    }
  }

  /** Returns the variables in the arguments of a call, with their places. */
  sentIn(call: number, args: Parameters<typeof argumentLeaves>[0]): SentPart[] {
    const places = this.sent.get(call);
    if (places === undefined) return [];
    const leaves = argumentLeaves(args);
    return places.flatMap(({ variable, index, place }): SentPart[] => {
      const leaf = leaves.find(({ at }) => at === place.at);
      const part = leaf === undefined ? undefined : partOf(leaf.value, place, seenText(variable.seen[0]));
      return part === undefined
        ? []
        : [{ at: place.at, ...part, live: this.bindings.valueOf(index), variable, by: place.by }];
    });
  }

  /** Returns each place of a variable, with its values. */
  placed(): PlacedValue[] {
    return this.learned.variables.flatMap(({ places, seen: [first] }, index) =>
      places.map(({ call, at }) => ({ call, at, recorded: seenText(first), live: this.bindings.valueOf(index) })),
    );
  }

  doubtsOf(call: number): Doubt[] {
    return this.learned.doubtful.filter((doubt) => doubt.call === call);
  }

  /** True where a variable that is sent later is at a place, or below it. */
  isSentFrom(call: number, at: string): boolean {
    return this.index
      .leaf(call, at)
      .some(({ variable }) => this.index.variable(variable)?.sent.some(({ by }) => by !== "literal") === true);
  }

  /** Puts long values into a text that Claude wrote. */
  intoText(text: string): string {
    const found = this.learned.variables.flatMap(({ kind, seen: [first] }, index) => {
      const [recorded, live] = [seenText(first), this.bindings.valueOf(index)];
      return kind === "value" && live !== undefined && live !== recorded && isLong(recorded)
        ? [{ recorded, live }]
        : [];
    });
    const known = new Map(found.map(({ recorded, live }) => [recorded, live]));
    return [...known]
      .toSorted(([one], [other]) => other.length - one.length)
      .reduce((all, [recorded, live]) => replaceWords(all, recorded, live), text);
  }

  /** Returns each variable that was read, with its recorded and its live value. */
  read(): { variable: Variable; recorded: string; live: string }[] {
    return this.learned.variables.flatMap((variable, index) => {
      const live = this.bindings.valueOf(index);
      return live === undefined ? [] : [{ variable, recorded: seenText(variable.seen[0]), live }];
    });
  }

  /** Returns how many places of redacted values hold values that cannot be compared with them. */
  notCompared(): number {
    return this.redacted.size;
  }

  /** Returns the places of a call that may differ beside variables. */
  freePlaces(rules: PlaceRules, call: (path: string) => DriftPlace): FreePlaces {
    return {
      ...rules,
      nameNow: (name) => (this.pairs.isEmpty ? name : this.pairs.intoText(name).value),
      redactedIn: (text) => (text.includes("[redacted:") ? redactedIn(text) : []),
      noteRedacted: (placeholder, live, at) => this.noteRedacted(placeholder, live, call(at)),
    };
  }

  private noteRedacted(recorded: string, live: string, from: DriftPlace): void {
    if (live === recorded) return;
    this.redacted.add(JSON.stringify([from.call ?? 0, from.path, recorded]));
    const known = this.pairs.ofRecorded(recorded);
    if (known === undefined) this.pairs.add({ recorded, live, from });
    else if (known.live !== undefined && known.live !== live) {
      this.pairs.add({ recorded, from, twice: true, why: "it has more than one live value" });
    }
  }
}

/** Returns where a variable is in a recorded argument. */
function partOf(
  argument: string,
  { token, by }: SentPlace,
  value: string,
): { start: number; end: number; recorded: string } | undefined {
  const range = rangeOf(argument, token);
  if (range === undefined) return undefined;
  if (token === undefined) return { ...range, recorded: argument };
  const wide = widenMade(argument, range);
  const { start, end } = by !== "pin" && argument.slice(wide.start, wide.end) === value ? wide : range;
  return { start, end, recorded: argument.slice(start, end) };
}

const REDACTED = /\[redacted:[^[\]\s]*\]/g;

function redactedIn(text: string): ReturnType<FreePlaces["redactedIn"]> {
  return Array.from(text.matchAll(REDACTED), ({ 0: name, index }) => ({
    start: index,
    end: index + name.length,
    fits: (value: string) => !/\s/.test(value) && !saysNoValue(value) && mayStandFor(name, value),
  }));
}

function replaceWords(text: string, recorded: string, live: string): string {
  const parts: string[] = [];
  let done = 0;
  for (let at = text.indexOf(recorded); at !== -1; at = text.indexOf(recorded, at + 1)) {
    const end = at + recorded.length;
    if (at < done || isTokenChar(text[at - 1]) || isTokenChar(text[end])) continue;
    parts.push(text.slice(done, at), live);
    done = end;
  }
  return parts.join("") + text.slice(done);
}
