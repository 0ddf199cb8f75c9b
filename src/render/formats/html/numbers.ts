// Formats numbers in the short form that people read.

/** `340 ms`, `2.3 s`, `3 min 20 s`. */
export function duration(ms: number): string {
  if (ms < 999.5) return `${Math.round(ms)} ms`;
  const seconds = ms / 1000;
  if (seconds < 59.95) return `${seconds.toFixed(seconds < 9.95 ? 1 : 0)} s`;
  const rounded = Math.round(seconds);
  return `${Math.floor(rounded / 60)} min ${rounded % 60} s`;
}

/** `950`, `1.7k`, `2.5M`. */
export function shortCount(value: number): string {
  if (value < 1000) return String(value);
  if (value < 999_500) return `${(value / 1000).toFixed(value < 9950 ? 1 : 0)}k`;
  return `${(value / 1_000_000).toFixed(1)}M`;
}

/** `1 call`, `2 calls`. */
export function plural(value: number, word: string): string {
  return `${shortCount(value)} ${word}${value === 1 ? "" : "s"}`;
}
