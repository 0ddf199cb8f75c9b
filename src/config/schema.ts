// The config's schema: the one place that says which keys there are, what they take, and their defaults.
import { z } from "zod";

const text = z.string().min(1);
const environment = z.record(z.string(), z.string());
const milliseconds = z.number().int().positive();

const start = {
  args: z.array(z.string()).optional().describe("Arguments of the command."),
  env: environment.optional().describe("Environment variables for the server, beside a safe base environment."),
  cwd: text.optional().describe("Working folder of the server, relative to the config's folder (the default)."),
  inheritEnv: z
    .union([z.boolean(), z.array(text)])
    .optional()
    .describe(
      "true passes the whole environment of the shell, a list passes the named variables. API keys of mcpvals never go along.",
    ),
};

const stdioServer = z.strictObject({
  transport: z.literal("stdio"),
  command: text.describe("The program that is the server."),
  ...start,
});

const httpServer = z.strictObject({
  transport: z.enum(["shttp", "sse"]).describe("shttp: streamable HTTP. sse: the old HTTP+SSE."),
  url: text.describe("The server's URL; ${MCPVALS_PORT} is a free port for each run."),
  headers: environment.optional().describe("HTTP headers sent with every request."),
  command: text.optional().describe("Starts the server before each run, ready when the URL answers."),
  ...start,
});

const expectedState = z
  .union([
    text,
    z.strictObject({ regex: text.describe("A JavaScript regular expression, case-insensitive.") }),
    z.strictObject({ equals: text.describe("The whole text, white space at its ends aside.") }),
  ])
  .describe("What the final message or the last tool result of the step must contain.");

const expectedTool = z.union([
  text,
  z.strictObject({
    tool: text,
    args: z.record(z.string(), z.json()).optional().describe("The call's arguments contain these."),
    fails: z.boolean().optional().describe("The call is expected to fail; then a failure is healthy."),
  }),
]);

const step = z.strictObject({
  user: text.describe("The user message."),
  expectedState: expectedState.optional(),
  expectTools: z.array(expectedTool).optional().describe("Tools expected to be called, in order."),
});

const workflow = z.strictObject({
  name: text,
  description: z.string().optional(),
  steps: z.array(step).min(1),
  expectTools: z
    .array(expectedTool)
    .optional()
    .describe("Tools expected in the whole workflow; stands for the steps' lists."),
  toolOrder: z.enum(["subsequence", "exact"]).optional().describe("exact: no other calls. Default subsequence."),
  forbidTools: z.array(text).optional().describe("Tools that must not be called."),
  skip: z.boolean().optional().describe("Leave this workflow out; it is counted as skipped."),
});

const healthTest = z.strictObject({
  name: text.describe("The tool."),
  description: z.string().optional(),
  args: z.record(z.string(), z.json()).default({}),
  expectedResult: z.json().optional().describe("A number within 1e-4, a string as substring, an object as subset."),
  expectedError: text.optional().describe("Substring of the error that the call must give."),
  maxLatency: milliseconds.optional().describe("Milliseconds."),
  retries: z.number().int().min(0).optional().describe("How often a failed test is tried again. Default 0."),
  timeout: milliseconds.optional(),
});

const healthSuite = z.strictObject({
  name: text,
  description: z.string().optional(),
  tests: z.array(healthTest).min(1),
  parallel: z.boolean().optional().describe("Run the tests together. Default false."),
  timeout: milliseconds.optional(),
});

const place = {
  tool: text.describe("The tool's name, or a glob."),
  path: z.string().describe("JSON pointer into the result; * stands for one part."),
};

/** The config of a suite, as users write it. */
export const configSchema = z.strictObject({
  $schema: z.string().optional(),
  server: z.discriminatedUnion("transport", [stdioServer, httpServer]).optional(),
  workflows: z.array(workflow).optional(),
  toolHealthSuites: z.array(healthSuite).optional().describe("Direct tool tests, without a model."),
  timeout: milliseconds.optional().describe("Milliseconds for connecting, listing, and each call. Default 30000."),

  model: text.optional().describe("The Claude model."),
  system: text.optional().describe("The system prompt."),
  instructions: z
    .boolean()
    .optional()
    .describe("Whether the server's instructions follow the system prompt. Default true."),
  maxTokens: z.number().int().positive().optional().describe("Per model turn. Default 8192."),
  maxTurns: z.number().int().positive().optional().describe("Model turns per step at most. Default 20."),
  temperature: z.number().min(0).max(1).optional(),
  parallelToolCalls: z.boolean().optional().describe("Make the calls of one turn together. Default false: in order."),
  isolation: z
    .enum(["workflow", "suite"])
    .optional()
    .describe("suite: all workflows share one server. Default workflow."),
  setup: text.optional().describe("A shell command before each run."),
  teardown: text.optional().describe("A shell command after each run."),

  llmJudge: z.boolean().optional(),
  judgeModel: text.optional(),
  openaiKey: text.optional(),
  passThreshold: z.number().min(0).max(1).optional(),
  judge: z
    .strictObject({
      rubric: text.optional(),
      samples: z.number().int().min(1).max(25).optional(),
      baseURL: text.optional(),
    })
    .optional(),

  cassettes: text.optional().describe("Folder of the cassettes. Default `cassettes` beside the config."),
  varies: z
    .array(
      z.strictObject({
        ...place,
        order: z.literal("any").optional().describe("The array at path may change its order."),
      }),
    )
    .optional()
    .describe("Places in results that differ by themselves."),
  ignore: z.array(z.strictObject(place)).optional().describe("Places in results that are not compared."),
  pins: z
    .array(
      z.strictObject({
        ...place,
        argument: place.path.describe("JSON pointer into the arguments of a later call."),
        into: text.describe("The tool of the later call."),
      }),
    )
    .optional()
    .describe("Which value of a result goes into which argument of a later call, where replay cannot tell."),
  accept: z
    .array(z.enum(["docs", "additive", "reworded"]))
    .optional()
    .describe('Drift that is harmless here. Default ["docs", "additive"].'),
  afterDrift: z.enum(["stop", "play"]).optional(),
  failOn: z.enum(["any", "regression"]).optional(),
  onInconclusive: z.enum(["fail", "warn"]).optional(),

  concurrency: z
    .number()
    .int()
    .positive()
    .optional()
    .describe("Workflows at a time. Default 4; 1 for a server that is not ours."),
  bail: z.number().int().positive().optional().describe("Stop after this many workflows that did not pass."),
  reporters: z.array(text).optional().describe('"console", "json", each with an optional "=file".'),
  debug: z.boolean().optional(),
  quiet: z.boolean().optional(),
});

/** The config as users write it: what `defineConfig`, `evaluate` and config files take. */
export type Config = z.input<typeof configSchema>;
/** The config with defaults of nested parts put in. */
export type ParsedConfig = z.output<typeof configSchema>;
export type ServerConfig = NonNullable<ParsedConfig["server"]>;
export type Workflow = NonNullable<ParsedConfig["workflows"]>[number];
export type WorkflowStep = Workflow["steps"][number];
export type ExpectedState = NonNullable<WorkflowStep["expectedState"]>;
export type ExpectedTool = NonNullable<Workflow["expectTools"]>[number];
export type HealthSuite = NonNullable<ParsedConfig["toolHealthSuites"]>[number];
export type HealthTest = HealthSuite["tests"][number];
