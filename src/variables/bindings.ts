// Holds the live values of variables in one run, and checks their rules: form, same, distinct, time.
import { BoundValues } from "./bound-values.js";
import type { LeftWords } from "./left-words.js";
import { isNumber } from "../json/digits.js";
import type { Exact } from "../json/exact.js";
import { dateOf, dayOf } from "./calendar.js";
import { calendarExplains, isSameWorkday } from "./calendar-dates.js";
import { areCounts, isCount, isCountedOn } from "./countdown.js";
import { inYearOf } from "./fixed-parts.js";
import { areMade } from "./made.js";
import type { FindingReason } from "./finding.js";
import type { LearnedIndex } from "./index-learned.js";
import { seenText, type Variable } from "./learned.js";
import { alignLine } from "./align-text.js";
import { clockExplains } from "./time.js";
import { type Moment } from "./moment.js";
import { isAsFar, isOneEvent } from "./off-times.js";
import { readTimes } from "./time-forms.js";
import { isOfWorkdays } from "./working-days.js";

/** The moments of a recorded and a live call. */
export interface Moments {
  /** 0 for the contract. Its recorded text may come from another recording, because the file is shared. */
  call?: number;
  recorded: Moment;
  live: Moment;
  /** True for a value of an earlier run, of which nobody knows the moments. */
  earlier?: boolean;
}

/** The rows of a list. */
export interface ListSides {
  recorded: readonly Exact[];
  live: readonly Exact[];
}

/** The live values so far. */
export class Bindings {
  private readonly earlierRows = new Map<string, number>();
  /** The lists of which a number is a figure. */
  private readonly lists = new Map<string, ListSides>();

  private constructor(
    private readonly index: LearnedIndex,
    private readonly values: BoundValues,
    /** What runs of the suite say; absent where nobody knows it. */
    readonly left: LeftWords | undefined,
  ) {}

  /** `left`: what runs of the suite leave, to know rows of earlier runs by. */
  static of(index: LearnedIndex, left?: LeftWords): Bindings {
    return new Bindings(index, new BoundValues(), left);
  }

  /** The values so far, apart from what is bound later. */
  copy(): Bindings {
    const copied = new Bindings(this.index, this.values.copy(), this.left);
    for (const [id, list] of this.lists) copied.lists.set(id, list);
    return copied;
  }

  /** For trying, at once: what it binds is forgotten. */
  probe(): Bindings {
    return new Bindings(this.index, new BoundValues(this.values), this.left);
  }

  valueOf(variable: number): string | undefined {
    return this.values.get(variable);
  }

  noteList(call: number, at: string, sides: ListSides): void {
    this.lists.set(`${String(call)} ${at}`, sides);
  }

  listAt({ call, at }: { call: number; at: string }): ListSides | undefined {
    return this.lists.get(`${String(call)} ${at}`);
  }

  /** Returns the recorded value that a live one corresponds to. */
  recordedOf(live: string): string | undefined {
    const [found] = this.values.having(live);
    return found === undefined ? undefined : this.values.recordedOf(found);
  }

  /** Reads the live value of a variable. Returns the rule that it breaks, if any. `shape` is what has to have its form. */
  read(
    variable: number,
    recorded: string,
    live: string,
    moments: Moments,
    shape: string = live,
  ): FindingReason | undefined {
    const own = this.index.variable(variable);
    const { kind, seen = [], off } = own ?? {};
    this.values.noteRecorded(variable, recorded);
    if (kind === "time") {
      const isFine =
        moments.earlier === true
          ? this.hasForm(variable, recorded, live, moments)
          : isExplained(this.index.learned.variables, own, recorded, live, moments) ||
            (off !== undefined && isAsFar(off, seen.map(seenText), { text: live, moment: moments.live }));
      if (!isFine) return "time";
      return this.bind(variable, live, isOneEvent(recorded, off));
    }
    if (!this.index.fits(variable, inYearOf(recorded, yearsOf(moments), shape))) return "form";
    return this.bind(variable, live, kind === "value");
  }

