// The config's system prompt and the server's instructions in, the system prompt as Claude gets it out.
import type { Contract } from "../trace/contract.js";

/** The system prompt as it is sent: the config's, then the server's instructions, as hosts do; null where there is neither. */
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
