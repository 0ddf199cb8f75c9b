// A score in, the text that people read out.

/** `100%` only for a full score and `0%` only for none; `–` where there is no score. */
export function percent(score: number | null): string {
  if (score === null) return "–";
  const rounded = Math.round(score * 100);
  if (rounded === 100 && score < 1) return "99%";
  return rounded === 0 && score > 0 ? "1%" : `${rounded}%`;
}
