// What goes wrong while Claude works: it is in the report as what it is, and nothing of it ever passes.
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startStandIn, type StandIn } from "../../../fixtures/model/stand-in.mjs";
import { evaluate, McpvalsError, type Config, type Evaluation, type Report } from "../../../src/index.js";
import { findFreePort } from "../../../src/server/free-port.js";
import { cleanEnvironment } from "../../helpers/clean-environment.js";
import { fixtureServer } from "../../helpers/suite-folder.js";

const stay = { "x-should-retry": "false" };
const act = (how: string) => ({ calls: [{ tool: "act", input: { how } }] });
const script = {
  workflows: [
    {
      user: "What is 15 and 27?",
      turns: [{ status: 500, headers: stay, error: { type: "api_error", message: "The answer is 42." } }],
    },
    {
      user: "First add, then fail",
      turns: [
        { calls: [{ tool: "add", input: { a: 1, b: 2 } }] },
        { status: 500, headers: stay, error: { type: "api_error", message: "The answer is 42." } },
      ],
    },
    {
      user: "Use a tool that is not there",
      turns: [{ calls: [{ tool: "power", input: { a: 2, b: 3 } }] }, { text: "The result is 8." }],
    },
    {
      user: "Add words",
      turns: [{ calls: [{ tool: "add", input: { a: "fifteen", b: 27 } }] }, { text: "The result is 42." }],
    },
    {
      user: "Divide 10 by 0",
      turns: [{ calls: [{ tool: "divide", input: { a: 10, b: 0 } }] }, { text: "It is infinite." }],
    },
    { user: "Wait", turns: [act("silent"), { text: "No answer came." }] },
    { user: "Die", turns: [act("die"), { text: "It died." }] },
    { user: "Use the second page", turns: [{ calls: [{ tool: "second" }] }, { text: "It is fine." }] },
    { user: "Just act", turns: [act("fine"), { text: "It is fine." }] },
    { user: "Begin", turns: [{ text: "Begun, and ", stop: "max_tokens" }] },
    { user: "For ever", turns: Array.from({ length: 5 }, () => act("fine")) },
    { user: "Something bad", turns: [{ text: "I will not.", stop: "refusal" }] },
  ],
};

let model: StandIn;
beforeAll(async () => {
  model = await startStandIn(script);
});
afterAll(() => model.close());

const key = "stand-in-key-0123456789";
function run(
  server: Config["server"],
  user: string,
  more: Partial<Config> = {},
  expectedState = "42",
): Promise<Report> {
  const env = cleanEnvironment({ ANTHROPIC_API_KEY: key, ANTHROPIC_BASE_URL: model.url });
  return evaluate({ server, workflows: [{ name: "it", steps: [{ user, expectedState }] }], ...more }, { env });
}
const calculator = fixtureServer("calculator.mjs");
const odd = (mode: string) => fixtureServer("odd.mjs", mode);
const only = ({ evaluations: [evaluation] }: Report): Evaluation => {
  if (evaluation === undefined) throw new Error("no evaluation");
  return evaluation;
};
const metric = (report: Report, id: string) => only(report).results.find((result) => result.id === id);

describe("the model's side", () => {
  it.each(["What is 15 and 27?", "First add, then fail"])(
    "an API error satisfies no expected state, although its text has it (%s)",
    async (user) => {
      const report = await run(calculator, user);
      expect(report).toMatchObject({ passed: false, verdict: "error", exitCode: 4 });
      expect(only(report).reasons.join(" ")).toContain("500");
      expect(metric(report, "end-to-end-success")?.passed ?? false).toBe(false);
    },
  );

  it("a tool that the server does not have is an unhealthy call, and is not sent", async () => {
    const report = await run(calculator, "Use a tool that is not there", {}, "8");
    expect(report).toMatchObject({ verdict: "failed", exitCode: 1 });
    expect(metric(report, "tool-call-health")).toMatchObject({ passed: false, score: 0 });
    expect(metric(report, "tool-call-health")?.details).toContain("power");
    expect(only(report).run?.calls).toBe(1);
  });

  it("arguments that the input schema rejects are an unhealthy call, whatever Claude makes of it", async () => {
    const report = await run(calculator, "Add words");
    expect(report).toMatchObject({ verdict: "failed", exitCode: 1 });
    expect(metric(report, "end-to-end-success")?.passed).toBe(true);
    expect(metric(report, "tool-call-health")).toMatchObject({ passed: false, score: 0 });
    expect(metric(report, "tool-call-health")?.details).toMatch(/add/);
  });

  it("a result with isError is an unhealthy call, unless the workflow expects the failure", async () => {
    const report = await run(calculator, "Divide 10 by 0", {}, "infinite");
    expect(report).toMatchObject({ verdict: "failed", exitCode: 1 });
    expect(metric(report, "tool-call-health")).toMatchObject({ passed: false, score: 0 });
    const expected = await run(calculator, "", {
      workflows: [{ name: "it", steps: [{ user: "Divide 10 by 0" }], expectTools: [{ tool: "divide", fails: true }] }],
    });
    expect(expected).toMatchObject({ verdict: "passed", exitCode: 0 });
  });

  it.each([
    ["Begin", {}],
    ["For ever", { maxTurns: 3 }],
    ["Something bad", {}],
  ])("an answer that is cut off, goes on for ever or is refused never passes (%s)", async (user, more) => {
    const report = await run(odd("none"), user, { ...more, workflows: [{ name: "it", steps: [{ user }] }] });
    expect(report.passed).toBe(false);
    expect(report.exitCode).not.toBe(0);
    expect(only(report).reasons).not.toEqual([]);
  });

  it("no key is an error of the command, before any server is started", async () => {
    const config: Config = { server: { transport: "stdio", command: "no-such-program" }, workflows: [] };
    config.workflows = [{ name: "it", steps: [{ user: "Just act" }] }];
    const error = await evaluate(config, { env: cleanEnvironment() }).catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(McpvalsError);
    expect(error).toMatchObject({ code: "MODEL_KEY_MISSING", exitCode: 4 });
  });
});

