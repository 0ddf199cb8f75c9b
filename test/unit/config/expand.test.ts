import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { expandConfig } from "../../../src/config/expand-config.js";
import { expandStrings } from "../../../src/config/expand-strings.js";
import { expandHealthSuite, expandServer, expandText, expandWorkflow } from "../../../src/config/expand.js";
import { McpvalsError } from "../../../src/errors.js";

const env = { CITY: "Paris", EMPTY: "", TOKEN: "t0ken", NESTED: "${CITY}" };
const expand = (text: string): unknown => expandStrings(text, env).value;

describe("variables in texts", () => {
  it.each([
    ["${CITY}", "Paris"],
    ["to ${CITY}, from ${CITY}!", "to Paris, from Paris!"],
    ["${NOPE:-Rome}", "Rome"],
    ["${CITY:-Rome}", "Paris"],
    ["${EMPTY}", ""],
    ["${EMPTY:-Rome}", "Rome"],
    ["${NOPE:-}", ""],
    ["${NOPE:-${CITY}}", "Paris"],
    ["${NOPE:-a ${NEITHER:-b} c}", "a b c"],
    ["${CITY:-${NEITHER}}", "Paris"],
    ["${NESTED}", "${CITY}"],
    ["$${CITY}", "${CITY}"],
    ["$$${CITY}", "$${CITY}"],
    ["${NOPE:-$${CITY}}", "${CITY}"],
    ["$CITY $5 {CITY} ${} ${5} ^a${2}$", "$CITY $5 {CITY} ${} ${5} ^a${2}$"],
  ])("makes %j to %j", (text, expanded) => {
    expect(expand(text)).toBe(expanded);
  });

  it("expands values at every depth and leaves keys, numbers and the rest alone", () => {
    const value = { "${CITY}": ["${CITY}", { a: "${CITY}", n: 1, t: true, z: null, u: undefined }] };
    expect(expandStrings(value, env).value).toEqual({
      "${CITY}": ["Paris", { a: "Paris", n: 1, t: true, z: null, u: undefined }],
    });
  });

  it("says which variables were used, with defaults, and which are not set", () => {
    const { used, unset, required } = expandStrings(["${CITY}", "${A:-x}", { b: "${NOPE}" }], env, { path: ["list"] });
    expect(Object.fromEntries(used)).toEqual({ CITY: "Paris", A: "x" });
    expect(unset).toEqual([{ name: "NOPE", path: ["list", 2, "b"] }]);
    expect([...required]).toEqual(["CITY", "NOPE"]);
  });

  it("takes no variable from the prototype of the environment", () => {
    expect(expandStrings("${constructor} ${__proto__}", env).unset.map(({ name }) => name)).toEqual([
      "constructor",
      "__proto__",
    ]);
  });

  it.each(["${CITY", "${MY-VAR}", "${CITY:Rome}", "${CITY-Rome}", "${NOPE:-x", "${user.name}"])(
    "finds %j malformed",
    (text) => {
      const { malformed, value } = expandStrings(text, env);
      expect(malformed).toHaveLength(1);
      expect(value).toBe(text);
    },
  );

  it("leaves every text without ${ as it is, and every text as it is once it is escaped", () => {
    const piece = fc.oneof(fc.string({ maxLength: 3 }), fc.constantFrom("$", "{", "}", "${", "${CITY}", "${A:-", ":-"));
    fc.assert(
      fc.property(
        fc.array(piece).map((pieces) => pieces.join("")),
        (text) => {
          expect(
            expandStrings(
              text.replaceAll("${", () => "$${"),
              env,
            ),
          ).toMatchObject({ value: text, unset: [], malformed: [] });
        },
      ),
    );
  });
});

