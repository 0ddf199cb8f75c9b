// How `init` reads a server: which of its texts are secrets, and which name data that each run must start with.
import { chmod, mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startAlike } from "../../src/init/alike.js";
import { findCandidates } from "../../src/init/candidates.js";
import { makeWorkflows } from "../../src/init/first-workflows.js";
import { hideSecrets } from "../../src/init/hide-secrets.js";
import type { Tool } from "../../src/trace/contract.js";

let cwd: string;
beforeAll(async () => {
  cwd = await mkdtemp(join(tmpdir(), "mcpvals-init-server-"));
  await mkdir(join(cwd, "data"));
  await mkdir(join(cwd, "app"));
  await writeFile(join(cwd, "app", "package.json"), "{}");
  await writeFile(join(cwd, "data", "a.db"), "a");
  await writeFile(join(cwd, "server.js"), "");
  await writeFile(join(cwd, "tool"), "");
  await chmod(join(cwd, "tool"), 0o755);
  await mkdir(join(cwd, "large"));
  await writeFile(join(cwd, "large", "big.bin"), Buffer.alloc(6 * 1024 * 1024));
});
afterAll(() => rm(cwd, { recursive: true, force: true }));

const stdio = (args: string[], env: Record<string, string> = {}) =>
  ({ transport: "stdio", command: "node", args, env }) as const;

describe("secrets", () => {
  const tests = { holdsSecret: (text: string): boolean => text.includes("s3cret"), isThere: () => false };

  it("become variables; what nobody keeps secret is copied", () => {
    const env = {
      TOKEN: "abc",
      CODE: "swordfish",
      LEVEL: "debug",
      PORT: "8080",
      FILE: "./a/b.json",
      HOST: "https://a.example/v1",
      KEPT: "${HERE}",
    };
    const { server, values } = hideSecrets(stdio(["x", "--key", "s3cret-1", "--other=s3cret-2"], env), tests);
    expect(server).toEqual({
      transport: "stdio",
      command: "node",
      args: ["x", "--key", "${KEY}", "--other=${OTHER}"],
      env: { ...env, TOKEN: "${TOKEN}", CODE: "${CODE}" },
    });
    expect(values).toEqual({ KEY: "s3cret-1", OTHER: "s3cret-2", TOKEN: "abc", CODE: "swordfish" });
  });

  it("where only their flag or variable says that they are, too", () => {
    const given = ["--token", "abc", "--password=hunter2", "--api-key", "${HERE}", "--secret", "--port", "80"];
    const { server, values } = hideSecrets(stdio(given, { ACCESS_TOKEN: "998877", PORT: "80" }), tests);
    expect(server).toMatchObject({
      args: ["--token", "${TOKEN}", "--password=${PASSWORD}", "--api-key", "${HERE}", "--secret", "--port", "80"],
      env: { ACCESS_TOKEN: "${ACCESS_TOKEN}", PORT: "80" },
    });
    expect(values).toEqual({ TOKEN: "abc", PASSWORD: "hunter2", ACCESS_TOKEN: "998877" });
  });

  it("in parts of a text, which keep the rest; a letter gives the variable no name", () => {
    const given = [
      "-p",
      "topsecret1",
      "--header",
      "Authorization: Bearer x9",
      "db://ada:lovelace@${HOST}/x",
      "k3y42abc",
    ];
    const { server, values } = hideSecrets(stdio(given, { LANG: "C", MFA_CODE: "123456" }), tests);
    expect(server).toMatchObject({
      args: [
        "-p",
        "${SERVER_P}",
        "--header",
        "Authorization: Bearer ${AUTHORIZATION}",
        "db://ada:${PASSWORD}@${HOST}/x",
        "${SERVER_ARGUMENT}",
      ],
      env: { LANG: "C", MFA_CODE: "${MFA_CODE}" },
    });
    expect(values).toEqual({
      SERVER_P: "topsecret1",
      AUTHORIZATION: "x9",
      PASSWORD: "lovelace",
      SERVER_ARGUMENT: "k3y42abc",
      MFA_CODE: "123456",
    });
  });

  it("in headers and URLs, too", () => {
    const headers = { Authorization: "Bearer abc", Accept: "text/plain" };
    const server = { transport: "shttp", url: "https://a.example/?key=s3cret", headers } as const;
    expect(hideSecrets(server, tests).server).toEqual({
      transport: "shttp",
      url: "${MCP_URL}",
      headers: { Authorization: "${AUTHORIZATION}", Accept: "text/plain" },
    });
  });
});

