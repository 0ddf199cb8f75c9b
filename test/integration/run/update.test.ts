// replay -u: the scores block of the cassettes, for their readers, and nothing else.
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startStandIn, type StandIn } from "../../../fixtures/model/stand-in.mjs";
import { record, replay, type Config } from "../../../src/index.js";
import { cleanEnvironment } from "../../helpers/clean-environment.js";
import { fixtureServer, makeSuiteFolder, type SuiteFolder } from "../../helpers/suite-folder.js";

const user = "Add 15 and 27";
const turns = [{ calls: [{ tool: "add", input: { a: 15, b: 27 } }] }, { text: ["It is ", { $result: 1 }, "."] }];
const configOf = (expectedState: string, more: Partial<Config> = {}): Config => ({
  server: fixtureServer("calculator.mjs"),
  workflows: [{ name: "add", steps: [{ user, expectedState }] }],
  ...more,
});

let suite: SuiteFolder;
let model: StandIn;
const env = cleanEnvironment();
beforeAll(async () => {
  suite = await makeSuiteFolder(configOf("42"));
  model = await startStandIn({ workflows: [{ user, turns }] });
  const key = { ANTHROPIC_API_KEY: "stand-in-key-0123456789", ANTHROPIC_BASE_URL: model.url };
  await record(suite.file, { env: { ...env, ...key }, cwd: suite.folder });
});
afterAll(async () => {
  await model.close();
  await suite.remove();
});

const update = (more: object = {}) => {
  const notes: string[] = [];
  const onProgress = (progress: { type: string; message?: string }): void => {
    if (progress.message !== undefined) notes.push(progress.message);
  };
  const options = { env, cwd: suite.folder, offline: true, updateScores: true, onProgress, ...more };
  return replay(suite.file, options).then((report) => ({ report, notes }));
};

describe("replay -u", () => {
  it("changes no byte where the scores are as they were", async () => {
    const before = await suite.readCassette("add");
    await update();
    expect(await suite.readCassette("add")).toBe(before);
  });

  it("writes what the recorded run scores today, and touches the scores and the seal alone", async () => {
    const before = (await suite.readCassette("add")).split("\n");
    await suite.configure(configOf("forty"));
    const { report, notes } = await update();
    expect(report.exitCode).toBe(1);
    expect(notes.join()).toContain("Scores rewritten in 1 of 1");
    const after = (await suite.readCassette("add")).split("\n");
    const changed = after.filter((line, index) => line !== before[index]);
    expect(changed).toEqual([expect.stringMatching(/^scores: /), expect.stringMatching(/^seal: /)]);
    expect(after.find((line) => line.startsWith("scores:"))).toContain("end-to-end-success: 0");
    expect((await replay(suite.file, { env, cwd: suite.folder })).evaluations[0]?.verdict).toBe("failed");
  });

  it("writes the scores of the recording, not those of a changed server", async () => {
    await suite.configure(configOf("42"));
    await update();
    const before = await suite.readCassette("add");
    expect(before).toContain("end-to-end-success: 1");
    const other = ["-e", "process.exit(1)"];
    const { report } = await update({ offline: false, server: { command: process.execPath, args: other } });
    expect(report.passed).toBe(false);
    expect(await suite.readCassette("add")).toBe(before);
  });

  it("leaves all as it is while something is inconclusive, and says so", async () => {
    const before = await suite.readCassette("add");
    const [add] = configOf("forty").workflows ?? [];
    if (add === undefined) throw new Error("no workflow");
    await suite.configure(configOf("forty", { workflows: [add, { name: "new", steps: [{ user: "Something new" }] }] }));
    const { notes } = await update();
    expect(notes.join()).toContain("stay as they are: 1 of its workflows could not be judged");
    expect(await suite.readCassette("add")).toBe(before);
    await suite.configure(configOf("42"));
  });

  it("refuses in CI", async () => {
    await expect(update({ env: { ...env, CI: "1" } })).rejects.toMatchObject({ code: "REFUSED_IN_CI", exitCode: 2 });
    await expect(update({ env: { ...env, CI: "1" }, allowCi: true })).resolves.toBeDefined();
  });
});
