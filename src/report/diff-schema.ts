// Describes the JSON report of a diff as a zod schema and as the published JSON Schema (`docs/diff.schema.json`,
// written by `npm run schema`).
// A test compares it with the types of the diff.
import * as z from "zod";
import { changeKeys } from "../contract/change-shape.js";
import { count, drift, importedSource, json, jsonObject, ms, score, metricVerdict, workflowVerdict } from "./schema.js";
import { serverIdentity } from "./server-schema.js";

const outcome = z.enum(["REGRESSED", "BREAKING", "CHANGED", "INCONCLUSIVE", "SAME"]);

const side = z.object({
  kind: z.enum(["server", "cassettes", "report"]),
  label: z.string().describe("the command, the URL, the file or the folder; secrets redacted"),
  server: serverIdentity.optional().describe("where the side has one"),
  failure: z.string().optional().describe("why the side could not be loaded; then nothing was compared"),
});

const contractChange = z.object({
  id: z.string().describe("what `mcpvals accept` takes"),
  ...changeKeys(json, z.object),
  message: z.string(),
  note: z.string().optional().describe("what is a guess, or what could not be decided and why"),
  accepted: z.literal(true).optional().describe("somebody accepted it"),
});

const contract = z.object({
  before: serverIdentity,
  after: serverIdentity,
  workflows: z.array(z.string()).describe("the workflows with this pair"),
  changes: z
    .array(contractChange)
    .describe("tools that recorded calls use first, then one subject after another, the worst first"),
});

const callSide = z.object({
  kind: z.enum(["result", "tool-error", "error", "none", "unknown-tool", "not-made"]),
  code: z.string().optional().describe("the code of the JSON-RPC error, or why no answer came"),
  message: z.string().optional(),
  ms: ms.optional(),
});

const call = z.object({
  call: count.describe("calls, steps and turns count from 1, in the order of the recorded run"),
  step: count,
  turn: count,
  tool: z.string(),
  arguments: jsonObject.describe("as recorded; secrets and places hidden"),
  before: callSide,
  after: callSide,
  change: z.enum(["same", "drift", "impossible", "error-appeared", "error-gone", "error-changed"]),
  driftIds: z.array(z.string()).describe("ids of the workflow's drift in this result"),
  ungrounded: z.boolean().describe("replayed after the recording stopped proving anything: for information only"),
  latency: z.enum(["slower", "faster"]).optional().describe("by 100 ms and a factor of two; absent otherwise"),
});

const scoreSide = z.object({ verdict: metricVerdict, score });

const workflow = z.object({
  workflow: z.string(),
  suite: z.string().optional().describe("where several suites were compared"),
  on: z.enum(["both", "from", "to"]).describe("both, or the only side that has it"),
  imported: z
    .object({ before: importedSource.optional(), after: importedSource.optional() })
    .optional()
    .describe("the transcripts that the recordings of both sides were imported from"),
  outcome,
  reasons: z.array(z.string()),
  notes: z.array(z.string()).describe("the reasons that neither calls nor scores nor drift say"),
  drift: z.array(drift).describe("of results and arguments; differences of the contract are in contracts"),
  ungroundedFrom: z
    .object({ step: count, turn: count })
    .optional()
    .describe("the first turn from which the recording proves nothing, and its step"),
  calls: z.array(call),
  scores: z.array(
    z.object({
      id: z.string(),
      metric: z.string().describe("the display name"),
      before: scoreSide,
      after: scoreSide,
      change: z.enum(["same", "better", "worse", "unknown"]).describe("unknown: one of them is inconclusive"),
    }),
  ),
  verdict: z.object({ before: workflowVerdict, after: workflowVerdict }),
  lastWords: z
    .object({ before: z.string(), after: z.string().optional() })
    .optional()
    .describe("what Claude says last in the recording; after: in the new recording, where it differs"),
  acceptable: z
    .array(z.string())
    .describe("ids of drift that a person may accept; empty where accepting leads to no better outcome"),
  settle: z.array(z.string()).describe("commands to copy: one that only looks, then those that help to decide"),
});

/** The report of a diff, as the JSON reporter writes it. */
export const diffReportSchema = z.object({
  version: z.literal(2).describe("of this shape; later releases may add keys"),
  kind: z.literal("diff"),
  by: z.string(),
  from: side,
  to: side,
  contracts: z.array(contract).describe("one for each pair of contracts"),
  workflows: z.array(workflow).describe("the worst first"),
  unused: z.array(z.string()).describe("accepted drift that did not occur"),
  reasons: z.array(z.string()).describe("what to know about the comparison itself"),
  summary: z.object({
    breaking: count,
    risky: count,
    compatible: count,
    docs: count,
    workflows: z.object({
      REGRESSED: count,
      BREAKING: count,
      CHANGED: count,
      INCONCLUSIVE: count,
      SAME: count,
    }),
  }),
  verdict: outcome,
  exitCode: z.int(),
  timestamp: z.iso.datetime(),
});

/** Builds the JSON Schema of the JSON reporter's output, draft 7. `strict` allows named keys only. */
export function buildDiffSchema(keys: "open" | "strict" = "open"): Record<string, unknown> {
  const { $schema, ...schema } = z.toJSONSchema(diffReportSchema, {
    target: "draft-7",
    io: keys === "strict" ? "output" : "input",
    reused: "ref",
  });
  return {
    $schema,
    title: "mcpvals diff",
    description: "What `mcpvals diff` prints with --reporter json.",
    ...schema,
  };
}
