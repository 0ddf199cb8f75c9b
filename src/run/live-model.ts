// Makes the live model of a run. The only place that chooses who provides it.
import { requireClaudeKey } from "../agent/anthropic/claude-key.js";
import { createClaude } from "../agent/anthropic/claude.js";
import type { Model } from "../agent/model.js";
import { McpvalsError } from "../errors.js";
import { requireJudgeKey } from "../judge/key.js";
import type { RunSettings } from "../suite/settings.js";

type Needed = Pick<RunSettings, "env" | "modelTimeout" | "budget" | "suite">;

export function createLiveModel({ env, modelTimeout, budget, suite }: Needed): Model {
  return meter(createClaude({ env, silence: modelTimeout }), budget, suite.config.prices);
}

/** The model, with its spending in the books, and no request where they allow none. */
function meter(model: Model, budget: Needed["budget"], prices: Needed["suite"]["config"]["prices"]): Model {
  const asked = async <Answer>(ask: () => Promise<Answer>): Promise<Answer> => {
    budget.check();
    try {
      return await ask();
    } catch (error) {
      // Every run would meet it, so those that are under way ask no more either.
      if (error instanceof McpvalsError && error.code === "MODEL_ACCOUNT") budget.stop(error);
      throw error;
    }
  };
  const sample = model.sample?.bind(model);
  return {
    async next(conversation, signal) {
      const answer = await asked(() => model.next(conversation, signal));
      if (answer.kind === "turn") budget.add(conversation.settings.name, answer.turn.usage, prices);
      return answer;
    },
    ...(sample !== undefined && {
      async sample(request, signal) {
        const answer = await asked(() => sample(request, signal));
        if (answer.kind === "said" && answer.usage !== undefined) {
          budget.add(request.settings.name, answer.usage, prices);
        }
        return answer;
      },
    }),
  };
}

/**
 * Throws where the key of the model, or of a judge that is asked for, is missing, or a budget cannot be kept: before
 * anything is spent.
 */
export function requireKeys(settings: RunSettings): void {
  requirePrices(settings);
  requireClaudeKey(settings.env);
  if (settings.judge !== undefined) requireJudgeKey(settings.judge, settings.env);
}

/** The same for a command that asks only the judge. */
export function requireJudge(settings: RunSettings): void {
  requireJudgePrice(settings);
  if (settings.judge !== undefined) requireJudgeKey(settings.judge, settings.env);
}

/**
 * Throws BAD_USAGE where there is a limit in dollars, and the price of the model or of the judge is unknown. Which model an
 * agent asks is known only when it does.
 */
export function requirePrices(settings: RunSettings): void {
  if (settings.agent === undefined) settings.budget.requirePrice(settings.model.name, settings.suite.config.prices);
  requireJudgePrice(settings);
}

/** The same for the judge alone. */
export function requireJudgePrice({ judge, budget, suite }: RunSettings): void {
  if (judge !== undefined) budget.requirePrice(judge.model, suite.config.prices);
}
