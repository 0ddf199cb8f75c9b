// Explains dates that a calendar rule gives: an end of the month, next Monday, three working days from today.
import { haveSameForm } from "../reading/date-form.js";
import { DAY_MS } from "../reading/dates.js";
import { dateOf, dayOf, weekdayOf } from "./calendar.js";
import { readTimes } from "./time-forms.js";
import type { Moment } from "./moment.js";
import { clocksOf, type Timed } from "./time.js";

/** A rule by which a calendar gives a day. Days are numbered from 1970. */
interface Rule {
  /** True for days that the rule gives. */
  gives: (day: number) => boolean;
  /** How many of its steps a day is ahead of today; undefined where it is too far. */
  steps: (day: number, today: number) => number | undefined;
  /** True for a rule that is not believed unless it gave the day of a run. */
  hasToday?: boolean;
}

const isFirst = (day: number, months: number): boolean => {
  const { month, date } = dateOf(day);
  return date === 1 && (month - 1) % months === 0;
};
const periodOf = (day: number, months: number): number => {
  const { year, month } = dateOf(day);
  return Math.floor((year * 12 + month - 1) / months);
};
const isWorkday = (day: number): boolean => ![0, 6].includes(weekdayOf(day));

/** First and last days of months, quarters and years. */
const PERIODS: readonly Rule[] = [1, 3, 12].flatMap((months): Rule[] => {
  const steps = (day: number, today: number): number => periodOf(day, months) - periodOf(today, months);
  return [
    { gives: (day) => isFirst(day, months), steps },
    { gives: (day) => isFirst(day + 1, months), steps },
  ];
});

/** A day of the week, in this week or another; day 0 was a Thursday, and weeks begin on Mondays. */
const WEEKDAYS: readonly Rule[] = [0, 1, 2, 3, 4, 5, 6].map((weekday) => {
  const weekOf = (day: number): number => Math.floor((day + 3) / 7);
  return { gives: (day) => weekdayOf(day) === weekday, steps: (day, today) => weekOf(day) - weekOf(today) };
});

/** The next or the second of a weekday, the last or the one before it; today counts only where that was seen. */
const WEEKDAYS_FROM: readonly Rule[] = [0, 1, 2, 3, 4, 5, 6].flatMap((weekday) =>
  [1, -1].flatMap((side) =>
    [0, 1].map((from): Rule => ({
      gives: (day) => weekdayOf(day) === weekday,
      steps: (day, today) => {
        const days = side * (day - today) - from;
        return days < 0 || days > MOST_DAYS ? undefined : Math.floor(days / 7);
      },
      ...(from === 0 && { hasToday: true }),
    })),
  ),
);

/** Nobody counts weekdays or working days further ahead. */
const MOST_DAYS = 60;

const WORKDAYS: Rule = {
  gives: isWorkday,
  steps: (day, today) => {
    if (day <= today || day - today > MOST_DAYS) return undefined;
    return Array.from({ length: day - today }, (_, at) => today + at + 1).filter(isWorkday).length;
  },
};

const RULES: readonly Rule[] = [...PERIODS, ...WEEKDAYS, ...WEEKDAYS_FROM, WORKDAYS];

/** The day that a text names, or the days that a weekday may be, and whatever else it says. */
interface Named {
  form: string;
  days: readonly number[];
}

function namedIn(text: string, today: number): Named[] {
  return readTimes(text).flatMap((reading): Named[] => {
    const { form } = reading;
    if (reading.kind === "day") return [{ form, days: [reading.day] }];
    if (reading.kind === "instant") {
      const local = reading.at + reading.offset * 60_000;
      const ofDay = ((local % DAY_MS) + DAY_MS) % DAY_MS;
      return [
        { form: `${form} ${String(ofDay)} ${String(reading.offset)}`, days: [dayOf(reading.at, reading.offset)] },
      ];
    }
    if (reading.kind !== "weekday") return [];
    return [
      {
        form,
        days: [1, 2, 3, 4, 5, 6, 7].map((off) => today + off).filter((day) => weekdayOf(day) === reading.weekday),
      },
    ];
  });
}

