// Pairs of servers, recorded on the first and replayed on the second: the verdict is what a careful person would say.
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startStandIn, type StandIn } from "../../../fixtures/model/stand-in.mjs";
import { pairs, type Pair } from "../../../fixtures/servers/pairs.mjs";
import { record, replay, type Config, type Report } from "../../../src/index.js";
import { cleanEnvironment } from "../../helpers/clean-environment.js";
import { fixtureServer, makeSuiteFolder, type SuiteFolder } from "../../helpers/suite-folder.js";

const configOf = (name: string, { expects }: Pair): Config => {
  const { state, steps, ...rest } = expects;
  const own = steps ?? [{ user: "go", ...(state !== undefined && { expectedState: state }) }];
  const [first, ...more] = own;
  return {
    server: fixtureServer("pair.mjs", name, "old"),
    workflows: [{ name, steps: [{ user: name, expectedState: first?.expectedState }, ...more], ...rest }],
  };
};

let model: StandIn;
let live: Record<string, string | undefined>;
const suites: SuiteFolder[] = [];
beforeAll(async () => {
  model = await startStandIn({ workflows: Object.entries(pairs).map(([user, { turns }]) => ({ user, turns })) });
  live = cleanEnvironment({ ANTHROPIC_API_KEY: "stand-in-key-0123456789", ANTHROPIC_BASE_URL: model.url });
});
afterAll(async () => {
  await model.close();
  for (const suite of suites) await suite.remove();
});

async function recordOld(name: string, pair: Pair): Promise<{ suite: SuiteFolder; recorded: Report }> {
  const suite = await makeSuiteFolder(configOf(name, pair));
  suites.push(suite);
  return { suite, recorded: await record(suite.file, { env: live, cwd: suite.folder }) };
}

function replayOn(suite: SuiteFolder, name: string, version: "old" | "new"): Promise<Report> {
  const { command, args } = fixtureServer("pair.mjs", name, version);
  return replay(suite.file, { env: cleanEnvironment(), cwd: suite.folder, server: { command, args } });
}

describe("a replay says what a careful person would say", () => {
  it.each(Object.entries(pairs))("%s", async (name, pair) => {
    const { suite, recorded } = await recordOld(name, pair);
    const { records = true, paste, wanted, because, baseline = "passed" } = pair;
    expect({ because, replays: recorded.evaluations[0]?.recorded?.check?.replays }).toEqual({
      because,
      replays: records,
    });
    if (!records) {
      expect(recorded).toMatchObject({ passed: false, exitCode: 3, evaluations: [{ verdict: "inconclusive" }] });
      expect(recorded.evaluations[0]?.recorded?.paste).toEqual(paste);
    } else if (pair.new !== undefined) {
      // The same server again: nothing changed.
      expect((await replayOn(suite, name, "old")).evaluations[0]?.verdict).toBe(baseline);
    }
    const report = await replayOn(suite, name, pair.new === undefined ? "old" : "new");
    const { verdict, reasons } = report.evaluations[0] ?? {};
    expect({ because, verdict, reasons }).toMatchObject({ because, verdict: wanted });
    if (paste !== undefined) {
      await suite.configure({ ...configOf(name, pair), ...paste });
      const again = await record(suite.file, { env: cleanEnvironment(), cwd: suite.folder, checkOnly: true });
      // What was to be pasted frees it.
      expect(again).toMatchObject({ exitCode: 0, passed: true });
      expect(await replayOn(suite, name, "old")).toMatchObject({ exitCode: 0, passed: true });
    }
  });
});
