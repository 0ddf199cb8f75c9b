// Loading configs from a real disk: JSON, config objects, and the examples of the usage guide.
import { existsSync } from "node:fs";
import { mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { loadSuite } from "../../src/config/load.js";
import type { Suite } from "../../src/config/suite.js";
import { McpvalsError } from "../../src/errors.js";

let cwd: string;
let count = 0;
beforeAll(async () => {
  cwd = await mkdtemp(join(tmpdir(), "mcpvals-load-"));
});
afterAll(() => rm(cwd, { recursive: true, force: true }));

/** Loads a config from a folder of its own. */
async function load(name: string, text: string | Uint8Array): Promise<Suite> {
  const folder = `c${++count}`;
  await mkdir(join(cwd, folder));
  await writeFile(join(cwd, folder, name), text);
  return loadSuite(`${folder}/${name}`, { cwd, env: { CITY: "Paris" }, mayRun: true });
}

async function fail(loading: Promise<unknown>): Promise<McpvalsError> {
  const error: unknown = await loading.catch((thrown: unknown) => thrown);
  if (!(error instanceof McpvalsError)) throw error;
  return error;
}

const LOADED = { model: "m", workflows: [{ name: "w", steps: [{ user: "Go to Paris" }] }] };

describe("a JSON config", () => {
  it("gives suite, folder and config, with variables put in", async () => {
    const suite = await load("calc.config.json", JSON.stringify(LOADED).replace("Paris", "${CITY}"));
    expect(suite).toEqual({
      name: "calc",
      file: join(cwd, `c${count}`, "calc.config.json"),
      folder: join(cwd, `c${count}`),
      config: LOADED,
      variables: [{ name: "CITY", required: true, value: "Paris" }],
    });
  });

  it.each(["utf-8", "utf-16le", "utf-16be"])("may be written in %s with a byte order mark", async (encoding) => {
    const text = `\uFEFF${JSON.stringify({ ...LOADED, model: "mé😀" })}`;
    const bytes = Buffer.from(text, encoding === "utf-8" ? "utf8" : "utf16le");
    if (encoding === "utf-16be") bytes.swap16();
    expect((await load("x.json", bytes)).config.model).toBe("mé😀");
  });

  it("that is in no such encoding is refused in words, not read with holes", async () => {
    const error = await fail(load("x.json", Buffer.from('{"model":"m\xe9"}', "latin1")));
    expect(error).toMatchObject({ code: "CONFIG_INVALID", fix: "Save it as UTF-8." });
    expect(error.message).toMatch(/x\.json is not UTF-8$/);
    const wide = await fail(load("x.json", Buffer.from(JSON.stringify(LOADED), "utf16le")));
    expect(wide.evidence).toContain("UTF-16 without a byte order mark");
  });

  it("says file, line and column of a syntax error", async () => {
    const error = await fail(load("x.json", '{\n  "timeout": 1,\n}'));
    expect(error.message).toMatch(/^c\d+[\\/]x\.json:2:15: /);
    expect(error.evidence).toContain('"timeout": 1,');
  });

  it("says all problems with the file's name", async () => {
    const error = await fail(load("x.json", '{ "timeuot": 1, "quiet": 2 }'));
    expect(error.message).toMatch(/^c\d+[\\/]x\.json: 2 problems in the config$/);
  });
});

describe("other sources", () => {
  it("takes a config object, in the given folder", async () => {
    const suite = await loadSuite(
      { timeout: 5, cassettes: undefined, system: "In ${CITY}" },
      { cwd, env: { CITY: "Paris" }, mayRun: true },
    );
    expect(suite).toMatchObject({ name: "suite", file: null, folder: cwd, config: { timeout: 5, system: "In Paris" } });
  });

  it.each([
    ["nope.json", "CONFIG_NOT_FOUND"],
    [".", "CONFIG_NOT_FOUND"],
  ])("refuses %s", async (source, code) => {
    expect((await fail(loadSuite(source, { cwd, env: {}, mayRun: true }))).code).toBe(code);
  });

  it("refuses a file that is not a config by its name", async () => {
    const error = await fail(load("x.yaml", "a: 1"));
    expect(error.code).toBe("CONFIG_INVALID");
    expect(error.fix).toContain(".json");
  });
});

const guide = fileURLToPath(new URL("../../../shared/design/usage-guide.md", import.meta.url));
describe.skipIf(!existsSync(guide))("the usage guide (skipped where the file is not there)", () => {
  it("has eight JSON configs, and each loads as written", async () => {
    const text = await readFile(guide, "utf8");
    const blocks = [...text.matchAll(/^```json\n(.*?)^```/gms)].map(([, block]) => block ?? "");
    // The other JSON of the guide is a report.
    const configs = blocks.filter((block) => !block.includes('"evaluations"'));
    expect(configs).toHaveLength(8);
    for (const config of configs) {
      const suite = await load("mcp-eval.config.json", config);
      expect(suite.config).toEqual(JSON.parse(config));
    }
  });
});
