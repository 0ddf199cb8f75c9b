// A redactor as a command has it, for tests: known values by name, declared keys, secretlint's rules.
import { Redactor, type RedactorOptions } from "../../../src/redaction/redactor.js";
import { loadRules } from "../../../src/redaction/secretlint.js";

export const rules = await loadRules();

export function makeRedactor(
  known: Record<string, string> = {},
  more: Partial<RedactorOptions> = {},
  isForServer = true,
): Redactor {
  return new Redactor({
    suite: "demo",
    known: Object.entries(known).map(([name, value]) => ({ name, value, anywhere: true, isForServer })),
    keys: [],
    findByRules: rules,
    series: "recorded",
    ...more,
  });
}
