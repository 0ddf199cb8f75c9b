// Judges whether one call is healthy, and why not.
import { checkSchema } from "../json/schema-check.js";
import { isJsonObject, type JsonValue } from "../json/value.js";
import type { Tool } from "../trace/contract.js";
import { isToolError } from "../trace/read.js";
import type { Era } from "../trace/session.js";
import type { Call } from "../trace/trace.js";
import { errorTextOf } from "./result-text.js";
import { whyRefused } from "./tool-result.js";

export interface CallHealth {
  /** Why the call is not healthy, in one line; undefined for a healthy one. */
  fault: string | undefined;
  /** What could not be checked, because a schema cannot be processed. */
  notChecked: string[];
}

export interface CallRules {
  /** The era of the protocol that made the call. */
  era: Era;
  expectFailure?: boolean;
}

/**
 * Healthy means: an answer in time that is a valid MCP result without `isError`, HTTP status 2xx, arguments and
 * structured content that fit the tool's schemas. With `expectFailure` only an answer with an error is healthy.
 */
export function judgeCall(call: Call, tools: readonly Tool[], { era, expectFailure = false }: CallRules): CallHealth {
  const schemas = checkSchemas(call, tools);
  return {
    fault: expectFailure ? whyNotFailed(call, era) : (whyFailed(call, era) ?? schemas.fault),
    notChecked: schemas.notChecked,
  };
}

function whyNotFailed(call: Call, era: Era): string | undefined {
  const { outcome } = call;
  if (outcome.kind === "error") return undefined;
  if (outcome.kind !== "result") return whyFailed(call, era);
  return (
    whyRefused(outcome.result, era) ?? (isToolError(outcome) ? undefined : "it was expected to fail, and succeeded")
  );
}

function whyFailed({ outcome, httpStatus }: Call, era: Era): string | undefined {
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
      return whyRefused(outcome.result, era);
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
    if (structured === undefined) faults.push("the tool has an outputSchema, but the result has no structuredContent");
    else check(outputSchema, structured, "structuredContent against outputSchema");
  }
  return { fault: faults[0], notChecked };
}
