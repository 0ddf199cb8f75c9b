// A review with everything in it that a page may have to show, made by hand.
import type { ChangeSide } from "../../src/diff/recordings/changes.js";
import type { Review, WorkflowReview } from "../../src/review/review.js";

const side = (more: Partial<ChangeSide> = {}): ChangeSide => ({
  verdict: "passed",
  scores: { "end-to-end-success": 1, "tool-invocation-order": 1, "tool-call-health": 1 },
  model: "claude-test",
  calls: 2,
  turns: 3,
  tokens: 4200,
  contract: "sha-1",
  ...more,
});

const review = (workflow: string, more: Partial<WorkflowReview> = {}): WorkflowReview => ({
  workflow,
  file: `cassettes/travel/${workflow}.yaml`,
  status: "same",
  before: side(),
  after: side(),
  causes: [],
  attention: [],
  changes: { calls: [], values: [], byItself: 0, notGiven: 0, answers: [], images: [] },
  ...more,
});

export const worseWorkflow = (): WorkflowReview =>
  review("book-a-table", {
    status: "differs",
    after: side({
      verdict: "failed",
      scores: { "end-to-end-success": 0, "tool-invocation-order": 1, "tool-call-health": 1 },
      calls: 1,
      contract: "sha-2",
    }),
    differsFrom: { step: 1, turn: 2 },
    causes: [
      {
        kind: "result",
        what: "step 1, call 1, result",
        tool: "get_weather",
        path: "/content/0/json/temperature",
        before: 24,
        after: 11,
      },
    ],
    attention: [
      {
        kind: "verdict",
        what: "the verdict got worse",
        where: "cassettes/travel/book-a-table.yaml",
        workflow: "book-a-table",
        evidence: [{ label: "verdict", before: "passed", after: "failed" }],
        command: "mcpvals show cassettes/travel/book-a-table.yaml --diff d6a7de61d424",
      },
    ],
    changes: {
      calls: [
        { kind: "same", tool: "get_weather", call: 1 },
        { kind: "gone", tool: "book_table", call: 2 },
        { kind: "new", tool: "say_no", call: 2, otherArguments: true },
      ],
      values: [
        { call: 1, tool: "get_weather", part: "result", path: "/content/0/json/temperature", before: 24, after: 11 },
      ],
      byItself: 2,
      notGiven: 1,
      answers: [
        {
          step: 1,
          before: "Booked for 19:00,\noutside.",
          after: "It is too cold to sit outside,\nso I booked nothing.",
        },
      ],
      images: [
        {
          call: 1,
          tool: "draw",
          path: "/content/1",
          before: "cassettes/travel/blobs/a.png",
          after: "cassettes/travel/blobs/b.png",
        },
      ],
    },
  });

export const mixedReview = (): Review => ({
  version: 1,
  by: "mcpvals 0.1.0",
  base: { commit: "d6a7de61d4241234567890", how: "main" },
  worse: true,
  sentence: "1 of 3 changed workflows got worse, likely because of a different server result.",
  suites: [
    {
      folder: "cassettes/calm",
      workflows: [
        review("remember"),
        review("new-one", { status: "added", renamedFrom: { workflow: "old", file: "old.yaml" } }),
      ],
      contracts: [],
    },
    {
      folder: "cassettes/travel",
      workflows: [
        worseWorkflow(),
        review("costs-more", {
          after: side({ tokens: 9000 }),
          attention: [
            {
              kind: "tokens",
              what: "a third more tokens",
              where: "cassettes/travel/costs-more.yaml",
              workflow: "costs-more",
              evidence: [{ label: "tokens", before: 4200, after: 9000 }],
              command: "mcpvals show cassettes/travel/costs-more.yaml --diff d6a7de61d424",
            },
          ],
        }),
      ],
      contracts: [
        {
          before: "sha-1",
          after: "sha-2",
          workflows: ["book-a-table"],
          changes: [
            {
              tool: "get_weather",
              kind: "changed",
              path: "/description",
              before: "Says it.",
              after: "Says the weather.",
            },
            { tool: "say_no", kind: "new", path: "", after: "Says no." },
            { kind: "changed", path: "/instructions", before: "One.\nTwo.", after: "One.\nThree." },
          ],
        },
      ],
    },
  ],
  attention: [
    {
      kind: "loosened",
      what: "more places are ignored",
      where: "mcp-eval.config.json",
      evidence: [{ label: "ignore", after: { tool: "get_weather", path: "/content" } }],
      command: "git diff d6a7de61d424 -- mcp-eval.config.json",
    },
  ],
  notLookedAt: ["suite.config.ts: a config that is code is not run"],
});
