// Answers what a server asks the user, from the answers in the config, and checks answers against the forms. Pure.
import type { ElicitationAnswer } from "../config/schema.js";
import { isJsonObject, type JsonObject, type JsonValue } from "../json/value.js";
import { ELICITATION, findMisfits } from "../trace/elicited.js";
import type { Call } from "../trace/trace.js";
import { withDeadline } from "../with-deadline.js";

/** The result of `elicitation/create`: the first answer whose message matches; without one the user declines. */
export function answerElicitation(params: JsonValue | undefined, script: readonly ElicitationAnswer[]): JsonObject {
  const { message, url, mode } = isJsonObject(params) ? params : {};
  const shown = [message, url].filter((text) => typeof text === "string").join("\n");
  const found = script.find((answer) => fits(answer.message, shown));
  if (found === undefined) return { action: "decline" };
  const action = found.action ?? "accept";
  // A user who opens a URL gives the answer there, not here.
  return action === "accept" && mode !== "url" ? { action, content: found.content ?? {} } : { action };
}

/** A sentence for each scripted answer that a user could not have given to the form. */
export function describeMisfits(calls: readonly Call[]): string[] {
  return calls.flatMap(({ id, tool, serverRequests }) =>
    serverRequests.flatMap((request) => {
      const misfits = request.method === ELICITATION ? findMisfits(request) : [];
      const { message = null } = isJsonObject(request.params) ? request.params : {};
      return misfits.length === 0
        ? []
        : `${tool} (call ${id}): the answer to ${JSON.stringify(message)} does not fit the form: ${misfits.join("; ")} (elicitation)`;
    }),
  );
}

function fits(wanted: ElicitationAnswer["message"], shown: string): boolean {
  if (wanted === undefined) return true;
  if (typeof wanted === "string") return shown.toLowerCase().includes(wanted.toLowerCase());
  const timed = withDeadline(() => new RegExp(wanted.regex, "iu").test(shown));
  // A pattern that takes too long matches nothing: the user declines, which everybody can see.
  return timed.kind === "done" && timed.value;
}
