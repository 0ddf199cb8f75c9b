// Reads what a server asked the user, and checks the answer against the form of the question.
import { checkSchema } from "../json/schema-check.js";
import { isJsonObject, type JsonObject, type JsonValue } from "../json/value.js";
import type { ServerRequest } from "./trace.js";

/** The method by which a server asks the user. */
export const ELICITATION = "elicitation/create";

/** Returns the form that the user is asked to fill in; undefined where the question has no form. */
export function elicitedFormOf(params: JsonValue | undefined): JsonValue | undefined {
  const { requestedSchema, mode } = isJsonObject(params) ? params : {};
  return mode === "url" ? undefined : requestedSchema;
}

/** True for the answer of a user who agreed. */
export function isAccepted(answer: JsonObject | undefined): boolean {
  return resultOf(answer)["action"] === "accept";
}

/** Returns what is wrong with the user's content, one line each; empty where it cannot be checked. */
export function findMisfits({ params, answer }: Pick<ServerRequest, "params" | "answer">): string[] {
  const form = elicitedFormOf(params);
  if (form === undefined || !isAccepted(answer)) return [];
  const check = checkSchema(form, resultOf(answer)["content"] ?? {});
  return check.kind === "invalid" ? check.problems : [];
}

function resultOf(answer: JsonObject | undefined): JsonObject {
  const result = answer?.["result"];
  return isJsonObject(result) ? result : {};
}
