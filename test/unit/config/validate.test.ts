import { describe, expect, it } from "vitest";
import { requireServers } from "../../../src/config/require-server.js";
import type { Config } from "../../../src/config/schema-written.js";
import type { Suite } from "../../../src/config/suite.js";
import { parseConfig } from "../../../src/config/validate.js";
import { McpvalsError } from "../../../src/errors.js";

/** The lines of the error's evidence. */
function problemsOf(config: unknown): string[] {
  try {
    parseConfig(config, "x.json");
  } catch (error) {
    if (!(error instanceof McpvalsError)) throw error;
    expect(error.code).toBe("CONFIG_INVALID");
    return (error.evidence ?? "").split("\n");
  }
  return [];
}

const workflow = (parts: object = {}): object => ({ name: "w", steps: [{ user: "Hello" }], ...parts });
const server = (parts: object): object => ({ server: { transport: "stdio", command: "node", ...parts } });

describe("parseConfig", () => {
  it("takes a whole config as it is, with the defaults of tool tests", () => {
    const config: Config = {
      $schema: "./node_modules/mcpvals/docs/config.schema.json",
      server: { transport: "shttp", url: "http://127.0.0.1:${MCPVALS_PORT}/mcp", command: "node", args: ["s.js"] },
      workflows: [
        {
          name: "one",
          steps: [{ user: "Add", expectedState: { regex: "^4\\d$" }, expectTools: [{ tool: "add", args: { a: 1 } }] }],
          forbidTools: ["drop"],
          toolOrder: "exact",
        },
      ],
      toolHealthSuites: [{ name: "h", tests: [{ name: "add", expectedResult: 3 }] }],
      varies: [{ tool: "*", path: "/content/0/json/items/*/id", order: "any" }],
      pins: [
        { tool: "a", path: "/x", argument: "", into: "b" },
        { tool: "a", path: "/x", argument: "/sql", into: "b", token: 4, as: "upper" },
        { constant: true, argument: "/page", into: "b", token: 1 },
      ],
      parallelToolCalls: "read-only",
      check: { runs: 3, clock: ["+25h", "-1d 30m"] },
      reset: "npm run db:reset",
      timeout: 1000,
    };
    expect(parseConfig(config, "x.json")).toEqual({
      ...config,
      toolHealthSuites: [{ name: "h", tests: [{ name: "add", expectedResult: 3, args: {} }] }],
    });
  });

  it("takes a config without server and without workflows", () => {
    expect(problemsOf({})).toEqual([]);
    expect(problemsOf({ llmJudge: true })).toEqual([]);
  });

  it("says all problems at once, each with its path", () => {
    const config = {
      sever: {},
      server: { transport: "htp", command: "node" },
      timeout: "30s",
      workflows: [
        { nmae: "a", steps: [] },
        workflow({ steps: [{ user: "", expectedstate: "42" }], expectTools: ["x"], forbidTools: ["x"] }),
      ],
      maxTurns: 2.5,
      passThreshold: 70,
    };
    expect(problemsOf(config).toSorted()).toEqual(
      [
        'server.transport: expected "stdio", "shttp" or "sse", found "htp"',
        "workflows[0].name: is missing (expected a string)",
        "workflows[0].steps: must have at least one entry",
        'workflows[0].nmae: unknown key; did you mean "name"?',
        "workflows[1].steps[0].user: must not be empty",
        'workflows[1].steps[0].expectedstate: unknown key; did you mean "expectedState"?',
        "timeout: expected a number, found a string",
        "maxTurns: expected a whole number, found 2.5",
        "passThreshold: must be at most 1",
        'sever: unknown key; did you mean "server"?',
        'workflows[1].forbidTools[0]: "x" is expected by expectTools as well',
      ].toSorted(),
    );
  });

  it.each<[string, unknown, string]>([
    ["a config that is a list", [], "expected an object, found a list"],
    ["a config that is nothing", null, "expected an object, found null"],
    [
      "a server without transport",
      { server: { command: "node" } },
      'server.transport: is missing (expected "stdio", "shttp" or "sse")',
    ],
    ["a server that is a text", { server: "node x.js" }, "server: expected an object, found a string"],
    [
      "a URL on stdio",
      server({ url: "http://x/mcp" }),
      'server.url: is not allowed here; it belongs to "transport": "shttp" or "sse"',
    ],
    [
      "headers on stdio",
      server({ headers: { A: "b" } }),
      'server.headers: is not allowed here; it belongs to "transport": "shttp" or "sse"',
    ],
    [
      "$contains without a text",
      {
        ...server({}),
        toolHealthSuites: [{ name: "h", tests: [{ name: "a", expectedResult: [{ b: { $contains: 5 } }] }] }],
      },
      "toolHealthSuites[0].tests[0].expectedResult[0].b.$contains: expected a string",
    ],
    ["a slip in the server", server({ arg: ["x"] }), 'server.arg: unknown key; did you mean "args"?'],
    ["a number in env", server({ env: { "X-Y": 1 } }), 'server.env["X-Y"]: expected a string, found 1'],
    [
      "inheritEnv as a text",
      server({ inheritEnv: "PATH" }),
      "server.inheritEnv: expected true, false or a list of variable names, found a string",
    ],
    [
      "a URL that is none",
      { server: { transport: "sse", url: "localhost:80/x" } },
      "server.url: is not an http or https URL",
    ],
    [
      "env beside a bare URL",
      { server: { transport: "sse", url: "http://x/", env: {} } },
      'server.env: needs "command": mcpvals does not start a server that is only a URL',
    ],
    [
      "the new protocol over the oldest transport",
      { server: { transport: "sse", url: "http://x/", protocol: "2026-07-28" } },
      'server.protocol: 2026-07-28 has no "sse"; use "shttp", or another protocol',
    ],
    [
      "what a user who declines fills in",
      { elicitation: [{}, { action: "decline", content: { a: 1 } }] },
      'elicitation[1].content: has no effect with "action": "decline"',
    ],
    [
      "a header with a line break",
      { server: { transport: "sse", url: "http://x/", headers: { A: "b\n" } } },
      "server.headers.A: holds a line break or another character that HTTP headers cannot carry",
    ],
    [
      "an empty expected state",
      { workflows: [workflow({ steps: [{ user: "x", expectedState: "" }] })] },
      "workflows[0].steps[0].expectedState: must not be empty",
    ],
    [
      "a blank expected state",
      { workflows: [workflow({ steps: [{ user: "x", expectedState: " " }] })] },
      "workflows[0].steps[0].expectedState: must not be white space only",
    ],
    [
      "a wrong expected state",
      { workflows: [workflow({ steps: [{ user: "x", expectedState: { regexp: "a" } }] })] },
      'workflows[0].steps[0].expectedState: expected a string, { "regex": … } or { "equals": … }, found an object with regexp',
    ],
    [
      "a number as expected state",
      { workflows: [workflow({ steps: [{ user: "x", expectedState: 42 }] })] },
      'workflows[0].steps[0].expectedState: expected a string, { "regex": … } or { "equals": … }, found 42',
    ],
    [
      "an invalid regex",
      { workflows: [workflow({ steps: [{ user: "x", expectedState: { regex: "(" } }] })] },
      "workflows[0].steps[0].expectedState.regex: is not a regular expression of JavaScript",
    ],
    [
      "an empty regex",
      { workflows: [workflow({ steps: [{ user: "x", expectedState: { regex: "" } }] })] },
      "workflows[0].steps[0].expectedState.regex: must not be empty",
    ],
    [
      "a slip in an expected tool",
      { workflows: [workflow({ expectTools: [{ tool: "a", arg: {} }] })] },
      'workflows[0].expectTools[0].arg: unknown key; did you mean "args"?',
    ],
    [
      "a function as an argument",
      { workflows: [workflow({ expectTools: [{ tool: "a", args: { f: () => 1 } }] })] },
      "workflows[0].expectTools[0].args.f: expected a string, a number, true or false, null, a list or an object, found a function",
    ],
    [
      "a pointer without a slash",
      { varies: [{ tool: "a", path: "content/0" }] },
      'varies[0].path: is not a JSON pointer: it begins with "/" ("/content/0/text"), or is empty for the whole value',
    ],
    [
      "a wrong pin",
      { pins: [{ tool: "a", path: "/x", argument: "id", into: "b" }] },
      'pins[0].argument: is not a JSON pointer: it begins with "/" ("/content/0/text"), or is empty for the whole value',
    ],
    [
      "a pin without a place",
      { pins: [{ argument: "/id", into: "b", path: "/x" }] },
      'pins[0].tool: is missing; name where the value comes from, or say "constant": true',
    ],
    [
      "a constant pin with a place",
      { pins: [{ argument: "/id", into: "b", constant: true, path: "/x" }] },
      'pins[0].path: has no effect with "constant": true, which sends what was recorded',
    ],
    [
      "a pin that is no constant",
      { pins: [{ argument: "/id", into: "b", tool: "a", path: "/x", constant: false }] },
      "pins[0].constant: expected true, found false",
    ],
    [
      "a slip in how an argument was made",
      { pins: [{ argument: "/id", into: "b", tool: "a", path: "/x", as: "uper" }] },
      'pins[0].as: expected "upper", "lower", "base64", "percent", "number" or "text", found "uper"; did you mean "upper"?',
    ],
    [
      "a token that is none",
      { pins: [{ argument: "/id", into: "b", tool: "a", path: "/x", token: 0 }] },
      "pins[0].token: must be more than 0",
    ],
    [
      "a word for parallel calls",
      { parallelToolCalls: "read" },
      'parallelToolCalls: expected true, false or "read-only", found a string',
    ],
    ["too many checks", { check: { runs: 11 } }, "check.runs: must be at most 10"],
    [
      "a clock that is true",
      { check: { clock: true } },
      'check.clock: expected false or a list of times such as "+25h", found true',
    ],
    [
      "an offset without a sign",
      { check: { clock: ["25h"] } },
      'check.clock[0]: is not a time to move a clock by: write "+25h" or "+190d 5h", with d, h, m or s, within 100 years',
    ],
    [
      "an offset for no check",
      { check: { clock: ["+1h", "+2h", "+3h"] } },
      "check.clock[2]: is for check 3, and there are 2 (check.runs)",
    ],
    [
      "a reset of a shared server",
      { reset: "true", isolation: "suite" },
      'reset: does not go with "isolation": "suite", where one server keeps its data from run to run',
    ],
    [
      "a wrong class in accept",
      { accept: ["docs", "rewordd"] },
      'accept[1]: expected "reworded", "additive" or "docs", found "rewordd"; did you mean "reworded"?',
    ],
    [
      "a prototype as a key",
      JSON.parse('{"server":{"transport":"stdio","command":"x","env":{"__proto__":"y"}}}'),
      "server.env.__proto__: cannot be a key",
    ],
    ["a prototype as a key of the config", JSON.parse('{"__proto__":{}}'), "__proto__: cannot be a key"],
    [
      "a key that is near nothing",
      { workflows: [workflow({ zebra: 1 })] },
      "workflows[0].zebra: unknown key; the known keys are name, description, steps, expectTools, toolOrder, forbidTools, skip, tags, repeat, keepTrials, passAt, sure",
    ],
  ])("refuses %s in words", (_, config, problem) => {
    expect(problemsOf(config)).toEqual([problem]);
  });

  it("refuses two workflows of one name, and names that would share a cassette", () => {
    const workflows = ["Add it", "Other", "Add it", "add-it"].map((name) => workflow({ name }));
    expect(problemsOf({ workflows })).toEqual([
      'workflows[2].name: "Add it" is the name of workflows[0] too',
      'workflows[3].name: "add-it" and "Add it" (workflows[0]) would share the cassette add-it.yaml; rename one',
    ]);
  });

  it("finds a forbidden tool in the steps' lists, and written as an object", () => {
    const steps = [{ user: "x", expectTools: ["a"] }];
    const config = { workflows: [workflow({ steps, expectTools: [{ tool: "b" }], forbidTools: ["a", "b", "c"] })] };
    expect(problemsOf(config)).toEqual([
      'workflows[0].forbidTools[0]: "a" is expected by expectTools as well',
      'workflows[0].forbidTools[1]: "b" is expected by expectTools as well',
    ]);
  });

  it("counts the problems in the first line and says where to read on", () => {
    const error = catchError(() => parseConfig({ a: 1, b: 2 }, "suites/x.json"));
    expect(error.message).toBe("suites/x.json: 2 problems in the config");
    expect(error.fix).toContain("docs/configuration.md");
  });

  it("shows no text of the config where it may be a secret", () => {
    expect(problemsOf({ llmJudge: "sk-secret", timeout: "sk-secret", judge: "sk-secret" }).join("\n")).not.toContain(
      "sk-",
    );
  });
});

describe("requireServers", () => {
  const suite: Suite = { name: "s", file: null, folder: ".", config: {}, variables: [] };

  it("refuses a suite without a server and names the ways out", () => {
    const error = catchError(() => requireServers(suite, []));
    expect(error.code).toBe("CONFIG_INVALID");
    expect(error.fix).toMatch(/"server".*--command.*--url/);
  });
});

function catchError(action: () => unknown): McpvalsError {
  try {
    action();
  } catch (error) {
    if (error instanceof McpvalsError) return error;
    throw error;
  }
  throw new Error("nothing was thrown");
}
