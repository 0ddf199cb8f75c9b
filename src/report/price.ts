// Computes what tokens of Claude and of the judge cost, from list prices or the config's. An amount is shown with a `~`: it knows no
// discount.
import type { ParsedConfig } from "../config/schema.js";
import type { TurnUsage } from "../trace/trace.js";

/** Of which month the list prices are: of Claude, and of the judge. */
const PRICES_OF = { claude: "2026-10", judge: "2025-11" };

/**
 * US dollars per million tokens of input, of output, and perhaps of input from the cache, by the model's family. Of Claude:
 * https://platform.claude.com/docs/en/about-claude/pricing. Haiku 5.5 has two prices: this is the one of prompts over
 * 100,000 tokens, so that a budget is never passed. A family that is not listed has no price: the next one may differ.
 */
const PRICES: readonly (readonly [family: RegExp, input: number, output: number, cacheRead?: number])[] = [
  [/\bclaude-(?:3-opus|opus-4(?:-1)?(?:-20\d{6})?$)/, 15, 75],
  [/\bclaude-opus-(?:4-[5-8]|5(?!-\d(?!\d)))/, 5, 25],
  [/\bclaude-opus-5-5/, 4, 20, 0.2],
  [/\bclaude-fable-5-1/, 10, 50, 0.25],
  [/\bclaude-fable-5(?!-\d(?!\d))/, 10, 50],
  [/\bclaude-sonnet-5-5/, 2, 10, 0.1],
  [/\bclaude-sonnet-5(?!-\d(?!\d))/, 2, 10],
  [/\bclaude-(?:3-[57]-sonnet|3-sonnet|sonnet-4)/, 3, 15],
  [/\bclaude-haiku-5-5/, 0.5, 2.5],
  [/\bclaude-3-haiku/, 0.25, 1.25],
  [/\bclaude-3-5-haiku/, 0.8, 4],
  [/\bclaude-haiku-4/, 1, 5],
  [/^gpt-4o(?:-2024-(?:08-06|11-20))?$/, 2.5, 10, 1.25],
  [/^gpt-4o-mini(?:-2024-07-18)?$/, 0.15, 0.6, 0.075],
];

/** What the API charges for input that it reads from its cache, and that it writes there, in parts of the input price. */
const CACHE = { read: 0.1, write: 1.25 };

/** US dollars per million tokens. */
export interface ModelPrice {
  input: number;
  output: number;
  cacheRead: number;
  cacheWrite: number;
  /** The month of the list, or `config`. */
  of: string;
}

export type OwnPrices = ParsedConfig["prices"];

/** The price of a model; undefined for one that is neither in the config nor of a family in the list. */
export function priceOf(model: string, own: OwnPrices): ModelPrice | undefined {
  const given = own?.[model];
  const listed = PRICES.find(([family]) => family.test(model));
  if (given === undefined && listed === undefined) return undefined;
  const [input, output] = given === undefined ? [listed?.[1] ?? 0, listed?.[2] ?? 0] : [given.input, given.output];
  return {
    input,
    output,
    cacheRead: given?.cacheRead ?? (given === undefined ? listed?.[3] : undefined) ?? input * CACHE.read,
    cacheWrite: given?.cacheWrite ?? input * CACHE.write,
    of: given !== undefined ? "config" : PRICES_OF[model.includes("claude") ? "claude" : "judge"],
  };
}

/** US dollars. */
export function costOf({ input, output, cacheRead = 0, cacheWrite = 0 }: TurnUsage, price: ModelPrice): number {
  const sum = input * price.input + output * price.output + cacheRead * price.cacheRead + cacheWrite * price.cacheWrite;
  return sum / 1_000_000;
}

/** US dollars less than without a prompt cache. */
export function savedOf({ cacheRead = 0, cacheWrite = 0 }: TurnUsage, price: ModelPrice): number {
  return (cacheRead * (price.input - price.cacheRead) - cacheWrite * (price.cacheWrite - price.input)) / 1_000_000;
}

/** `~$0.03`, `~$1.20`, `<$0.01`. */
export function describePrice(dollars: number): string {
  return dollars < 0.01 ? "<$0.01" : `~$${dollars.toFixed(2)}`;
}

/** The price of one run, which may be a part of a cent: `~$0.0090`, `~$1.20`. */
export function describeSmallPrice(dollars: number): string {
  return `~$${dollars.toFixed(dollars < 0.1 ? 4 : 2)}`;
}
