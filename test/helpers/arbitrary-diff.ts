// Diffs of every shape that the type allows, with text that does harm wherever it is taken for more than text.
import { DRIFT_WORST_FIRST } from "../../src/trace/drift-classes.js";
import fc from "fast-check";
import type { CallDiff, DiffReport, ScoreDiff, WorkflowDiff } from "../../src/diff/diff.js";
import type { ContractChange } from "../../src/contract/change.js";
import type { Drift } from "../../src/trace/drift.js";
import { jsonObject, jsonValue, nastyString } from "./arbitrary-json.js";

const evil = fc.constantFrom(
  `<script>globalThis.harmed = 1</script><img src=x onerror="globalThis.harmed = 2">`,
  "```\n@octocat #1 https://evil.example [click](javascript:alert(1))\n~~~\n</code></details>-->",
  "\u0000\u001b[31mred\u001b]8;;http://evil.example\u001b\\ \u202eevil\u202c \ud800 \u2028 \r\n",
  "::error title=owned::owned %0A%0D\n::warning::x",
  "a|b \\| `tick` ``two`` $HOME ${x}",
  "",
);
const text = fc.oneof({ weight: 3, arbitrary: evil }, nastyString);
const words = fc.array(text, { maxLength: 2 });
const count = fc.nat({ max: 2000 });
const ordinal = fc.integer({ min: 1, max: 9 });
const { record } = fc;
const outcome = fc.constantFrom("REGRESSED", "BREAKING", "CHANGED", "INCONCLUSIVE", "SAME");
const verdict = fc.constantFrom("passed", "failed", "inconclusive");
const workflowVerdict = fc.constantFrom("passed", "failed", "inconclusive", "error", "skipped");
const yes = fc.constant(true as const);
const server = record(
  { name: text, version: text, protocol: text, client: fc.constant<"roots"[]>(["roots"]), roots: words },
  { requiredKeys: ["name", "version", "protocol"] },
);

const imported = record(
  { format: text, sha256: text, differs: fc.array(ordinal, { maxLength: 3 }) },
  { requiredKeys: ["format", "sha256"] },
);

const side = record(
  { kind: fc.constantFrom("server", "cassettes", "report"), label: text, server, failure: text },
  { requiredKeys: ["kind", "label"] },
);

const change: fc.Arbitrary<ContractChange> = record(
  {
    id: text,
    rule: text,
    class: fc.constantFrom("breaking", "risky", "compatible", "docs"),
    subject: record(
      {
        kind: fc.constantFrom(
          "server",
          "capability",
          "instructions",
          "tool",
          "prompt",
          "resource",
          "resource-template",
        ),
        name: text,
      },
      { requiredKeys: ["kind"] },
    ),
    path: text,
    before: jsonValue,
    after: jsonValue,
    message: text,
    note: text,
    accepted: yes,
  },
  { requiredKeys: ["id", "rule", "class", "subject", "path", "message"] },
);

const drift: fc.Arbitrary<Drift> = record(
  {
    id: text,
    class: fc.constantFrom(...DRIFT_WORST_FIRST),
    where: record(
      {
        part: fc.constantFrom("result", "arguments", "tool", "instructions", "server", "model", "run"),
        step: ordinal,
        turn: ordinal,
        call: ordinal,
        tool: text,
        path: text,
      },
      { requiredKeys: ["part", "path"] },
    ),
    recorded: jsonValue,
    present: jsonValue,
    note: text,
    accepted: yes,
    acceptable: fc.constant(false as const),
  },
  { requiredKeys: ["id", "class", "where"] },
);

const callSide = record(
  {
    kind: fc.constantFrom("result", "tool-error", "error", "none", "unknown-tool", "not-made"),
    code: text,
    message: text,
    ms: fc.double({ min: 0, max: 100_000, noNaN: true }),
  },
  { requiredKeys: ["kind"] },
);

const call: fc.Arbitrary<CallDiff> = record(
  {
    call: ordinal,
    step: ordinal,
    turn: ordinal,
    tool: text,
    arguments: jsonObject,
    before: callSide,
    after: callSide,
    change: fc.constantFrom("same", "drift", "impossible", "error-appeared", "error-gone", "error-changed"),
    driftIds: words,
    ungrounded: fc.boolean(),
    latency: fc.constantFrom("slower", "faster"),
  },
  {
    requiredKeys: ["call", "step", "turn", "tool", "arguments", "before", "after", "change", "driftIds", "ungrounded"],
  },
);

const scoreSide = record({ verdict, score: fc.option(fc.double({ min: 0, max: 1, noNaN: true })) });
const score: fc.Arbitrary<ScoreDiff> = record({
  id: fc.oneof(fc.constantFrom("end-to-end-success", "tool-call-health", "llm-judge"), text),
  metric: text,
  before: scoreSide,
  after: scoreSide,
  change: fc.constantFrom("same", "better", "worse", "unknown"),
});

const workflow: fc.Arbitrary<WorkflowDiff> = record(
  {
    workflow: text,
    suite: text,
    on: fc.constantFrom("both", "from", "to"),
    outcome,
    reasons: words,
    notes: words,
    drift: fc.array(drift, { maxLength: 3 }),
    ungroundedFrom: record({ step: ordinal, turn: ordinal }),
    calls: fc.array(call, { maxLength: 3 }),
    scores: fc.array(score, { maxLength: 3 }),
    verdict: record({ before: workflowVerdict, after: workflowVerdict }),
    imported: record({ before: imported, after: imported }, { requiredKeys: [] }),
    lastWords: record({ before: text, after: text }, { requiredKeys: ["before"] }),
    acceptable: words,
    settle: words,
  },
  {
    requiredKeys: [
      "workflow",
      "on",
      "outcome",
      "reasons",
      "notes",
      "drift",
      "calls",
      "scores",
      "verdict",
      "acceptable",
      "settle",
    ],
  },
);

export const diffReport: fc.Arbitrary<DiffReport> = record({
  version: fc.constant(2 as const),
  kind: fc.constant("diff" as const),
  by: text,
  from: side,
  to: side,
  contracts: fc.array(
    record({ before: server, after: server, workflows: words, changes: fc.array(change, { maxLength: 4 }) }),
    { maxLength: 2 },
  ),
  workflows: fc.array(workflow, { maxLength: 4 }),
  unused: words,
  reasons: words,
  summary: record({
    breaking: count,
    risky: count,
    compatible: count,
    docs: count,
    workflows: record({ REGRESSED: count, BREAKING: count, CHANGED: count, INCONCLUSIVE: count, SAME: count }),
  }),
  verdict: outcome,
  exitCode: fc.constantFrom(0, 1, 3),
  timestamp: fc
    .date({ min: new Date(0), max: new Date("2999-01-01T00:00:00.000Z"), noInvalidDate: true })
    .map((date) => date.toISOString()),
});
