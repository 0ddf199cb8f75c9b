// Joins the config's system prompt and the servers' instructions to the system prompt that Claude receives.
import type { Contract } from "../trace/contract.js";
import { saysIn } from "../trace/servers.js";

/**
 * The system prompt as sent: the config's, then the instructions of each server, as hosts do; those of several below
 * their names. Null where there is neither.
 */
export function buildSystemPrompt(system: string | null, instructions: boolean, contract: Contract): string | null {
  const said = saysIn(contract).map(({ server, says }) => {
    const text = says.instructions ?? "";
    return server === undefined || isEmpty(text) ? text : `## ${server}\n\n${text}`;
  });
  const parts = [system ?? "", ...(instructions ? said : [])].filter((part) => !isEmpty(part));
  return parts.length === 0 ? null : parts.join("\n\n");
}

function isEmpty(text: string): boolean {
  return text.trim() === "";
}
