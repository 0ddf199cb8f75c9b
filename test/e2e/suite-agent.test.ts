// A suite whose workflows an agent of our own works through: recorded with a stand-in for the API, replayed without one.
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { startAgentStandIn } from "../../fixtures/agents/stand-in.mjs";
import { runCli, type CliResult } from "../helpers/run-cli.js";
import { ORDERS, say, STAND_IN_KEY, use, type AgentScripts } from "../helpers/tool-runner.js";

const fixture = (name: string): string => fileURLToPath(new URL(`../../fixtures/agents/${name}`, import.meta.url));
/** Milliseconds for one command: it starts an agent and its servers several times. */
const LONGEST = 300_000;
vi.setConfig({ testTimeout: 2 * LONGEST, hookTimeout: 2 * LONGEST });

const END = [say("All orders are looked after.")];
const LOST = { orders: { ...ORDERS, "A-1": { id: "A-1", state: "lost", total: 12 } } };

class AgentSuite {
  readonly path = mkdtempSync(join(tmpdir(), "mcpvals-suite-agent-"));

  constructor(private readonly config: object) {
    this.configure({});
    this.answer({});
  }

  configure(more: object): void {
    const agent = { type: "command", command: process.execPath, args: [fixture("stepping-agent.mjs")] };
    writeFileSync(join(this.path, "mcp-eval.config.json"), JSON.stringify({ agent, ...this.config, ...more }));
  }

  answer(world: object, name = "world"): void {
    const whole = { orders: ORDERS, ticket: "T-1001", ...world };
    writeFileSync(join(this.path, `${name}.json`), JSON.stringify(whole));
  }

  async run(
    args: readonly string[],
    { scripts, env = {} }: { scripts?: AgentScripts; env?: Record<string, string> } = {},
  ): Promise<CliResult & { asked: number }> {
    const upstream = scripts === undefined ? undefined : await startAgentStandIn(scripts);
    try {
      const api = upstream && { ANTHROPIC_BASE_URL: upstream.url, ANTHROPIC_API_KEY: STAND_IN_KEY };
      const result = await runCli(args, { cwd: this.path, env: { HOME: this.path, ...api, ...env }, timeout: LONGEST });
      return { ...result, asked: upstream?.requests.length ?? 0 };
    } finally {
      await upstream?.close();
    }
  }

  record(scripts: AgentScripts, ...flags: string[]): Promise<CliResult & { asked: number }> {
    return this.run(["record", "--yes", ...flags], { scripts });
  }

  /** The exit code, and what the report says of the first workflow. */
  async replay(options: { env?: Record<string, string>; flags?: string[] } = {}) {
    const args = ["replay", "--reporter", "json", ...(options.flags ?? [])];
    const { code, stdout } = await this.run(args, options);
    const [evaluation] = JSON.parse(stdout).evaluations;
    return { code, ...evaluation };
  }

  cassette(name: string): string {
    return readFileSync(join(this.path, "cassettes", "mcp-eval", `${name}.yaml`), "utf8");
  }

  remove(): void {
    rmSync(this.path, { recursive: true, force: true, maxRetries: 3 });
  }
}

function orders(world = "world"): object {
  return { transport: "stdio", command: process.execPath, args: [fixture("orders.mjs"), `${world}.json`] };
}

