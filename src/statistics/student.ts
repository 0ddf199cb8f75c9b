// Computes quantiles of Student's distribution.

/**
 * The probability that |t| is at most `t`, for a whole number of degrees of freedom.
 *
 * M. Abramowitz, I. A. Stegun, Handbook of mathematical functions (1964), 26.7.3 and 26.7.4.
 */
function withinStudent(t: number, degrees: number): number {
  const angle = Math.atan(t / Math.sqrt(degrees));
  const [sine, cosine] = [Math.sin(angle), Math.cos(angle)];
  const isOdd = degrees % 2 === 1;
  let term = isOdd ? cosine : 1;
  let sum = degrees === 1 ? 0 : term;
  for (let power = isOdd ? 3 : 2; power <= degrees - 2; power += 2) {
    term *= ((power - 1) / power) * cosine ** 2;
    sum += term;
  }
  return isOdd ? (2 / Math.PI) * (angle + sine * sum) : sine * sum;
}

/** The 97.5 % quantile: 12.706 for 1 degree of freedom, 1.960 for very many. */
export function studentQuantile95(degrees: number): number {
  let [low, high] = [0, 64];
  for (let step = 0; step < 60; step++) {
    const middle = (low + high) / 2;
    if (withinStudent(middle, degrees) < 0.95) low = middle;
    else high = middle;
  }
  return (low + high) / 2;
}
