// A suite whose workflows an agent of our own works through: recorded with a stand-in for the API, replayed without one.
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { AgentSuite, LONGEST, ordersServer, type AgentRun } from "../helpers/agent-suite.js";
import { ORDERS, say, STAND_IN_KEY, use } from "../helpers/tool-runner.js";

vi.setConfig({ testTimeout: 2 * LONGEST, hookTimeout: 2 * LONGEST });

const END = [say("All orders are looked after.")];
const LOST = { orders: { ...ORDERS, "A-1": { id: "A-1", state: "lost", total: 12 } } };

describe("two steps with one server", () => {
  const suite = new AgentSuite({
    server: ordersServer(),
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
  let recorded: AgentRun;
  afterAll(() => suite.remove());
  beforeAll(async () => {
    recorded = await suite.run(["record", "--yes"], { scripts, built: true });
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
    expect(await suite.replay({ built: true })).toMatchObject({ code: 0, verdict: "passed" });
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
