// Measures the time from a save of the server's file to the verdict, in `replay --watch`.
import { spawn } from "node:child_process";
import { copyFile, mkdtemp, rename, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startStandIn } from "../fixtures/model/stand-in.mjs";
import { bin, env, goal, median, printTable, root, sized } from "./measure.mjs";

const SAVES = sized(5, 1);
const START_MS = 200;
const SERVERS = join(root, "fixtures/servers");
const USER = "What is 1 + 2?";

/** A server that is ready so long after its start; the start of Node counts. */
const slowServer = (at) =>
  `await new Promise((go) => setTimeout(go, ${START_MS} - performance.now()));\nawait import(process.argv[2]);\n// ${at}\n`;

async function recordSuite(folder) {
  const { record } = await import("../dist/index.js");
  for (const file of ["calculator.mjs", "json-rpc.mjs"]) await copyFile(join(SERVERS, file), join(folder, file));
  await writeFile(join(folder, "server.mjs"), slowServer("first"));
  const config = join(folder, "mcp-eval.config.json");
  const workflows = [{ name: "sum", steps: [{ user: USER, expectedState: "3", expectTools: ["add"] }] }];
  const server = { transport: "stdio", command: process.execPath, args: ["server.mjs", "./calculator.mjs"] };
  await writeFile(config, JSON.stringify({ server, workflows }));
  const turns = [{ calls: [{ tool: "add", input: { a: 1, b: 2 } }] }, { text: "It is 3." }];
  const model = await startStandIn({ workflows: [{ user: USER, turns }] });
  try {
    const key = { ANTHROPIC_API_KEY: "stand-in-key-0123456789", ANTHROPIC_BASE_URL: model.url };
    await record(config, { env: { ...env, ...key }, check: false, allowCi: true });
  } finally {
    await model.close();
  }
}

/** Milliseconds of each save. */
async function timeSaves(folder, child) {
  let text = "";
  let come;
  let isOver = false;
  child.once("close", () => {
    isOver = true;
    come?.();
  });
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding("utf8").on("data", (more) => {
      text += more;
      come?.();
    });
  }
  const until = async (pattern) => {
    while (!pattern.test(text)) {
      if (isOver) throw new Error(`replay --watch ended:\n${text}`);
      await new Promise((resolve) => (come = resolve));
    }
  };
  await until(/Watching/);
  // Not in the folder: its own writing would be a change.
  const next = `${folder}.next`;
  const times = [];
  for (let at = 0; at < SAVES; at += 1) {
    text = "";
    await writeFile(next, slowServer(at));
    const from = performance.now();
    await rename(next, join(folder, "server.mjs"));
    await until(/1 workflow: 1 passed/);
    times.push(performance.now() - from);
    await until(/Watching/);
  }
  return times;
}

async function benchWatch() {
  const folder = await mkdtemp(join(tmpdir(), "mcpvals-watch-"));
  try {
    await recordSuite(folder);
    const child = spawn(process.execPath, [bin, "replay", "-w", "-q"], {
      cwd: folder,
      env: { ...env, CI: "" },
      stdio: ["ignore", "pipe", "pipe"],
    });
    const ended = new Promise((resolve) => child.once("close", resolve));
    try {
      const times = await timeSaves(folder, child);
      printTable(`replay --watch, from save to verdict, server ready after ${START_MS} ms`, [
        ["all", times.map((time) => time.toFixed(0)).join(", ")],
        [
          "median",
          `${median(times).toFixed(0)} ms`,
          goal("from save to verdict of `replay --watch`", median(times), "ms", { most: 500 }),
        ],
      ]);
    } finally {
      child.kill("SIGTERM");
      await ended;
    }
  } finally {
    await rm(folder, { recursive: true, force: true, maxRetries: 3 });
  }
}

await benchWatch();
