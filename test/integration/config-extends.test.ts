// `extends`: settings that several suites share.
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { findConfigs } from "../../src/config/find.js";
import { loadSuite } from "../../src/config/load.js";
import type { Config } from "../../src/config/schema-written.js";
import { McpvalsError } from "../../src/errors.js";
import { refuseSameCassettes } from "../../src/suite/refuse-same-cassettes.js";

let cwd: string;
beforeEach(async () => {
  cwd = await mkdtemp(join(tmpdir(), "mcpvals-extends-"));
});
afterEach(() => rm(cwd, { recursive: true, force: true }));

async function put(file: string, config: Config): Promise<void> {
  await mkdir(dirname(join(cwd, file)), { recursive: true });
  await writeFile(join(cwd, file), JSON.stringify(config));
}
const load = (file: string) => loadSuite(file, { cwd, env: {}, mayRun: true });
const fail = (file: string): Promise<McpvalsError> =>
  load(file).then(
    () => expect.unreachable("it loads"),
    (error: McpvalsError) => error,
  );
const workflows = [{ name: "a", steps: [{ user: "Hi" }] }];

describe("extends", () => {
  it("takes what the config does not say; later ones win, objects are merged, lists replaced", async () => {
    await put("one.json", { timeout: 1, maxTurns: 1, check: { runs: 3, clock: false }, accept: ["docs"] });
    await put("two.json", { timeout: 2, redact: { keys: ["pin"] }, workflows });
    await put("sky.config.json", {
      extends: ["one.json", "./two.json"],
      check: { runs: 4 },
      accept: [],
      workflows: [],
    });
    const { config, bases } = await load("sky.config.json");
    expect(config).toEqual({
      timeout: 2,
      maxTurns: 1,
      check: { runs: 4, clock: false },
      accept: [],
      redact: { keys: ["pin"] },
      workflows: [],
    });
    expect(bases).toEqual([join(cwd, "one.json"), join(cwd, "two.json")]);
  });

  it("leaves relative paths relative to their own file, over several levels", async () => {
    await put("shared/base.json", {
      server: { transport: "stdio", command: "node", args: ["./server.js"], env: { A: "1" } },
      cassettes: "../recordings",
      roots: ["./data", "${MCPVALS_TMP}/x", "/abs"],
      reporters: ["console", "json=out/report.json"],
    });
    await put("shared/more/middle.json", { extends: "../base.json", state: "./seed" });
    await put("apps/sky/sky.config.json", {
      extends: "../../shared/more/middle.json",
      server: { env: { B: "2" } },
      workflows,
    });
    const { config } = await load("apps/sky/sky.config.json");
    expect(config).toEqual({
      server: {
        transport: "stdio",
        command: "node",
        args: ["./server.js"],
        env: { A: "1", B: "2" },
        cwd: "../../shared",
      },
      cassettes: "../../recordings",
      roots: ["../../shared/data", "${MCPVALS_TMP}/x", "/abs"],
      reporters: ["console", "json=../../shared/out/report.json"],
      state: "../../shared/more/seed",
      workflows,
    });
  });

  it("replaces a server of another transport, and runs a command where it is named", async () => {
    await put("shared/base.json", { server: { transport: "stdio", command: "node", args: ["./a.js"] } });
    await put("shared/http.json", {
      extends: "base.json",
      server: { transport: "shttp", url: "http://127.0.0.1:1/mcp" },
    });
    await put("http.config.json", { extends: "shared/http.json", workflows });
    expect((await load("http.config.json")).config.server).toEqual({
      transport: "shttp",
      url: "http://127.0.0.1:1/mcp",
    });
    await put("own.config.json", { extends: "shared/base.json", server: { command: "./mine" }, workflows });
    expect((await load("own.config.json")).config.server).toEqual({
      transport: "stdio",
      command: "./mine",
      args: ["./a.js"],
    });
  });

  it("names both files where a key is wrong, the file that is missing, and the circle", async () => {
    await put("base.json", { timeout: -1 });
    await put("sky.config.json", { extends: "base.json", workflows });
    const wrong = await fail("sky.config.json");
    expect(wrong.message).toBe("sky.config.json (extends base.json): 1 problem in the config");
    await put("lost.config.json", { extends: "bse.json", workflows });
    expect(await fail("lost.config.json")).toMatchObject({
      code: "CONFIG_NOT_FOUND",
      message: expect.stringContaining("bse.json"),
    });
    await put("base.json", { extends: "sky.config.json" });
    expect((await fail("sky.config.json")).evidence).toBe(
      "extends: sky.config.json extends base.json extends sky.config.json",
    );
    await writeFile(join(cwd, "odd.json"), '{ "extends": 3 }');
    expect((await fail("odd.json")).evidence).toBe("extends: expected a path or a list of paths");
  });

  it("is found as a suite where it has workflows, also without a server of its own", async () => {
    await put("base.json", { server: { transport: "stdio", command: "node" } });
    await put("sky.config.json", { extends: "base.json", workflows });
    await put("other.config.json", { extends: "@tsconfig/node20/tsconfig.json" });
    expect((await findConfigs([], { cwd })).map(({ file }) => file)).toEqual([join(cwd, "sky.config.json")]);
  });

  it("runs no code that nobody named", async () => {
    await writeFile(join(cwd, "base.mjs"), "export default { timeout: 5 };");
    await put("sky.config.json", { extends: "./base.mjs", workflows });
    expect((await load("sky.config.json")).config.timeout).toBe(5);
    const refused = loadSuite("sky.config.json", { cwd, env: {}, mayRun: false });
    await expect(refused).rejects.toMatchObject({ code: "CONFIG_NOT_RUN" });
  });
});

it("two suites of one name with the same cassettes are refused: they would overwrite each other's", async () => {
  await put("shared.json", { cassettes: "./recordings" });
  await put("a/sky.config.json", { extends: "../shared.json", workflows });
  await put("b/sky.config.json", { extends: "../shared.json", workflows });
  const suites = [await load("a/sky.config.json"), await load("b/sky.config.json")];
  expect(() => refuseSameCassettes(suites, cwd)).toThrow(
    "Two suites have the same cassettes: a/sky.config.json and b/sky.config.json",
  );
  await put("b/sky.config.json", { extends: "../shared.json", cassettes: "./own", workflows });
  refuseSameCassettes([await load("a/sky.config.json"), await load("b/sky.config.json")], cwd);
});
