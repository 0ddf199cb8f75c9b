// What is kept of judged trials between two commands: whose trials count, and what a crash leaves of the file.
import { appendFile, readdir } from "node:fs/promises";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { loadSuite } from "../../../src/config/load.js";
import { openTrialsBefore, type TrialsBefore } from "../../../src/suite/going-on.js";
import type { RunOptions } from "../../../src/suite/options.js";
import { loadSettings } from "../../../src/suite/settings.js";
import { openStage } from "../../../src/suite/stage.js";
import type { Workflow } from "../../../src/config/schema.js";
import { cleanEnvironment } from "../../helpers/clean-environment.js";
import { passedRun } from "../../helpers/sample-reports.js";
import { fixtureServer, makeSuiteFolder, type SuiteFolder } from "../../helpers/suite-folder.js";

const workflow: Workflow = { name: "add-two-numbers", steps: [{ user: "Add 1 and 2" }] };

let suite: SuiteFolder;
beforeEach(async () => {
  suite = await makeSuiteFolder({ server: fixtureServer("calculator.mjs"), workflows: [workflow] });
});
afterEach(() => suite.remove());

/** What a command with these options takes of an earlier one; `add` keeps a trial. */
async function open(options: RunOptions = {}): Promise<TrialsBefore & { keep: (number: number) => Promise<void> }> {
  const env = cleanEnvironment();
  const loaded = await loadSuite(suite.file, { cwd: suite.folder, env, mayRun: true });
  const settings = await loadSettings(loaded, { cwd: suite.folder, env, ...options });
  const before = await openTrialsBefore(settings, { goOn: true, command: "eval" });
  const keep = async (number: number): Promise<void> => {
    const stage = await openStage(settings);
    await before.add(workflow, number, { evaluation: passedRun(), path: undefined }, stage.places);
    await stage.close();
  };
  return { ...before, keep };
}

it("takes no trial of our own loop for one of an agent", async () => {
  await (await open()).keep(1);
  expect((await open()).count()).toBe(1);
  expect((await open({ agent: "claude-code" })).count()).toBe(0);
});

it("loses only the line that a crash cut off, in the middle of a character too", async () => {
  await (await open()).keep(1);
  const folder = join(suite.folder, ".mcpvals", "last");
  const [name = ""] = (await readdir(folder, { recursive: true })).filter((one) => one.endsWith(".jsonl"));
  await appendFile(join(folder, name), Buffer.concat([Buffer.from('\n{"of":"'), Buffer.from("é").subarray(0, 1)]));
  const before = await open();
  expect(before.count()).toBe(1);
  await before.keep(2);
  expect((await open()).count()).toBe(2);
});
