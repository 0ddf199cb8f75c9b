// Compares limits, multiples, patterns and formats of two alternatives of one type.
import { compareNumbers, isMultipleOf, numberText, sameNumber, type ExactNumber } from "../json/digits.js";
import { edgeOf, LIMITS, type Alternative, type Limit, type LimitName, type Located } from "./shape.js";
import { showValue, type SchemaFinding } from "./schema-change.js";

/** Compares what two alternatives ask of numbers, texts and sizes. */
export function compareScalars(before: Alternative, after: Alternative): SchemaFinding[] {
  return [
    ...compareLimits(before, after),
    ...compareMultiples(before, after),
    ...comparePatterns(before, after),
    ...compareFormats(before, after),
  ];
}

const WORDS: Record<LimitName, string> = {
  minimum: "The minimum",
  maximum: "The maximum",
  minLength: "The least length",
  maxLength: "The greatest length",
  minItems: "The least number of items",
  maxItems: "The greatest number of items",
  minProperties: "The least number of properties",
  maxProperties: "The greatest number of properties",
};

function compareLimits(before: Alternative, after: Alternative): SchemaFinding[] {
  const names = new Set([...before.limits.keys(), ...after.limits.keys()]);
  return [...names].flatMap((name): SchemaFinding[] => {
    const [old, now] = [before.limits.get(name), after.limits.get(name)];
    const change = compareLimit(name, old, before.integer, now, after.integer);
    if (change === 0) return [];
    return [
      {
        rule: `${LIMITS[name].rule}-${change > 0 ? "tightened" : "loosened"}`,
        path: now?.path ?? old?.path ?? "",
        before: old?.value,
        after: now?.value,
        message: `${WORDS[name]} was ${tell(old)} and is ${tell(now)}.`,
      },
    ];
  });
}

function tell(limit: Limit | undefined): string {
  if (limit === undefined) return "not given";
  const text = numberText(limit.value);
  return limit.exclusive ? `${text} (excluded)` : text;
}

/** Above 0 where the present limit accepts less. */
function compareLimit(
  name: LimitName,
  old: Limit | undefined,
  oldInteger: boolean,
  now: Limit | undefined,
  nowInteger: boolean,
): number {
  if (old === undefined || now === undefined) return old === undefined ? 1 : -1;
  // Whole numbers move the edge of the same limit; that is reported as another type already.
  if (sameNumber(old.value, now.value) && old.exclusive === now.exclusive) return 0;
  const [from, to] = [edgeOf(old, name, oldInteger), edgeOf(now, name, nowInteger)];
  const compared = compareNumbers(to.value, from.value);
  if (compared === 0) return Number(to.exclusive) - Number(from.exclusive);
  return LIMITS[name].end === "low" ? compared : -compared;
}

function compareMultiples(before: Alternative, after: Alternative): SchemaFinding[] {
  const [old, now] = [before.multiples, after.multiples];
  const tighter = now.some(({ value: unit }) => !old.some(({ value }) => isMultipleOf(value, unit)));
  const looser = old.some(({ value: unit }) => !now.some(({ value }) => isMultipleOf(value, unit)));
  if (!tighter && !looser) return [];
  return [
    {
      rule: tighter && looser ? "multiple-of-changed" : tighter ? "multiple-of-tightened" : "multiple-of-loosened",
      ...placeOf(old, now),
      message: `Numbers had to be ${multiplesOf(old)} and have to be ${multiplesOf(now)}.`,
    },
  ];
}

function multiplesOf(units: readonly Located<ExactNumber>[]): string {
  return units.length === 0
    ? "no multiples"
    : `multiples of ${units.map(({ value }) => numberText(value)).join(" and ")}`;
}

function comparePatterns(before: Alternative, after: Alternative): SchemaFinding[] {
  const [old, now] = [missing(before.patterns, after.patterns), missing(after.patterns, before.patterns)];
  if (old.length === 0 && now.length === 0) return [];
  const place = placeOf(old, now);
  if (old.length === 0)
    return [{ rule: "pattern-added", ...place, message: `It must match ${showValue(place.after)} now.` }];
  if (now.length === 0)
    return [{ rule: "pattern-removed", ...place, message: `It need not match ${showValue(place.before)} any more.` }];
  const message = `It must match ${showValue(place.after)}, where it was ${showValue(place.before)}.`;
  return [
    {
      rule: "pattern-changed",
      ...place,
      message,
      note: "Whether one pattern takes all that another takes is not decided.",
    },
  ];
}

function compareFormats(before: Alternative, after: Alternative): SchemaFinding[] {
  const [old, now] = [missing(before.formats, after.formats), missing(after.formats, before.formats)];
  if (old.length === 0 && now.length === 0) return [];
  const place = placeOf(old, now);
  const rule = old.length === 0 ? "format-added" : now.length === 0 ? "format-removed" : "format-changed";
  return [{ rule, ...place, message: `The format was ${showValue(place.before)} and is ${showValue(place.after)}.` }];
}

function missing<T>(from: readonly Located<T>[], others: readonly Located<T>[]): Located<T>[] {
  return from.filter(({ value }) => !others.some((other) => other.value === value));
}

function placeOf<T extends string | ExactNumber>(old: readonly Located<T>[], now: readonly Located<T>[]) {
  const path = now[0]?.path ?? old[0]?.path ?? "";
  return { path, before: valueOf(old), after: valueOf(now) };
}

function valueOf<T extends string | ExactNumber>(facets: readonly Located<T>[]): T | T[] | undefined {
  return facets.length > 1 ? facets.map(({ value }) => value) : facets[0]?.value;
}
