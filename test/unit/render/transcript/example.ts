// A recorded run to be shown, and what it is compared with.
import type { JsonObject } from "../../../../src/json/value.js";
import type { Shown, ShownDiff, ShownRun } from "../../../../src/render/transcript/shown.js";
import type { CallOutcome, Turn } from "../../../../src/trace/trace.js";
import { NOTHING_LEARNED } from "../../../../src/variables/learned.js";

export const text = (words: string): CallOutcome => ({
  kind: "result",
  result: { content: [{ type: "text", text: words }] },
});

export function turn(
  id: number | undefined,
  words: string,
  outcome?: CallOutcome,
  input: JsonObject = { id: 7 },
): Turn {
  const calls: Turn["calls"] =
    id === undefined || outcome === undefined
      ? []
      : [
          {
            id,
            tool: "get_user",
            arguments: input,
            outcome,
            notifications: [],
            serverRequests: [],
            at: id,
            ms: 40,
          },
        ];
  return {
    content: [
      ...(words === "" ? [] : [{ type: "text", text: words }]),
      ...calls.map((call) => ({ type: "tool_use", id: `toolu_${call.id}`, name: call.tool, input })),
    ],
    stop: { reason: calls.length > 0 ? "tool_use" : "end_turn" },
    calls,
    tools: [],
    usage: { input: 100, output: 12 },
    ms: 1200,
    retries: 0,
  };
}

export const run: ShownRun = {
  file: "cassettes/demo/case.yaml",
  kind: "workflow",
  workflow: "case",
  model: { name: "claude-test", answered: "stand-in", maxTokens: 1000 },
  system: null,
  server: { name: "users", version: "1.0.0", protocol: "2025-11-25" },
  steps: [
    {
      user: "What is Ann's email?",
      turns: [
        turn(1, "I look her up.", text('{"id":7,"email":"ann@old.example"}')),
        turn(undefined, "ann@old.example"),
      ],
    },
  ],
  end: { kind: "completed" },
  findings: [],
  learned: NOTHING_LEARNED,
  scores: { "end-to-end-success": 1, "llm-judge": undefined },
  judge: [],
  recorded: { at: "2026-11-27T20:39:00.000Z", by: "mcpvals 0.1.0" },
  problems: [],
};

export const diff: ShownDiff = {
  with: "the last replay",
  kind: "replay",
  verdict: "inconclusive",
  changes: [],
  drift: [
    {
      id: "d-0a1b2c3d",
      class: "changed",
      where: { part: "result", step: 1, turn: 1, call: 1, tool: "get_user", path: "/content/0/json/email" },
      recorded: "ann@old.example",
      present: "ann@new.example",
    },
    {
      id: "d-11111111",
      class: "docs",
      where: { part: "server", path: "/version" },
      recorded: "1.0.0",
      present: "1.1.0",
      accepted: true,
    },
  ],
  substitutions: [],
  ungroundedFrom: 2,
  steps: [
    { user: "What is Ann's email?", turns: [turn(1, "I look her up.", text('{"id":7,"email":"ann@new.example"}'))] },
  ],
};

/** The example with one result in place of its own. */
export function withResult(outcome: CallOutcome): Shown {
  return { run: { ...run, steps: [{ user: "Go", turns: [turn(1, "", outcome), turn(undefined, "Done.")] }] } };
}
