// Compares the items of two alternatives for arrays.
import type { Comparison } from "./comparison.js";
import type { SchemaFinding } from "./schema-change.js";
import type { Alternative, Contains } from "./shape.js";
import { schemaOf } from "./source.js";

/** Compares items by position, all other items, `contains` and `uniqueItems`. */
export function compareListTypes(comparison: Comparison, before: Alternative, after: Alternative): SchemaFinding[] {
  const [old, now] = [before.list, after.list];
  const positions = Array.from({ length: Math.max(old.prefix.length, now.prefix.length) }, (_, at) =>
    comparison.compare(old.prefix[at] ?? old.rest, now.prefix[at] ?? now.rest, `${after.path}/prefixItems/${at}`),
  );
  return [
    ...positions.flat(),
    ...comparison.compare(old.rest, now.rest, `${after.path}/items`),
    ...compareUnique(before.unique, after.unique),
    ...compareContains(comparison, old.contains, now.contains),
  ];
}

function compareUnique(before: string | undefined, after: string | undefined): SchemaFinding[] {
  if ((before === undefined) === (after === undefined)) return [];
  return after === undefined
    ? [{ rule: "unique-items-removed", path: before ?? "", before: true, message: "An item may occur twice now." }]
    : [{ rule: "unique-items-added", path: after, after: true, message: "No item may occur twice now." }];
}

function compareContains(
  comparison: Comparison,
  before: readonly Contains[],
  after: readonly Contains[],
): SchemaFinding[] {
  const equal = (one: Contains, other: Contains) => isKept(comparison, one, other) && isKept(comparison, other, one);
  const old = before.filter((one) => !after.some((other) => equal(one, other)));
  const now = after.filter((one) => !before.some((other) => equal(one, other)));
  const [was, is] = [old[0], now[0]];
  if (old.length === 1 && now.length === 1 && was !== undefined && is !== undefined) {
    const values = { path: is.path, before: schemaOf(was.node), after: schemaOf(is.node) };
    if (isKept(comparison, was, is))
      return [{ rule: "contains-loosened", ...values, message: "A list need contain less now." }];
    if (isKept(comparison, is, was))
      return [{ rule: "contains-tightened", ...values, message: "A list must contain more now." }];
    return [{ rule: "contains-changed", ...values, message: "A list must contain something else now." }];
  }
  const tell = ({ node, path }: Contains, side: "before" | "after") => ({ path, [side]: schemaOf(node) });
  return [
    ...old.map((one): SchemaFinding => ({
      rule: "contains-loosened",
      ...tell(one, "before"),
      message: "A list need no longer contain this.",
    })),
    ...now.map((one): SchemaFinding => ({
      rule: "contains-tightened",
      ...tell(one, "after"),
      message: "A list must contain this now.",
    })),
  ];
}

/** True where every list that follows `one` follows `other`. With a maximum, only equal items count the same. */
function isKept(comparison: Comparison, one: Contains, other: Contains): boolean {
  if (one.min < other.min || one.max > other.max) return false;
  if (!comparison.isWithin(one.node, other.node)) return false;
  return other.max === Infinity || comparison.isWithin(other.node, one.node);
}
