// Finding configs on a real disk.
import { mkdir, mkdtemp, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { findConfigs } from "../../src/config/find.js";
import { McpvalsError } from "../../src/errors.js";

let cwd: string;
beforeEach(async () => {
  cwd = await mkdtemp(join(tmpdir(), "mcpvals-find-"));
});
afterEach(() => rm(cwd, { recursive: true, force: true }));

async function put(...files: string[]): Promise<void> {
  for (const file of files) {
    await mkdir(dirname(join(cwd, file)), { recursive: true });
    await writeFile(join(cwd, file), "{}");
  }
}

async function find(args: string[], below = false): Promise<string[]> {
  return (await findConfigs(args, { cwd, below })).map(({ file }) => file.slice(cwd.length + 1));
}

async function fail(args: string[], below = false): Promise<McpvalsError> {
  const error: unknown = await findConfigs(args, { cwd, below }).catch((thrown: unknown) => thrown);
  if (!(error instanceof McpvalsError)) throw new Error(`found ${JSON.stringify(error)}`);
  return error;
}

describe("without an argument", () => {
  it.each([
    "mcp-eval.config.json",
    "mcpvals.config.json",
    "mcpvals.config.ts",
    "mcp-eval.config.mjs",
    "mcpvals.config.cts",
  ])("finds %s in the current folder", async (name) => {
    await put(name, "package.json", "other.config.json", "mcpvals.config.json.bak", "mcpvals.config.yaml");
    expect(await find([])).toEqual([name]);
  });

  it("refuses two in one folder and names both", async () => {
    await put("mcp-eval.config.json", "mcpvals.config.ts");
    const error = await fail([]);
    expect(error.code).toBe("CONFIG_AMBIGUOUS");
    expect(error.message).toContain("mcp-eval.config.json and mcpvals.config.ts");
  });

  it("does not look below the folder, but names what is there", async () => {
    await put("suites/a/mcpvals.config.json");
    const error = await fail([]);
    expect(error.code).toBe("CONFIG_NOT_FOUND");
    expect(error.evidence).toContain("mcp-eval.config.*");
    expect(error.fix).toContain(join("suites", "a", "mcpvals.config.json"));
  });

  it("looks below where asked to, past folders that hold no suites", async () => {
    await put("mcpvals.config.json", "b/c/mcp-eval.config.ts", "a/mcpvals.config.mjs", "a/x.json");
    await put(
      ...["node_modules/x", "dist", ".mcpvals", ".git", "b/node_modules/y"].map((at) => `${at}/mcpvals.config.json`),
    );
    expect(await find([], true)).toEqual(["mcpvals.config.json", "a/mcpvals.config.mjs", "b/c/mcp-eval.config.ts"]);
  });

  it("refuses two in one folder below, too", async () => {
    await put("a/mcp-eval.config.json", "a/mcpvals.config.json");
    expect((await fail([], true)).code).toBe("CONFIG_AMBIGUOUS");
  });

  it("follows no links to folders: they may lead back", async () => {
    await put("a/mcpvals.config.json");
    await symlink(cwd, join(cwd, "a", "back"));
    expect(await find([], true)).toEqual(["a/mcpvals.config.json"]);
  });

  it("takes a config that is a link to a file", async () => {
    await put("real/suite.json");
    await symlink(join(cwd, "real", "suite.json"), join(cwd, "mcpvals.config.json"));
    expect(await find([])).toEqual(["mcpvals.config.json"]);
  });
});

describe("with arguments", () => {
  it("takes files of any name and folders, each once, in their order", async () => {
    await put("z.json", "a/mcpvals.config.json", "a/b/mcpvals.config.json");
    expect(await find(["z.json", "a", join(cwd, "z.json"), "./a/mcpvals.config.json"])).toEqual([
      "z.json",
      "a/mcpvals.config.json",
    ]);
    expect(await find(["a"], true)).toEqual(["a/mcpvals.config.json", "a/b/mcpvals.config.json"]);
  });

  it("takes globs, for files that can be configs", async () => {
    await put(
      "s/a.config.json",
      "s/b.config.ts",
      "s/t/c.config.json",
      "s/readme.md",
      "s/.hidden.json",
      "node_modules/d.json",
    );
    expect(await find(["s/*"])).toEqual(["s/a.config.json", "s/b.config.ts"]);
    expect(await find(["s/*.json"])).toEqual(["s/a.config.json"]);
    expect(await find(["**/*.json"])).toEqual(["s/a.config.json", "s/t/c.config.json"]);
    expect(await find(["s/**/c.*"])).toEqual(["s/t/c.config.json"]);
    expect(await find(["s/{a,b}.config.*"])).toEqual(["s/a.config.json", "s/b.config.ts"]);
    expect(await find(["s/?.config.ts", "./s/*.ts", join(cwd, "s", "*.ts")])).toEqual(["s/b.config.ts"]);
    expect(await find(["node_modules/*"])).toEqual(["node_modules/d.json"]);
  });

  it("takes a file whose name looks like a glob as a file", async () => {
    await put("a{b,c}.json", "ab.json");
    expect(await find(["a{b,c}.json"])).toEqual(["a{b,c}.json"]);
  });

  it("says of a file that is not there what is near it", async () => {
    await put("suites/calculator.config.json");
    const error = await fail(["suites/calculater.config.json"]);
    expect(error.code).toBe("CONFIG_NOT_FOUND");
    expect(error.message).toContain(join("suites", "calculater.config.json"));
    expect(error.fix).toContain(`Did you mean ${join("suites", "calculator.config.json")}?`);
    expect((await fail(["nope/x.json"])).evidence).toContain("The folder nope does not exist");
  });

  it("says what a folder without a config and a glob without a match were looked through for", async () => {
    await put("a/x.json");
    expect((await fail(["a"])).message).toBe("There is no config in a");
    const error = await fail(["a/*.ts"]);
    expect(error.code).toBe("CONFIG_NOT_FOUND");
    expect(error.message).toContain("a/*.ts");
  });

  it("finds nothing of one argument in another: each must be there", async () => {
    await put("a.json");
    expect((await fail(["a.json", "b.json"])).code).toBe("CONFIG_NOT_FOUND");
  });
});
