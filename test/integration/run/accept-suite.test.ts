// Drift of what the server says of itself: one acceptance holds for all workflows of the suite.
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { startStandIn } from "../../../fixtures/model/stand-in.mjs";
import { parseAccepted, serializeAccepted } from "../../../src/cassette/accepted-file.js";
import { formerDriftId } from "../../../src/trace/drift-id.js";
import { accept, diff, lint, record, replay, type Config, type Report } from "../../../src/index.js";
import { cleanEnvironment } from "../../helpers/clean-environment.js";
import { fixtureServer, makeSuiteFolder, type SuiteFolder } from "../../helpers/suite-folder.js";

const env = cleanEnvironment({ CI: "" });
const NAMES = ["ann", "bob", "facts"];
const config: Config = {
  server: fixtureServer("two-versions.mjs"),
  workflows: [
    { name: "ann", steps: [{ user: "Who is user 7?" }], expectTools: ["get_user"] },
    { name: "bob", steps: [{ user: "Who is user 8?" }], expectTools: ["get_user"] },
    { name: "facts", steps: [{ user: "Any facts?" }], expectTools: ["facts"] },
  ],
};
const turnsOf = (tool: string, input: object) => [{ calls: [{ tool, input }] }, { text: "So it is." }];

let suite: SuiteFolder;
const accepted = (): string => join(suite.folder, "cassettes/demo/accepted.yaml");
const readEntries = async () => parseAccepted(await readFile(accepted(), "utf8"), "accepted.yaml").drift;
const replayOn = (changes: string, workflows?: string[]): Promise<Report> =>
  replay(suite.file, {
    cwd: suite.folder,
    env,
    server: fixtureServer("two-versions.mjs", "--v2", changes),
    ...(workflows === undefined ? {} : { workflows }),
  });
const verdicts = ({ evaluations }: Report): string[] => evaluations.map(({ verdict }) => verdict);
const offers = ({ evaluations }: Report): (string | undefined)[] =>
  evaluations.map(({ settle }) => settle.find((line) => line.startsWith("mcpvals accept")));
const idIn = (command: string | undefined): string => /d-[0-9a-f]{8}/.exec(command ?? "")?.[0] ?? "none";
const take = (ids: string[]) => accept(suite.file, { cwd: suite.folder, env, ids, why: "only words" });

beforeAll(async () => {
  suite = await makeSuiteFolder(config);
  const scripts = [
    { user: "Who is user 7?", turns: turnsOf("get_user", { id: 7 }) },
    { user: "Who is user 8?", turns: turnsOf("get_user", { id: 8 }) },
    { user: "Any facts?", turns: turnsOf("facts", {}) },
  ];
  const model = await startStandIn({ workflows: scripts });
  const key = { ...env, ANTHROPIC_API_KEY: "stand-in-key-0123456789", ANTHROPIC_BASE_URL: model.url };
  await record(suite.file, { env: key, cwd: suite.folder });
  await model.close();
});
afterAll(() => suite.remove());
beforeEach(async () => {
  const ids = await readEntries().then(
    (entries) => entries.map(({ id }) => id),
    () => [],
  );
  if (ids.length > 0) await accept(suite.file, { cwd: suite.folder, env, ids, remove: true });
});

describe("drift of the contract and of the instructions", () => {
  it.each<[string, string[], string]>([
    ["other-instructions", ["inconclusive", "inconclusive", "inconclusive"], "instructions"],
    ["new-description", ["inconclusive", "inconclusive", "passed"], "tool"],
  ])("%s has one id in all workflows, and one acceptance is enough", async (change, before, part) => {
    const seen = await replayOn(change);
    expect(verdicts(seen)).toEqual(before);
    const commands = offers(seen).filter((command) => command !== undefined);
    expect(commands).toHaveLength(before.filter((one) => one === "inconclusive").length);
    expect(new Set(commands).size).toBe(1);
    const id = idIn(commands[0]);
    expect(commands[0]).toBe(`mcpvals accept ${id} demo.config.json -m "why it is harmless"`);

    const done = await take([id]);
    expect(done).toMatchObject({ accepted: [{ id, class: "reworded", where: { part } }], left: [], elsewhere: [] });
    expect(await readEntries()).toHaveLength(1);
    expect(await readFile(accepted(), "utf8")).not.toContain("workflow:");
    const then = await replayOn(change);
    expect(verdicts(then)).toEqual(["passed", "passed", "passed"]);
    expect(then.summary.passedOnAccepted).toBeGreaterThanOrEqual(commands.length);
    expect((await lint({ cwd: suite.folder, env })).findings).toEqual([]);
    // Another text is another drift.
    expect(verdicts(await replayOn("other-instructions,new-description"))).toContain("inconclusive");
  });

  it("is reported once where no workflow meets it any more, and not while one was left out", async () => {
    const [first] = offers(await replayOn("other-instructions"));
    await take([idIn(first)]);
    const unused = ({ evaluations }: Report): string[] =>
      evaluations.flatMap(({ replay: facts }) => facts?.unused ?? []);
    expect(unused(await replayOn("other-instructions"))).toEqual([]);
    expect(unused(await replayOn("", ["ann"]))).toEqual([]);
    expect(unused(await replayOn(""))).toEqual([
      `Accepted drift ${idIn(first)} (instructions) does not occur any more. Remove it: mcpvals accept --remove ${idIn(first)} demo.config.json`,
    ]);
    const report = await diff(suite.file, { cwd: suite.folder, env });
    expect(report.unused).toEqual(unused(await replayOn("")));
  });

  it("stays accepted where each workflow did it for itself, until it is accepted again", async () => {
    const seen = await replayOn("other-instructions");
    const drift = seen.evaluations[0]?.replay?.drift.find(({ where }) => where.part === "instructions");
    if (drift === undefined) throw new Error("no drift");
    const { part, path } = drift.where;
    const former = ["ann", "bob"].map((workflow) => ({
      id: formerDriftId(workflow, drift),
      workflow,
      class: "reworded" as const,
      where: { part, path },
      recorded: drift.recorded,
      present: drift.present,
      why: "as it was",
    }));
    await writeFile(accepted(), serializeAccepted(former));
    const then = await replayOn("other-instructions");
    expect(verdicts(then)).toEqual(["passed", "passed", "inconclusive"]);
    expect(then.evaluations.flatMap(({ replay: facts }) => facts?.unused ?? [])).toEqual([]);
    await take([idIn(offers(then)[2])]);
    expect(await readEntries()).toMatchObject([{ id: drift.id, why: "only words" }]);
    expect(verdicts(await replayOn("other-instructions"))).toEqual(NAMES.map(() => "passed"));
  });
});
