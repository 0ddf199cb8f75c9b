// Defines the config's schema: every key, its values, and its defaults. No other file defines them.
import * as z from "zod";
import { agentChoice } from "./schema-agent.js";
import { checksSchema } from "./schema-check.js";
import { moneyKeys } from "./schema-money.js";
import { suiteChoice, workflowChoice } from "./schema-choice.js";
import { pinsSchema } from "./schema-pins.js";
import { place, text } from "./schema-place.js";
import { serverSchema, url } from "./schema-server.js";
import { serversOf, toolNamesPattern } from "./schema-servers.js";
import { trialKeys } from "./schema-trials.js";
import { WHOLE } from "../trace/drift-classes.js";

/** The longest time that a timer can wait: a longer one would end at once. */
const milliseconds = z
  .number()
  .int()
  .positive()
  .max(2 ** 31 - 1);

const shown = text.refine((value) => value.trim() !== "", { error: "must not be white space only" });
const pattern = text.refine((value) => isPattern(value), { error: "is not a regular expression of JavaScript" });
const expectedState = z
  .union(
    [
      shown,
      z.strictObject({ regex: pattern.describe("A JavaScript regular expression, case-insensitive.") }),
      z.strictObject({ equals: shown.describe("The whole text, white space at its ends aside.") }),
    ],
    { error: 'expected a string, { "regex": … } or { "equals": … }' },
  )
  .describe("What the final message or the last tool result of the step must contain, case-insensitive.");

const expectedTool = z.union(
  [
    text,
    z.strictObject({
      tool: text.describe("The tool's MCP name."),
      args: z.record(z.string(), z.json()).optional().describe("The call's arguments contain these."),
      fails: z.boolean().optional().describe("The call is expected to fail; then a failure is healthy."),
    }),
  ],
  { error: 'expected a tool\'s name or { "tool": … }' },
);

const step = z.strictObject({
  user: text.describe("The user message."),
  expectedState: expectedState.optional(),
  expectTools: z.array(expectedTool).optional().describe("Tools expected to be called, in order."),
});

/** A workflow of the config. */
export const workflowSchema = z.strictObject({
  name: text.describe("Unique in the suite; also the cassette's file name, in lower case."),
  description: z.string().optional().describe("For people; Claude does not see it."),
  steps: z.array(step).min(1).describe("One user message each; the conversation goes on from step to step."),
  expectTools: z
    .array(expectedTool)
    .optional()
    .describe("Tools expected in the whole workflow; replaces the steps' lists."),
  toolOrder: z
    .enum(["subsequence", "exact"])
    .optional()
    .describe("subsequence: other calls may come between. exact: no other calls. Default subsequence."),
  forbidTools: z.array(text).optional().describe("Tools that must not be called."),
  ...workflowChoice,
  ...trialKeys,
});

const healthTest = z.strictObject({
  name: text.describe("The tool."),
  description: z.string().optional(),
  args: z.record(z.string(), z.json()).default({}).describe("The call's arguments. Default none."),
  expectedResult: z
    .json()
    .superRefine((value, context) => {
      for (const path of wrongContains(value)) context.addIssue({ code: "custom", path, message: "expected a string" });
    })
    .optional()
    .describe(
      'A whole number matches exactly, another number within 1e-4 of its size; a string as substring, inside an object as whole words, { "$contains": "text" } as substring there; an object as subset.',
    ),
  expectedError: text.optional().describe("Substring of the error that the call must return."),
  maxLatency: milliseconds.optional().describe("Milliseconds."),
  retries: z.number().int().min(0).optional().describe("How often a failed test is tried again. Default 0."),
  timeout: milliseconds.optional().describe("Milliseconds for this call."),
});

/** Direct tool tests of the config. */
export const healthSuiteSchema = z.strictObject({
  name: text.describe("Unique in the config."),
  description: z.string().optional(),
  tests: z.array(healthTest).min(1),
  parallel: z.boolean().optional().describe("Run the tests together. Default false."),
  timeout: milliseconds.optional().describe("Milliseconds for each call of the suite."),
});

