// `reset` puts the server's data back before each run; where it fails, no run is begun.
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { startStandIn, type StandIn } from "../../../fixtures/model/stand-in.mjs";
import { evaluate, record, replay, type Config } from "../../../src/index.js";
import { cleanEnvironment } from "../../helpers/clean-environment.js";
import { fixtureServer, makeSuiteFolder, type SuiteFolder } from "../../helpers/suite-folder.js";

const config: Config = {
  server: fixtureServer("calculator.mjs"),
  reset: "echo reset $MCPVALS_PORT >> log",
  setup: "echo setup $MCPVALS_PORT >> log",
  teardown: "echo teardown $MCPVALS_PORT >> log",
  workflows: ["Add 15 and 27", "Add 15 and 27 again", "Add 15 and 27 once more"].map((user, at) => ({
    name: `sum-${at + 1}`,
    steps: [{ user, expectedState: "42" }],
  })),
};

let suite: SuiteFolder;
let model: StandIn;
let env: Record<string, string | undefined>;
beforeAll(async () => {
  suite = await makeSuiteFolder(config);
  const turns = [{ calls: [{ tool: "add", input: { a: 15, b: 27 } }] }, { text: "42" }];
  model = await startStandIn({
    workflows: (config.workflows ?? []).map(({ steps }) => ({ user: steps[0]?.user ?? "", turns })),
  });
  env = cleanEnvironment({ ANTHROPIC_API_KEY: "stand-in-key-0123456789", ANTHROPIC_BASE_URL: model.url });
});
afterAll(async () => {
  await model.close();
  await suite.remove();
});
beforeEach(() => writeFile(join(suite.folder, "log"), ""));

const options = () => ({ env, cwd: suite.folder });

/** What the commands wrote: for each run, in order, what ran. Fails where runs met. */
async function runs(): Promise<string[]> {
  const lines = (await readFile(join(suite.folder, "log"), "utf8")).trim().split("\n");
  const found: { port: string; ran: string[] }[] = [];
  for (const line of lines) {
    const [what = "", port = ""] = line.split(" ");
    if (what === "reset") found.push({ port, ran: [] });
    const last = found.at(-1);
    expect(last?.port, `in ${lines.join(", ")}`).toBe(port);
    last?.ran.push(what);
  }
  return found.map(({ ran }) => ran.join(" "));
}

describe("reset", () => {
  it("runs before the setup of each run, of one workflow at a time", async () => {
    await suite.configure(config);
    const whole = "reset setup teardown";
    expect(await record(suite.file, { ...options(), check: false })).toMatchObject({ exitCode: 0 });
    expect(await runs()).toEqual([whole, whole, whole]);
    await writeFile(join(suite.folder, "log"), "");
    expect(await replay(suite.file, options())).toMatchObject({ exitCode: 0 });
    expect(await runs()).toEqual([whole, whole, whole]);
    await writeFile(join(suite.folder, "log"), "");
    expect(await record(suite.file, { ...options(), checkOnly: true, workflows: ["sum-1"] })).toMatchObject({
      exitCode: 0,
    });
    expect((await runs()).every((one) => one === whole)).toBe(true);
  });

  it("offline runs nothing", async () => {
    await replay(suite.file, { ...options(), offline: true });
    expect(await readFile(join(suite.folder, "log"), "utf8")).toBe("");
  });

  it.each([
    ["record", record],
    ["replay", replay],
    ["eval", evaluate],
  ])("that fails ends %s with its output, as a setup does", async (_, run) => {
    await suite.configure({ ...config, reset: "echo no such database >&2; exit 7" });
    const failed = await run(suite.file, { ...options(), mode: "all" }).catch((error: unknown) => error);
    expect(failed).toMatchObject({
      code: "SETUP_FAILED",
      exitCode: 4,
      message: "reset command exited with code 7: echo no such database >&2; exit 7",
      evidence: "no such database",
    });
    expect((failed as Error & { fix: string }).fix).toContain('"reset"');
    // The setup of a run that was not begun does not run.
    expect(await readFile(join(suite.folder, "log"), "utf8")).not.toContain("setup");
  });

  it.each([
    ["record", record],
    ["replay", replay],
    ["eval", evaluate],
  ])("that does nothing, as init writes it to be filled in, is refused by %s before anything runs", async (_, run) => {
    await suite.configure({ ...config, reset: ": put the data of notes back as it was" });
    const refused = await run(suite.file, { ...options(), mode: "all" }).catch((error: unknown) => error);
    expect(refused).toMatchObject({
      code: "CONFIG_INVALID",
      exitCode: 2,
      message: expect.stringMatching(/^"reset" in .*config\.json does nothing$/) as unknown,
      evidence: "reset: : put the data of notes back as it was",
    });
    expect(await readFile(join(suite.folder, "log"), "utf8")).toBe("");
  });

  it("that does not end is ended by the timeout", async () => {
    await suite.configure({ ...config, reset: "exec sleep 600", timeout: 1500 });
    await expect(replay(suite.file, options())).rejects.toMatchObject({
      code: "SETUP_FAILED",
      message: expect.stringContaining("reset command did not end within 1500 ms") as unknown,
    });
  });
});
