// A server over HTTP that demands a key, with an agent of somebody else: the key reaches the server, and no byte that is
// written, no command line and no report holds it; not even after kill -9.
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { startAgentStandIn } from "../../fixtures/agents/stand-in.mjs";
import { startTold } from "../../fixtures/agents/told.mjs";
import { AGENT_PACKAGES, findAgentOrSay } from "../agents/packages.mjs";
import { AgentSuite, LONGEST, ordersServer } from "../helpers/agent-suite.js";
import { runCli } from "../helpers/run-cli.js";
import { bundled, ORDERS, say, STAND_IN_KEY, use } from "../helpers/tool-runner.js";

vi.setConfig({ testTimeout: 2 * LONGEST, hookTimeout: 2 * LONGEST });

/** Nothing that a rule finds by its shape. */
const KEY = "kestrel-over-the-fen-1907";
const OF_STDIO = "heron-under-the-weir-1842";
const IN_QUERY = "curlew-by-the-mill-1766";
const SECRETS = [KEY, OF_STDIO, IN_QUERY];

/** An agent at work takes files and folders away. */
function unlessGone<T>(look: () => T, otherwise: T): T {
  try {
    return look();
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return otherwise;
    throw error;
  }
}

function filesBelow(folder: string): string[] {
  return unlessGone(() => readdirSync(folder, { withFileTypes: true }), []).flatMap((entry) => {
    const path = join(folder, entry.name);
    return entry.isDirectory() ? filesBelow(path) : entry.isFile() ? [path] : [];
  });
}

/** All files below a folder whose bytes hold one of the secrets, also in base64. */
function filesWithSecret(folder: string): string[] {
  const texts = SECRETS.flatMap((secret) => [secret, Buffer.from(secret).toString("base64").replaceAll("=", "")]);
  const isOne = (path: string): boolean => texts.some((text) => readFileSync(path).includes(text));
  return filesBelow(folder).filter((path) => unlessGone(() => isOne(path), false));
}

const world = (state: string): object => ({
  tools: [{ name: "look", description: "Looks at an order.", inputSchema: { type: "object" } }],
  answers: { look: { result: { content: [{ type: "text", text: `It is ${state}.` }] } } },
});
let told = world("open");
let server: Awaited<ReturnType<typeof startTold>>;
let temp: string;
let seen: string;
beforeAll(async () => (server = await startTold(() => told, { authorization: `Bearer ${KEY}`, "x-team": "blue" })));
afterAll(() => server.close());

function newFolders(): void {
  temp = mkdtempSync(join(tmpdir(), "mcpvals-temp-"));
  seen = mkdtempSync(join(tmpdir(), "mcpvals-seen-"));
}
function removeFolders(): void {
  for (const folder of [temp, seen]) rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
}

