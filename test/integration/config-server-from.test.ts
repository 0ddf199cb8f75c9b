// A server that is listed in the configuration of a client: read, checked, and never shown.
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { loadSuite } from "../../src/config/load.js";
import type { ParsedConfig } from "../../src/config/schema.js";
import { renderError } from "../../src/errors.js";

let cwd: string;
beforeAll(async () => {
  cwd = await mkdtemp(join(tmpdir(), "mcpvals-from-"));
  await mkdir(join(cwd, ".vscode"));
  await mkdir(join(cwd, "suites"));
  const travel = { command: "travel-mcp", args: ["--port", 1], env: { TRAVEL_TOKEN: "s3cret-value", CITY: "${CITY}" } };
  const web = { type: "http", url: "https://mcp.example.com", headers: { Authorization: "Bearer ${env:WEB_TOKEN}" } };
  await writeFile(join(cwd, ".mcp.json"), JSON.stringify({ mcpServers: { travel, web } }));
  await writeFile(
    join(cwd, ".vscode", "mcp.json"),
    `{
      // of the team
      "servers": { "notes": { "command": "node", "args": ["\${workspaceFolder}/notes.js", "http://a//b", "\${input:api-key}"], }, },
    }`,
  );
  await writeFile(join(cwd, "broken.json"), '{ "mcpServers": { "a": { "env": { "KEY": "s3cret-value }}}}');
});
afterAll(() => rm(cwd, { recursive: true, force: true }));

async function serverOf(server: object, at = "a.json", allowUnset = false): Promise<ParsedConfig["server"]> {
  await writeFile(join(cwd, at), JSON.stringify({ server }));
  return (await loadSuite(at, { cwd, env: { CITY: "Paris" }, mayRun: true, allowUnset })).config.server;
}

/** The error as a user reads it. */
async function fail(server: object, at?: string): Promise<string> {
  return serverOf(server, at).then(JSON.stringify, renderError);
}

it("is the named one, with its values, started in the client's folder", async () => {
  expect(await serverOf({ from: ".mcp.json", name: "travel" })).toEqual({
    transport: "stdio",
    command: "travel-mcp",
    args: ["--port", "1"],
    env: { TRAVEL_TOKEN: "s3cret-value", CITY: "${CITY}" },
  });
  expect(await serverOf({ from: "../.mcp.json", name: "travel" }, "suites/a.json")).toMatchObject({ cwd });
});

it("may be the only one of a file with comments, in VS Code's form", async () => {
  expect(await serverOf({ from: ".vscode/mcp.json" })).toEqual({
    transport: "stdio",
    command: "node",
    args: [`${cwd}/notes.js`, "http://a//b", "${API_KEY}"],
  });
});

it("may be a URL, with the client's variables in our form", async () => {
  expect(await serverOf({ from: ".mcp.json", name: "web" })).toEqual({
    transport: "shttp",
    url: "https://mcp.example.com",
    headers: { Authorization: "Bearer ${WEB_TOKEN}" },
  });
});

it.each([
  [{ from: ".mcp.json" }, "server.name: is missing; .mcp.json lists travel, web"],
  [{ from: ".mcp.json", name: "travle" }, 'server.name: .mcp.json has no server "travle"; did you mean "travel"?'],
  [{ from: ".mcp.json", name: "travel", env: {} }, "server.env: unknown key; the known keys are from, name"],
  [{ from: ".mpc.json" }, "Did you mean .mcp.json?"],
  [{ from: "a.json" }, "a.json lists no servers (CONFIG_INVALID)"],
  [{ from: ".vscode" }, ".vscode lists no servers (CONFIG_INVALID)"],
  [{ from: "${NOWHERE}" }, "a.json: the variable NOWHERE is not set (ENV_UNSET)"],
])("%j is answered with what is wrong", async (server, said) => {
  expect(await fail(server)).toContain(said);
});

it("in a file that is no JSON is an error that shows no line of it", async () => {
  const said = await fail({ from: "broken.json" });
  expect(said).toContain("broken.json:1:");
  expect(said).not.toContain("s3cret-value");
});

it("is left out where no server is started and the file is not there", async () => {
  expect(await serverOf({ from: "none.json" }, "a.json", true)).toBeUndefined();
});

it.skipIf(process.platform === "win32")("is never read from a device", async () => {
  expect(await fail({ from: "/dev/zero" })).toContain("/dev/zero lists no servers");
});
