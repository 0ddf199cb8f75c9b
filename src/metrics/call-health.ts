// One call and the tools that Claude was given in; healthy or not, and why, out.
import { checkSchema } from "../json/schema-check.js";
import { isJsonObject, type JsonValue } from "../json/value.js";
import type { Tool } from "../trace/contract.js";
import { isToolError } from "../trace/read.js";
import type { Call } from "../trace/trace.js";
import { errorTextOf } from "./result-text.js";

export interface CallHealth {
  /** Why the call is not healthy, in one line; undefined for a healthy one. */
  fault: string | undefined;
  /** What could not be checked, because a schema cannot be processed. */
  notChecked: string[];
}

/**
 * Healthy: an answer in time that is a result without `isError`, HTTP status 2xx, arguments and structured content
 * that fit the tool's schemas. With `expectFailure` only an answered error is healthy.
 */
export function judgeCall(call: Call, tools: readonly Tool[], expectFailure = false): CallHealth {
  const schemas = checkSchemas(call, tools);
  return {
    fault: expectFailure ? whyNotFailed(call) : (whyFailed(call) ?? schemas.fault),
    notChecked: schemas.notChecked,
  };
}

function whyNotFailed(call: Call): string | undefined {
  const { outcome } = call;
  if (outcome.kind === "error" || isToolError(outcome)) return undefined;
  return outcome.kind === "result" ? "it was expected to fail, and did not" : whyFailed(call);
}

function whyFailed({ outcome, httpStatus }: Call): string | undefined {
  switch (outcome.kind) {
    case "none":
      return `no answer (${outcome.reason}): ${outcome.message}`;
    case "unknown-tool":
      return `unknown tool: ${outcome.message}`;
    case "error": {
      const code = isJsonObject(outcome.error) ? outcome.error["code"] : undefined;
      return `JSON-RPC error${typeof code === "number" ? ` ${code}` : ""}: ${errorTextOf(outcome)}`;
    }
    case "result":
      if (isToolError(outcome)) return `tool error: ${errorTextOf(outcome) || "(no text)"}`;
      if (httpStatus !== undefined && (httpStatus < 200 || httpStatus > 299)) return `HTTP status ${httpStatus}`;
      return isJsonObject(outcome.result) ? undefined : "the result is not an object";
  }
}

function checkSchemas(call: Call, tools: readonly Tool[]): CallHealth {
  const tool = tools.find((candidate) => candidate.name === call.tool);
  const notChecked: string[] = [];
  const faults: string[] = [];
  const check = (schema: JsonValue | undefined, value: JsonValue, what: string) => {
    if (schema === undefined) return;
    const answer = checkSchema(schema, value);
    if (answer.kind === "invalid") faults.push(`${what}: ${answer.problems.join(" ")}`);
    if (answer.kind === "unknown") notChecked.push(`${what}: ${answer.why}`);
  };
  check(tool?.["inputSchema"], call.arguments, "arguments against inputSchema");
  const { outcome } = call;
  const outputSchema = tool?.["outputSchema"];
  if (outputSchema !== undefined && outcome.kind === "result" && isJsonObject(outcome.result)) {
    const structured = outcome.result["structuredContent"];
    if (structured === undefined) faults.push("the tool has an outputSchema, but the result no structuredContent");
    else check(outputSchema, structured, "structuredContent against outputSchema");
  }
  return { fault: faults[0], notChecked };
}
