// Diffs with everything in them that a reporter may have to show.
import type { CallDiff, DiffReport, DiffVerdict, ScoreDiff, WorkflowDiff } from "../../../../src/diff/diff.js";
import type { ContractChange } from "../../../../src/contract/change.js";
import type { MetricResult } from "../../../../src/metrics/result.js";
import type { Drift } from "../../../../src/trace/drift.js";

export const CONFIG = "suites/travel.config.json";

const identity = (version: string) => ({ name: "travel", version, protocol: "2025-11-25" });

export const change = (rule: string, kind: ContractChange["class"], more: Partial<ContractChange> = {}) =>
  ({
    id: `d-${rule.length.toString(16).padStart(8, "0")}`,
    rule,
    class: kind,
    subject: { kind: "tool", name: "book_table" },
    path: "/inputSchema",
    message: `What ${rule} says.`,
    ...more,
  }) satisfies ContractChange;

export const CHANGES: ContractChange[] = [
  change("tool-removed", "breaking", {
    id: "d-00000001",
    subject: { kind: "tool", name: "cancel_table" },
    path: "",
    before: { name: "cancel_table", description: "Cancels a table.", inputSchema: { type: "object" } },
    message: "The tool is gone; renamed to drop_table?",
    note: "Renamed is a guess: both have the same input.",
  }),
  change("input-required-added", "breaking", {
    id: "d-00000002",
    path: "/inputSchema/required",
    before: ["city"],
    after: ["city", "day"],
    message: '"day" is required now',
  }),
  change("input-enum-narrowed", "breaking", { id: "d-00000003", accepted: true, message: "Accepted by somebody." }),
  change("annotation-destructive", "risky", {
    id: "d-00000004",
    path: "/annotations/destructiveHint",
    before: false,
    after: true,
    message: "It destroys now.",
  }),
  change("tool-added", "compatible", {
    id: "d-00000005",
    subject: { kind: "tool", name: "drop_table" },
    path: "",
    after: { name: "drop_table" },
  }),
  change("description-changed", "docs", {
    id: "d-00000006",
    path: "/description",
    before: "Books a table.",
    after: "Books a table.\nAsk for the day first.",
    message: "The description steers the model.",
  }),
  change("server-version", "docs", {
    id: "d-00000007",
    subject: { kind: "server" },
    path: "/version",
    before: "1.4.0",
    after: "2.0.0",
  }),
];

const NAMES: Record<MetricResult["id"], string> = {
  "end-to-end-success": "End-to-End Success",
  "tool-invocation-order": "Tool Invocation Order",
  "tool-call-health": "Tool Call Health",
  "llm-judge": "LLM Judge",
};

export function score(id: MetricResult["id"], before: number | null, after: number | null): ScoreDiff {
  const side = (value: number | null) =>
    ({ verdict: value === null ? "inconclusive" : value < 1 ? "failed" : "passed", score: value }) as const;
  const change =
    before === null || after === null ? "unknown" : before === after ? "same" : before < after ? "better" : "worse";
  return { id, metric: NAMES[id], before: side(before), after: side(after), change };
}

export const callDiff = (call: number, more: Partial<CallDiff> = {}): CallDiff => ({
  call,
  step: 1,
  turn: call,
  tool: "book_table",
  arguments: { city: "Turin" },
  before: { kind: "result", ms: 110 },
  after: { kind: "result", ms: 118 },
  change: "same",
  driftIds: [],
  ungrounded: false,
  ...more,
});

export const driftOf = (id: string, kind: Drift["class"], more: Partial<Drift> = {}): Drift => ({
  id,
  class: kind,
  where: { part: "result", step: 1, turn: 1, call: 1, tool: "find_tables", path: "/content/0/json/tables" },
  recorded: "open",
  present: "closed",
  ...more,
});

export const workflowDiff = (
  workflow: string,
  outcome: DiffVerdict,
  more: Partial<WorkflowDiff> = {},
): WorkflowDiff => ({
  workflow,
  on: "both",
  outcome,
  reasons: [],
  notes: [],
  drift: [],
  calls: [],
  scores: [score("end-to-end-success", 1, 1), score("tool-invocation-order", 1, 1), score("tool-call-health", 1, 1)],
  verdict: { before: "passed", after: "passed" },
  acceptable: [],
  settle: [],
  ...more,
});

const table = (number: number, status: string) => ({
  id: `t-${number}`,
  seats: 4,
  status,
  terms: "One hour.\nNo dogs.\nNo smoke.",
});

