// What a server asked the user and what it was answered in; what the form of the question says against that answer out.
import { checkSchema } from "../json/schema-check.js";
import { isJsonObject, type JsonObject, type JsonValue } from "../json/value.js";
import type { ServerRequest } from "./trace.js";

/** The method by which a server asks the user. */
export const ELICITATION = "elicitation/create";

/** The form that the user is asked to fill in; undefined where there is none. */
export function elicitedFormOf(params: JsonValue | undefined): JsonValue | undefined {
  const { requestedSchema, mode } = isJsonObject(params) ? params : {};
  return mode === "url" ? undefined : requestedSchema;
}

/** True of the answer of a user who agreed. */
export function isAccepted(answer: JsonObject | undefined): boolean {
  return resultOf(answer)["action"] === "accept";
}

/** What is wrong with what the user filled in, one line each; nothing where that cannot be told. */
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
