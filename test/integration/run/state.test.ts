// `state`: each run gets a copy of the folder, before `reset` and `setup`, and the folder stays as it is.
import { mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { loadSuite } from "../../../src/config/load.js";
import type { Config } from "../../../src/config/schema-written.js";
import { renderError } from "../../../src/errors.js";
import { loadSettings } from "../../../src/suite/settings.js";
import { createStages } from "../../../src/suite/stages.js";
import { cleanEnvironment } from "../../helpers/clean-environment.js";
import { fixtureServer } from "../../helpers/suite-folder.js";

const env = cleanEnvironment();
let cwd: string;
beforeAll(async () => {
  cwd = await mkdtemp(join(tmpdir(), "mcpvals-state-"));
  await mkdir(join(cwd, "data", "deep"), { recursive: true });
  await writeFile(join(cwd, "data", "deep", "notes.txt"), "first");
});
afterAll(() => rm(cwd, { recursive: true, force: true }));

/** What the file in the run's folder holds when the server has started. */
async function notesOfRun(config: Config): Promise<string> {
  const suite = await loadSuite({ server: fixtureServer("where.mjs"), ...config }, { cwd, env, mayRun: false });
  const stages = createStages(await loadSettings(suite, { env, cwd }));
  const stage = await stages.open();
  try {
    await stage.start();
    return await readFile(join(stage.folder, "deep", "notes.txt"), "utf8");
  } finally {
    await stage.close();
    await stages.close();
  }
}

it("is there before setup, and again as it was in the next run", async () => {
  const config = { state: "./data", setup: `node -e "fs.appendFileSync('\${MCPVALS_TMP}/deep/notes.txt', ' more')"` };
  expect(await notesOfRun(config)).toBe("first more");
  expect(await notesOfRun(config)).toBe("first more");
  expect(await readFile(join(cwd, "data", "deep", "notes.txt"), "utf8")).toBe("first");
});

it("that is no folder is an error of the config", async () => {
  const said = await notesOfRun({ state: "data/deep/notes.txt" }).catch(renderError);
  expect(said).toContain('"state" names data/deep/notes.txt, which is not a folder (CONFIG_INVALID)');
});

it("does not go with one server for all workflows", async () => {
  const said = await notesOfRun({ state: "data", isolation: "suite" }).catch(renderError);
  expect(said).toContain('state: does not go with "isolation": "suite"');
});
