// Expands the parts of a loaded config that differ in each run, with the run's environment: MCPVALS_TMP and
// MCPVALS_PORT beside the user's variables.
import type * as z from "zod";
import { describeIssue } from "./issues.js";
import { expandStrings, type Environment, type Expansion } from "./expand-strings.js";
import { buildInvalid, buildUnset, describeMalformed } from "./refuse.js";
import { isRunText } from "./run-variables.js";
import {
  elicitationSchema,
  healthSuiteSchema,
  workflowSchema,
  type ElicitationAnswer,
  type HealthSuite,
  type ServerConfig,
  type Workflow,
} from "./schema.js";
import { serverSchema } from "./schema-server.js";

/** A server to start, and the variables in it with their values. Throws ENV_UNSET, CONFIG_INVALID. */
export function expandServer(
  server: ServerConfig,
  env: Environment,
  where = "server",
): { server: ServerConfig; used: Record<string, string> } {
  const { value, used } = expandPart(serverSchema, server, env, where);
  return { server: value, used };
}

/** The workflow with the run's folder and port in its prompts and expectations. Throws ENV_UNSET, CONFIG_INVALID. */
export function expandWorkflow(workflow: Workflow, env: Environment): Workflow {
  return expandRunTexts(workflowSchema, workflow, env, `workflow ${JSON.stringify(workflow.name)}`);
}

/** The tool tests with the run's folder and port in them. Throws ENV_UNSET, CONFIG_INVALID. */
export function expandHealthSuite(suite: HealthSuite, env: Environment): HealthSuite {
  return expandRunTexts(healthSuiteSchema, suite, env, `tool test suite ${JSON.stringify(suite.name)}`);
}

/** The user's answers with the run's folder and port in them. Throws ENV_UNSET, CONFIG_INVALID. */
export function expandElicitation(answers: readonly ElicitationAnswer[], env: Environment): ElicitationAnswer[] {
  return expandRunTexts(elicitationSchema, [...answers], env, "elicitation");
}

/**
 * Expands one text, such as `reset`, `setup` or `teardown`. `where` names it in the error. Throws ENV_UNSET,
 * CONFIG_INVALID.
 */
export function expandText(text: string, env: Environment, where: string): string {
  const expansion = expandStrings(text, env);
  refuse(expansion, where);
  return String(expansion.value);
}

function expandPart<Schema extends z.ZodType>(
  schema: Schema,
  part: unknown,
  env: Environment,
  where: string,
): { value: z.output<Schema>; used: Record<string, string> } {
  const expansion = expandStrings(part, env);
  refuse(expansion, where);
  return { value: check(schema, expansion.value, where), used: Object.fromEntries(expansion.used) };
}

/** Texts that name no variable of the run were expanded when the config was loaded. */
function expandRunTexts<Schema extends z.ZodType>(
  schema: Schema,
  part: z.output<Schema>,
  env: Environment,
  where: string,
): z.output<Schema> {
  const walk = (value: unknown): unknown => {
    if (typeof value === "string") return isRunText(value) ? expandText(value, env, where) : value;
    if (Array.isArray(value)) return value.map(walk);
    if (typeof value !== "object" || value === null) return value;
    return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, walk(member)]));
  };
  return holdsRunText(part) ? check(schema, walk(part), where) : part;
}

function holdsRunText(value: unknown): boolean {
  if (typeof value === "string") return isRunText(value);
  return typeof value === "object" && value !== null && Object.values(value).some(holdsRunText);
}

function check<Schema extends z.ZodType>(schema: Schema, value: unknown, where: string): z.output<Schema> {
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  const problems = parsed.error.issues.flatMap((issue) => describeIssue(issue, schema, value));
  throw buildInvalid(`${where}, with its variables put in`, problems);
}

function refuse({ unset, malformed }: Expansion, where: string): void {
  if (malformed.length > 0) throw buildInvalid(where, describeMalformed(malformed));
  if (unset.length > 0) throw buildUnset(where, unset);
}