  private bind(variable: number, live: string, isIdentity: boolean): FindingReason | undefined {
    const bound = this.values.get(variable);
    if (bound !== undefined) return isIdentity && !this.isSame(variable, bound, live) ? "same" : undefined;
    const group = isIdentity ? this.index.groups[variable] : undefined;
    return this.values.bind(variable, live, group) ? undefined : "distinct";
  }

  /** A number in JSON has none of the zeros that a text ends it with: `2277.9`, `2277.90`. */
  private isSame(variable: number, one: string, other: string): boolean {
    if (one === other) return true;
    const isInJson = this.index.variable(variable)?.seen.some(isNumber) === true;
    return isInJson && (one + other).includes(".") && Number(one) === Number(other);
  }

  /** True where two texts differ only in variables that were read before, or in what the clock explains. */
  explains(recorded: string, live: string, moments: Moments): boolean {
    const spans = alignLine(recorded, live);
    return (
      spans !== undefined &&
      spans.every(({ start, end, liveStart, liveEnd }) => {
        const [one, other] = [recorded.slice(start, end), live.slice(liveStart, liveEnd)];
        return (
          one === other ||
          this.stoodFor(one, other) ||
          clockExplains({ text: one, moment: moments.recorded }, { text: other, moment: moments.live })
        );
      })
    );
  }

  private stoodFor(recorded: string, live: string): boolean {
    return this.values.having(live).some((variable) => this.values.recordedOf(variable) === recorded);
  }

  /** True where a text has the form of the variable's values. */
  hasForm(variable: number, recorded: string, live: string, moments: Moments): boolean {
    const { kind, seen = [] } = this.index.variable(variable) ?? {};
    if (kind !== "time") return this.index.fits(variable, inYearOf(recorded, yearsOf(moments), live));
    if (areCounts(seen.map(seenText))) return isCount(live);
    const forms = new Set(readTimes(recorded).map(({ form }) => form));
    return readTimes(live).some(({ form }) => forms.has(form));
  }

  /** True for a variable whose values are made words, which may have dashes at their ends. */
  isMade(variable: number): boolean {
    return areMade(this.index.variable(variable)?.seen.map(seenText) ?? []);
  }

  /**
   * Notes how many rows of earlier runs a list has. False where the same list had another number when it was read before:
   * only this run has used the server since.
   */
  noteEarlierRows(call: number, at: string, count: number): boolean {
    const reading = this.left?.readingOf(call);
    if (reading === undefined) return true;
    const list = `${reading} ${at}`;
    const before = this.earlierRows.get(list);
    this.earlierRows.set(list, count);
    return before === undefined || before === count;
  }

  /** Returns the variables that were read, with their live values. */
  entries(): [variable: number, live: string][] {
    return this.values.entries();
  }
}

function yearsOf({ recorded, live }: Moments): { before: number; now: number } {
  return { before: dateOf(dayOf(recorded.callStart)).year, now: dateOf(dayOf(live.callStart)).year };
}

/** True where the clock turns the recorded time into the live one, at the moments of the recording. */
function isExplained(
  all: readonly Variable[],
  own: Variable | undefined,
  text: string,
  live: string,
  moments: Moments,
): boolean {
  const seen = (own?.seen ?? []).map(seenText);
  const recorded = moments.call === 0 ? (seen[0] ?? text) : text;
  if (areCounts(seen)) return isCountedOn(seen, recorded, moments.recorded, live, moments.live);
  const [then, now] = [
    { text: recorded, moment: moments.recorded },
    { text: live, moment: moments.live },
  ];
  if (own !== undefined && isOfWorkdays(all, own, moments.recorded)) return isSameWorkday(then, now);
  return calendarExplains(seen, then, now) ?? clockExplains(then, now);
}
