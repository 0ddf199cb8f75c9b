// Lists what in a recorded run will differ on a later day, by what was learned of it. Does not read the clock.
import { DATE_PATTERN, DAY_MS, readDate } from "../reading/dates.js";
import { callsOf } from "../trace/read.js";
import type { Trace } from "../trace/trace.js";
import { argumentLeaves } from "./arguments.js";
import { dateOf, dayOf } from "./calendar.js";
import { findDatedToday } from "./dated-today.js";
import type { Learned, Variable } from "./learned.js";
import { seenText } from "./learned.js";
import { keysOf } from "./names.js";
import { rangeOf } from "./observe.js";
import { runOf } from "./run.js";
import { isTokenChar } from "./tokens.js";

export interface AgingInput {
  recorded: Trace;
  learned: Learned;
  /** The strings of each step's expected state; empty where a step has none. */
  expected: readonly (readonly string[])[];
}

/** A date this far ahead outlives the recording. */
const FAR_MS = 1100 * DAY_MS;

const DATE = new RegExp(DATE_PATTERN, "gu");

/** Returns one part of a sentence for each, in the order of the run. */
export function findAging(input: AgingInput): string[] {
  return [...agingDates(input), ...agingTexts(input), ...findDatedToday(runOf(input.recorded), input.learned)];
}

/** Finds arguments with a date that was in the future when it was recorded, and that no variable makes. */
function agingDates({ recorded, learned }: AgingInput): string[] {
  const startedAt = readDate(recorded.startedAt)?.at ?? Number.NaN;
  const today = dayOf(startedAt);
  const sent = learned.variables.flatMap((variable) => variable.sent.filter(({ by }) => by !== "literal"));
  const found = callsOf(recorded).flatMap(({ id, tool, arguments: args }) =>
    argumentLeaves(args).flatMap(({ at, value, isNumber }) => {
      if (isNumber || value.length > 20_000) return [];
      const made = sent.flatMap((place) =>
        place.call === id && place.at === at ? (rangeOf(value, place.token) ?? []) : [],
      );
      return Array.from(value.matchAll(DATE)).flatMap(({ 0: text, index }) => {
        const date = readDate(text);
        if (date === undefined || made.some(({ start, end }) => start < index + text.length && index < end)) return [];
        if (date.day < today || date.at > startedAt + FAR_MS) return [];
        return [`${tool} {${keysOf(at).key}: ${text}} is past from ${dayText(date.day + 1)} on`];
      });
    }),
  );
  return [...new Set(found)];
}

function dayText(day: number): string {
  const { year, month, date } = dateOf(day);
  return [year, month, date].map((part) => String(part).padStart(2, "0")).join("-");
}

/** Finds values from the server that the config contains: in an expected state, or in a prompt after they were read. */
function agingTexts({ recorded, learned, expected }: AgingInput): string[] {
  const stepOf = new Map(
    recorded.steps.flatMap((step, at) => step.turns.flatMap(({ calls }) => calls.map(({ id }) => [id, at] as const))),
  );
  return learned.variables.flatMap((variable): string[] => {
    const { name, kind, places, seen } = variable;
    const value = seenText(seen[0]);
    if (kind === "quantity" || value === "") return [];
    const first = stepOf.get(places[0]?.call ?? 0) ?? -1;
    const prompt = recorded.steps.findIndex(({ user }, at) => at > first && names(user, value, variable));
    const state = expected.findIndex((texts) => texts.some((text) => names(text, value, variable)));
    const where = [
      ...(state === -1 ? [] : [`the expected state of step ${state + 1}`]),
      ...(prompt === -1 ? [] : [`the prompt of step ${prompt + 1}`]),
    ];
    return where.length === 0 ? [] : [`${where.join(" and ")} names ${name} (${value}), which differs in each run`];
  });
}

/** True where a text has the value as a word; a short value only after a word of the variable's name. */
function names(text: string, value: string, { name }: Variable): boolean {
  for (let at = text.indexOf(value); at !== -1; at = text.indexOf(value, at + 1)) {
    if (isTokenChar(text[at - 1]) || isTokenChar(text[at + value.length])) continue;
    if (value.length >= 3) return true;
    const [, before = ""] = /([\p{L}]+)[\s#:]*$/u.exec(text.slice(Math.max(0, at - 40), at)) ?? [];
    if (name.split("-").includes(before.toLowerCase())) return true;
  }
  return false;
}
