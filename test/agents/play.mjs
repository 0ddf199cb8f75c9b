// Records and replays one situation with a real agent: the built command line, real servers, the stand-in in place of
// the API. Returns what a person would see of both runs.
import { spawn } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { startAgentStandIn } from "../../fixtures/agents/stand-in.mjs";
import { AGENT_PACKAGES, findAgentBinary } from "./packages.mjs";

const PROJECT = fileURLToPath(new URL("../..", import.meta.url));
const require = createRequire(import.meta.url);

export const KEY = "sk-ant-api03-of-the-test-000000000000";
export const WORLD = {
  orders: {
    "A-1": { id: "A-1", state: "open", total: 12 },
    "A-2": { id: "A-2", state: "sent", total: 40 },
    "A-3": { id: "A-3", state: "paid", total: 7 },
  },
  ticket: "T-1001",
  instructions: "Ask for an order by its id.",
};

/**
 * @typedef {object} Situation
 * @property {string} name
 * @property {(object[] | object)[]} turns What the stand-in says.
 * @property {Record<string, (object[] | object)[]>} [scripts] Further scripts, of subagents.
 * @property {string} [prompt]
 * @property {string[]} [args] Further arguments of the agent.
 * @property {object} [world] What the server answers when it is recorded.
 * @property {object} [changed] What it answers in the replay, in place of the same.
 * @property {{ prompt?: string, args?: string[], withoutPermission?: boolean, tz?: string, elsewhere?: boolean, otherVersion?: boolean, servers?: object, steps?: string[], env?: object }} [replay]
 * @property {string[]} [steps] Further prompts, each in a run that resumes the session.
 * @property {object} [servers] Servers in place of the orders.
 * @property {string} [tools] Default: ToolSearch.
 */

const call = (name, input = {}) => ({ type: "tool_use", name: `mcp__orders__${name}`, input });
export const use = (name, input = {}) => ({ type: "tool_use", name, input });
export const say = (text) => ({ type: "text", text });
export { call };

const everything = join(
  dirname(require.resolve("@modelcontextprotocol/server-everything/package.json")),
  "dist/index.js",
);
const filesystem = join(
  dirname(require.resolve("@modelcontextprotocol/server-filesystem/package.json")),
  "dist/index.js",
);
export const SERVERS = {
  everything: { command: "node", args: [everything, "stdio"] },
  filesystem: (folder) => ({ command: "node", args: [filesystem, folder] }),
};

/** The servers of a situation: one that says what it is given (`fixtures/agents/told.mjs`). */
export function toldServers(world) {
  return (folder) => {
    const file = join(folder, "told.json");
    writeFileSync(file, JSON.stringify(world));
    return { told: { command: "node", args: [join(PROJECT, "fixtures/agents/told.mjs"), file] } };
  };
}

function ordersServer(folder) {
  return {
    orders: { command: "node", args: [join(PROJECT, "fixtures/agents/orders.mjs"), join(folder, "world.json")] },
  };
}

/**
 * A recorded situation; several replays may follow it. `check: false`: without the run after the recording that learns what
 * differs on its own. Call `remove` in the end.
 *
 * @param {string} agent @param {Situation} situation @param {{ check?: boolean }} [options]
 */
export async function recordSituation(agent, situation, { check = true } = {}) {
  const root = mkdtempSync(join(tmpdir(), "mcpvals-agents-"));
  const folder = join(root, "project");
  for (const name of ["project", "elsewhere", "home"]) mkdirSync(join(root, name));
  const upstream = await startAgentStandIn({ main: situation.turns, ...situation.scripts });
  try {
    const flags = [...(check ? [] : ["--no-check"]), "--record", join(root, "agent.yaml")];
    const record = await run({ root, folder, situation, agent, upstream: upstream.url, flags, home: "home" });
    const cassette = existsSync(join(root, "agent.yaml")) ? readFileSync(join(root, "agent.yaml"), "utf8") : undefined;
    const asked = upstream.requests.length;
    const remove = () => rmSync(root, { recursive: true, force: true, maxRetries: 3 });
    return { root, record, cassette, asked, requests: upstream.requests, remove };
  } finally {
    await upstream.close();
  }
}

/** Replays a situation that {@link recordSituation} recorded, or another one that begins with the same recording. */
export async function replaySituation({ root, ...recorded }, agent, situation) {
  const replayed = { ...situation, world: situation.changed ?? situation.world, ...pick(situation.replay) };
  const { replay: options = {} } = situation;
  mkdirSync(join(root, "home-2"));
  const replay = await run({
    root,
    folder: join(root, options.elsewhere === true ? "elsewhere" : "project"),
    situation: replayed,
    agent: options.otherVersion === true ? otherVersionOf(agent) : agent,
    upstream: undefined,
    flags: ["--json", ...(situation.strict === true ? ["--strict"] : []), join(root, "agent.yaml")],
    home: "home-2",
    withoutPermission: options.withoutPermission,
    tz: options.tz,
    more: options.env,
  });
  rmSync(join(root, "home-2"), { recursive: true, force: true, maxRetries: 3 });
  return { ...recorded, replay, verdict: verdictOf(replay.stderr) };
}

