// What a server asks the user, and the answers that the config has for it, in; the user's answer out. Pure.
import type { ElicitationAnswer } from "../config/schema.js";
import { isJsonObject, type JsonObject, type JsonValue } from "../json/value.js";

/** The result of `elicitation/create`: the first answer whose message fits; without one the user declines. */
export function answerElicitation(params: JsonValue | undefined, script: readonly ElicitationAnswer[]): JsonObject {
  const { message, url, mode } = isJsonObject(params) ? params : {};
  const shown = [message, url].filter((text) => typeof text === "string").join("\n");
  const found = script.find((answer) => fits(answer.message, shown));
  if (found === undefined) return { action: "decline" };
  const action = found.action ?? "accept";
  // Who opens a URL tells the server what it wants to know there.
  return action === "accept" && mode !== "url" ? { action, content: found.content ?? {} } : { action };
}

function fits(wanted: ElicitationAnswer["message"], shown: string): boolean {
  if (wanted === undefined) return true;
  if (typeof wanted === "string") return shown.toLowerCase().includes(wanted.toLowerCase());
  return new RegExp(wanted.regex, "iu").test(shown);
}
