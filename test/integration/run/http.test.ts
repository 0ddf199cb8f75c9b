// HTTP servers: those we start, each run on a port of its own, and one that is there already.
import { spawn, type ChildProcess } from "node:child_process";
import { createRequire } from "node:module";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startStandIn, type StandIn } from "../../../fixtures/model/stand-in.mjs";
import { evaluate, record, replay, type Config, type Progress } from "../../../src/index.js";
import { findFreePort } from "../../../src/server/free-port.js";
import { cleanEnvironment } from "../../helpers/clean-environment.js";
import { fixtureServer, makeSuiteFolder } from "../../helpers/suite-folder.js";

const EVERYTHING = createRequire(import.meta.url)
  .resolve("@modelcontextprotocol/server-everything/package.json")
  .replace(/package\.json$/, "dist/index.js");
const CALCULATOR = fixtureServer("calculator.mjs").args[0] ?? "";
const workflows: NonNullable<Config["workflows"]> = ["one", "two"].map((name) => ({
  name,
  steps: [{ user: `Add ${name} and 27`, expectedState: "is" }],
}));
const script = (tool: string) => ({
  workflows: workflows.map(({ name }, index) => ({
    user: `Add ${name} and 27`,
    turns: [{ calls: [{ tool, input: { a: index + 1, b: 27 } }], delay: 100 }, { text: ["It is ", { $result: 1 }] }],
  })),
});

let models: { calculator: StandIn; everything: StandIn };
beforeAll(async () => {
  models = { calculator: await startStandIn(script("add")), everything: await startStandIn(script("get-sum")) };
});
afterAll(() => Promise.all(Object.values(models).map((model) => model.close())));
const envFor = (model: StandIn) =>
  cleanEnvironment({ ANTHROPIC_API_KEY: "stand-in-key-0123456789", ANTHROPIC_BASE_URL: model.url });

/** The most workflows that ran at the same time. */
function countTogether(): { onProgress: (progress: Progress) => void; most: () => number } {
  let [now, most] = [0, 0];
  return {
    onProgress: ({ type }) => {
      if (type === "started") most = Math.max(most, ++now);
      if (type === "finished") now -= 1;
    },
    most: () => most,
  };
}

describe("an HTTP server that we start", () => {
  it.each([
    ["streamable HTTP", "shttp", "streamableHttp", "/mcp", 2],
    ["SSE", "sse", "sse", "/sse", 1],
  ] as const)(
    "server-everything over %s is recorded and replayed on other ports",
    async (_name, transport, mode, path, runs) => {
      const suite = await makeSuiteFolder({
        server: {
          transport,
          command: process.execPath,
          args: [EVERYTHING, mode],
          env: { PORT: "${MCPVALS_PORT}" },
          url: `http://127.0.0.1:\${MCPVALS_PORT}${path}`,
        },
        workflows: workflows.slice(0, runs),
      });
      const env = envFor(models.everything);
      try {
        const together = countTogether();
        const recorded = await record(suite.file, {
          env,
          cwd: suite.folder,
          check: false,
          onProgress: together.onProgress,
        });
        expect(recorded).toMatchObject({ passed: true, exitCode: 0 });
        expect(together.most()).toBe(runs);
        const replayed = await replay(suite.file, { env: cleanEnvironment(), cwd: suite.folder });
        expect(replayed).toMatchObject({ passed: true, exitCode: 0 });
        expect(replayed.evaluations.flatMap(({ replay: facts }) => facts?.drift)).toEqual([]);
      } finally {
        await suite.remove();
      }
    },
    90_000,
  );

  it("that exits before it answers has failed", async () => {
    const server: Config["server"] = {
      transport: "shttp",
      command: process.execPath,
      args: ["-e", "console.error('no such database'); process.exit(1)"],
      url: "http://127.0.0.1:${MCPVALS_PORT}/mcp",
    };
    const report = await evaluate({ server, workflows: workflows.slice(0, 1) }, { env: envFor(models.calculator) });
    expect(report).toMatchObject({ verdict: "failed", exitCode: 1 });
    expect(JSON.stringify(report.evaluations)).toContain("no such database");
  });
});

describe("an HTTP server that is there already", () => {
  let there: ChildProcess;
  let port: number;
  beforeAll(async () => {
    port = await findFreePort();
    there = spawn(process.execPath, [CALCULATOR, "--http", String(port)], { stdio: "ignore" });
    for (let tries = 0; tries < 200; tries += 1) {
      if ((await fetch(`http://127.0.0.1:${port}/mcp`).catch(() => undefined)) !== undefined) return;
      await sleep(50);
    }
  });
  afterAll(() => there.kill());

  it("serves one workflow at a time, and is still there afterwards", async () => {
    const suite = await makeSuiteFolder({
      server: { transport: "shttp", url: `http://localhost:${port}/mcp` },
      workflows,
    });
    const env = envFor(models.calculator);
    try {
      for (const run of [record, replay]) {
        const together = countTogether();
        const report = await run(suite.file, {
          env,
          cwd: suite.folder,
          concurrency: 4,
          onProgress: together.onProgress,
        });
        expect(report).toMatchObject({ passed: true, exitCode: 0 });
        expect(together.most()).toBe(1);
      }
      expect(await suite.readCassette("one")).not.toContain(`:${port}`);
      expect(there.exitCode).toBeNull();
    } finally {
      await suite.remove();
    }
  });
});
