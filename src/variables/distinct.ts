// Finds the variables that may never have equal values: those of one tool and pointer, as in two calls of create_order.
import type { RunCall } from "./run.js";
import { seenText, type Variable } from "./learned.js";
import { hasIdSuffix, ID_WORDS, isQuantity, keysOf, nounsOf, wordsOfName } from "./names.js";
import { isLong } from "./chance.js";

/** Returns the group of each variable, or undefined where it may equal any other. */
export function distinctGroups(
  variables: readonly Variable[],
  run: { calls: readonly Pick<RunCall, "id" | "tool">[] },
): (string | undefined)[] {
  const tools = new Map(run.calls.map(({ id, tool }) => [id, tool]));
  const keys = variables.map(({ kind, places }) => {
    const [first] = places;
    if (kind !== "value" || first === undefined) return undefined;
    const tool = tools.get(first.call) ?? "";
    const { key } = keysOf(first.at);
    if (isQuantity(key, tool) && first.token === undefined) return undefined;
    const line = first.token === undefined ? "" : ` ${JSON.stringify(first.token)}`;
    return `${tool} ${first.at.replaceAll(/\/\d+(?=\/|$)/g, "/*")}${line}`;
  });
  return keys.map((key, at) => {
    if (key === undefined) return undefined;
    const group = variables.filter((_, other) => keys[other] === key);
    const variable = variables[at];
    if (variable === undefined || group.length < 2) return undefined;
    return areApart(group) && isIdentifier(variable, group, tools) ? key : undefined;
  });
}

/** True where no run had a value twice; a single run, as in a cassette of version 1, shows nothing. */
function areApart(group: readonly Variable[]): boolean {
  const runs = Math.min(...group.map(({ seen }) => seen.length));
  if (runs < 2) return false;
  return Array.from({ length: runs }, (_, run) => new Set(group.map(({ seen }) => seenText(seen[run]))).size).every(
    (size) => size === group.length,
  );
}

/** Measurements coincide by chance; ids do not: long ones, named ones, and those that count up. */
function isIdentifier(variable: Variable, group: readonly Variable[], tools: ReadonlyMap<number, string>): boolean {
  if (variable.seen.every((value) => isLong(seenText(value)))) return true;
  const [first] = variable.places;
  if (first === undefined) return false;
  const { key } = keysOf(first.at);
  const words = wordsOfName(key);
  if (hasIdSuffix(key) || words.some((word) => ID_WORDS.has(word))) return true;
  if (words.some((word) => nounsOf(tools.get(first.call) ?? "").includes(word))) return true;
  return variable.seen.every((_, run) =>
    group.every((other, at) => at === 0 || Number(other.seen[run]) > Number(group[at - 1]?.seen[run])),
  );
}
