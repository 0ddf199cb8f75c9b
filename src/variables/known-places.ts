// Indexes the places of the calls made so far by their recorded values. Grows with the run, so that no call reads all
// of it again.
import { isMeasured } from "./classify.js";
import { isAmount } from "./counted.js";
import { quantityForm } from "./form.js";
import { MadeNames } from "./made-of-words.js";
import { isQuantityPlace, labelOf } from "./names.js";
import { differs, type Observed } from "./observe.js";
import { VaryingNumbers } from "./varying-numbers.js";
import { appendTo } from "../append-to.js";

/** What the results before a call contained. */
export class KnownPlaces {
  readonly all: Observed[] = [];
  private readonly sources = new Map<string, Observed[]>();
  private readonly constants = new Map<string, Observed[]>();
  /** Recorded values that vary; an argument may contain those of several tokens whole. */
  readonly values = new Set<string>();
  /** The words of results that contain a varying value, by the word. */
  readonly wholes = new Map<string, string>();

  readonly numbers = new VaryingNumbers();
  readonly names = new MadeNames();
  /** Varying values in their texts. */
  readonly parts: { value: string; context: NonNullable<Observed["context"]> }[] = [];

  /** Values of places that are named as amounts. */
  readonly amounts: { varying: string[]; constant: string[] } = { varying: [], constant: [] };

  add(places: readonly Observed[]): void {
    for (const place of places) {
      this.all.push(place);
      const [value = ""] = place.seen;
      const isSource = differs(place) && !isMeasurement(place);
      if (value !== "") appendTo(isSource ? this.sources : this.constants, value, place);
      this.numbers.add(place, differs(place));
      if (isAmountPlace(place)) this.amounts[isSource ? "varying" : "constant"].push(value);
      if (!isSource) continue;
      this.values.add(value);
      this.names.add(value, place.context);
      if (place.context === undefined) continue;
      this.parts.push({ value, context: place.context });
      this.wholes.set(wordOf(place.context), value);
    }
  }

  /** Returns the places whose value varies. */
  sourcesOf(value: string): readonly Observed[] {
    return this.sources.get(value) ?? [];
  }

  /** Returns the places that have the value in all runs. */
  constantsOf(value: string): Observed[] {
    return this.constants.get(value) ?? [];
  }

  isConstant(value: string): boolean {
    return this.constants.has(value);
  }

  /** Returns the recorded values of places that do not vary. */
  constantValues(): IterableIterator<string> {
    return this.constants.keys();
  }
}

/** Returns the value with the letters, digits and joints next to it. */
function wordOf({ text, start, end }: { text: string; start: number; end: number }): string {
  const before = /[\p{L}\p{N}_.-]{0,60}$/u.exec(text.slice(Math.max(0, start - 60), start))?.[0] ?? "";
  const after = /^[\p{L}\p{N}_.-]{0,60}/u.exec(text.slice(end, end + 60))?.[0] ?? "";
  return `${before}${text.slice(start, end)}${after}`;
}

/** True for a number that is named as an amount or a quantity, or that has a currency next to it. */
function isAmountPlace({ named, context, seen }: Observed): boolean {
  if (!/^-?[\d,.]+$/.test(seen[0] ?? "")) return false;
  if (isAmount(labelOf(named)) || isQuantityPlace(named)) return true;
  if (context === undefined) return false;
  const { text, start, end } = context;
  return (
    /[$€£]\s?$/.test(text.slice(Math.max(0, start - 2), start)) ||
    /^\s?(?:[$€£]|EUR|USD|GBP|CHF)/.test(text.slice(end, end + 5))
  );
}

/** A measurement is never sent back. */
function isMeasurement(place: Observed): boolean {
  if (isMeasured(place)) return true;
  return place.kinds.every((kind) => kind === "quantity") && quantityForm(place.seen) !== undefined;
}
