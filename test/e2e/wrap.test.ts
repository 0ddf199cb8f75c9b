// `wrap` without an agent. With real ones: the gate (test/agents/gate.mjs), and npm run agents.
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { runCli } from "../helpers/run-cli.js";

describe("without an agent", () => {
  const folder = mkdtempSync(join(tmpdir(), "mcpvals-wrap-test-"));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  test("a command that asks for no model records nothing, and says so", async () => {
    const { code, stderr } = await runCli(["wrap", "--record", "a.yaml", "--", "node", "-e", "0"], { cwd: folder });
    expect([code, stderr]).toEqual([3, expect.stringContaining("no request for the model came")]);
  });

  test("a file that is not there, one of another kind, and a wrong request", async () => {
    expect(await runCli(["wrap", "b.yaml", "--", "node", "-e", "0"], { cwd: folder })).toMatchObject({
      code: 3,
      stderr: expect.stringContaining("mcpvals wrap --record b.yaml"),
    });
    writeFileSync(join(folder, "c.yaml"), "cassette: 2\nkind: agent\nseal: 0\n");
    expect(await runCli(["wrap", "c.yaml", "--", "node", "-e", "0"], { cwd: folder })).toMatchObject({ code: 3 });
    expect(await runCli(["wrap", "--", "node", "-e", "0"], { cwd: folder })).toMatchObject({ code: 2 });
    expect(await runCli(["wrap", "a.yaml"], { cwd: folder })).toMatchObject({ code: 2 });
  });

  test("a server that cannot be put behind mcpvals is named, and nothing starts", async () => {
    const config = JSON.stringify({ mcpServers: { old: { type: "sse", url: "http://127.0.0.1:1/sse" } } });
    const { code, stderr } = await runCli(
      ["wrap", "--record", "a.yaml", "--", "node", "-e", "0", "--mcp-config", config],
      { cwd: folder },
    );
    expect([code, stderr]).toEqual([2, expect.stringContaining("the server old cannot be put behind mcpvals")]);
  });
});