const elicitationAnswer = z.strictObject({
  message: z
    .union([text, z.strictObject({ regex: pattern.describe("A JavaScript regular expression, case-insensitive.") })], {
      error: 'expected a string or { "regex": … }',
    })
    .optional()
    .describe("What the server's message (or URL) must contain, case-insensitive. Default: any."),
  action: z.enum(["accept", "decline", "cancel"]).optional().describe("What the user does. Default accept."),
  content: z.record(z.string(), z.json()).optional().describe("What the user fills in. Default nothing."),
});

/** The answers of the user in the config. */
export const elicitationSchema = z.array(elicitationAnswer);

/** The config of a suite, with its server read from the file that it may name (`server-from.ts`). */
export const configSchema = z.strictObject({
  $schema: z.string().optional().describe("The JSON Schema, for editors. Not read."),
  server: serverSchema.optional().describe("The server under test."),
  servers: serversOf(serverSchema).optional(),
  workflows: z.array(workflowSchema).optional().describe("What Claude is asked to do, and what is expected of it."),
  toolHealthSuites: z.array(healthSuiteSchema).optional().describe("Direct tool tests, without a model."),
  ...suiteChoice,
  ...trialKeys,
  ...moneyKeys,
  timeout: milliseconds.optional().describe("Milliseconds for connecting, listing, and each call. Default 30000."),

  modelTimeout: milliseconds
    .optional()
    .describe("Milliseconds without a byte from the model after which the request is sent again. Default 120000."),

  agent: agentChoice.optional(),
  model: text.optional().describe("The Claude model. Default claude-sonnet-5-5; in replay the cassette's."),
  system: text.optional().describe("The system prompt. Default none."),
  instructions: z
    .boolean()
    .optional()
    .describe("Whether the server's instructions follow the system prompt. Default true."),
  maxTokens: z.number().int().positive().optional().describe("Per model turn. Default 8192."),
  maxTurns: z.number().int().positive().optional().describe("Model turns per step at most. Default 20."),
  temperature: z
    .number()
    .min(0)
    .max(1)
    .optional()
    .describe("Only for models that still support it. Default: the model's own."),
  parallelToolCalls: z
    .union([z.boolean(), z.literal("read-only")], { error: 'expected true, false or "read-only"' })
    .optional()
    .describe(
      'true: send the calls of one turn together. "read-only": only adjacent calls of tools with readOnlyHint. Default false: one after another.',
    ),
  elicitation: elicitationSchema
    .optional()
    .describe(
      "The user's answers to what the server asks; the first that matches is used. Default: the user declines.",
    ),
  roots: z
    .array(text)
    .optional()
    .describe(
      "Folders that the client offers to the server as roots, relative to the config's folder. Default: no roots.",
    ),
  toolNames: toolNamesPattern.optional(),
  isolation: z
    .enum(["workflow", "suite"])
    .optional()
    .describe("suite: all workflows share one server. Default workflow."),
  state: text
    .optional()
    .describe("A folder, relative to the config's, that is copied into ${MCPVALS_TMP} before each run."),
  reset: text
    .optional()
    .describe("A shell command in the config's folder that resets the server's data, before each run and its setup."),
  setup: text.optional().describe("A shell command before each run, in the config's folder."),
  teardown: text.optional().describe("A shell command after each run, whatever its outcome."),

  llmJudge: z.boolean().optional().describe("Ask the LLM judge as well. Default false."),
  judgeModel: text.optional().describe("The OpenAI model that judges. Default gpt-4o."),
  openaiKey: text
    .optional()
    .describe('Key of the judge; better "${OPENAI_API_KEY}" or left out, which reads the same variable.'),
  passThreshold: z
    .number()
    .min(0)
    .max(1)
    .optional()
    .describe("The lowest judge's score that passes, 0 to 1. Default 0.8."),
  judge: z
    .strictObject({
      rubric: text.optional().describe("What the judge looks at, in words."),
      samples: z
        .number()
        .int()
        .min(1)
        .max(25)
        .optional()
        .describe("How often it is asked; the median counts. Default 1."),
      baseURL: url.optional().describe("Another server with OpenAI's API."),
    })
    .optional()
    .describe("More about the judge."),

  cassettes: text.optional().describe("Folder of the cassettes. Default `cassettes` beside the config."),
  redact: z
    .strictObject({
      keys: z
        .array(text)
        .optional()
        .describe("Keys whose values are secrets, in any place. Case, - and _ make no difference."),
      paths: z.array(z.strictObject(place)).optional().describe("Places in results that hold secrets."),
      values: z.array(text).optional().describe("Environment variables whose values are secrets."),
    })
    .optional()
    .describe("Secrets that mcpvals does not recognize on its own; see docs/security.md."),
  varies: z
    .array(
      z.strictObject({
        ...place,
        order: z.literal("any").optional().describe("The array at path may change its order."),
      }),
    )
    .optional()
    .describe("Places in results that may hold any value of the recorded JSON type."),
  ignore: z.array(z.strictObject(place)).optional().describe("Places in results that are not compared."),
  pins: pinsSchema.optional(),
  check: checksSchema.optional(),
  accept: z
    .array(z.enum(WHOLE))
    .optional()
    .describe('Classes of drift that are accepted here. Default ["docs", "additive"].'),
  afterDrift: z
    .enum(["stop", "play"])
    .optional()
    .describe(
      "stop: end where the recording no longer proves anything. play: make the later calls too, for information only. Default stop.",
    ),
  failOn: z
    .enum(["any", "regression"])
    .optional()
    .describe("regression: what failed already when it was recorded does not fail the command. Default any."),
  onInconclusive: z
    .enum(["fail", "warn"])
    .optional()
    .describe("warn: exit code 0 instead of 3; the report is the same. Default fail."),

  concurrency: z
    .number()
    .int()
    .positive()
    .optional()
    .describe("Workflows at a time. Default 4; 1 with reset, and for a server that mcpvals does not start."),
  bail: z.number().int().positive().optional().describe("Stop after this many workflows that did not pass."),
  reporters: z
    .array(text)
    .optional()
    .describe("console, json, junit, markdown, html or github, each with an optional =FILE. Default console."),
  debug: z.boolean().optional().describe("Show every turn, call and result. Default false."),
  quiet: z.boolean().optional().describe("No progress. Default false."),
});

