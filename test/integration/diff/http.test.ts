// `diff` over HTTP: a server that we start from a command line, beside one that is somebody else's.
import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startStandIn } from "../../../fixtures/model/stand-in.mjs";
import { diff, McpvalsError, record, type Config } from "../../../src/index.js";
import { findFreePort } from "../../../src/server/free-port.js";
import { cleanEnvironment } from "../../helpers/clean-environment.js";
import { fixtureServer, makeSuiteFolder, type SuiteFolder } from "../../helpers/suite-folder.js";

const CALCULATOR = fixtureServer("calculator.mjs").args[0] ?? "";
const TOKEN = "hk-7Qm2vX9sLr4TzB81cW";
let suite: SuiteFolder;
let url: string;
let there: ChildProcess;

beforeAll(async () => {
  const user = "What is 15 and 27?";
  const config: Config = {
    server: {
      transport: "shttp",
      command: process.execPath,
      args: [CALCULATOR, "--http", "${MCPVALS_PORT}"],
      url: "http://127.0.0.1:${MCPVALS_PORT}/mcp",
      headers: { Authorization: `Bearer ${TOKEN}` },
    },
    workflows: [{ name: "sum", steps: [{ user, expectedState: "42" }], expectTools: ["add"] }],
  };
  suite = await makeSuiteFolder(config);
  const turns = [{ calls: [{ tool: "add", input: { a: 15, b: 27 } }] }, { text: "It is 42." }];
  const model = await startStandIn({ workflows: [{ user, turns }] });
  const env = cleanEnvironment({ ANTHROPIC_API_KEY: "stand-in-key-0123456789", ANTHROPIC_BASE_URL: model.url });
  const { passed, evaluations } = await record(suite.file, { env, check: false });
  await model.close();
  if (!passed) throw new Error(JSON.stringify(evaluations));

  const port = await findFreePort();
  url = `http://127.0.0.1:${port}/mcp`;
  there = spawn(process.execPath, [CALCULATOR, "--http", String(port)], { stdio: "ignore" });
  for (let tries = 0; tries < 200; tries++) {
    if (await fetch(url).catch(() => undefined)) return;
    await sleep(50);
  }
});
afterAll(async () => {
  there.kill();
  if (there.exitCode === null) await once(there, "exit");
  await suite.remove();
});

describe("a server at a URL", () => {
  it("is compared with one that is started: ports, addresses and headers make no difference", async () => {
    const from = { command: process.execPath, args: [CALCULATOR, "--http", "${MCPVALS_PORT}", `--token=${TOKEN}`] };
    const report = await diff(suite.file, { from, to: { url: `${url}?access_token=${TOKEN}` } });
    expect(report.exitCode).toBe(0);
    expect(report.workflows[0]).toMatchObject({ drift: [], calls: [{ change: "same" }], scores: [{}, {}, {}] });
    expect(report.contracts).toMatchObject([{ changes: [], workflows: ["sum"] }]);
    // Neither side's label says the secret that it was given.
    expect(report.to.label).toContain(`${url}?access_token=[redacted:`);
    expect(JSON.stringify(report)).not.toContain(TOKEN);
  });

  it("that refuses is a fault of the outside", async () => {
    const closed = `http://127.0.0.1:${await findFreePort()}/mcp`;
    const error = await diff(suite.file, { to: { url: closed } }).catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(McpvalsError);
    expect(error).toMatchObject({ code: "SERVER_UNREACHABLE", exitCode: 4 });
  });

  it("is compared by its contract alone where the config has no workflows", async () => {
    const report = await diff({ server: { transport: "shttp", url } }, { from: { url }, to: { url } });
    expect(report).toMatchObject({ verdict: "SAME", exitCode: 0, workflows: [] });
    expect(report.reasons).toEqual(["Only the contract was compared: the config has no workflows."]);
  });
});