describe("two steps with one server", () => {
  const suite = new AgentSuite({
    server: orders(),
    workflows: [
      {
        name: "look",
        steps: [
          { user: "Look after A-1 [[script:one]]", expectTools: ["say_state"] },
          { user: "And A-2 [[script:two]]", expectTools: ["get_order"], expectedState: "looked after" },
        ],
      },
    ],
  });
  const scripts = {
    one: [[use("mcp__server__say_state", { id: "A-1" })], [say("It is open.")]],
    two: [[use("mcp__server__get_order", { id: "A-2" })], END],
  };
  let recorded: CliResult & { asked: number };
  afterAll(() => suite.remove());
  beforeAll(async () => {
    recorded = await suite.record(scripts);
  });

  test("are recorded and checked: the cassette says who the agent was, and holds no key", () => {
    expect([recorded.code, recorded.asked, recorded.stderr]).toEqual([0, 4, expect.anything()]);
    const text = suite.cassette("look");
    expect(text).toContain("kind: agent");
    expect(text).toMatch(/type: command/);
    expect(text).not.toContain(STAND_IN_KEY.slice(10));
    expect(text).toMatch(/checks: [1-9]/);
  });

  test("pass on the same server, without a key", async () => {
    expect(await suite.replay()).toMatchObject({ code: 0, verdict: "passed" });
  });

  test.each([
    [
      "another result",
      LOST,
      3,
      { kind: "drift", server: "server", tool: "say_state", call: 1, path: "/content/0/text" },
    ],
    ["a tool that is gone", { gone: ["get_order"] }, 3, { kind: "drift", tool: "get_order" }],
    ["a call that fails now", { failing: ["get_order"] }, 1, { kind: "drift", tool: "get_order", call: 2 }],
  ])("%s is not green, and it says where", async (_, world, code, stopped) => {
    suite.answer(world);
    const result = await suite.replay();
    suite.answer({});
    expect(result).toMatchObject({ code, replay: { stopped } });
    expect(result.verdict).not.toBe("passed");
  });

  test("an agent that makes a call no more is named as the one that differs", async () => {
    const stopped = { kind: "client", server: "server", tool: "get_order", call: 2 };
    expect(await suite.replay({ env: { DROP: "get_order" } })).toMatchObject({ code: 3, replay: { stopped } });
  });

  test.each([
    ["SIGKILL", { CRASH: "SIGKILL" }, "the agent was ended by SIGKILL"],
    ["an exit", { CRASH: "7" }, "the agent ended with code 7"],
    ["silence", { SILENT: "1" }, "no request for the model came"],
  ])("an agent that ends too early by %s is inconclusive, and it says so", async (_, env, said) => {
    const { code, verdict, reasons } = await suite.replay({ env });
    expect([code, verdict, reasons[0]]).toEqual([3, "inconclusive", expect.stringContaining(said)]);
  });

  test("an agent that is not there is one message, with exit code 2", async () => {
    suite.configure({ agent: { type: "command", command: "no-such-agent" } });
    const played = await suite.run(["replay"]);
    suite.configure({ agent: "claude-code" });
    const other = await suite.run(["replay"]);
    suite.configure({});
    expect([played.code, played.stderr]).toEqual([2, expect.stringContaining('"no-such-agent" cannot be started')]);
    expect([other.code, other.stdout]).toEqual([3, expect.stringContaining("the agent was command, is claude-code")]);
  });

  test("list, show, record --check and a second record know it", async () => {
    expect((await suite.run(["list"])).stdout).not.toContain("unreadable");
    expect((await suite.run(["show", "look"])).stdout).toContain("Anthropic/JS");
    expect(await suite.run(["record", "--check"])).toMatchObject({ code: 0 });
    expect(await suite.record(scripts)).toMatchObject({ code: 0, asked: 0 });
  });
});

test("a workflow whose agent breaks off is not recorded", async () => {
  const suite = new AgentSuite({
    server: orders(),
    workflows: [{ name: "look", steps: [{ user: "[[script:one]]" }] }],
  });
  const { code, stdout } = await suite.run(["record", "--yes"], {
    scripts: { one: [[use("mcp__server__say_state", { id: "A-1" })], END] },
    env: { CRASH: "7" },
  });
  expect([code, stdout]).toEqual([4, expect.stringContaining("agent ended with code 7")]);
  expect(existsSync(join(suite.path, "cassettes", "mcp-eval", "look.yaml"))).toBe(false);
  suite.remove();
});
