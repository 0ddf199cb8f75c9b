// Answers a result that requires input (modern era), and builds the params with which the request is repeated, in the
// server's own terms.
import { inputRequestsOf } from "../exchange/rounds.js";
import type { JsonObject } from "../json/value.js";
import type { Answering } from "./answering.js";

/** With more rounds, something is wrong: this is not a conversation. */
const MAX_ROUNDS = 10;

export type Input =
  /** Merge these into the params of the same request. */
  | { kind: "again"; params: JsonObject }
  /** This era has no way to refuse: the request is given up. */
  | { kind: "refused"; message: string };

/** Answers what the server requires, in the server's order. `round` counts from 1. */
export async function answerInput(
  required: JsonObject,
  round: number,
  answering: Answering,
  signal: AbortSignal,
): Promise<Input> {
  if (round > MAX_ROUNDS) return refused(`the server asked for input more than ${MAX_ROUNDS} times`);
  const responses: JsonObject = {};
  for (const { key, method, params } of inputRequestsOf(required, round)) {
    const answer = await answering.answer({ method, ...(params === undefined ? {} : { params }) }, signal);
    if ("error" in answer) return refused(`the server asked for ${method}, which was refused: ${answer.error.message}`);
    responses[key] = answer.result;
  }
  const state = required["requestState"];
  if (Object.keys(responses).length === 0 && state === undefined) {
    return refused("the server requires input and does not say which");
  }
  const params = {
    ...(Object.keys(responses).length === 0 ? {} : { inputResponses: responses }),
    ...(state === undefined ? {} : { requestState: state }),
  };
  return { kind: "again", params };
}

function refused(message: string): Input {
  return { kind: "refused", message };
}
