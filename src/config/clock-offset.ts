// Reads a clock offset of the config, such as "+190d 5h", into milliseconds, and writes one.

const UNITS: Readonly<Record<string, number>> = { d: 86_400_000, h: 3_600_000, m: 60_000, s: 1000 };
const OFFSET = /^([+-])((?: ?\d{1,6}[dhms])+)$/;
/** A hundred years: servers with a clock further away fail for reasons of their own. */
const FURTHEST = 36_525 * 86_400_000;

/** Milliseconds, or undefined for a text that is not an offset or lies more than a hundred years away. */
export function parseClockOffset(text: string): number | undefined {
  const [, sign, parts = ""] = OFFSET.exec(text) ?? [];
  if (sign === undefined) return undefined;
  let sum = 0;
  const seen = new Set<string>();
  for (const [, count, unit = ""] of parts.matchAll(/(\d+)([dhms])/g)) {
    if (seen.has(unit)) return undefined;
    seen.add(unit);
    sum += Number(count) * (UNITS[unit] ?? 0);
  }
  if (sum > FURTHEST) return undefined;
  return sign === "-" ? -sum : sum;
}

/** The offset as a person writes it; in hours for less than two days. */
export function writeClockOffset(ms: number): string {
  let rest = Math.abs(ms);
  const units = Object.entries(UNITS).filter(([unit]) => unit !== "d" || rest >= 2 * 86_400_000);
  const parts = units.flatMap(([unit, size]) => {
    const count = Math.floor(rest / size);
    rest -= count * size;
    return count === 0 ? [] : [`${count}${unit}`];
  });
  return (ms < 0 ? "-" : "+") + (parts.join(" ") || "0s");
}
