import { describe, expect, it } from "vitest";
import { renderList } from "../../../src/cli/list-text.js";
import type { SuiteListing } from "../../../src/run/list.js";

const SUITE: SuiteListing = {
  name: "travel",
  file: "/p/travel.config.json",
  server: { transport: "shttp", command: ["node", "a b.js", "it's"], url: "http://localhost:${MCPVALS_PORT}/mcp" },
  workflows: [
    { name: "new", steps: 1, skip: false, cassette: { state: "missing" } },
    {
      name: "good",
      description: "Books a table",
      steps: 2,
      skip: true,
      cassette: { state: "recorded", file: "/p/c/good.yaml", at: "2026-11-27T20:39:00Z", model: "claude-x" },
    },
    {
      name: "old",
      steps: 1,
      skip: false,
      cassette: {
        state: "stale",
        file: "/p/c/old.yaml",
        at: "2026-11-27T20:39:00Z",
        model: "claude-x",
        changed: ['step 1 was "a", is "b"'],
      },
    },
    {
      name: "bad\u001b[2J",
      steps: 1,
      skip: false,
      cassette: { state: "unreadable", file: "/p/c/bad.yaml", code: "CASSETTE_SEAL", message: "bad.yaml was edited" },
    },
  ],
  toolHealth: [{ name: "smoke", tests: 3 }],
  needs: {
    keys: [{ name: "ANTHROPIC_API_KEY", set: true, by: ["eval", "record"] }],
    variables: [
      { name: "TOKEN", set: false, required: true },
      { name: "HOST", set: false, required: false },
    ],
    commands: ["node", "npm run seed"],
  },
};

describe("renderList", () => {
  it("shows server, workflows with the states of their cassettes, tool tests and needs", () => {
    expect(renderList([SUITE], { color: false, show: (file) => file.slice(3) })).toBe(
      [
        "travel  travel.config.json",
        "  Server: shttp, http://localhost:${MCPVALS_PORT}/mcp, started by node 'a b.js' 'it'\\''s'",
        "  Workflows:",
        "    new  (1 step)  no cassette",
        "    good  (2 steps, skipped)  recorded 2026-11-27 with claude-x",
        "      Books a table",
        "    old  (1 step)  stale, recorded 2026-11-27 with claude-x",
        '      step 1 was "a", is "b"',
        "    bad\\u001b[2J  (1 step)  unreadable cassette (CASSETTE_SEAL)",
        "      bad.yaml was edited",
        "  Tool tests: smoke  (3 tests)",
        "  Needs:",
        "    ANTHROPIC_API_KEY, set (eval, record)",
        "    ${TOKEN}, not set",
        "    ${HOST}, not set, has a default",
        "    command node",
        "    command npm run seed",
        "",
      ].join("\n"),
    );
  });

  it("keeps suites apart, and says where a config names no server", () => {
    const bare = {
      ...SUITE,
      server: null,
      workflows: [],
      toolHealth: [],
      needs: { keys: [], variables: [], commands: [] },
    };
    const text = renderList([bare, { ...bare, name: "other", file: null }], { color: false, show: (file) => file });
    expect(text).toBe(
      "travel  /p/travel.config.json\n  Server: none in the config\n\nother\n  Server: none in the config\n",
    );
  });
});
