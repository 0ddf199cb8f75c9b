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

const SUITE = '{ "server": { "command": "x" }, "workflows": [] }';

async function putText(text: string | Uint8Array, ...files: string[]): Promise<void> {
  for (const file of files) {
    await mkdir(dirname(join(cwd, file)), { recursive: true });
    await writeFile(join(cwd, file), text);
  }
}
const put = (...files: string[]): Promise<void> => putText("{}", ...files);

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
    "weather.mcp-eval.config.json",
    "weather.mcpvals.config.ts",
    "a.b.mcp-eval.config.mjs",
  ])("finds %s in the current folder", async (name) => {
    await put(name, "package.json", "other.config.json", "mcpvals.config.json.bak", "mcpvals.config.yaml");
    expect(await find([])).toEqual([name]);
  });

  it("takes all of several in one folder, sorted", async () => {
    const names = ["mcp-eval.config.json", "sky.mcp-eval.config.json", "tea.mcpvals.config.ts"];
    await put(...names.toReversed());
    expect(await find([])).toEqual(names);
    expect((await findConfigs([], { cwd })).map(({ isNamed }) => isNamed)).toEqual([false, false, false]);
    expect((await findConfigs([".", names[1] ?? ""], { cwd })).map(({ isNamed }) => isNamed)).toEqual([
      false,
      true,
      false,
    ]);
  });

  it("refuses two that would share their cassettes, and names both", async () => {
    await put("sky.mcp-eval.config.json", "sky.mcpvals.config.ts");
    const error = await fail([]);
    expect(error.code).toBe("CONFIG_AMBIGUOUS");
    expect(error.message).toContain('"sky": sky.mcp-eval.config.json and sky.mcpvals.config.ts');
    expect(await find(["sky.mcp-eval.config.json", "sky.mcpvals.config.ts"])).toHaveLength(2);
  });

  it("takes a *.config.json of any name by its content, each of several, also beside one of our names", async () => {
    const theirs = ["tsup.config.json", "package.json", ".sky.config.json", "sky.config.json.bak", "sky.json"];
    await put(...theirs);
    await putText(SUITE, "sky.json", ".sky.config.json", "tea.config.yaml");
    expect((await fail([])).evidence).toContain('*.config.json with "server" and "workflows"');
    await putText(SUITE, "sky.config.json");
    expect(await find([])).toEqual(["sky.config.json"]);
    await putText('{ "$schema": "./node_modules/mcpvals/docs/config.schema.json" }', "tea.config.json");
    await put("air.mcp-eval.config.json");
    expect(await find([], true)).toEqual(["air.mcp-eval.config.json", "sky.config.json", "tea.config.json"]);
  });

  it("takes a suite with a typo, so that loading it says where; but no code by its content, and nothing huge", async () => {
    await putText('{ "server": {}, "workflows": [], }', "typo.config.json");
    await putText(Buffer.from(`\ufeff${SUITE}`, "utf16le"), "wide.config.json");
    await putText(`export default ${SUITE};`, "code.config.ts", "code.config.js");
    await putText(SUITE + " ".repeat(5_000_000), "huge.config.json");
    expect(await find([])).toEqual(["typo.config.json", "wide.config.json"]);
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

  it("refuses two of one name in a folder below, too, but not in two folders", async () => {
    await put("a/sky.mcp-eval.config.json", "b/sky.mcp-eval.config.json");
    expect(await find([], true)).toHaveLength(2);
    await put("a/sky.mcpvals.config.json");
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
