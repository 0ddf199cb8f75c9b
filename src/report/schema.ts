// Describes the JSON report as a zod schema and as the published JSON Schema (`docs/report.schema.json`, written by
// `npm run schema`).
// A test compares it with the types of the report.
import * as z from "zod";
import { pinsSchema } from "../config/schema-pins.js";
import { driftKeys, placeKeys } from "../trace/drift-shape.js";
import { comparisonSchema } from "./comparison-schema.js";
import { toolHealthSchema } from "./tool-health-schema.js";
import { judgeAgreementSchema, passRateSchema, spentSchema, trialsSchema } from "./trials-schema.js";
import { oneServer } from "./server-schema.js";
import { VERDICTS_WORST_FIRST } from "../metrics/verdicts.js";
import { stoppedSchema } from "./stopped-schema.js";

export const json = z.json();
export const jsonObject = z.record(z.string(), json);

export const metricVerdict = z
  .enum(["passed", "failed", "inconclusive", "not-applicable"])
  .describe("not-applicable: nothing is expected that the metric could measure; it counts for nothing");
export const workflowVerdict = z.enum(VERDICTS_WORST_FIRST);
/** Version 1 lacked the verdict `not-applicable`: a metric without an expectation counted as 100%. */
export const REPORT_VERSION = 2;

const source = z.enum(["live", "recorded"]);
export const score = z
  .number()
  .min(0)
  .max(1)
  .nullable()
  .describe("0 to 1; null where it could not be judged, or where nothing is expected");
export const ms = z.number().describe("milliseconds");
export const count = z.int().min(0);

const place = z.object(placeKeys);

export const drift = z.object(driftKeys(json, place));

const metricResult = z.object({
  id: z.enum(["end-to-end-success", "tool-invocation-order", "tool-call-health", "llm-judge"]),
  metric: z.string().describe("the display name"),
  verdict: metricVerdict,
  passed: z.boolean().describe("true for passed and not-applicable"),
  score,
  details: z.string(),
  metadata: jsonObject,
});

const claude = {
  lastWords: z.string().optional().describe("the last text that Claude wrote"),
  called: z.array(z.string()).optional().describe("the tools that Claude called, in order"),
  inputTokens: count,
  outputTokens: count,
  callTime: z.object({ ms }).optional().describe("how long the server worked on the calls"),
};

const run = z.object({
  model: z.object({
    name: z.string(),
    answered: z.string().optional().describe("the model that answered, where its name differs"),
    maxTokens: z.number().nullable().describe("null where an imported run does not say"),
    temperature: z.number().optional(),
    toolNames: z.string().optional().describe("of several servers: what Claude was told that a tool is called"),
  }),
  server: z.object(oneServer),
  servers: z
    .record(z.string(), z.object(oneServer))
    .optional()
    .describe("where the suite has several: each, by its name in the config; `server` is the first of them"),
  sources: z.object({ model: source, server: source }),
  turns: count,
  calls: count,
  ...claude,
  ms,
  end: z
    .enum([
      "model-stopped",
      "max-turns",
      "model-error",
      "server-failed",
      "tool-missing",
      "ungrounded",
      "stale",
      "cancelled",
    ])
    .optional()
    .describe("why the run ended early; absent where it was completed"),
  findings: z.array(z.string()),
  stderr: z.string().describe("the end of the server's stderr"),
});

const learnedPlace = {
  call: count.describe("from 1, in the order of the recorded run; 0: what the server declares about itself"),
  at: z.string().describe("a JSON pointer"),
  token: z
    .union([count, z.tuple([count, count])])
    .optional()
    .describe("which run of letters and digits of the text, or the first and the last of them, from 1"),
};

const replay = z.object({
  recording: z.object(claude).optional().describe("the recorded run"),
  drift: z.array(drift),
  substitutions: z.array(z.object({ recorded: json, live: json, from: place })),
  variables: z
    .array(
      z.object({
        name: z.string(),
        kind: z.enum(["value", "time", "quantity"]),
        recorded: z.string(),
        now: z.string(),
        sent: z.array(z.object(learnedPlace)).describe("the arguments that contain it"),
      }),
    )
    .describe("values from the server that differ from the recording"),
  races: z
    .array(z.array(count))
    .describe("groups of concurrent calls whose outcomes differ from the recording, as they did when it was checked"),
  notCompared: count.describe("places of redacted values, whose live values were not compared"),
  unused: z.array(z.string()).optional().describe("accepted drift that did not occur"),
  sameBuild: z
    .literal(true)
    .optional()
    .describe("the server reports the recorded name, version and contract, so what differs may differ on its own"),
  ungroundedFrom: z
    .object({ step: count, turn: count })
    .optional()
    .describe("the first turn from which the recording proves nothing, and its step"),
  stopped: stoppedSchema.optional(),
  baseline: z.array(z.object({ id: z.string(), metric: z.string(), verdict: metricVerdict, score })),
  regressions: z.array(z.string()),
  failedBefore: z.boolean(),
  passedThen: z
    .literal(true)
    .optional()
    .describe("what failed before passed when it was recorded: only what is expected has changed since"),
});

const pasted = z.object({ tool: z.string(), path: z.string().describe("a JSON pointer into the tool's results") });

