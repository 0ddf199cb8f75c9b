// The built library in a program of its own: silent unless asked, never exits, and leaves nothing that keeps it alive.
import { execFile } from "node:child_process";
import { resolve } from "node:path";
import { promisify } from "node:util";
import { describe, expect, it } from "vitest";
import { cleanEnvironment } from "../helpers/clean-environment.js";

const ROOT = resolve(import.meta.dirname, "../..");
const run = async (code: string): Promise<{ stdout: string; stderr: string }> => {
  const source = `import * as mcpvals from "./dist/index.js"; ${code}`;
  const args = ["--input-type=module", "-e", source];
  return promisify(execFile)(process.execPath, args, { cwd: ROOT, env: cleanEnvironment(), timeout: 20_000 });
};
const SUITE = JSON.stringify("fixtures/suites/memory.config.json");

describe("the library", () => {
  it("prints nothing, and gives the report to its caller", async () => {
    const { stdout, stderr } = await run(`
      const report = await mcpvals.replay(${SUITE}, { offline: true });
      process.on("exit", () => process.stdout.write(JSON.stringify([report.verdict, process.exitCode ?? 0])));
    `);
    expect(stdout).toBe('["passed",0]');
    expect(stderr).toBe("");
  });

  it("prints as the command does where a reporter is named", async () => {
    const { stdout } = await run(`await mcpvals.replay(${SUITE}, { offline: true, reporter: "json" });`);
    expect(JSON.parse(stdout)).toMatchObject({ command: "replay", passed: true });
    const shown = await run(`await mcpvals.replay(${SUITE}, { offline: true, reporter: "console" });`);
    expect(shown.stdout).toContain("Workflow: remember-and-correct ✓ PASSED");
  });

  it("rejects with an error of its own for a wrong request, and does not touch the exit code", async () => {
    const { stdout } = await run(`
      const error = await mcpvals.evaluate("no-such.config.json").catch((thrown) => thrown);
      const known = error instanceof mcpvals.McpvalsError;
      process.stdout.write(JSON.stringify([known, error.code, error.exitCode, process.exitCode ?? 0]));
    `);
    expect(JSON.parse(stdout)).toEqual([true, "CONFIG_NOT_FOUND", 2, 0]);
  });
});