describe("a suite's agent of type command", () => {
  const suite = (headers: object): AgentSuite =>
    new AgentSuite({
      servers: {
        far: { transport: "shttp", url: `${server.url}?api_key=\${QUERY_KEY}`, headers },
        near: { ...ordersServer(), env: { ORDERS_KEY: "${STDIO_KEY}" } },
      },
      workflows: [{ name: "look", steps: [{ user: "Look [[script:one]]" }] }],
    });
  const headers = { Authorization: "Bearer ${FAR_KEY}", "X-Team": "blue" };
  const env = (): Record<string, string> => ({
    FAR_KEY: KEY,
    STDIO_KEY: OF_STDIO,
    QUERY_KEY: IN_QUERY,
    TMPDIR: temp,
    COPY: seen,
  });
  const scripts = {
    one: [[use("mcp__far__look"), use("mcp__near__say_state", { id: "A-1" })], [say("It is open.")]],
  };
  beforeAll(newFolders);
  afterAll(removeFolders);

  test("record and replay reach the server, and nothing that is written, printed or listed holds a secret", async () => {
    const s = suite(headers);
    const recorded = await s.run(["record", "--yes"], { scripts, env: env() });
    expect([recorded.code, recorded.stderr]).toEqual([0, expect.anything()]);
    told = world("lost");
    const reporters = ["--reporter", "json=r.json", "--reporter", "html=r.html", "--reporter", "junit=r.xml"];
    const changed = await s.run(["replay", ...reporters], { env: env() });
    told = world("open");
    const shown = await Promise.all(
      [["show", "look"], ["lint"], ["list"], ["replay", "--reporter", "json"]].map((args) =>
        s.run(args, { env: env() }),
      ),
    );
    expect([changed.code, ...shown.map(({ code }) => code)]).toEqual([3, 0, 0, 0, 0]);
    expect(readdirSync(join(seen, "step-1"), { recursive: true }).join("\n")).toContain("mcp.json");
    // The query is seen, too: the agent has neither.
    const [config = ""] = readdirSync(join(seen, "step-1"), { recursive: true, encoding: "utf8" }).filter((path) =>
      path.endsWith("mcp.json"),
    );
    expect(readFileSync(join(seen, "step-1", config), "utf8")).toMatch(/"url":"http:\/\/127\.0\.0\.1:\d+\/mcp"/);
    expect([filesWithSecret(seen), filesWithSecret(temp), filesWithSecret(s.path)]).toEqual([[], [], []]);
    for (const { stdout, stderr } of [recorded, changed, ...shown]) {
      for (const secret of SECRETS) expect(stdout + stderr).not.toContain(secret);
    }
    s.remove();
  });

  test("a killed run leaves no file that holds one", async () => {
    const s = suite(headers);
    removeFolders();
    newFolders();
    const upstream = await startAgentStandIn(scripts);
    const begun = performance.now();
    const killed = await runCli(["record", "--yes"], {
      cwd: s.path,
      env: {
        HOME: s.path,
        ...env(),
        HANG: "1",
        ANTHROPIC_BASE_URL: upstream.url,
        ANTHROPIC_API_KEY: STAND_IN_KEY,
      },
      onStart: (child) => {
        const looking = setInterval(() => {
          if (!existsSync(join(seen, "step-1")) && performance.now() - begun < 60_000) return;
          clearInterval(looking);
          child.kill("SIGKILL");
        }, 20);
      },
    });
    await upstream.close();
    expect(killed.signal).toBe("SIGKILL");
    expect(readdirSync(temp, { recursive: true }).join("\n")).toContain("mcp.json");
    expect([filesWithSecret(temp), filesWithSecret(s.path)]).toEqual([[], []]);
    s.remove();
  });

  test("without the key the server refuses, and that is no pass", async () => {
    const s = suite({ ...headers, Authorization: "Bearer another" });
    const { code, stdout } = await s.run(["record", "--yes", "--no-check"], { scripts, env: env() });
    expect(code).not.toBe(0);
    expect(stdout).not.toContain("Bearer another");
    s.remove();
  });

  test.each([
    ["Host", "example.org", 'the header "Host" of the server far cannot be sent'],
    ["X-Key", "${LINES}", 'headers["X-Key"]: holds a line break'],
  ])("a header that cannot be added is one error, before the agent starts: %s", async (name, value, said) => {
    const s = suite({ ...headers, [name]: value });
    const { code, stderr, asked } = await s.run(["record", "--yes"], {
      scripts,
      env: { ...env(), LINES: `${KEY}\r\nA: b` },
    });
    expect([code, asked]).toEqual([2, 0]);
    expect(stderr).toContain(said);
    expect(stderr).not.toContain(KEY);
    s.remove();
  });
});

