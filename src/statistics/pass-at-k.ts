// Computes what k tries of a workflow would give, from n trials of it.

/** C(of, k) / C(n, k): the share of the ways to draw k of n trials that draw only from `of` of them. */
function shareDrawn(of: number, n: number, k: number): number {
  let share = 1;
  for (let drawn = 0; drawn < k; drawn++) share *= Math.max(0, of - drawn) / (n - drawn);
  return share;
}

/**
 * pass@k: the probability that at least one of k trials passes. Unbiased, for k ≤ n.
 *
 * M. Chen et al., Evaluating large language models trained on code, arXiv:2107.03374 (2021), equation 1.
 */
export function passAtK({ n, passed, k }: { n: number; passed: number; k: number }): number {
  return 1 - shareDrawn(n - passed, n, k);
}

/**
 * pass^k: the probability that all of k trials pass. Unbiased, for k ≤ n.
 *
 * S. Yao et al., τ-bench: a benchmark for tool-agent-user interaction in real-world domains, arXiv:2406.12045 (2024).
 */
export function passHatK({ n, passed, k }: { n: number; passed: number; k: number }): number {
  return shareDrawn(passed, n, k);
}