export const regressed = (): WorkflowDiff =>
  workflowDiff("book-a-table", "REGRESSED", {
    reasons: ["Tool Call Health: failed (50%), was passed (100%)"],
    ungroundedFrom: { step: 1, turn: 2 },
    drift: [
      driftOf("d-0000000a", "breaking", { present: undefined as never, acceptable: false }),
      driftOf("d-0000000b", "changed", {
        where: { part: "result", step: 1, turn: 2, call: 2, tool: "find_tables", path: "/content/0/json" },
        recorded: [table(1, "free"), table(2, "free")],
        present: [table(1, "free"), { ...table(2, "taken"), terms: "One hour.\nDogs.\nNo smoke." }],
        note: "Claude's next turn used it.",
      }),
      driftOf("d-0000000c", "volatile", { recorded: "10:37", present: "10:38" }),
      driftOf("d-0000000d", "reworded", { accepted: true }),
    ],
    calls: [
      callDiff(1, {
        tool: "find_tables",
        change: "drift",
        driftIds: ["d-0000000a"],
        latency: "slower",
        after: { kind: "result", ms: 900 },
      }),
      callDiff(2, {
        change: "error-appeared",
        after: { kind: "error", code: "-32602", message: "day is missing", ms: 3 },
        ungrounded: true,
      }),
      callDiff(3, {
        tool: "cancel_table",
        arguments: {},
        change: "impossible",
        after: { kind: "not-made", message: "The server lists no such tool." },
        ungrounded: true,
      }),
    ],
    scores: [
      score("end-to-end-success", 1, null),
      score("tool-invocation-order", 1, 1),
      score("tool-call-health", 1, 0.5),
    ],
    verdict: { before: "passed", after: "failed" },
  });

export const changed = (): WorkflowDiff =>
  workflowDiff("list-tables", "CHANGED", {
    reasons: ["1 result changed."],
    acceptable: ["d-0000000e"],
    lastWords: { before: "Two tables are free." },
    drift: [
      driftOf("d-0000000e", "changed", { recorded: "free", present: "open" }),
      driftOf("d-0000000f", "additive", { recorded: undefined as never, present: 4 }),
    ],
    calls: [callDiff(1, { change: "error-gone", before: { kind: "tool-error", message: "busy" } })],
    scores: [score("tool-call-health", 0, 1)],
    verdict: { before: "failed", after: "passed" },
  });

export const inconclusive = (): WorkflowDiff =>
  workflowDiff("pay-the-bill", "INCONCLUSIVE", {
    reasons: ["There is no cassette of it."],
    notes: ["There is no cassette of it."],
    scores: [],
    verdict: { before: "inconclusive", after: "inconclusive" },
    settle: [`mcpvals record ${CONFIG} -t pay-the-bill`],
  });

export function diffOf(verdict: DiffVerdict, workflows: WorkflowDiff[], changes: ContractChange[] = []): DiffReport {
  const open = changes.filter(({ accepted }) => accepted !== true);
  const count = (kind: ContractChange["class"]) => open.filter((one) => one.class === kind).length;
  const outcomes = (outcome: DiffVerdict) => workflows.filter((one) => one.outcome === outcome).length;
  return {
    version: 2,
    kind: "diff",
    by: "mcpvals 0.1.0",
    from: { kind: "server", label: "npx -y travel@1.4", server: identity("1.4.0") },
    to: { kind: "server", label: "npx -y travel@next", server: identity("2.0.0") },
    contracts: [
      { before: identity("1.4.0"), after: identity("2.0.0"), workflows: workflows.map((one) => one.workflow), changes },
    ],
    workflows,
    unused: [],
    reasons: [],
    summary: {
      breaking: count("breaking"),
      risky: count("risky"),
      compatible: count("compatible"),
      docs: count("docs"),
      workflows: {
        REGRESSED: outcomes("REGRESSED"),
        BREAKING: outcomes("BREAKING"),
        CHANGED: outcomes("CHANGED"),
        SAME: outcomes("SAME"),
        INCONCLUSIVE: outcomes("INCONCLUSIVE"),
      },
    },
    verdict,
    exitCode: verdict === "REGRESSED" || verdict === "BREAKING" ? 1 : verdict === "INCONCLUSIVE" ? 3 : 0,
    timestamp: "2026-11-28T10:30:00.000Z",
  };
}

/** One of each. */
export const mixedDiff = (): DiffReport => ({
  ...diffOf(
    "REGRESSED",
    [
      regressed(),
      inconclusive(),
      changed(),
      workflowDiff("new-one", "CHANGED", { on: "to" }),
      workflowDiff("say-hello", "SAME"),
    ],
    CHANGES,
  ),
  unused: ["Accepted drift d-00000099 of list-tables did not occur any more."],
  reasons: ["The workflow say-hello was compared although its cassette is old."],
});