describe("a tool that is expected and not listed", () => {
  const expecting = (server: Config["server"], names: Partial<NonNullable<Config["workflows"]>[number]>) =>
    run(server, "", { workflows: [{ name: "it", steps: [{ user: "Just act", expectedState: "fine" }], ...names }] });

  it("fails the workflow before a token is spent, and names the nearest", async () => {
    const from = model.requests.length;
    const report = await expecting(calculator, { expectTools: ["ad", "multiply"] });
    expect(report).toMatchObject({ verdict: "failed", exitCode: 1 });
    expect(only(report).reasons).toEqual([
      "expectTools names ad (did you mean add?), and the server has no such tool. Claude was not asked, so nothing was spent.",
    ]);
    expect(only(report).run).toMatchObject({ turns: 0, inputTokens: 0, findings: [] });
    expect(model.requests.length).toBe(from);
    const far = await expecting(calculator, { expectTools: ["get_weather"] });
    expect(only(far).reasons[0]).toContain("no such tool. It lists add, subtract, multiply, divide. Claude");
  });

  it("is only a finding where the server declares that its list may change", async () => {
    const report = await expecting(odd("none"), { expectTools: ["acts"] });
    expect(report).toMatchObject({ verdict: "failed", exitCode: 1 });
    expect(only(report).run).toMatchObject({ turns: 2, calls: 1 });
    expect(only(report).run?.findings).toEqual([
      "expectTools names what the server does not list: acts (did you mean act?).",
    ]);
  });

  it("is a finding where the tool is forbidden", async () => {
    const report = await expecting(odd("none"), { forbidTools: ["erase"] });
    expect(report).toMatchObject({ verdict: "passed", exitCode: 0 });
    expect(only(report).run?.findings).toEqual(["forbidTools names what the server does not list: erase."]);
  });
});

describe("the list of tools", () => {
  it("is read to its second page, and a tool of it can be called", async () => {
    const from = model.requests.length;
    const report = await run(odd("paged"), "Use the second page", {}, "fine");
    expect(report).toMatchObject({ verdict: "passed", exitCode: 0 });
    const body = model.requests[from]?.body as { tools: { name: string }[] };
    expect(body.tools.map(({ name }) => name)).toEqual(["act", "second"]);
  });

  it.each([
    ["stuck-cursor", /cursor does not advance/],
    ["endless-cursor", /does not end|within/],
    ["list-error", /no list today/],
    ["dies-at-list", /exited with code 4/],
  ])("that cannot be read fails the server (%s)", async (mode, why) => {
    const from = model.requests.length;
    const report = await run(odd(mode), "Just act", { timeout: 5000 }, "fine");
    expect(report).toMatchObject({ passed: false, verdict: "failed", exitCode: 1 });
    expect(only(report).reasons.join(" ")).toMatch(why);
    expect(model.requests).toHaveLength(from);
  });
});

describe("timeout", () => {
  it.each([
    ["silent", "connecting", "Just act"],
    ["silent-list", "listing", "Just act"],
    ["none", "calling", "Wait"],
  ])("bounds %s: %s", async (mode, _what, user) => {
    const from = performance.now();
    const report = await run(odd(mode), user, { timeout: 1500 }, "No answer");
    expect(performance.now() - from).toBeLessThan(30_000);
    expect(report).toMatchObject({ passed: false, verdict: "failed", exitCode: 1 });
    expect(JSON.stringify(only(report))).toContain("1500 ms");
  });
});

describe("the server", () => {
  it("that exits at the start has failed, and says why in its own words", async () => {
    const report = await run(odd("exit-at-start"), "Just act");
    expect(report).toMatchObject({ passed: false, verdict: "failed", exitCode: 1 });
    expect(JSON.stringify(only(report))).toContain("DATABASE_URL is not set");
  });

  it("that dies in a call has failed", async () => {
    const report = await run(odd("none"), "Die", {}, "died");
    expect(report).toMatchObject({ passed: false, verdict: "failed", exitCode: 1 });
    expect(JSON.stringify(only(report))).toContain("code 7");
  });

  it("that writes a banner to stdout is tolerated, and the report says so", async () => {
    const report = await run(odd("banner"), "Just act", {}, "fine");
    expect(report).toMatchObject({ passed: true, exitCode: 0 });
    expect(only(report).run?.findings.join(" ")).toContain("odd server starts");
  });

  it("that writes nothing but rubbish has failed", async () => {
    const report = await run(odd("rubbish"), "Just act", { timeout: 1500 });
    expect(report).toMatchObject({ passed: false, verdict: "failed", exitCode: 1 });
  });

  it("that cannot be started at all is not a fault of the server: the outside failed", async () => {
    const missing: Config["server"] = { transport: "stdio", command: "no-such-program-here" };
    await expect(run(missing, "Just act")).rejects.toMatchObject({ code: "COMMAND_NOT_FOUND", exitCode: 4 });
    const gone: Config["server"] = { transport: "shttp", url: `http://127.0.0.1:${await findFreePort()}/mcp` };
    await expect(run(gone, "Just act")).rejects.toMatchObject({ code: "SERVER_UNREACHABLE", exitCode: 4 });
  });
});
