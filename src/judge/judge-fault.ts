// Classifies an error of the SDK: as the reason why this workflow has no verdict, or as an error that ends the command.
// Puts no part of a key into a message.
import { McpvalsError } from "../errors.js";
import { describeApiFault, readApiFault } from "../network/api-fault.js";

/**
 * Why one request failed, in a sentence. Throws JUDGE_ACCOUNT for a fault that every workflow will meet: a refused key,
 * no credit, an unknown or unsuitable model.
 */
export function describeJudgeFault(thrown: unknown, model: string, key: string): string {
  const fault = readApiFault(thrown);
  const { status, code } = fault;
  const said = fault.message.replaceAll(key, "[redacted]").replace(/\bsk-[\w*.-]+/g, "[redacted]");
  const evidence = describeApiFault({ ...fault, message: said }, code);
  const stop = (message: string, fix: string): never => {
    throw new McpvalsError("JUDGE_ACCOUNT", message, { evidence, fix });
  };
  if (status === 402 || code === "insufficient_quota" || code === "billing_not_active")
    return stop("The judge's account cannot pay for this request.", "Add credit to the account, or use another key.");
  if (status === 401) return stop("The judge's API refuses the key.", "Check `openaiKey` and OPENAI_API_KEY.");
  if (status === 403)
    return stop(
      "The judge's API does not permit this request to the key.",
      "Check what the key may do, and `judge.baseURL` and OPENAI_BASE_URL if they are set.",
    );
  if (status === 404)
    return stop(
      `The judge's API has no model "${model}".`,
      "Name another as `judgeModel`; check `judge.baseURL` and OPENAI_BASE_URL if they are set.",
    );
  if (status === 400 && /response_format|json_schema/i.test(said))
    return stop(
      `The judge's model "${model}" does not support a JSON schema.`,
      "Name a `judgeModel` with structured outputs, as gpt-4o has.",
    );
  return `The judge's API failed: ${evidence}`;
}
