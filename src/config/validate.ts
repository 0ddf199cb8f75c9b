// Checks a config whose variables have values, or throws one error that names everything wrong with it.
import { crossCheck } from "./cross-check.js";
import { describeIssue } from "./issues.js";
import { buildInvalid, type Problem } from "./refuse.js";
import { configSchema, type ParsedConfig } from "./schema.js";

/**
 * Parses `raw` as a config. `more` are problems found before. Throws CONFIG_INVALID with all problems, each with its
 * path. `where` names the config in the error.
 */
export function parseConfig(raw: unknown, where: string, more: readonly Problem[] = []): ParsedConfig {
  const parsed = configSchema.safeParse(raw);
  const issues = parsed.error?.issues ?? [];
  const problems = [...issues.flatMap((issue) => describeIssue(issue, configSchema, raw)), ...crossCheck(raw), ...more];
  if (parsed.success && problems.length === 0) return parsed.data;
  throw buildInvalid(where, problems);
}
