// Joins the config's system prompt and the server's instructions to the system prompt that Claude receives.
import type { Contract } from "../trace/contract.js";

/**
 * The system prompt as sent: the config's, then the server's instructions, as hosts do; null where there is neither.
 */
export function buildSystemPrompt(
  system: string | null,
  instructions: boolean,
  contract: Pick<Contract, "instructions">,
): string | null {
  const parts = [system, instructions ? contract.instructions : undefined].filter(
    (part) => typeof part === "string" && part.trim() !== "",
  );
  return parts.length === 0 ? null : parts.join("\n\n");
}
