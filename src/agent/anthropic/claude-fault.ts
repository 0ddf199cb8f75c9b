// Classifies an error of the SDK: as an answer that ends the run, or as an error that ends the command.
import { McpvalsError } from "../../errors.js";
import { describeApiFault, readApiFault, type ApiFault } from "../../network/api-fault.js";
import type { SamplingAnswer } from "../model.js";
import { LONGEST_WAIT } from "./retry.js";
import { nameLimit } from "./silence.js";

/** How often a failed request was repeated; `asked`: the wait that the API requested, where it was too long. */
export interface Tries {
  retries: number;
  asked?: number | undefined;
}

/** "after 4 retries", and why there were no more; undefined where there is nothing to report. */
export function describeRetries({ retries, asked }: Tries): string | undefined {
  const facts = [
    retries === 0 ? undefined : `after ${String(retries)} ${retries === 1 ? "retry" : "retries"}`,
    asked === undefined
      ? undefined
      : `not retried: the API asks to wait ${String(Math.ceil(asked / 1000))} s, mcpvals waits ${String(LONGEST_WAIT / 1000)} s at most`,
  ].filter((fact) => fact !== undefined);
  return facts.length === 0 ? undefined : facts.join(", ");
}

/**
 * The answer for one failed request. `tools`: the MCP names of the tools in the request, in its order. Throws
 * MODEL_ACCOUNT for a fault that every workflow will meet: a refused key, billing, an unknown model.
 */
export function classifyClaudeFault(
  thrown: unknown,
  model: string,
  tries: Tries,
  tools: readonly string[] = [],
): { kind: "error"; message: string } {
  const fault = readFault(thrown);
  const message = nameTools(fault.message, tools);
  const evidence = describeApiFault({ ...fault, message }, fault.type, describeRetries(tries));
  const stop = (message: string, fix: string): never => {
    throw new McpvalsError("MODEL_ACCOUNT", message, { evidence, fix, cause: thrown });
  };
  const { status, type } = fault;
  if (
    status === 402 ||
    type === "billing_error" ||
    (status === 400 && /credit balance|usage limits/i.test(fault.message))
  )
    return stop("The Anthropic account cannot pay for this request.", "Add credit to the account, or use another key.");
  if (status === 401)
    return stop(
      "The Claude API refuses the key.",
      "Check ANTHROPIC_API_KEY (or ANTHROPIC_AUTH_TOKEN). `mcpvals replay` needs no key.",
    );
  if (status === 403)
    return stop(
      "The Claude API does not permit this request to the key.",
      "Check what the key may do, and ANTHROPIC_BASE_URL if it is set.",
    );
  if (status === 404)
    return stop(
      `The Claude API has no model "${model}".`,
      "Name another with --model or `model` in the config; check ANTHROPIC_BASE_URL if it is set.",
    );
  return { kind: "error", message: `The Claude API failed: ${evidence}` };
}

/** Adds the name of the tool to a place such as `tools.7.custom.input_schema`. */
function nameTools(message: string, tools: readonly string[]): string {
  return message.replace(/\btools\.(\d+)\b/g, (place, index: string) => {
    const name = tools[Number(index)];
    return name === undefined ? place : `${place} (the tool ${JSON.stringify(name)})`;
  });
}

/** A fault in what the server sent is the server's fault; everything else is as with any request. */
export function classifySamplingFault(thrown: unknown, model: string, tries: Tries): SamplingAnswer {
  const { message } = classifyClaudeFault(thrown, model, tries);
  const { status } = readFault(thrown);
  return status === 400 || status === 413 ? { kind: "refused", message, code: -32602 } : { kind: "failed", message };
}

function readFault(thrown: unknown): ApiFault {
  const fault = readApiFault(thrown);
  return { ...fault, message: nameLimit(fault.message) };
}