/** The other Claude Code; it has to be installed, too. */
function otherVersionOf(agent) {
  const other = AGENT_PACKAGES.find(({ id }) => id.startsWith("claude-code") && id !== agent);
  if (other === undefined || findAgentBinary(other.id) === undefined) throw new Error("no other version is installed");
  return other.id;
}

/** What a recording depends on: situations with the same text share one. Servers of its own are functions. */
export function recordingKey({ name, turns, scripts, prompt, args, world, servers, steps, tools, files }) {
  const own = servers === undefined ? undefined : name;
  return JSON.stringify([own, turns, scripts, prompt, args, world, steps, tools, files]);
}

function pick({ prompt, args, servers, steps } = {}) {
  return { ...(prompt && { prompt }), ...(args && { args }), ...(servers && { servers }), ...(steps && { steps }) };
}

function verdictOf(stderr) {
  const line = stderr.split("\n").find((one) => one.startsWith('{"verdict"'));
  return line === undefined ? undefined : JSON.parse(line);
}

async function run({ root, folder, situation, agent, upstream, flags, home, withoutPermission = false, tz, more }) {
  const { prompt = "Look after the orders [[script:main]]", args = [], world = {}, tools = "ToolSearch" } = situation;
  const servers = situation.servers?.(folder) ?? ordersServer(folder);
  writeFileSync(join(folder, "world.json"), JSON.stringify({ ...WORLD, ...world }));
  writeFileSync(join(folder, "mcp.json"), JSON.stringify({ mcpServers: servers }));
  if (situation.files === true) writeFileSync(join(root, "project", "note.txt"), "a note\n");
  // The configuration of several steps is found in the folder.
  if (situation.steps !== undefined) writeFileSync(join(folder, ".mcp.json"), JSON.stringify({ mcpServers: servers }));
  const binary = findAgentBinary(agent);
  const allowed = withoutPermission
    ? []
    : [
        "--allowedTools",
        Object.keys(servers)
          .map((name) => `mcp__${name}`)
          .join(","),
      ];
  const common = [
    "--mcp-config",
    join(folder, "mcp.json"),
    "--strict-mcp-config",
    "--tools",
    tools,
    "--setting-sources",
    "",
    "--output-format",
    "json",
    ...allowed,
    ...args,
  ];
  const lines = [prompt, ...(situation.steps ?? [])].map((text, at) => [
    binary,
    "-p",
    text,
    ...(at === 0 ? [] : ["--continue"]),
    ...common,
  ]);
  // Several steps are one command: a script that runs the agent again.
  const command = lines.length === 1 ? lines[0] : ["node", "-e", STEPS, JSON.stringify(lines)];
  const env = {
    PATH: process.env.PATH,
    HOME: join(root, home),
    LANG: "C.UTF-8",
    ...(tz && { TZ: tz }),
    ...more,
    ...(upstream && { ANTHROPIC_BASE_URL: upstream, ANTHROPIC_API_KEY: KEY }),
  };
  return spawned([process.execPath, join(PROJECT, "dist/bin/main.cjs"), "wrap", ...flags, "--", ...command], {
    cwd: folder,
    env,
  });
}

const STEPS = `
const { spawnSync } = require("node:child_process");
for (const [command, ...args] of JSON.parse(process.argv[1])) {
  const at = args.indexOf("--mcp-config");
  args[at + 1] = process.env.MCPVALS_MCP_CONFIG;
  const { status } = spawnSync(command, args, { stdio: "inherit" });
  if (status !== 0) process.exit(status ?? 1);
}`;

function spawned([command, ...args], { cwd, env }) {
  return new Promise((resolve, reject) => {
    const from = performance.now();
    const child = spawn(command, args, { cwd, env, stdio: ["ignore", "pipe", "pipe"] });
    const out = { stdout: "", stderr: "" };
    for (const name of ["stdout", "stderr"]) {
      child[name].setEncoding("utf8");
      child[name].on("data", (text) => (out[name] += text));
    }
    child.once("error", reject);
    child.once("close", (code) =>
      resolve({ code, ...out, ms: Math.round(performance.now() - from), end: resultOf(out.stdout) }),
    );
  });
}

/** What the agent says in the end. */
function resultOf(stdout) {
  const line = stdout.trim().split("\n").at(-1) ?? "";
  try {
    const { result, is_error: isError, num_turns: turns } = JSON.parse(line);
    return { result, isError, turns };
  } catch {
    return undefined;
  }
}
