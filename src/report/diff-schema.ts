// In: nothing. Out: what the JSON report of a diff looks like, as a zod schema and as the JSON Schema that is published
// (`docs/diff.schema.json`, written by `npm run schema`). A test holds it against the types of the diff.
import * as z from "zod";
import { changeKeys } from "../contract/change-shape.js";
import { count, drift, json, jsonObject, ms, score, serverIdentity, metricVerdict, workflowVerdict } from "./schema.js";

const outcome = z.enum(["REGRESSED", "BREAKING", "CHANGED", "INCONCLUSIVE", "SAME"]);

const side = z.object({
  kind: z.enum(["server", "cassettes", "report"]),
  label: z.string().describe("the command, the URL, the file or the folder; secrets redacted"),
  server: serverIdentity.optional().describe("where one was met"),
  failure: z.string().optional().describe("why the side could not be had; then nothing of it was compared"),
});

const contractChange = z.object({
  id: z.string().describe("what `mcpvals accept` takes"),
  ...changeKeys(json, z.object),
  message: z.string(),
  note: z.string().optional().describe("what is guessed, or could not be decided and why"),
  accepted: z.literal(true).optional().describe("somebody called it harmless"),
});

const contract = z.object({
  before: serverIdentity,
  after: serverIdentity,
  workflows: z.array(z.string()).describe("those that met this pair"),
  changes: z.array(contractChange),
});

const callSide = z.object({
  kind: z.enum(["result", "tool-error", "error", "none", "unknown-tool", "not-made"]),
  code: z.string().optional().describe("the code of the JSON-RPC error, the reason of no answer"),
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
  driftIds: z.array(z.string()).describe("of the workflow's drift, what differs in the result"),
  ungrounded: z.boolean().describe("played on after the ground was gone: for information only"),
  latency: z.enum(["slower", "faster"]).optional().describe("by 100 ms and a factor of two; absent otherwise"),
});

const scoreSide = z.object({ verdict: metricVerdict, score });

const workflow = z.object({
  workflow: z.string(),
  suite: z.string().optional().describe("where several suites were compared"),
  on: z.enum(["both", "from", "to"]).describe("both, or the side that alone has it"),
  outcome,
  reasons: z.array(z.string()),
  drift: z.array(drift).describe("of results and arguments; what differs in the contract stands in contracts"),
  ungroundedFrom: z
    .object({ step: count, turn: count })
    .optional()
    .describe("the first turn that is no evidence, and its step"),
  calls: z.array(call),
  scores: z.array(
    z.object({
      id: z.string(),
      metric: z.string().describe("the name that people read"),
      before: scoreSide,
      after: scoreSide,
      change: z.enum(["same", "better", "worse", "unknown"]).describe("unknown: one of them is inconclusive"),
    }),
  ),
  verdict: z.object({ before: workflowVerdict, after: workflowVerdict }),
  settle: z.array(z.string()).describe("commands that settle what is inconclusive"),
});

/** The report of a diff, as its JSON reporter writes it. */
export const diffReportSchema = z.object({
  version: z.literal(2).describe("of this shape; keys may be added to it"),
  kind: z.literal("diff"),
  by: z.string(),
  from: side,
  to: side,
  contracts: z.array(contract).describe("one for each pair of contracts that were met"),
  workflows: z.array(workflow),
  unused: z.array(z.string()).describe("accepted drift that did not occur any more"),
  reasons: z.array(z.string()).describe("what must be known of the comparison itself"),
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

/** The JSON Schema of what the JSON reporter prints, draft 7. `strict` knows no key that is not named. */
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
