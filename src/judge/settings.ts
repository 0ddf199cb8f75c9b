// Builds the judge's settings from a config and the command's option. No other file sets the judge's defaults.
import type { ParsedConfig } from "../config/schema.js";

export interface JudgeSettings {
  /** The OpenAI model that judges. */
  model: string;
  /** The config's rubric; null for the default one. */
  rubric: string | null;
  /** The lowest score that passes, 0 to 1. */
  passThreshold: number;
  /** How often the judge is asked; the median counts. */
  samples: number;
  /** The config's key; without it OPENAI_API_KEY. */
  openaiKey?: string;
  /** The config's address; without it OPENAI_BASE_URL, or OpenAI. */
  baseURL?: string;
}

/** The judge's settings, or undefined where no judge is asked for. The option overrides the config. */
export function buildJudgeSettings(
  config: Pick<ParsedConfig, "llmJudge" | "judgeModel" | "openaiKey" | "passThreshold" | "judge">,
  options: { llmJudge?: boolean | undefined } = {},
): JudgeSettings | undefined {
  if (!(options.llmJudge ?? config.llmJudge ?? false)) return undefined;
  const { judge, openaiKey } = config;
  return {
    model: config.judgeModel ?? "gpt-4o",
    rubric: judge?.rubric ?? null,
    passThreshold: config.passThreshold ?? 0.8,
    samples: judge?.samples ?? 1,
    ...(openaiKey === undefined ? {} : { openaiKey }),
    ...(judge?.baseURL === undefined ? {} : { baseURL: judge.baseURL }),
  };
}
