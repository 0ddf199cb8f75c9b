// Runs the shell lines of docs/import.md, in order, in a project with the session and the servers of its story.
import { spawn } from "node:child_process";
import { cp, mkdir, mkdtemp, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { writeKitchen } from "../../fixtures/transcripts/claude-code.mjs";
import { cleanEnvironment } from "../helpers/clean-environment.js";

const ROOT = resolve(import.meta.dirname, "../..");

let cwd: string;
beforeAll(async () => {
  cwd = await mkdtemp(join(tmpdir(), "mcpvals-import-docs-"));
  await mkdir(join(cwd, "node_modules", ".bin"), { recursive: true });
  await symlink(join(ROOT, "dist", "bin", "main.cjs"), join(cwd, "node_modules", ".bin", "mcpvals"));
  for (const name of ["server-filesystem-2025.8.21", "server-filesystem-2025.11.25"]) {
    await symlink(join(ROOT, "node_modules", name), join(cwd, "node_modules", name));
  }
  const args = ["node_modules/server-filesystem-2025.8.21/dist/index.js", "${MCPVALS_TMP}"];
  const config = {
    server: { transport: "stdio", command: "node", args },
    check: { runs: 1, clock: false },
    workflows: [],
  };
  await writeFile(join(cwd, "mcp-eval.config.json"), `${JSON.stringify(config, null, 2)}\n`);
  await writeFile(join(cwd, "package.json"), "{}\n");
  await cp(join(ROOT, "fixtures/transcripts/kitchen.jsonl"), join(cwd, "session.jsonl"));
  await cp(join(ROOT, "fixtures/transcripts/kitchen.jsonl"), join(cwd, "transcripts", "one.jsonl"));
  await cp(join(ROOT, "fixtures/transcripts/kitchen.jsonl"), join(cwd, "transcripts", "two.jsonl"));
  writeKitchen(join(cwd, "kitchen-files"));
});
afterAll(() => rm(cwd, { recursive: true, force: true }));

function sh(lines: string): Promise<{ code: number | null; output: string }> {
  const child = spawn("sh", ["-ec", lines], { cwd, env: cleanEnvironment() });
  let output = "";
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (chunk) => (output += String(chunk)));
  return new Promise((done) => child.once("close", (code) => done({ code, output })));
}

it.skipIf(process.platform === "win32")("does what its page says", { timeout: 600_000 }, async () => {
  const page = await readFile(join(ROOT, "docs", "import.md"), "utf8");
  const blocks = [...page.matchAll(/^```sh\n(.*?)^```/gms)].map(([, lines = ""]) => lines);
  const shown = [...page.matchAll(/^```text\n(.*?)^```/gms)].map(([, lines = ""]) => lines.trim());
  expect([blocks.length, shown.length]).toEqual([3, 2]);
  const outputs: string[] = [];
  for (const lines of blocks) {
    // What npx would find, without the second that it takes.
    const { code, output } = await sh(lines.replaceAll("npx mcpvals", "node_modules/.bin/mcpvals"));
    expect([lines, code, output]).toEqual([lines, 0, output]);
    outputs.push(output);
  }
  expect(outputs[0]).toContain(shown[0]);
  for (const line of (shown[1] ?? "").split("\n")) expect(outputs[1]).toContain(line.trim());
  expect(outputs[2]).toContain("makes the same calls as transcripts/one.jsonl");
});
