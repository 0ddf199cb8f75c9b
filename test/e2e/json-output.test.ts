// stdout is the report and nothing else: whole through a slow pipe, and without the secrets of the config.
import { spawn } from "node:child_process";
import { writeFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startStandIn, type StandIn } from "../../fixtures/model/stand-in.mjs";
import type { Config, Report } from "../../src/index.js";
import { findFreePort } from "../../src/server/free-port.js";
import { cleanEnvironment } from "../helpers/clean-environment.js";
import { runCli } from "../helpers/run-cli.js";
import { fixtureServer, makeSuiteFolder, type SuiteFolder } from "../helpers/suite-folder.js";

const MAIN = resolve(import.meta.dirname, "../../dist/bin/main.cjs");
const SECRETS = {
  key: "sk-secret-of-the-config-0123",
  variable: "secret-of-a-variable-4567",
  header: "secret-of-a-header-8901",
  model: "model-key-of-the-shell-2345",
};
const script = {
  workflows: [
    {
      user: "Just act",
      turns: [{ calls: [{ tool: "act", input: { how: "fine" } }] }, { text: ["It said ", { $result: 1 }] }],
    },
  ],
};
const odd = (mode: string): Config["server"] => ({
  ...fixtureServer("odd.mjs", mode),
  env: { API_KEY: SECRETS.key, DATABASE_PASSWORD: "${A_SECRET}", DEBUG: "true" },
});

let suite: SuiteFolder;
let model: StandIn;
beforeAll(async () => {
  suite = await makeSuiteFolder({});
  model = await startStandIn(script);
});
afterAll(async () => {
  await model.close();
  await suite.remove();
});

const env = () => ({ ANTHROPIC_API_KEY: SECRETS.model, ANTHROPIC_BASE_URL: model.url, A_SECRET: SECRETS.variable });
const expectNoSecret = (text: string): void => {
  expect(Object.entries(SECRETS).filter(([, secret]) => text.includes(secret))).toEqual([]);
};

describe("--reporter json", () => {
  it("is complete through a slow pipe, and over 1 MB", async () => {
    const description = "long ".repeat(130_000);
    await suite.configure({
      server: odd("none"),
      workflows: [{ name: "act", description, steps: [{ user: "Just act", expectedState: "fine" }] }],
    });
    const reader = join(suite.folder, "slow-reader.cjs");
    const READ = `
      const { readSync } = require("node:fs");
      const pause = new Int32Array(new SharedArrayBuffer(4));
      const parts = [];
      const piece = Buffer.alloc(1024);
      for (let count = 1; ; count += 1) {
        const length = readSync(0, piece);
        if (length === 0) break;
        parts.push(Buffer.from(piece.subarray(0, length)));
        Atomics.wait(pause, 0, 0, 2);
      }
      const text = Buffer.concat(parts).toString();
      const { passed, exitCode } = JSON.parse(text);
      process.stdout.write(JSON.stringify({ length: text.length, passed, exitCode, end: text.at(-1) }));
    `;
    await writeFile(reader, READ);
    const pipe = '"$1" "$2" eval demo.config.json -q -r json | "$1" "$3"';
    const child = spawn("sh", ["-c", pipe, "sh", process.execPath, MAIN, reader], {
      cwd: suite.folder,
      env: cleanEnvironment(env()),
      stdio: ["ignore", "pipe", "inherit"],
    });
    let said = "";
    child.stdout.on("data", (chunk: Buffer) => (said += chunk.toString()));
    await new Promise((done) => child.once("close", done));
    expect(JSON.parse(said)).toEqual({ length: expect.any(Number) as number, passed: true, exitCode: 0, end: "\n" });
    expect((JSON.parse(said) as { length: number }).length).toBeGreaterThan(1_200_000);
  });

  it("has no secret of the config, nor has anything else that is printed", async () => {
    const workflows = [{ name: "act", steps: [{ user: "Just act", expectedState: "fine" }] }];
    const url = `http://127.0.0.1:${await findFreePort()}/mcp?token=${SECRETS.header}`;
    const suites: [Config, number][] = [
      [{ server: odd("none"), workflows }, 0],
      [{ server: { transport: "shttp", url, headers: { "X-Token": SECRETS.header } }, workflows }, 4],
    ];
    for (const [config, code] of suites) {
      await suite.configure(config);
      for (const reporter of ["json", "console"]) {
        const args = ["eval", "demo.config.json", "-r", reporter, "--debug"];
        const result = await runCli(args, { cwd: suite.folder, env: env() });
        expect(result.code).toBe(code);
        expectNoSecret(`${result.stdout}${result.stderr}`);
        if (reporter !== "json" || code !== 0) continue;
        const report = JSON.parse(result.stdout) as Report;
        expect(report.config).toMatchObject({ server: { env: { API_KEY: "[redacted]", DEBUG: "true" } } });
      }
    }
  });

  it("is pure JSON also where nothing could be judged", async () => {
    await suite.configure({ server: odd("none"), workflows: [{ name: "act", steps: [{ user: "Just act" }] }] });
    const { code, stdout, stderr } = await runCli(["replay", "demo.config.json", "-r", "json"], {
      cwd: suite.folder,
      env: env(),
    });
    expect(JSON.parse(stdout)).toMatchObject({ passed: false, verdict: "inconclusive", exitCode: 3 });
    expect(stderr).toContain("act");
    expect(code).toBe(3);
  });
});
