// Runs the shell lines of docs/getting-started.md, in order, in a project with a server; `npm run installed` does what its
// install line says.
import { spawn } from "node:child_process";
import { mkdir, mkdtemp, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { afterAll, beforeAll, expect, it } from "vitest";
import { startStandIn } from "../../fixtures/model/stand-in.mjs";
import { cleanEnvironment } from "../helpers/clean-environment.js";
import { ENVIRONMENT } from "../helpers/review-repository.js";

const ROOT = resolve(import.meta.dirname, "../..");
const JSON_RPC = pathToFileURL(join(ROOT, "fixtures", "servers", "json-rpc.mjs")).href;
const SERVER = `import { hello, readMessages, send, text, tool } from ${JSON.stringify(JSON_RPC)};
const echo = { ...tool("echo", { word: { type: "string" } }), description: "Repeats a word.", annotations: { readOnlyHint: true } };
readMessages(({ id, method, params }) => {
  const results = { initialize: hello("parrot"), "tools/list": { tools: [echo] }, "tools/call": text(params?.arguments?.word ?? "…") };
  if (id !== undefined) send({ jsonrpc: "2.0", id, result: results[method] ?? {} });
});
`;

let cwd: string;
beforeAll(async () => {
  cwd = await mkdtemp(join(tmpdir(), "mcpvals-getting-started-"));
  await mkdir(join(cwd, "node_modules", ".bin"), { recursive: true });
  await symlink(join(ROOT, "dist", "bin", "main.cjs"), join(cwd, "node_modules", ".bin", "mcpvals"));
  await symlink(ROOT, join(cwd, "node_modules", "mcpvals"));
  await writeFile(join(cwd, "server.mjs"), SERVER);
  await writeFile(join(cwd, "package.json"), '{ "main": "server.mjs" }\n');
  await writeFile(join(cwd, ".env"), "ANTHROPIC_API_KEY=stand-in-key-0123456789\n");
});
afterAll(() => rm(cwd, { recursive: true, force: true }));

function sh(lines: string, env: Record<string, string>): Promise<{ code: number | null; output: string }> {
  const child = spawn("sh", ["-ec", lines], { cwd, env: { ...cleanEnvironment(ENVIRONMENT), ...env } });
  let output = "";
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (chunk) => (output += String(chunk)));
  return new Promise((done) => child.once("close", (code) => done({ code, output })));
}

it.skipIf(process.platform === "win32")(
  "leads to a green replay and clean files",
  async () => {
    const text = await readFile(join(ROOT, "docs", "getting-started.md"), "utf8");
    const blocks = [...text.matchAll(/^```sh\n(.*?)^```/gms)].map(([, lines = ""]) => lines);
    expect(blocks.length).toBeGreaterThanOrEqual(5);
    const turns = [{ calls: [{ tool: "echo", input: { word: "hello" } }] }, { text: "It says hello." }];
    const model = await startStandIn({ workflows: [{ match: ".", turns }] });
    try {
      expect((await sh("git init -q -b main", {})).code).toBe(0);
      for (const lines of blocks) {
        const { code, output } = await sh(lines, { ANTHROPIC_BASE_URL: model.url });
        expect([lines, code, code === 0 ? "" : output]).toEqual([lines, 0, ""]);
      }
    } finally {
      await model.close();
    }
    const staged = await sh("git diff --cached --name-only", {});
    expect(staged.output).toContain("cassettes/mcp-eval/echo.yaml");
    expect(staged.output).not.toContain(".env");
  },
  300_000,
);
