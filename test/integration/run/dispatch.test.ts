// Eighteen calls of one turn on a server where calls race: replay sends them as the recording did.
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startStandIn, type StandIn } from "../../../fixtures/model/stand-in.mjs";
import { record, replay, type Config, type Report } from "../../../src/index.js";
import { cleanEnvironment } from "../../helpers/clean-environment.js";
import { fixtureServer, makeSuiteFolder, type SuiteFolder } from "../../helpers/suite-folder.js";

const TOP = ["/src", "/test", "/docs"];
const PATHS = TOP.flatMap((top) => [top, ...["a", "b", "c", "d", "e"].map((name) => `${top}/${name}`)]);
const create = PATHS.map((path) => ({ tool: "create_directory", input: { path } }));
const list = TOP.map((path) => ({ tool: "list_directory", input: { path } }));
const asked = { calls: [{ tool: "most_at_once" }] };

let suite: SuiteFolder;
let model: StandIn;
let env: Record<string, string | undefined>;
const warnings: string[] = [];
const noteWarning = ({ name }: Error): void => void warnings.push(name);
beforeAll(async () => {
  process.on("warning", noteWarning);
  suite = await makeSuiteFolder({});
  model = await startStandIn({
    workflows: [
      { user: "Make the folders", turns: [{ calls: create }, asked, { text: "Done." }] },
      {
        user: "Look, make, look",
        turns: [{ calls: [...list, ...create.slice(0, 3), ...list] }, asked, { text: "Done." }],
      },
    ],
  });
  env = cleanEnvironment({ ANTHROPIC_API_KEY: "stand-in-key-0123456789", ANTHROPIC_BASE_URL: model.url });
});
afterAll(async () => {
  process.off("warning", noteWarning);
  await model.close();
  await suite.remove();
});

const config = (user: string, parallelToolCalls: Config["parallelToolCalls"]): Config => ({
  server: fixtureServer("racing.mjs", "hints"),
  parallelToolCalls,
  workflows: [{ name: "folders", steps: [{ user }] }],
});

/** How many calls failed, and how many were in flight together at most, as the server says. */
function seen({ evaluations }: Report): { failed: number; most: number } {
  const calls = evaluations[0]?.transcript?.steps.flatMap(({ turns }) => turns.flatMap((turn) => turn.calls)) ?? [];
  const made = calls.filter(({ tool }) => tool === "create_directory" || tool === "list_directory");
  return {
    failed: made.filter(({ outcome }) => JSON.stringify(outcome).includes("ENOENT")).length,
    most: Number(/\d+/.exec(JSON.stringify(calls.at(-1)?.outcome))?.[0]),
  };
}

describe("the calls of one turn", () => {
  it.each<[Config["parallelToolCalls"], string, { failed: number; most: number }]>([
    [true, "Make the folders", { failed: 15, most: 18 }],
    [false, "Make the folders", { failed: 0, most: 1 }],
    ["read-only", "Make the folders", { failed: 0, most: 1 }],
    ["read-only", "Look, make, look", { failed: 0, most: 3 }],
  ])("recorded with parallelToolCalls %j (%s) are replayed so", async (how, user, expected) => {
    await suite.configure(config(user, how));
    const options = { env, cwd: suite.folder, check: false, transcripts: true };
    expect(seen(await record(suite.file, { ...options, mode: "all" }))).toEqual(expected);
    for (let round = 1; round <= 2; round += 1) expect(seen(await replay(suite.file, options))).toEqual(expected);
    expect(warnings).not.toContain("MaxListenersExceededWarning");
  });
});
