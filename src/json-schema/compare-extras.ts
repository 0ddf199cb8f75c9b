// Compares what two alternatives require beside everything else: `not`, `if`, what cannot be read.
import type { Comparison } from "./comparison.js";
import type { SchemaFinding } from "./schema-change.js";
import type { Extra } from "./shape.js";
import { schemaOf } from "./source.js";

type Not = Extract<Extra, { type: "not" }>;
type If = Extract<Extra, { type: "if" }>;
type Opaque = Extract<Extra, { type: "opaque" }>;

/** Compares the extras of each type; if one is left on each side, one changed into the other. */
export function compareExtras(
  comparison: Comparison,
  before: readonly Extra[],
  after: readonly Extra[],
): SchemaFinding[] {
  return [
    ...compareNots(comparison, before.filter(isNot), after.filter(isNot)),
    ...compareConditions(comparison, before.filter(isIf), after.filter(isIf)),
    ...compareOpaque(before.filter(isOpaque), after.filter(isOpaque)),
  ];
}

const isNot = (extra: Extra): extra is Not => extra.type === "not";
const isIf = (extra: Extra): extra is If => extra.type === "if";
const isOpaque = (extra: Extra): extra is Opaque => extra.type === "opaque";

/** The extras of each side without an equal one on the other. */
function leftOver<T>(
  before: readonly T[],
  after: readonly T[],
  equal: (old: T, now: T) => boolean,
): { old: T[]; now: T[] } {
  return {
    old: before.filter((one) => !after.some((other) => equal(one, other))),
    now: after.filter((one) => !before.some((other) => equal(other, one))),
  };
}

/** The only extra left on each side. */
function pairOf<T>({ old, now }: { old: T[]; now: T[] }): [T, T] | undefined {
  const [was, is] = [old[0], now[0]];
  return old.length === 1 && now.length === 1 && was !== undefined && is !== undefined ? [was, is] : undefined;
}

function compareNots(comparison: Comparison, before: Not[], after: Not[]): SchemaFinding[] {
  const left = leftOver(before, after, (old, now) => areEqual(comparison, old.node, now.node));
  const pair = pairOf(left);
  if (pair !== undefined) {
    const [was, is] = pair;
    const place = { path: is.path, before: schemaOf(was.node), after: schemaOf(is.node) };
    if (comparison.isWithin(is.node, was.node))
      return [{ rule: "not-loosened", ...place, message: "`not` forbids less now." }];
    if (comparison.isWithin(was.node, is.node))
      return [{ rule: "not-tightened", ...place, message: "`not` forbids more now." }];
    const note = "What the two forbid could not be compared.";
    return [{ rule: "not-changed", ...place, message: "`not` forbids something else now.", note }];
  }
  return [
    ...left.old.map(({ path, node }): SchemaFinding => ({
      rule: "not-removed",
      path,
      before: schemaOf(node),
      message: "This is no longer forbidden.",
    })),
    ...left.now.map(({ path, node }): SchemaFinding => ({
      rule: "not-added",
      path,
      after: schemaOf(node),
      message: "This is forbidden now.",
    })),
  ];
}

function areEqual(comparison: Comparison, one: Not["node"], other: Not["node"]): boolean {
  return comparison.isWithin(one, other) && comparison.isWithin(other, one);
}

function compareConditions(comparison: Comparison, before: If[], after: If[]): SchemaFinding[] {
  const equal = (old: If, now: If) => areEqual(comparison, old.test, now.test);
  const below = before.flatMap((old) => {
    const now = after.find((other) => equal(old, other));
    if (now === undefined) return [];
    const place = now.path.replace(/\/if$/, "");
    return [
      ...comparison.compare(old.whenTrue, now.whenTrue, `${place}/then`),
      ...comparison.compare(old.whenFalse, now.whenFalse, `${place}/else`),
    ];
  });
  const left = leftOver(before, after, equal);
  const pair = pairOf(left);
  if (pair !== undefined) {
    const [{ value }, is] = pair;
    const note = "The two are asked of different values, which is not compared.";
    return [
      ...below,
      {
        rule: "condition-changed",
        path: is.path,
        before: value,
        after: is.value,
        message: "The condition is another.",
        note,
      },
    ];
  }
  return [
    ...below,
    ...left.old.map(({ path, value }): SchemaFinding => ({
      rule: "condition-removed",
      path,
      before: value,
      message: "The condition is gone.",
    })),
    ...left.now.map(({ path, value }): SchemaFinding => ({
      rule: "condition-added",
      path,
      after: value,
      message: "There is a new condition.",
    })),
  ];
}

function compareOpaque(before: Opaque[], after: Opaque[]): SchemaFinding[] {
  const left = leftOver(before, after, (old, now) => old.keyword === now.keyword && old.text === now.text);
  const keywords = new Set([...left.old, ...left.now].map(({ keyword }) => keyword));
  return [...keywords].flatMap((keyword): SchemaFinding[] => {
    const [was, is] = [left.old, left.now].map((some) => some.find((extra) => extra.keyword === keyword));
    const name = keyword === "oneOf" ? "one-of" : "undecided";
    const place = { path: is?.path ?? was?.path ?? "", before: was?.value, after: is?.value };
    const note = `Cannot be decided: ${is?.why ?? was?.why}`;
    const subject = keyword === "" ? "This" : `\`${keyword}\``;
    if (was === undefined) return [{ rule: `${name}-added`, ...place, message: `${subject} is new.`, note }];
    if (is === undefined) return [{ rule: `${name}-removed`, ...place, message: `${subject} is gone.`, note }];
    return [{ rule: `${name}-changed`, ...place, message: `${subject} is another.`, note }];
  });
}
