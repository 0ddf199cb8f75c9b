// Classifies the values of a place: a constant, a variable of a kind, or something that differs without being a
// variable.
import type { VariableKind } from "./learned.js";
import { areHexOfName, isPlainWord } from "./made.js";
import { calendarExplains } from "./calendar-dates.js";
import { areDirections } from "./compass.js";
import { isCountdown } from "./countdown.js";
import { labelOf, measureOf } from "./names.js";
import { differs, type Observed } from "./observe.js";
import { quantityForm } from "./form.js";
import { timeOff, type TimeOff } from "./off-times.js";
import { explainingForms, isEpoch, isFullDate, isNow, type Timed } from "./time.js";
import { spellingOf } from "./spelled-numbers.js";
import { readTimes } from "./time-forms.js";

export type Class = { kind: VariableKind; off?: TimeOff } | { kind: "constant" } | { kind: "unstable"; why: string };

/** What surrounds a place in its run. */
export interface Surroundings {
  /** True for a place whose value a later call sends. */
  isSent(place: Observed): boolean;
  /** True for a date that a prompt, the config or an argument gives. */
  isGiven(text: string): boolean;
  /** True for what a row with the greatest or the least number of a list has. */
  isBest(place: Observed): boolean;
}

/** Classifies a place by its values in all runs. */
export function classify(place: Observed, around: Surroundings): Class {
  const { seen } = place;
  const [recorded = ""] = seen;
  const isDifferent = differs(place);
  // Without a digit, only a weekday counts as a time when the values are equal.
  if (!isDifferent && !/\d|^(?:mon|tue|wed|thu|fri|sat|sun)/i.test(recorded)) return { kind: "constant" };
  if (isDifferent && place.place.call > 0 && !around.isSent(place) && around.isBest(place)) return { kind: "value" };
  if (isClock(place, isDifferent, around)) return { kind: "time" };
  if (isMeasured(place)) return { kind: "quantity" };
  if (!isDifferent) return { kind: "constant" };
  const isDate = isFullDate(recorded);
  if (isDate || seen.every(isEpoch)) {
    const off = place.place.call === 0 || place.place.key === true ? undefined : timeOff(seen, place.moments);
    if (off !== undefined) return { kind: "time", off };
  }
  if (isDate) return { kind: "unstable", why: "a date that the clock does not explain" };
  const quantity = place.text ? quantityForm(seen) : undefined;
  if (quantity !== undefined && quantity.kind === "quantity" && quantity.dimension !== "number")
    return { kind: "quantity" };
  if (place.text && place.place.key !== true && seen.every(isPlainWord) && !around.isSent(place)) {
    if (spellingOf(seen) !== undefined || areDirections(seen, place.named) || areHexOfName(seen, place.named))
      return { kind: "value" };
    return { kind: "unstable", why: "another word" };
  }
  return { kind: "value" };
}

function isClock({ seen, moments }: Observed, isDifferent: boolean, around: Surroundings): boolean {
  const [recorded = "", ...lives] = seen;
  const [then, ...nows] = moments;
  if (then === undefined || nows.length < lives.length) return false;
  const timed = lives.flatMap((text, at) => {
    const moment = nows[at];
    return moment === undefined ? [] : [{ text, moment }];
  });
  if (isDifferent && isCountdown(seen, moments)) return true;
  const forms = explainingForms({ text: recorded, moment: then }, timed);
  const isGiven = (live: Timed): boolean => calendarExplains(seen, { text: recorded, moment: then }, live) === true;
  if (forms.length === 0 && timed.every(isGiven)) return true;
  if (forms.length === 0) return false;
  if (isDifferent) return true;
  // Equal in all runs and equal to each run's clock: the check was quick, or its clock could not be moved.
  const isTold = readTimes(recorded).some(({ kind }) => kind === "instant" || kind === "day" || kind === "weekday");
  return isTold && !around.isGiven(recorded) && [{ text: recorded, moment: then }, ...timed].every(isNow);
}

const MEASURED_WORD = /^(?:took|elapsed|duration|latency|up|uptime)$/i;
/** "in 12 ms", "after 1.2s"; but "after 5 minutes" and "in 30 seconds" may be rules. */
const PERHAPS_MEASURED_WORD = /^(?:in|after)$/i;
const FINE = /\d\.\d|\d ?(?:ms|µs|us|ns)$/;

/** True for a measurement of the call by its name; where the name is plain, even if the runs agree by chance. */
export function isMeasured(place: Observed): boolean {
  const { named, seen, text } = place;
  // A server's description measures no call: "sessions end after 5 minutes".
  if (place.place.call === 0 && !differs(place)) return false;
  const form = quantityForm(seen);
  if (form?.kind !== "quantity") return false;
  const label = labelOf(named);
  const measure = measureOf(label);
  if (measure === "plain" || (measure === "unit" && differs(place))) return true;
  if (!text || form.dimension !== "time") return false;
  if (MEASURED_WORD.test(label)) return true;
  return PERHAPS_MEASURED_WORD.test(label) && (differs(place) || seen.every((value) => FINE.test(value)));
}