/** The places of `{ "$contains": … }` whose value is not a string. */
function wrongContains(value: z.core.util.JSONType, path: (string | number)[] = []): (string | number)[][] {
  if (Array.isArray(value)) return value.flatMap((part, at) => wrongContains(part, [...path, at]));
  if (typeof value !== "object" || value === null) return [];
  const entries = Object.entries(value);
  const [first] = entries;
  if (entries.length === 1 && first?.[0] === "$contains") {
    return typeof first[1] === "string" && first[1] !== "" ? [] : [[...path, "$contains"]];
  }
  return entries.flatMap(([key, part]) => wrongContains(part, [...path, key]));
}

function isPattern(value: string): boolean {
  try {
    new RegExp(value, "i");
    return true;
  } catch {
    return false;
  }
}

/** The config with the defaults of nested parts. */
export type ParsedConfig = z.output<typeof configSchema>;
export type ServerConfig = NonNullable<ParsedConfig["server"]>;
export type Workflow = NonNullable<ParsedConfig["workflows"]>[number];
export type WorkflowStep = Workflow["steps"][number];
export type ExpectedState = NonNullable<WorkflowStep["expectedState"]>;
export type ExpectedTool = NonNullable<Workflow["expectTools"]>[number];
export type ElicitationAnswer = z.output<typeof elicitationAnswer>;
export type HealthSuite = NonNullable<ParsedConfig["toolHealthSuites"]>[number];
export type HealthTest = HealthSuite["tests"][number];
