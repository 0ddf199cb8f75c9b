// Splits what a command runs over several machines by recorded time: the same split on every machine. Pure.

/** What one machine runs as a whole. */
export interface ShardUnit {
  /** Names the suite: the same on every machine. */
  suite: string;
  /** Unique in the suite. */
  name: string;
  /** Milliseconds that it took when it was recorded; undefined where that is not known. */
  ms: number | undefined;
}

/**
 * One list for each machine: the longest unit first, each to the machine with the least to do. Equal ones in the order of
 * their names, so that the order of the units decides nothing. What was never timed counts as the median of the others.
 */
export function splitShards<Unit extends ShardUnit>(units: readonly Unit[], total: number): Unit[][] {
  const usual = medianOf(units.flatMap(({ ms }) => ms ?? [])) ?? 1;
  const timed = units.map((unit) => ({ unit, ms: unit.ms ?? usual }));
  const sorted = timed.toSorted(
    (a, b) => b.ms - a.ms || compareText(a.unit.suite, b.unit.suite) || compareText(a.unit.name, b.unit.name),
  );
  const shards = Array.from({ length: total }, () => ({ ms: 0, units: new Array<Unit>() }));
  for (const { unit, ms } of sorted) {
    const least = shards.reduce((best, one) =>
      one.ms < best.ms || (one.ms === best.ms && one.units.length < best.units.length) ? one : best,
    );
    least.ms += ms;
    least.units.push(unit);
  }
  return shards.map((shard) => shard.units);
}

function medianOf(values: readonly number[]): number | undefined {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.floor((sorted.length - 1) / 2)];
}

/** By UTF-16 code units, so not by the language of the machine. */
function compareText(one: string, other: string): number {
  return one < other ? -1 : one > other ? 1 : 0;
}