describe("expandConfig", () => {
  const load = (raw: unknown, allowUnset = false): ReturnType<typeof expandConfig> =>
    expandConfig(raw, "x.json", { env, allowUnset });
  const steps = [{ user: "Go to ${CITY}" }];

  it("expands all but what a run needs", () => {
    const raw = {
      server: { transport: "stdio", command: "${NOPE}", env: { A: "${TOKEN}" } },
      setup: "echo ${NOPE}",
      workflows: [{ name: "in ${CITY}", steps }],
      system: "You are in ${CITY}.",
    };
    expect(load(raw).config).toEqual({
      ...raw,
      workflows: [{ name: "in Paris", steps: [{ user: "Go to Paris" }] }],
      system: "You are in Paris.",
    });
  });

  it("lists the variables of the whole config with their values, not those of the run", () => {
    const raw = {
      server: { transport: "stdio", command: "${NOPE}", args: ["${TOKEN}", "${MCPVALS_TMP}", "${CITY:-x}"] },
      workflows: [{ name: "w", steps }],
      system: "${LANG_OF_ALL:-English}",
    };
    expect(load(raw).variables).toEqual([
      { name: "TOKEN", required: true, value: "t0ken" },
      { name: "CITY", required: true, value: "Paris" },
      { name: "NOPE", required: true },
      { name: "LANG_OF_ALL", required: false, value: "English" },
    ]);
  });

  it("refuses unset variables, all at once, with path and way out", () => {
    const error = catchError(() => load({ system: "${ONE}", workflows: [{ name: "w", steps: [{ user: "${TWO}" }] }] }));
    expect(error.code).toBe("ENV_UNSET");
    expect(error.message).toBe("x.json: the variables ONE, TWO are not set");
    expect(error.evidence).toBe("system: ${ONE}\nworkflows[0].steps[0].user: ${TWO}");
    expect(error.fix).toContain("${ONE:-…}");
  });

  it("leaves texts with unset variables as written where nothing is run", () => {
    expect(load({ system: "${ONE} in ${CITY}" }, true).config.system).toBe("${ONE} in ${CITY}");
  });

  it("says problems of the config before unset variables", () => {
    expect(catchError(() => load({ system: "${ONE}", sytem: 1 })).code).toBe("CONFIG_INVALID");
  });

  it("says what is not a variable among the problems", () => {
    expect(catchError(() => load({ system: "${CITY:x}", setup: "${a b}", sytem: 1 })).evidence?.split("\n")).toEqual([
      'sytem: unknown key; did you mean "system"?',
      'system: "${CITY:x}" is neither ${NAME} nor ${NAME:-default}; a literal ${ is written $${',
      'setup: "${a b}" is neither ${NAME} nor ${NAME:-default}; a literal ${ is written $${',
    ]);
  });

  it("checks what a variable was expanded to: an empty expected state would fit everything", () => {
    const raw = { workflows: [{ name: "w", steps: [{ user: "x", expectedState: "${EMPTY}" }] }] };
    expect(catchError(() => load(raw)).evidence).toContain("expectedState: must not be empty");
  });

  it("takes an openaiKey whose variable is not set as none", () => {
    expect(load({ openaiKey: "${NOPE}", llmJudge: true }).config).toEqual({ llmJudge: true });
    expect(load({ openaiKey: "${TOKEN}" }).config).toEqual({ openaiKey: "t0ken" });
  });

  it("leaves texts of workflows that name the run's folder or port for the run, the others not", () => {
    const raw = { workflows: [{ name: "w", steps: [{ user: "${CITY}: ${MCPVALS_TMP}/a" }, { user: "$${CITY}" }] }] };
    const workflow = load(raw).config.workflows?.[0];
    expect(workflow?.steps.map(({ user }) => user)).toEqual(["${CITY}: ${MCPVALS_TMP}/a", "${CITY}"]);
    const expanded = workflow && expandWorkflow(workflow, { ...env, MCPVALS_TMP: "/run" });
    expect(expanded?.steps.map(({ user }) => user)).toEqual(["Paris: /run/a", "${CITY}"]);
  });

  it("misses an unset variable of such a text already when it loads", () => {
    const raw = { workflows: [{ name: "w", steps: [{ user: "${NOPE} ${MCPVALS_TMP}" }] }] };
    expect(catchError(() => load(raw)).code).toBe("ENV_UNSET");
  });

  it("knows the run's folder only where a run has one", () => {
    expect(catchError(() => load({ cassettes: "${MCPVALS_TMP}" })).message).toContain("MCPVALS_TMP is not set");
  });

  it("takes other variables named MCPVALS_… as any other", () => {
    const { config } = expandConfig({ cassettes: "${MCPVALS_DIR}" }, "x.json", { env: { MCPVALS_DIR: "tapes" } });
    expect(config.cassettes).toBe("tapes");
  });

  it("refuses a prototype as a key of the config", () => {
    expect(catchError(() => load(JSON.parse('{"__proto__":{"timeout":1}}'))).evidence).toBe(
      "__proto__: cannot be a key",
    );
  });

  it("reports a config that contains itself in place of running out of stack", () => {
    const args: Record<string, unknown> = {};
    args["self"] = args;
    const raw = { workflows: [{ name: "w", steps: [{ user: "x", expectTools: [{ tool: "t", args }] }] }] };
    expect(catchError(() => load(raw)).code).toBe("CONFIG_INVALID");
  });
});

describe("parts expanded for each run", () => {
  const run = { ...env, MCPVALS_TMP: "/tmp/run", MCPVALS_PORT: "4000" };

  it("expands a server and says what is in it", () => {
    const { server, used } = expandServer(
      {
        transport: "shttp",
        url: "http://127.0.0.1:${MCPVALS_PORT}/mcp",
        headers: { Authorization: "Bearer ${TOKEN}" },
      },
      run,
    );
    expect(server).toEqual({
      transport: "shttp",
      url: "http://127.0.0.1:4000/mcp",
      headers: { Authorization: "Bearer t0ken" },
    });
    expect(used).toEqual({ MCPVALS_PORT: "4000", TOKEN: "t0ken" });
  });

  it("refuses a server with an unset variable, naming the place", () => {
    const error = catchError(() => expandServer({ transport: "stdio", command: "x", env: { KEY: "${NOPE}" } }, run));
    expect(error.code).toBe("ENV_UNSET");
    expect(error.message).toBe("server: the variable NOPE is not set");
    expect(error.evidence).toBe("env.KEY: ${NOPE}");
  });

  it.each([
    [{ transport: "stdio", command: "${EMPTY}" }, "command: must not be empty"],
    [{ transport: "sse", url: "${CITY}" }, "url: is not an http or https URL"],
  ] as const)("refuses a server that its variables spoil", (server, problem) => {
    expect(catchError(() => expandServer(server, run)).evidence).toBe(problem);
  });

  it("expands setup and teardown", () => {
    expect(expandText("mkdir ${MCPVALS_TMP}/x", run, "setup")).toBe("mkdir /tmp/run/x");
    expect(catchError(() => expandText("${NOPE}", run, "setup")).message).toBe("setup: the variable NOPE is not set");
  });

  it("expands tool tests", () => {
    const suite = { name: "h", tests: [{ name: "read", args: { path: "${MCPVALS_TMP}/a" }, maxLatency: 5 }] };
    expect(expandHealthSuite(suite, run)).toEqual({
      name: "h",
      tests: [{ name: "read", args: { path: "/tmp/run/a" }, maxLatency: 5 }],
    });
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
