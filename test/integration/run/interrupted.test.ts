// A program that interrupts the library while a server starts gets a report, as at any other moment.
import { afterEach, beforeEach, expect, it } from "vitest";
import { evaluate, record, type Config, type Report, type RunOptions } from "../../../src/index.js";
import { cleanEnvironment } from "../../helpers/clean-environment.js";
import { makeSuiteFolder, type SuiteFolder } from "../../helpers/suite-folder.js";

/** It never answers. */
const config: Config = {
  server: { transport: "stdio", command: process.execPath, args: ["-e", "process.stdin.resume()"] },
  workflows: ["one", "two"].map((name) => ({ name, steps: [{ user: "Say hello" }] })),
};

let suite: SuiteFolder;
beforeEach(async () => {
  suite = await makeSuiteFolder(config);
});
afterEach(() => suite.remove());

it.each([
  ["evaluate", evaluate],
  ["record", record],
] as const)("%s says of each workflow that it was not run", async (_, run) => {
  const controller = new AbortController();
  const options: RunOptions = {
    cwd: suite.folder,
    env: cleanEnvironment({ ANTHROPIC_API_KEY: "stand-in-key-0123456789", ANTHROPIC_BASE_URL: "http://127.0.0.1:1" }),
    signal: controller.signal,
    concurrency: 1,
    onProgress: ({ type }) => void (type === "started" && setTimeout(() => controller.abort(), 300)),
  };
  const report: Report = await run(suite.file, options);
  expect(report.exitCode).toBe(4);
  expect(report.evaluations.map(({ verdict, reasons }) => [verdict, reasons])).toEqual([
    ["error", ["Not run: the command was interrupted."]],
    ["error", ["Not run: the command was interrupted."]],
  ]);
});
