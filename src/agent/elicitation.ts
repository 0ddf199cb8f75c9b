// What a server asks the user, and the answers that the config has for it, in; the user's answer out, and
// what is wrong with answers that were given. Pure.
import type { ElicitationAnswer } from "../config/schema.js";
import { isJsonObject, type JsonObject, type JsonValue } from "../json/value.js";
import { ELICITATION, findMisfits } from "../trace/elicited.js";
import type { Call } from "../trace/trace.js";
import { withDeadline } from "../with-deadline.js";

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

/** A sentence for each scripted answer that a user could not have given to what was asked. */
export function describeMisfits(calls: readonly Call[]): string[] {
  return calls.flatMap(({ id, tool, serverRequests }) =>
    serverRequests.flatMap((request) => {
      const misfits = request.method === ELICITATION ? findMisfits(request) : [];
      const { message = null } = isJsonObject(request.params) ? request.params : {};
      return misfits.length === 0
        ? []
        : `${tool} (call ${id}): the answer to ${JSON.stringify(message)} does not fit the form that was asked for: ${misfits.join("; ")} (elicitation)`;
    }),
  );
}

function fits(wanted: ElicitationAnswer["message"], shown: string): boolean {
  if (wanted === undefined) return true;
  if (typeof wanted === "string") return shown.toLowerCase().includes(wanted.toLowerCase());
  const timed = withDeadline(() => new RegExp(wanted.regex, "iu").test(shown));
  // What does not answer in time answers nothing: the user declines, which everybody sees.
  return timed.kind === "done" && timed.value;
}