describe("data", () => {
  it("in arguments and variables is copied; a program, the project and what it knows nothing of stay", () => {
    const { server, copies, resets } = startAlike(
      stdio(["server.js", "data", "--db=data/a.db", "./app", "--none", "stdio"], {
        LOG_PATH: "logs/new.log",
        TOOL_PATH: "./tool",
        NODE_PATH: "data",
        DB_URL: "sqlite:data/a.db",
        WEB_URL: "https://a.example",
      }),
      cwd,
      cwd,
    );
    expect(server.args).toEqual([
      "server.js",
      "${MCPVALS_TMP}/data",
      "--db=${MCPVALS_TMP}/a.db",
      "./app",
      "--none",
      "stdio",
    ]);
    expect(server.env).toEqual({
      LOG_PATH: "${MCPVALS_TMP}/new.log",
      TOOL_PATH: "./tool",
      NODE_PATH: "data",
      DB_URL: "sqlite:${MCPVALS_TMP}/a.db",
      WEB_URL: "https://a.example",
    });
    expect(copies).toEqual([
      { from: join(cwd, "data"), to: "data" },
      { from: join(cwd, "data", "a.db"), to: "a.db" },
    ]);
    expect(resets).toEqual([]);
  });

  it("that nobody can copy is named for `reset`: a database elsewhere, a large folder, the folder itself", () => {
    const { server, resets } = startAlike(stdio(["large", "."], { DATABASE_URL: "postgres://a/b" }), cwd, cwd);
    expect(server.args).toEqual(["large", "."]);
    expect(resets).toEqual(["large", ".", "DATABASE_URL"]);
  });
});

describe("the servers of a folder", () => {
  it("are those of clients, of package.json and of pyproject.toml, each once", async () => {
    const folder = join(cwd, "several");
    await mkdir(join(folder, ".vscode"), { recursive: true });
    const a = { command: "node", args: ["./a.js"] };
    await writeFile(
      join(folder, ".mcp.json"),
      JSON.stringify({ mcpServers: { a, "b c": { url: "https://b.example" } } }),
    );
    await writeFile(join(folder, ".vscode", "mcp.json"), JSON.stringify({ servers: { again: a } }));
    await writeFile(join(folder, "package.json"), JSON.stringify({ bin: { a: "a.js", z: "./z.js" }, main: "main.js" }));
    await writeFile(
      join(folder, "pyproject.toml"),
      '[project]\nname = "x"\n\n[project.scripts]\nx-mcp = "x:main"\n# no\n\n[tool.x]\ny = 1\n',
    );
    const found = await findCandidates({
      cwd: folder,
      command: undefined,
      url: undefined,
      from: undefined,
      name: undefined,
    });
    expect(found.map(({ flags }) => flags)).toEqual([
      " --from .mcp.json --name a",
      " --from .mcp.json --name 'b c'",
      " -- node ./z.js",
      " -- x-mcp",
    ]);
  });
});

it("a program of package.json that a client starts is that client's server, however it is written", async () => {
  for (const [at, args] of [["./a.js"], ["a.js"], ["ABSOLUTE"], ["a.js", "--stdio"]].entries()) {
    const folder = join(cwd, `same-${at}`);
    await mkdir(folder);
    const words = args.map((arg) => arg.replace("ABSOLUTE", join(folder, "a.js")));
    await writeFile(join(folder, "package.json"), JSON.stringify({ bin: { a: "a.js" }, main: "./a.js" }));
    const a = { command: "node", args: words, env: { TZ: "UTC" } };
    await writeFile(join(folder, ".mcp.json"), JSON.stringify({ mcpServers: { a } }));
    const nothing = { command: undefined, url: undefined, from: undefined, name: undefined };
    const found = await findCandidates({ cwd: folder, ...nothing });
    expect(found.map(({ flags }) => flags)).toEqual([" --from .mcp.json --name a"]);
  }
});

describe("workflows", () => {
  it("are made of up to three tools, those that only read first, with what a user would ask", () => {
    const object = { type: "object", required: ["a"] };
    const tools: Tool[] = [
      { name: "drop", description: "Deletes everything.", inputSchema: object },
      {
        name: "get",
        description: "Returns the sum of a and b, and stores it. Slow.",
        annotations: { readOnlyHint: true },
        inputSchema: object,
      },
      { name: "say", annotations: { readOnlyHint: true } },
      { name: "Make It", description: "Searches:\nall of it", annotations: { destructiveHint: false } },
    ];
    expect(makeWorkflows(tools, false)).toEqual([
      {
        name: "get",
        steps: [
          {
            user: "Return the sum of a and b, and store it. Choose example values for what you need.",
            expectTools: ["get"],
          },
        ],
      },
      { name: "say", steps: [{ user: "Use the tool say.", expectTools: ["say"] }] },
      { name: "make-it", steps: [{ user: "Searches.", expectTools: ["Make It"] }] },
    ]);
    expect(makeWorkflows(tools, true).map(({ name }) => name)).toEqual(["get", "say"]);
  });
});
