// Decides whether the latency of a call changed, from its times on both sides.

/** Both the difference in milliseconds and the factor have to be reached: less is noise. */
const LEAST_MS = 100;
const LEAST_FACTOR = 2;

/** Compares the medians. Undefined where nothing changed, or one side never answered. */
export function compareLatency(before: readonly number[], after: readonly number[]): "slower" | "faster" | undefined {
  const [one, other] = [medianOf(before), medianOf(after)];
  if (one === undefined || other === undefined) return undefined;
  if (isMuchMore(other, one)) return "slower";
  return isMuchMore(one, other) ? "faster" : undefined;
}

function isMuchMore(more: number, than: number): boolean {
  return more - than >= LEAST_MS && more >= than * LEAST_FACTOR;
}

function medianOf(values: readonly number[]): number | undefined {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = Math.floor(sorted.length / 2);
  const [low, high] = [sorted[sorted.length % 2 === 0 ? middle - 1 : middle], sorted[middle]];
  return low === undefined || high === undefined ? undefined : (low + high) / 2;
}
