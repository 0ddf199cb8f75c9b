// Finds dates of one list that were successive working days in every run. Only some of them lie beyond a weekend there, and
// on another day others do.
import { appendTo } from "../append-to.js";
import { inAnyRow } from "../json/pointer.js";
import { surroundingsOf } from "./amounts.js";
import { daysSeen, isNameOfDay, workdaysAhead } from "./calendar-dates.js";
import { seenText, type Variable } from "./learned.js";
import type { Moment } from "./moment.js";

/** Two days that follow each other may do so by chance. */
const FEWEST = 3;

const known = new WeakMap<readonly Variable[], Map<number, ReadonlySet<Variable>>>();

/** True for a date of such a list. `moment`: of the recorded call. */
export function isOfWorkdays(variables: readonly Variable[], variable: Variable, moment: Moment): boolean {
  const call = variable.places[0]?.call ?? 0;
  let byCall = known.get(variables);
  if (byCall === undefined) known.set(variables, (byCall = new Map()));
  let found = byCall.get(call);
  if (found === undefined) byCall.set(call, (found = new Set(workdaysIn(variables, call, moment))));
  return found.has(variable);
}

function workdaysIn(variables: readonly Variable[], call: number, moment: Moment): Variable[] {
  const lists = new Map<string, Variable[]>();
  for (const variable of variables) {
    const [place] = variable.places;
    if (variable.kind !== "time" || place?.call !== call || call === 0) continue;
    const list = place.token === undefined ? inAnyRow(place.at) : surroundingsOf(place.at);
    appendTo(lists, `${list} ${String(isNameOfDay(seenText(variable.seen[0])))}`, variable);
  }
  return [...lists.values()].flatMap((dates) => (areWorkdays(dates, moment) ? dates : []));
}

function areWorkdays(dates: readonly Variable[], moment: Moment): boolean {
  const runs = dates.map(({ seen }) => daysSeen(seen.map(seenText), moment));
  const [first = []] = runs;
  if (dates.length < FEWEST || first.length < 2) return false;
  const starts = workdaysAhead(first[0] ?? []);
  const isOne = starts.some((start) =>
    runs.every((days, at) => days.every((those) => workdaysAhead(those).includes(start + at))),
  );
  // Days of which none is left out are days like others.
  return isOne && first.some((_, run) => leavesOut(runs.map((days) => days[run]?.map(({ day }) => day) ?? [])));
}

function leavesOut(days: readonly (readonly number[])[]): boolean {
  return days.slice(1).some((those, at) => those.every((day) => days[at]?.every((before) => day > before + 1)));
}
