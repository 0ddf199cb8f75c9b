// Configs that are code, in and below the folder: which command runs them, and what it says where it does not.
import { execFileSync } from "node:child_process";
import { existsSync } from "node:fs";
import { mkdir, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { startStandIn } from "../../fixtures/model/stand-in.mjs";
import { ENVIRONMENT } from "../helpers/review-repository.js";
import { runCli } from "../helpers/run-cli.js";
import { runHere, type HereResult } from "../helpers/run-here.js";
import { fixtureServer, makeSuiteFolder, type SuiteFolder } from "../helpers/suite-folder.js";

const NAMES = ["ts", "mts", "cts", "js", "mjs", "cjs"];
const CONFIG = { workflows: [{ name: "mine", steps: [{ user: "Say it" }], expectTools: ["add"] }] };

let suite: SuiteFolder;
/** Made by a config that is run. */
let mark: string;
const cli = (...args: string[]): Promise<HereResult> => runHere(args, { cwd: suite.folder, env: ENVIRONMENT });
const program = (file: string): string => {
  const isCommon = /\.c[jt]s$/.test(file);
  const imported = isCommon
    ? 'const { writeFileSync } = require("node:fs");'
    : 'import { writeFileSync } from "node:fs";';
  const exported = isCommon ? "module.exports =" : "export default";
  return `${imported}\nwriteFileSync(${JSON.stringify(mark)}, "");\n${exported} ${JSON.stringify(CONFIG)};\n`;
};
async function plant(...path: string[]): Promise<void> {
  const file = join(suite.folder, ...path);
  await mkdir(join(file, ".."), { recursive: true });
  await writeFile(file, program(file));
}

beforeAll(async () => {
  suite = await makeSuiteFolder({});
  mark = join(suite.folder, "ran");
  const server = fixtureServer("calculator.mjs");
  await writeFile(join(suite.folder, "mcpvals.config.json"), JSON.stringify({ server, ...CONFIG }));
  const model = await startStandIn({
    workflows: [{ user: "Say it", turns: [{ calls: [{ tool: "add", input: { a: 1, b: 2 } }] }, { text: "It is 3." }] }],
  });
  const env = { ANTHROPIC_API_KEY: "stand-in-key-0123456789", ANTHROPIC_BASE_URL: model.url };
  const recorded = await runHere(["record", "-q"], { cwd: suite.folder, env });
  await model.close();
  if (recorded.code !== 0) throw new Error(recorded.stderr);
  execFileSync("git", ["init", "-q", "-b", "main"], { cwd: suite.folder, env: ENVIRONMENT });
  execFileSync("git", ["add", "."], { cwd: suite.folder, env: ENVIRONMENT });
  execFileSync("git", ["commit", "-q", "-m", "x"], { cwd: suite.folder, env: ENVIRONMENT });
});
afterEach(async () => {
  await rm(mark, { force: true });
  await rm(join(suite.folder, "vendor"), { recursive: true, force: true });
});
afterAll(() => suite.remove());

describe("a config that is code, found below", () => {
  it.each(NAMES)("is not run by any command: mcp-eval.config.%s", async (extension) => {
    await plant("vendor", "a", `mcp-eval.config.${extension}`);
    for (const args of [
      ["list"],
      ["lint"],
      ["replay", "--offline"],
      ["record", "--check"],
      ["record", "--from-last"],
      ["show", "nothing"],
    ]) {
      const { stderr, stdout } = await cli(...args);
      expect([args, existsSync(mark)]).toEqual([args, false]);
      expect(stdout + stderr).toContain(`vendor/a/mcp-eval.config.${extension}`);
    }
  });

  it("is an error that says so and what to do, and the other suites are listed and shown all the same", async () => {
    await plant("vendor", "mcpvals.config.mjs");
    const listed = await cli("list");
    expect(listed).toMatchObject({ code: 2, stdout: expect.stringContaining("mine  (1 step)") });
    expect(listed.stderr).toBe(
      "vendor/mcpvals.config.mjs is code, and nobody named it, so it was not run (CONFIG_NOT_RUN)\n" +
        "  A config that is code runs only if you name it, or if it is in the current folder.\n" +
        "Look at it; if you trust it, name it in the command: vendor/mcpvals.config.mjs\n",
    );
    expect(await cli("show", "mine")).toMatchObject({ code: 0, stderr: "" });
    const replayed = await cli("replay");
    expect(replayed).toMatchObject({ code: 2, stdout: "", stderr: expect.stringContaining("CONFIG_NOT_RUN") });
    const accepted = await cli("accept", "d-00000000", "-m", "x");
    expect(accepted.stderr).toMatch(/CONFIG_NOT_RUN[^]*REPLAY_MISSING|CONFIG_NOT_RUN[^]*DRIFT_NOT_FOUND/);
    for (const args of [
      ["list", "vendor"],
      ["eval", "vendor"],
      ["record", "vendor"],
      ["diff", "vendor", "--to", "x"],
    ]) {
      expect((await cli(...args)).stderr).toContain("CONFIG_NOT_RUN");
    }
    expect(existsSync(mark)).toBe(false);
  });

  it("runs where it is named, on its own or by a glob", async () => {
    await plant("vendor", "mcpvals.config.mjs");
    for (const name of ["vendor/mcpvals.config.mjs", "vendor/*.mjs"]) {
      expect(await runCli(["list", name], { cwd: suite.folder, env: ENVIRONMENT })).toMatchObject({
        code: 0,
        stdout: expect.stringContaining("mine"),
      });
      expect(existsSync(mark)).toBe(true);
      await rm(mark);
    }
  });

  it("runs where it lies in the current folder", async () => {
    await plant("vendor", "mcpvals.config.mjs");
    for (const args of [["list"], ["list", "."], ["list", "../vendor"]]) {
      const listed = await runCli(args, { cwd: join(suite.folder, "vendor"), env: ENVIRONMENT });
      expect([args, listed.code, existsSync(mark)]).toEqual([args, 0, true]);
      await rm(mark);
    }
  });
});

describe("lint and review", () => {
  it("run no config at all, and say what they did not look for", async () => {
    await plant("vendor", "mcpvals.config.mjs");
    const here = (...args: string[]) => runHere(args, { cwd: join(suite.folder, "vendor"), env: ENVIRONMENT });
    const named = await here("lint", "mcpvals.config.mjs");
    expect(named).toMatchObject({
      code: 2,
      stderr: expect.stringContaining("mcpvals.config.mjs is code, which lint does"),
    });
    const linted = await cli("lint", ".", "vendor/mcpvals.config.mjs");
    expect([linted.code, linted.stderr]).toEqual([0, ""]);
    expect(linted.stdout).toContain("vendor/mcpvals.config.mjs is code, which lint does not run: orphans, renames,");
    const config = await cli("lint", "--config", "vendor/mcpvals.config.mjs");
    expect(config).toMatchObject({
      code: 2,
      stderr: expect.stringContaining("which is code: lint runs none (BAD_USAGE)"),
    });
    const json: unknown = JSON.parse((await cli("lint", "-r", "json")).stdout);
    expect(json).toMatchObject({ notRun: ["vendor/mcpvals.config.mjs"], unconfigured: [] });
    expect((await cli("lint", "**/*")).stdout).toContain("which lint does not run");

    execFileSync("git", ["add", "."], { cwd: suite.folder, env: ENVIRONMENT });
    const review = await cli("review", "--base", "HEAD");
    expect(review).toMatchObject({
      code: 0,
      stdout: expect.stringContaining("config that is code is not run in a review"),
    });
    expect(existsSync(mark)).toBe(false);
  });
});
