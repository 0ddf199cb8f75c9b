// Makes the live model of a run. The only place that chooses who provides it.
import { requireClaudeKey } from "../agent/anthropic/claude-key.js";
import { createClaude } from "../agent/anthropic/claude.js";
import type { Model } from "../agent/model.js";
import { requireJudgeKey } from "../judge/key.js";
import type { RunSettings } from "../suite/settings.js";

export function createLiveModel({ env, modelTimeout }: Pick<RunSettings, "env" | "modelTimeout">): Model {
  return createClaude({ env, silence: modelTimeout });
}

/** Throws where the key of the model, or of a judge that is asked for, is missing: before anything is spent. */
export function requireKeys({ env, judge }: Pick<RunSettings, "env" | "judge">): void {
  requireClaudeKey(env);
  if (judge !== undefined) requireJudgeKey(judge, env);
}
