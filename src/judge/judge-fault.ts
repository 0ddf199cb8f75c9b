// Classifies an error of the SDK: as the reason why this workflow has no verdict, or as an error that ends the command.
// Must not know the SDK: it reads errors by their fields. Puts no part of a key into a message.
import { McpvalsError, messageOf } from "../errors.js";

/**
 * Why one request failed, in a sentence. Throws JUDGE_ACCOUNT for a fault that every workflow will meet: a refused key,
 * no credit, an unknown or unsuitable model.
 */
export function describeJudgeFault(thrown: unknown, model: string, key: string): string {
  const fault = readFault(thrown);
  const { status, code } = fault;
  const said = fault.message.replaceAll(key, "[redacted]").replace(/\bsk-[\w*.-]+/g, "[redacted]");
  const facts = [status === undefined ? undefined : `status ${status}`, code, fault.requestId];
  const known = facts.filter((fact) => fact !== undefined);
  const evidence = known.length === 0 ? said : `${said} (${known.join(", ")})`;
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

interface Fault {
  status: number | undefined;
  code: string | undefined;
  message: string;
  requestId: string | undefined;
}

function readFault(thrown: unknown): Fault {
  const field = (owner: unknown, key: string): unknown =>
    typeof owner === "object" && owner !== null ? Reflect.get(owner, key) : undefined;
  const words = (value: unknown): string | undefined => (typeof value === "string" && value !== "" ? value : undefined);
  const status = field(thrown, "status");
  const requestId = words(field(thrown, "requestID"));
  const said = words(field(field(thrown, "error"), "message"));
  return {
    status: typeof status === "number" ? status : undefined,
    code: words(field(thrown, "code")),
    message: (said ?? [messageOf(thrown), ...causesOf(thrown)].join(": ")).replace(/\s+/g, " ").slice(0, 1000),
    requestId: requestId === undefined ? undefined : `request ${requestId}`,
  };
}

/** `Connection error.` explains nothing; its causes do. */
function causesOf(thrown: unknown): string[] {
  const causes: string[] = [];
  for (let at = thrown; at instanceof Error && causes.length < 5;) {
    at = at.cause;
    if (at instanceof Error && at.message !== "") causes.push(at.message);
  }
  return causes;
}