describe("wrap", () => {
  beforeAll(newFolders);
  afterAll(removeFolders);
  const folder = mkdtempSync(join(tmpdir(), "mcpvals-wrapped-"));
  afterAll(() => rmSync(folder, { recursive: true, force: true, maxRetries: 3 }));
  const scripts = {
    one: [[use("mcp__far__look"), use("mcp__near__say_state", { id: "A-1" })], [say("It is open.")]],
  };

  test("passes headers, variables and arguments of the agent's configuration on, and writes none of them", async () => {
    const mcpServers = {
      far: {
        type: "http",
        url: `${server.url}?api_key=${IN_QUERY}`,
        headers: { Authorization: `Bearer ${KEY}`, "X-Team": "blue" },
      },
      near: {
        command: process.execPath,
        args: [bundled("orders.mjs"), "world.json", "--key", OF_STDIO],
        env: { ORDERS_KEY: OF_STDIO },
      },
    };
    writeFileSync(join(folder, ".mcp.json"), JSON.stringify({ mcpServers }));
    writeFileSync(join(folder, "world.json"), JSON.stringify({ orders: ORDERS }));
    const upstream = await startAgentStandIn(scripts);
    const env = {
      HOME: folder,
      TMPDIR: temp,
      COPY: seen,
      MCPVALS_STEP: "1",
      ANTHROPIC_BASE_URL: upstream.url,
      ANTHROPIC_API_KEY: STAND_IN_KEY,
    };
    const agent = [process.execPath, bundled("stepping-agent.mjs")];
    const run = (...args: string[]) =>
      runCli(["wrap", ...args, "--", ...agent], { cwd: folder, env, input: "Look [[script:one]]", timeout: LONGEST });
    const recorded = await run("--record", "look.yaml", "--no-check", "--inherit");
    await upstream.close();
    expect([recorded.code, recorded.stderr]).toEqual([0, expect.stringContaining("recorded 2 turns")]);
    // The agent's conversation.
    rmSync(join(folder, "session-undefined.json"));
    const played = await run("look.yaml", "--json", "--inherit");
    expect([played.code, played.stderr]).toEqual([0, expect.stringContaining('"verdict":"passed"')]);
    rmSync(join(folder, ".mcp.json"));
    // The server's own command line has its argument, as without mcpvals; ours has it not.
    const lines = existsSync("/proc/self") ? readFileSync(join(seen, "command-lines"), "utf8") : "";
    const ours = lines.split(process.execPath).filter((line) => line.includes("wrapped-server") && line.includes(temp));
    expect(ours).toHaveLength(existsSync("/proc/self") ? 2 : 0);
    expect(ours.filter((line) => SECRETS.some((secret) => line.includes(secret)))).toEqual([]);
    rmSync(join(seen, "command-lines"), { force: true });
    expect(readdirSync(seen, { recursive: true }).join("\n")).toContain("mcp.json");
    expect([filesWithSecret(seen), filesWithSecret(temp), filesWithSecret(folder)]).toEqual([[], [], []]);
    for (const secret of SECRETS)
      expect(recorded.stderr + played.stderr + recorded.stdout + played.stdout).not.toContain(secret);
  });
});

for (const { id } of AGENT_PACKAGES.filter((one) => one.id.startsWith("claude-code"))) {
  const command = findAgentOrSay(id);
  describe.skipIf(command === undefined)(id, () => {
    beforeAll(newFolders);
    afterAll(removeFolders);

    test("works with the server, and replays; what it keeps in its own folder holds no key either", async () => {
      const s = new AgentSuite({
        agent: { type: "claude-code", command },
        server: {
          transport: "shttp",
          url: server.url,
          headers: { Authorization: "Bearer ${FAR_KEY}", "X-Team": "blue" },
        },
        workflows: [{ name: "look", steps: [{ user: "Look [[script:one]]", expectTools: ["look"] }] }],
      });
      const scripts = { one: [[use("mcp__server__look")], [say("It is open.")]] };
      const env = { FAR_KEY: KEY, TMPDIR: temp };
      // It is there while the agent works, and is taken away with the run.
      const found = new Set<string>();
      const looking = setInterval(() => {
        for (const file of filesWithSecret(temp)) found.add(file);
      }, 50);
      const recorded = await s.run(["record", "--yes", "--no-check"], { scripts, env });
      clearInterval(looking);
      expect([recorded.code, recorded.stderr]).toEqual([0, expect.anything()]);
      expect(await s.replay({ env })).toMatchObject({ code: 0, verdict: "passed" });
      expect([[...found], filesWithSecret(s.path)]).toEqual([[], []]);
      s.remove();
    });
  });
}
