// Adds up what a live model was asked for: tokens, and what they cost.
import { usagesOf, type WithSteps } from "../trace/read.js";
import type { TurnUsage } from "../trace/trace.js";
import { costOf, priceOf, savedOf, type OwnPrices } from "./price.js";

/** Tokens and US dollars that were spent on the model. */
export interface Spent {
  /** Tokens that were neither read from the cache nor written to it. */
  input: number;
  output: number;
  cacheRead: number;
  cacheWrite: number;
  /** Null where the price of the model is unknown. */
  usd: number | null;
  /**
   * US dollars that the prompt cache saved, less what writing to it cost more; below 0 where nothing read what was
   * written. Null where the price is unknown; absent in reports of earlier releases.
   */
  saved?: number | null;
  /** Of when the prices are: a month of the list (`2026-10`), or `config`; null where they are unknown. */
  prices: string | null;
  /** What the LLM judge was asked for, on an account of its own; not in the numbers above. */
  judge?: Omit<Spent, "judge">;
}

/** What one answer of the model cost. */
export function spendingOf(model: string, usage: TurnUsage, own: OwnPrices): Spent {
  const price = priceOf(model, own);
  const { input, output, cacheRead = 0, cacheWrite = 0 } = usage;
  const usd = price === undefined ? null : costOf(usage, price);
  const saved = price === undefined ? null : savedOf(usage, price);
  return { input, output, cacheRead, cacheWrite, usd, saved, prices: price?.of ?? null };
}

/** What a live run spent. */
export function spentIn(trace: WithSteps, model: string, own: OwnPrices): Spent {
  return sumSpent(usagesOf(trace).map((usage) => spendingOf(model, usage, own)));
}

/** An unknown price makes the sum unknown. */
export function sumSpent(parts: readonly Spent[]): Spent {
  const sum = (key: "input" | "output" | "cacheRead" | "cacheWrite"): number =>
    parts.reduce((total, part) => total + part[key], 0);
  const isKnown = parts.every(({ usd }) => usd !== null);
  const isSaved = isKnown && parts.every(({ saved }) => typeof saved === "number");
  const judges = parts.flatMap(({ judge }) => judge ?? []);
  const dates = [...new Set(parts.map(({ prices }) => prices).filter((one) => one !== null))];
  return {
    input: sum("input"),
    output: sum("output"),
    cacheRead: sum("cacheRead"),
    cacheWrite: sum("cacheWrite"),
    usd: isKnown ? parts.reduce((total, { usd }) => total + (usd ?? 0), 0) : null,
    saved: isSaved ? parts.reduce((total, { saved }) => total + (saved ?? 0), 0) : null,
    prices: dates.length === 0 ? null : dates.join(", "),
    ...(judges.length > 0 && { judge: sumSpent(judges) }),
  };
}

/** `count` may be a part: then tokens are rounded. */
export function times(one: Spent, count: number): Spent {
  const { input, output, cacheRead, cacheWrite, usd, prices, judge } = one;
  return {
    input: Math.round(input * count),
    output: Math.round(output * count),
    cacheRead: Math.round(cacheRead * count),
    cacheWrite: Math.round(cacheWrite * count),
    usd: usd === null ? null : usd * count,
    prices,
    ...(judge !== undefined && { judge: times(judge, count) }),
  };
}

/** Tokens of all kinds, without the judge. */
export function allTokens({ input, output, cacheRead, cacheWrite }: Omit<Spent, "judge">): number {
  return input + output + cacheRead + cacheWrite;
}