/** Returns the rules by which a live date is as far from its call as the recorded one. */
function rulesFor(recorded: Timed, live: Timed, rules: readonly Rule[]): Rule[] {
  if (!haveSameForm(recorded.text, live.text)) return [];
  const isName = isNameOfDay(recorded.text);
  const ones = namedIn(recorded.text, dayOf(recorded.moment.callStart));
  return rules.filter((rule) =>
    clocksOf(live).some(({ text, moment }) =>
      namedIn(text, dayOf(moment.callStart)).some((other) =>
        ones.some(
          (one) =>
            one.form === other.form &&
            (!isName || rule === WORKDAYS) &&
            shares(stepsOf(rule, one, recorded.moment), stepsOf(rule, other, moment)),
        ),
      ),
    ),
  );
}

/** More than one where midnight passed during the call. */
function stepsOf(rule: Rule, { days }: Named, { callStart, callEnd }: Moment): number[] {
  return days
    .filter(rule.gives)
    .flatMap((day) => [callStart, callEnd].flatMap((at) => rule.steps(day, dayOf(at)) ?? []));
}

function shares(one: readonly number[], other: readonly number[]): boolean {
  return one.some((steps) => other.includes(steps));
}

/** By how many days the clocks of the checks are ahead, when the config does not say otherwise. */
const AHEAD: readonly (readonly number[])[] = [
  [1, 2],
  [190, 191],
];

/**
 * Returns the rules that gave the dates of the recording and of the checks, as far as these show. Empty where the dates
 * just move with the clock, or stay where the clock was not moved.
 */
function rulesOf(seen: readonly string[], { moment }: Timed): readonly Rule[] {
  if (seen.length !== AHEAD.length + 1 || new Set(seen).size === 1) return [];
  const isName = isNameOfDay(seen[0] ?? "");
  const named = daysSeen(seen, moment);
  const follows = (rule: Rule): boolean => {
    const [first = [], ...others] = named.map((days) => stepsAmong(rule, days));
    return others.every((steps) => shares(first, steps));
  };
  const plain: Rule = { gives: () => true, steps: (day, now) => (isName ? (((day - now) % 7) + 7) % 7 : day - now) };
  if (follows(plain)) return [];
  const hadToday = named.some((days) => days.some(({ day, today }) => day === today));
  return RULES.filter((rule) => follows(rule) && (rule.hasToday !== true || hadToday));
}

/** A day that a text may name, and the day on which it did. */
export interface DaySeen {
  day: number;
  today: number;
}

/** Returns the days that the values of a recording and its checks may name. */
export function daysSeen(seen: readonly string[], moment: Moment): DaySeen[][] {
  const start = dayOf(moment.callStart);
  return seen.map((text, at) =>
    (AHEAD[at - 1] ?? [0]).flatMap((ahead) =>
      namedIn(text, start + ahead).flatMap(({ days }) => days.map((day) => ({ day, today: start + ahead }))),
    ),
  );
}

function stepsAmong(rule: Rule, days: readonly DaySeen[]): number[] {
  return days.flatMap(({ day, today }) => (rule.gives(day) ? (rule.steps(day, today) ?? []) : []));
}

/** Returns how many working days each of the days may be ahead. */
export function workdaysAhead(days: readonly DaySeen[]): number[] {
  return stepsAmong(WORKDAYS, days);
}

/** True where a live date is as many working days ahead as the recorded one. */
export function isSameWorkday(recorded: Timed, live: Timed): boolean {
  return rulesFor(recorded, live, [WORKDAYS]).length > 0;
}

/** True where a rule that gave all seen dates gives the live date too; undefined where no rule gave them. */
export function calendarExplains(seen: readonly string[], recorded: Timed, live: Timed): boolean | undefined {
  const rules = rulesOf(seen, recorded);
  return rules.length === 0 ? undefined : rulesFor(recorded, live, rules).length > 0;
}

/** True for a text that may be the name of a weekday, and no date. */
export function isNameOfDay(text: string): boolean {
  return /^\p{L}+$/u.test(text);
}
