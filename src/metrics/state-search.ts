// Searches results for expected states. One search serves a run, its recording and all their steps, which mostly hold the
// same texts: each is read once, and searched once for each state.
import type { ExpectedState } from "../config/schema.js";
import type { CallOutcome } from "../trace/trace.js";
import { hasExpectedState } from "./expected-state.js";
import { NotChecked } from "./not-checked.js";
import { ReadableText } from "./readable-text.js";
import { readableTextsOf } from "./result-text.js";

export class StateSearch {
  private readonly texts = new Map<string, { read: ReadableText; found: Map<string, boolean | NotChecked> }>();
  private readonly outcomes = new WeakMap<CallOutcome, { made: string[]; rest: Iterator<string> }>();

  /** As `hasExpectedState`. Throws {@link NotChecked}. */
  hasText(expected: ExpectedState, text: string): boolean {
    const known = this.texts.get(text) ?? { read: new ReadableText(text), found: new Map() };
    this.texts.set(text, known);
    const key = JSON.stringify(expected);
    const found = known.found.get(key) ?? searchOnce(expected, text, known.read);
    known.found.set(key, found);
    if (found instanceof NotChecked) throw found;
    return found;
  }

  /** True where anything readable in the outcome has the state. Throws {@link NotChecked}. */
  hasOutcome(expected: ExpectedState, outcome: CallOutcome): boolean {
    for (const text of this.textsOf(outcome)) if (this.hasText(expected, text)) return true;
    return false;
  }

  /** Texts are made one by one: usually the first has the state. */
  private *textsOf(outcome: CallOutcome): Generator<string> {
    const known = this.outcomes.get(outcome) ?? { made: [], rest: readableTextsOf(outcome) };
    this.outcomes.set(outcome, known);
    for (let at = 0; ; at++) {
      if (at === known.made.length) {
        const next = known.rest.next();
        if (next.done === true) return;
        known.made.push(next.value);
      }
      yield known.made[at] ?? "";
    }
  }
}

function searchOnce(expected: ExpectedState, text: string, read: ReadableText): boolean | NotChecked {
  try {
    return hasExpectedState(expected, text, read);
  } catch (error) {
    if (error instanceof NotChecked) return error;
    throw error;
  }
}
