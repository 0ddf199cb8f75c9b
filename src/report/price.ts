// Estimates from list prices what tokens of Claude cost. Knows no discount and no cache, so it is shown with a `~`.

/** US dollars per million tokens of input and output, by the model's family; list prices of November 2025. */
const PRICES: readonly (readonly [family: RegExp, input: number, output: number])[] = [
  [/\bclaude\b.*\bopus\b/, 5, 25],
  [/\bclaude\b.*\bsonnet\b/, 3, 15],
  [/\bclaude\b.*\bhaiku\b/, 1, 5],
];

export interface Tokens {
  inputTokens: number;
  outputTokens: number;
}

/** Returns US dollars; undefined for a model of another family. */
export function estimatePrice(model: string, { inputTokens, outputTokens }: Tokens): number | undefined {
  const prices = PRICES.find(([family]) => family.test(model));
  if (prices === undefined) return undefined;
  const [, input, output] = prices;
  return (inputTokens * input + outputTokens * output) / 1_000_000;
}

/** `~$0.03`, `~$1.20`, `<$0.01`. */
export function describePrice(dollars: number): string {
  return dollars < 0.01 ? "<$0.01" : `~$${dollars.toFixed(2)}`;
}
