// Keeps the books of a command: what the model was asked for, and when no more may be asked.
import { McpvalsError } from "../errors.js";
import type { OwnPrices } from "../report/price.js";
import { allTokens, spendingOf, sumSpent, type Spent } from "../report/spent.js";
import type { TurnUsage } from "../trace/trace.js";

export interface Limits {
  /** US dollars. */
  maxBudgetUsd?: number | undefined;
  /** Tokens of all kinds. */
  tokenLimit?: number | undefined;
}

/** What one command, or one suite of it, spends. */
export class Budget {
  private sum: Spent = sumSpent([]);
  private stopped: McpvalsError | undefined;
  /** A model that answered, and whose price is unknown. */
  private unpriced: string | undefined;

  /** `command`: the books of the whole command, where this is one suite of several. */
  constructor(
    private readonly limits: Limits = {},
    private readonly command?: Budget,
  ) {}

  /**
   * Called before each request. Throws BUDGET_REACHED where a limit is reached or cannot be kept, and the error that
   * stopped another run: every request would meet it. Answers that are on their way when a limit is reached are all that
   * can go over it.
   */
  check(): void {
    this.command?.check();
    if (this.stopped !== undefined) throw this.stopped;
    const { maxBudgetUsd, tokenLimit } = this.limits;
    const tokens = allTokens(this.sum);
    if (tokenLimit !== undefined && tokens >= tokenLimit) {
      throw reached(`The token limit of ${tokenLimit} is reached: ${tokens} tokens are spent.`, "tokenLimit");
    }
    if (maxBudgetUsd === undefined) return;
    // An agent chooses its models on its own, so one may answer that nobody asked the price of.
    if (this.unpriced !== undefined) {
      const message = `The budget of $${maxBudgetUsd} cannot be kept: the price of ${this.unpriced}, which answered, is unknown.`;
      throw new McpvalsError("BUDGET_REACHED", message, { fix: nameThePrice(this.unpriced) });
    }
    const usd = this.sum.usd ?? 0;
    if (usd >= maxBudgetUsd) {
      throw reached(`The budget of $${maxBudgetUsd} is reached: $${usd.toFixed(4)} are spent.`, "maxBudgetUsd");
    }
  }

  /** Whether a limit in dollars, and so the price of each model, counts. */
  isInDollars(): boolean {
    return this.limits.maxBudgetUsd !== undefined || this.command?.isInDollars() === true;
  }

  add(model: string, usage: TurnUsage, prices: OwnPrices): void {
    this.command?.add(model, usage, prices);
    const spent = spendingOf(model, usage, prices);
    if (spent.usd === null) this.unpriced ??= model;
    this.sum = sumSpent([this.sum, spent]);
  }

  /** Refuses all further requests of the command with this error. */
  stop(error: McpvalsError): void {
    this.command?.stop(error);
    this.stopped ??= error;
  }

  /** Throws BAD_USAGE where there is a limit in dollars and the price of the model is unknown. */
  requirePrice(model: string, prices: OwnPrices): void {
    this.command?.requirePrice(model, prices);
    if (this.limits.maxBudgetUsd === undefined) return;
    if (spendingOf(model, { input: 0, output: 0 }, prices).usd !== null) return;
    throw new McpvalsError("BAD_USAGE", `A budget in dollars needs the price of ${model}, which is unknown`, {
      fix: nameThePrice(model),
    });
  }
}

function nameThePrice(model: string): string {
  return `Write it into the config: "prices": { ${JSON.stringify(model)}: { "input": 3, "output": 15 } }, in dollars per million tokens. Or limit the tokens: --token-limit N`;
}

function reached(message: string, key: keyof Limits): McpvalsError {
  const flag = key === "tokenLimit" ? "--token-limit" : "--max-budget-usd";
  return new McpvalsError("BUDGET_REACHED", message, {
    fix: `Raise ${flag} (or ${key} in the config) to run the rest.`,
  });
}
