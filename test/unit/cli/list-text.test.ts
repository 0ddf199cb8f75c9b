import { describe, expect, it } from "vitest";
import { renderList } from "../../../src/cli/list-text.js";
import { renderListTable } from "../../../src/cli/list-table.js";
import type { SuiteListing } from "../../../src/run/list.js";

const SUITE: SuiteListing = {
  name: "travel",
  file: "/p/travel.config.json",
  server: { transport: "shttp", command: ["node", "a b.js", "it's"], url: "http://localhost:${MCPVALS_PORT}/mcp" },
  workflows: [
    { name: "new", steps: 1, skip: false, tags: [], cassette: { state: "missing" } },
    {
      name: "good",
      description: "Books a table",
      steps: 2,
      skip: true,
      tags: [],
      cassette: { state: "recorded", file: "/p/c/good.yaml", at: "2026-11-27T20:39:00Z", ms: 5210, model: "claude-x" },
    },
    {
      name: "old",
      steps: 1,
      skip: false,
      tags: [],
      cassette: {
        state: "stale",
        file: "/p/c/old.yaml",
        at: "2026-11-27T20:39:00Z",
        ms: 1200,
        model: "claude-x",
        changed: ['step 1 was "a", is "b"'],
      },
    },
    {
      name: "bad\u001b[2J",
      steps: 1,
      skip: false,
      tags: [],
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

const BARE = { server: null, workflows: [], toolHealth: [], needs: { keys: [], variables: [], commands: [] } };

describe("renderList", () => {
  it("shows server, workflows with the states of their cassettes, tool tests and needs", () => {
    expect(renderList(SUITE, { color: false, show: (file) => file.slice(3) })).toBe(
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

  it("says where a config names no server", () => {
    const bare = { ...SUITE, ...BARE, file: null };
    expect(renderList(bare, { color: false, show: (file) => file })).toBe("travel\n  Server: none in the config\n");
  });
});

describe("renderListTable", () => {
  const options = { color: false, width: 80, show: (file: string) => file.slice(3) };

  it("shows a row for each suite, a line for each workflow, and each need once", () => {
    const server = { transport: "stdio" as const, command: ["node", "tea.mjs"] };
    const needs = { ...SUITE.needs, variables: [], commands: ["node"] };
    const [, , , unreadable] = SUITE.workflows;
    const tea = { ...SUITE, name: "茶", file: "/p/tea.config.json", server, needs, toolHealth: [] };
    const text = renderListTable([SUITE, { ...tea, workflows: unreadable === undefined ? [] : [unreadable] }], options);
    expect(text).toBe(
      [
        "Suite   Config              Workflows                                                               Server",
        "travel  travel.config.json  4: 1 unreadable, 1 stale, 1 without cassette, 1 recorded, 3 tool tests  shttp, http://localhost…",
        "茶      tea.config.json     1 unreadable                                                            stdio, node tea.mjs",
        "",
        "Workflows",
        "  travel  new           (1 step)            no cassette",
        "  travel  good          (2 steps, skipped)  recorded 2026-11-27 with claude-x",
        "  travel  old           (1 step)            stale, recorded 2026-11-27 with claude-x",
        '      step 1 was "a", is "b"',
        "  travel  bad\\u001b[2J  (1 step)            unreadable cassette (CASSETTE_SEAL)",
        "      bad.yaml was edited",
        "  茶      bad\\u001b[2J  (1 step)            unreadable cassette (CASSETTE_SEAL)",
        "      bad.yaml was edited",
        "",
        "Needs",
        "  ANTHROPIC_API_KEY, set (eval, record)",
        "  ${TOKEN}, not set  for travel",
        "  ${HOST}, not set, has a default  for travel",
        "  command node",
        "  command npm run seed  for travel",
        "",
      ].join("\n"),
    );
  });

  it("says where there is nothing", () => {
    const bare = { ...SUITE, ...BARE };
    expect(renderListTable([bare, { ...bare, name: "other", file: null }], options)).toBe(
      [
        "Suite   Config              Workflows  Server",
        "travel  travel.config.json  none       none in the config",
        "other   –                   none       none in the config",
        "",
        "Workflows",
        "  none",
        "",
      ].join("\n"),
    );
  });
});