const recorded = z.object({
  because: z.string(),
  file: z.string().optional(),
  check: z
    .object({
      replays: z.boolean(),
      varies: z.array(z.object({ call: count, at: z.string() })),
      message: z.string(),
      unwritten: z
        .literal(true)
        .optional()
        .describe("the cassette stays as it is: the server failed, or changed since"),
    })
    .optional(),
  changed: z
    .literal(true)
    .optional()
    .describe("the checks of an older recording agree with each other and differ from it"),
  paste: z
    .object({
      varies: z.array(pasted.extend({ order: z.literal("any").optional() })).optional(),
      ignore: z.array(pasted).optional(),
    })
    .optional()
    .describe("for the config, where the cassette does not replay on its own server"),
  pins: z
    .array(pinsSchema)
    .optional()
    .describe("for each doubtful argument the pins that settle it, of which one is to be pasted into the config"),
  unstable: z
    .array(z.object({ ...learnedPlace, why: z.string(), seen: z.array(json) }))
    .optional()
    .describe("places that differed in a check without being variables"),
  doubtful: z
    .array(
      z.object({
        ...learnedPlace,
        value: json,
        readings: z.array(z.string()).describe("names of variables, or constant"),
        excluded: z.array(z.string()).optional().describe("readings with which the call failed when it was tried"),
        derived: z.string().optional().describe("how it was made from a variable"),
      }),
    )
    .optional()
    .describe("arguments whose present value is unknown; their turns are not replayed"),
  evidence: z
    .object({ places: count, asserted: count, variables: count, ignored: count })
    .optional()
    .describe("how many of the places that Claude was given the cassette asserts"),
  below: z.array(z.string()),
});

const transcriptStep = z.object({
  user: z.string(),
  turns: z.array(
    z.looseObject({
      content: z.array(z.looseObject({ type: z.string() })),
      calls: z.array(z.looseObject({ id: count })),
    }),
  ),
});

/** Where the model's side of an imported run comes from. */
export const importedSource = z.object({
  format: z.string(),
  sha256: z.string(),
  differs: z.array(z.number().int()).optional(),
});

export const evaluationSchema = z.object({
  workflowName: z.string(),
  description: z.string().optional(),
  verdict: workflowVerdict,
  passed: z.boolean(),
  overallScore: score,
  results: z.array(metricResult),
  reasons: z.array(z.string()),
  run: run.optional().describe("absent where nothing ran"),
  replay: replay.optional(),
  settle: z.array(z.string()).describe("commands that help to decide an inconclusive verdict"),
  imported: importedSource
    .optional()
    .describe("the transcript that the run comes from; differs: calls that the server answered otherwise than it says"),
  spent: spentSchema.optional().describe("what the model was asked for, in all trials; absent where none was asked"),
  trials: trialsSchema.optional().describe("where it ran several times; the rest describes one trial"),
  recorded: recorded.optional().describe("what `record` did"),
  transcript: z
    .object({
      system: z.string().nullable(),
      steps: z.array(transcriptStep),
      unplayed: z.array(transcriptStep).optional(),
    })
    .optional()
    .describe("only in the report of a shard, for the page of the merged report"),
});

const summary = z.object({
  total: count,
  passed: count,
  failed: count,
  inconclusive: count,
  errors: count,
  skipped: count,
  passedOnAccepted: count,
  overallScore: score,
  passRate: passRateSchema.optional(),
  judge: judgeAgreementSchema.optional(),
});

/** The report of one suite, as the JSON reporter writes it. */
export const reportSchema = z.object({
  version: z.literal(REPORT_VERSION).describe("of this shape; later releases may add keys"),
  by: z.string(),
  command: z.enum(["eval", "record", "replay"]),
  suite: z.object({
    name: z.string(),
    file: z.string().nullable(),
    hash: z.string().describe("sha256 of the config, 12 hex"),
  }),
  config: jsonObject.describe("secrets redacted"),
  evaluations: z.array(evaluationSchema),
  toolHealth: z.array(toolHealthSchema),
  summary,
  verdict: workflowVerdict,
  passed: z.boolean(),
  exitCode: z.int(),
  timestamp: z.iso.datetime(),
  leftOut: z
    .string()
    .optional()
    .describe("why the whole suite was left out on purpose; it does not count where others were judged"),
  shard: z
    .object({
      index: count,
      total: count,
      commit: z.string().nullable(),
      selection: z.string().describe("sha256; the same in all shards of one run"),
      none: z.literal(true).optional().describe("this shard has nothing of the suite"),
    })
    .optional()
    .describe("which part of the command this is; absent in a merged report"),
  unused: z.array(z.string()).optional().describe("only with `shard`: accepted drift that no workflow of it met"),
  offline: z
    .string()
    .optional()
    .describe("why it was replayed without its server although the command did not ask for that"),
  side: z.string().optional().describe("where several things are compared: which of them ran here"),
  comparison: comparisonSchema.optional().describe("with the first side; in the reports of the others"),
});

/** The output of the JSON reporter: one report, or those of several suites. */
const documentSchema = z.union([
  reportSchema.meta({ title: "one suite" }),
  z
    .object({
      version: z.literal(REPORT_VERSION),
      passed: z.boolean(),
      exitCode: z.int(),
      reports: z.array(reportSchema),
    })
    .meta({ title: "several suites" }),
]);

/** Builds the JSON Schema of the JSON reporter's output, draft 7. `strict` allows named keys only. */
export function buildReportSchema(keys: "open" | "strict" = "open"): Record<string, unknown> {
  const { $schema, ...schema } = z.toJSONSchema(documentSchema, {
    target: "draft-7",
    io: keys === "strict" ? "output" : "input",
    reused: "ref",
  });
  return {
    $schema,
    title: "mcpvals report",
    description: "What `mcpvals eval`, `record` and `replay` print with --reporter json.",
    ...schema,
  };
}
