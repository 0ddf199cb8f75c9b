// Writes the facts of a cassette in rows, as version 2 does, and reads them. Pure.
import type { WrittenCallFacts, Facts, FactsOfVersion1, TurnFacts } from "./facts-schema.js";

type Rows = Pick<Facts, "turns" | "calls" | "sampling">;
type Tokens = { input: number; output: number; cacheRead?: number | undefined; cacheWrite?: number | undefined };

/**
 * The rows for the facts of turns and calls; `id` is the call's ordinal. A call of another tool than the server's, which
 * has none, is undefined.
 */
export function buildRows(
  turns: readonly TurnFacts[],
  calls: readonly ((Omit<WrittenCallFacts, "http"> & { id: number }) | undefined)[],
): Rows {
  const made = calls.filter((call) => call !== undefined);
  const sampling = made.flatMap(({ id, sampling: spent = [] }) =>
    spent.map(({ request, input, output, cacheRead = 0, cacheWrite = 0 }) => {
      return short([id, request, input, output, cacheRead, cacheWrite], 4);
    }),
  );
  return {
    turns: turns.map(({ ms, input, output, cacheRead = 0, cacheWrite = 0, retries = 0 }) =>
      short([ms, input, output, cacheRead, cacheWrite, retries], 3),
    ),
    calls: calls.map((call) => (call === undefined ? [] : [call.at, call.ms])),
    ...(sampling.length === 0 ? {} : { sampling }),
  };
}

/** A row without the zeros at its end. */
function short<T extends [number, number, ...unknown[]]>(row: T, least: number): T {
  let length = row.length;
  while (length > least && row[length - 1] === 0) length--;
  row.length = length;
  return row;
}

/** The facts of the turns, in order. */
export function turnFactsOf({ turns }: Pick<Facts | FactsOfVersion1, "turns">): TurnFacts[] {
  return turns.map((turn): TurnFacts => {
    if (!Array.isArray(turn)) return turn;
    const [ms, input, output, cacheRead, cacheWrite, retries = 0] = turn;
    return { ms, ...tokens({ input, output, cacheRead, cacheWrite }), ...(retries === 0 ? {} : { retries }) };
  });
}

/** The facts of the calls, in order; `ids` are their ordinals. */
export function callFactsOf(
  { calls, ...more }: Pick<Facts, "calls" | "sampling"> | Pick<FactsOfVersion1, "calls">,
  ids: readonly number[],
): WrittenCallFacts[] {
  const rows = "sampling" in more ? (more.sampling ?? []) : [];
  return calls.map((call, index): WrittenCallFacts => {
    if (!Array.isArray(call)) return call;
    const [at = 0, ms = 0] = call;
    const sampling = rows
      .filter(([id]) => id === ids[index])
      .map(([, request, input, output, cacheRead, cacheWrite]) => {
        return { request, ...tokens({ input, output, cacheRead, cacheWrite }) };
      });
    return { at, ms, ...(sampling.length === 0 ? {} : { sampling }) };
  });
}

/** Leaves out zeros: absent and zero mean the same. */
function tokens({ input, output, cacheRead = 0, cacheWrite = 0 }: Tokens): Tokens {
  return {
    input,
    output,
    ...(cacheRead === 0 ? {} : { cacheRead }),
    ...(cacheWrite === 0 ? {} : { cacheWrite }),
  };
}
