// `wrap` around the SDK's toolRunner, which is always at hand: recorded with a stand-in for the API, replayed without one,
// and read by every command that reads cassettes.
import { mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { AgentFolder, say, STAND_IN_KEY, use } from "../helpers/tool-runner.js";

const END = [say("All orders are looked after.")];
const SCRIPTS = {
  main: [
    [say("I look."), use("say_state", { id: "A-1" }), use("say_state", { id: "A-2" })],
    [use("get_order", { id: "A-2" })],
    END,
  ],
};
const LOST = {
  orders: { "A-1": { id: "A-1", state: "lost", total: 12 }, "A-2": { id: "A-2", state: "sent", total: 40 } },
};

describe("one server", () => {
  const folder = new AgentFolder();
  let recorded: Awaited<ReturnType<AgentFolder["wrap"]>>;
  afterAll(() => folder.remove());
  const replayed = async (options = {}) => {
    const { code, stderr } = await folder.wrap(["--json", "agent.yaml"], options);
    return { code, ...JSON.parse(stderr.trim().split("\n").at(-1) ?? "") };
  };

  beforeAll(async () => {
    recorded = await folder.wrap(["--record", "agent.yaml"], { scripts: SCRIPTS });
  });

  test("a recording says what it holds and what its check found", () => {
    expect([recorded.code, recorded.stdout, recorded.stderr]).toEqual([
      0,
      "All orders are looked after.\n",
      "mcpvals wrap: recorded 3 turns of Anthropic/JS 1.14.0 and 3 calls to 1 server: agent.yaml\n" +
        "  Checked: replays, nothing differs on its own.\n",
    ]);
  });

  test("the same servers replay it, threads and all, and no key is in the cassette", async () => {
    expect(await replayed()).toMatchObject({ code: 0, verdict: "passed", turns: 3, calls: 3, unplayed: [] });
    expect(readFileSync(join(folder.path, "agent.yaml"), "utf8")).not.toContain(STAND_IN_KEY.slice(10));
  });

  test.each([
    ["another result", LOST, { stop: { kind: "drift", tool: "say_state", call: 1, path: "/content/0/text" } }],
    ["a tool that is gone", { gone: ["get_order"] }, { stop: { kind: "drift", tool: "get_order" } }],
    ["a call that fails", { failing: ["get_order"] }, { verdict: "failed", stop: { kind: "drift", call: 3 } }],
    ["a server that is dead", { dieAtStart: true }, { unplayed: [1, 2, 3] }],
  ])("%s is not green", async (_, world, found) => {
    folder.answer(world);
    const result = await replayed();
    folder.answer({});
    expect(result).toMatchObject({ verdict: "inconclusive", ...found });
    expect(result.code).not.toBe(0);
  });

  test("an agent that makes a call no more, or passes on more than the result, is named", async () => {
    const stop = { kind: "client", server: "orders", tool: "say_state" };
    expect(await replayed({ env: { DROP: "say_state" } })).toMatchObject({ code: 3, stop });
    expect(await replayed({ env: { EDIT: "please" } })).toMatchObject({ code: 3, stop });
    const stopped = await replayed({ prompt: "Look again [[script:main]]" });
    expect(stopped).toMatchObject({ code: 3, stop: { kind: "request", turn: 1 } });
  });

  test("another version of the agent is named, and fails a strict replay", async () => {
    const env = { AGENT: "Anthropic/JS 2.0.0" };
    const { code, stderr } = await folder.wrap(["agent.yaml"], { env });
    expect([code, stderr]).toEqual([0, expect.stringContaining("JS 2.0.0, recorded with Anthropic/JS 1.14.0")]);
    const strict = await folder.wrap(["--strict", "agent.yaml"], { env });
    expect([strict.code, strict.stderr]).toEqual([
      3,
      expect.stringContaining("strict: the agent is Anthropic/JS 2.0.0"),
    ]);
  });

  test("show, lint, diff, serve and list read it", async () => {
    const shown = await folder.run(["show", "agent.yaml"]);
    expect([shown.code, shown.stdout]).toEqual([0, expect.stringContaining("Agent     Anthropic/JS 1.14.0")]);
    expect(shown.stdout).toContain("Call 3 get_order");
    const page = JSON.parse((await folder.run(["show", "--format", "json", "agent.yaml"])).stdout);
    expect(page).toMatchObject({ kind: "agent", agent: { name: "Anthropic/JS", version: "1.14.0" } });
    expect(await folder.run(["lint", "agent.yaml"])).toMatchObject({ code: 0 });
    expect(await folder.run(["diff", "agent.yaml", "agent.yaml"])).toMatchObject({ code: 0 });
  });

  test("a suite whose cassette it became says how it is played", async () => {
    const server = { transport: "stdio", command: "node", args: ["none.mjs"] };
    const workflow = { name: "agent", steps: [{ user: "Look" }] };
    writeFileSync(join(folder.path, "mcp-eval.config.json"), JSON.stringify({ server, workflows: [workflow] }));
    mkdirSync(join(folder.path, "cassettes", "mcp-eval"), { recursive: true });
    const moved = join(folder.path, "cassettes", "mcp-eval", "agent.yaml");
    renameSync(join(folder.path, "agent.yaml"), moved);
    const listed = await folder.run(["list"]);
    const played = await folder.run(["replay"]);
    renameSync(moved, join(folder.path, "agent.yaml"));
    expect([played.code, played.stdout]).toEqual([3, expect.stringContaining("is the recording of an agent")]);
    expect(listed.stdout).toContain("unreadable");
  });
});

describe("around the agent", () => {
  const folder = new AgentFolder();
  afterAll(() => folder.remove());

  test("a server gets neither the key nor the address of the gateway", async () => {
    const scripts = { main: [[use("environment")], END] };
    expect(await folder.wrap(["--no-check", "--record", "a.yaml"], { scripts })).toMatchObject({ code: 0 });
    expect((await folder.run(["show", "a.yaml"])).stdout).toMatch(/Result 1 \(.*\)\n {2}none\n/);
  });

  test("an agent that was killed, and one that asks for nothing, are inconclusive, and it says which", async () => {
    const played = (code: string) => folder.wrapCommand(["a.yaml", "--", process.execPath, "-e", code]);
    const [killed, silent] = [await played("process.kill(process.pid, 'SIGKILL')"), await played("0")];
    expect([killed.code, killed.stderr]).toEqual([3, expect.stringContaining("the command was ended by SIGKILL")]);
    expect([silent.code, silent.stderr]).toEqual([3, expect.stringContaining("no request for the model came")]);
  });
});

describe("two servers", () => {
  const folder = new AgentFolder({ "io.test/orders": "one.json", spare: "two.json" });
  afterAll(() => folder.remove());

  test("each is in the cassette under its own name, and a result of one is judged as its own", async () => {
    folder.answer({ gone: ["say_state", "list_orders", "open_ticket", "read_log", "picture"] }, "spare");
    const scripts = { main: [[use("say_state", { id: "A-1" })], END] };
    expect(await folder.wrap(["--record", "a.yaml"], { scripts })).toMatchObject({ code: 0 });
    expect(readFileSync(join(folder.path, "a.yaml"), "utf8")).toMatch(/servers:\n {2}io.test_orders:\n/);
    expect(await folder.wrap(["a.yaml"])).toMatchObject({ code: 0 });
    expect(await folder.run(["lint", "a.yaml"])).toMatchObject({ code: 0 });
    expect((await folder.run(["show", "a.yaml"])).stdout).toContain("spare: orders 1.0.0");
    folder.answer(LOST, "io.test/orders");
    const { code, stderr } = await folder.wrap(["--json", "a.yaml"]);
    expect([code, JSON.parse(stderr).stop]).toMatchObject([3, { kind: "drift", call: 1 }]);
  });
});
