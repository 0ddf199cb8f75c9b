// Several recorded takes of one workflow: which one is the cassette, what replay does with them, and what becomes of
// the takes of an older recording.
import { readdir, readFile, rm, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startStandIn, type StandIn } from "../../../fixtures/model/stand-in.mjs";
import { loadSuite } from "../../../src/config/load.js";
import { accept, record, replay, show, type Config, type Evaluation, type RecordOptions } from "../../../src/index.js";
import { readConcern, realOf } from "../../../src/suite/concern.js";
import { cleanEnvironment } from "../../helpers/clean-environment.js";
import { makeSuiteFolder, type SuiteFolder } from "../../helpers/suite-folder.js";

const SERVER = fileURLToPath(new URL("../../../examples/takes/server.mjs", import.meta.url));
const find = (title: string) => ({ calls: [{ tool: "find_books", input: { title } }] });
const said = { text: "Frank Herbert wrote it." };
const ways = [
  [{ calls: [{ tool: "list_books", input: {} }] }, said],
  [find("Dune"), said],
  [find("Emma"), { text: "I do not know." }],
  [find("dune"), said],
  [{ calls: [{ tool: "get_book", input: { id: 2 } }] }, said],
];
const serverOf = (...args: string[]) => ({
  transport: "stdio" as const,
  command: process.execPath,
  args: [SERVER, ...args],
});
const config: Config = {
  server: serverOf(),
  passAt: 0.8,
  // The stand-in gives its variants out in the order in which conversations begin.
  concurrency: 1,
  workflows: [{ name: "sum", steps: [{ user: "Who wrote Dune?", expectedState: "Herbert wrote it" }] }],
};

let model: StandIn;
let suite: SuiteFolder;
let env: Record<string, string | undefined>;
beforeAll(async () => {
  model = await startStandIn({ workflows: [{ user: "Who wrote Dune?", variants: ways }] });
  env = cleanEnvironment({ ANTHROPIC_API_KEY: "stand-in-key-0123456789", ANTHROPIC_BASE_URL: model.url });
  suite = await makeSuiteFolder(config);
});
afterAll(async () => {
  await model.close();
  await suite.remove();
});

const options: RecordOptions = { checkClock: false, checks: 1, mode: "all" };
async function one(run: Promise<{ evaluations: Evaluation[] }>): Promise<Evaluation> {
  const [evaluation] = (await run).evaluations;
  if (evaluation === undefined) throw new Error("nothing was judged");
  return evaluation;
}
const cassettes = async (): Promise<string[]> =>
  (await readdir(dirname(suite.cassette("sum")))).filter((name) => name.endsWith(".yaml")).toSorted();

describe("record --repeat", () => {
  it("records the first trial, and says in the cassette how many passed", async () => {
    const evaluation = await one(record(suite.file, { ...options, env, cwd: suite.folder, repeat: 5 }));
    expect(evaluation).toMatchObject({ verdict: "passed", trials: { runs: 5, passed: 4, shown: 1 } });
    expect(evaluation.recorded?.check?.replays).toBe(true);
    expect(await cassettes()).toEqual(["sum.yaml"]);
    expect(await suite.readCassette("sum")).toMatch(/^trials: \{ runs: 5, passed: 4, take: 1 \}$/m);
    const replayed = await one(replay(suite.file, { env: cleanEnvironment(), cwd: suite.folder }));
    expect(replayed.verdict).toBe("passed");
    expect(replayed.trials).toBeUndefined();
  });

  it("with --keep-trials writes every trial as a take, also the one that failed", async () => {
    await one(record(suite.file, { ...options, env, cwd: suite.folder, repeat: 5, keepTrials: true }));
    expect(await cassettes()).toEqual([
      "sum.take-2.yaml",
      "sum.take-3.yaml",
      "sum.take-4.yaml",
      "sum.take-5.yaml",
      "sum.yaml",
    ]);
    const third = await readFile(suite.cassette("sum.take-3"), "utf8");
    expect(third).toMatch(/^trials: \{ runs: 5, passed: 4, take: 3 \}$/m);
    expect(third).toContain("title: Emma");
  });
});

describe("replay of takes", () => {
  it("plays them all, and passes as the trials did", async () => {
    const evaluation = await one(replay(suite.file, { env: cleanEnvironment(), cwd: suite.folder }));
    expect(evaluation.verdict).toBe("passed");
    expect(evaluation.reasons[0]).toBe(
      "5 takes: 1 failed (take 3), 4 passed. Failed when it was recorded, too: take 3.",
    );
  });

  it("does not pass where a take meets a fault that the first one misses, whatever passAt says", async () => {
    await suite.configure({ ...config, server: serverOf("--next"), passAt: 0.2 });
    const evaluation = await one(replay(suite.file, { env: cleanEnvironment(), cwd: suite.folder }));
    expect(evaluation.verdict).toBe("inconclusive");
    expect(evaluation.trials?.shown).toBe(4);
    expect(evaluation.reasons[0]).toContain("1 inconclusive (take 4)");
    await suite.configure(config);
  });

  it("accepts what only a take met, and shows it", async () => {
    await suite.configure({ ...config, server: serverOf("--next") });
    const around = { env: cleanEnvironment(), cwd: suite.folder };
    const open = await one(replay(suite.file, around));
    expect(open).toMatchObject({ verdict: "inconclusive", trials: { shown: 4 } });
    const id = open.replay?.drift.find((drift) => drift.accepted !== true)?.id ?? "none";
    const shown = await show("sum", { ...around, config: suite.file, diff: true });
    expect(shown.run.file).toContain("sum.take-4.yaml");
    const done = await accept(suite.file, { ...around, ids: [id], why: "the search minds the case now" });
    expect(done).toMatchObject({ accepted: [{ id, workflow: "sum" }], left: [] });
    const after = await one(replay(suite.file, around));
    expect(after).toMatchObject({ verdict: "passed" });
    await rm(join(dirname(suite.cassette("sum")), "accepted.yaml"));
    await suite.configure(config);
  });

  it("are all checked by record --check, and one that does not replay leaves the workflow open", async () => {
    const around = {
      env: cleanEnvironment(),
      cwd: suite.folder,
      checkOnly: true,
      checks: 1,
      checkClock: false as const,
    };
    const fine = await one(record(suite.file, around));
    expect(fine.reasons[0]).toBe("5 takes: 1 failed (take 3), 4 passed.");
    expect(fine).toMatchObject({ verdict: "passed", recorded: { check: { replays: true } } });
    await suite.configure({ ...config, server: serverOf("--next"), passAt: 0.2 });
    const open = await one(record(suite.file, around));
    expect(open.verdict).not.toBe("passed");
    expect(open).toMatchObject({ trials: { shown: 4 }, recorded: { check: { replays: false } } });
    await suite.configure(config);
  });

  it("concern their workflow alone: for --watch and --changed", async () => {
    const loaded = await loadSuite(suite.file, { mayRun: false, env: {} });
    const { workflowOf, concerns } = await readConcern(loaded);
    const fourth = await realOf(suite.cassette("sum.take-4"));
    expect([workflowOf(fourth), concerns(fourth)]).toEqual(["sum", true]);
    expect(workflowOf(fourth.replace("take-4", "take-1"))).toBeUndefined();
    expect(workflowOf(fourth.replace("sum.take", "other.take"))).toBeUndefined();
  });

  it("is removed with the next recording that has fewer", async () => {
    await one(record(suite.file, { ...options, env, cwd: suite.folder, repeat: 2, keepTrials: true }));
    expect(await cassettes()).toEqual(["sum.take-2.yaml", "sum.yaml"]);
  });

  it("stays as it is where the first trial of the next recording breaks off", async () => {
    // The server of the first trial is gone at its first call.
    const crash = join(suite.folder, "crash.mjs");
    await writeFile(
      crash,
      `import { existsSync, writeFileSync } from "node:fs";
      const { push } = process.stdin;
      const flag = ${JSON.stringify(join(suite.folder, "crashed"))};
      process.stdin.push = function (chunk, ...rest) {
        if (String(chunk).includes("tools/call") && !existsSync(flag)) {
          writeFileSync(flag, "");
          process.exit(1);
        }
        return push.call(this, chunk, ...rest);
      };`,
    );
    const before = await suite.readCassette("sum.take-2");
    const { args, ...server } = serverOf();
    await suite.configure({ ...config, server: { ...server, args: ["--import", pathToFileURL(crash).href, ...args] } });
    const again = await one(record(suite.file, { ...options, env, cwd: suite.folder, repeat: 2, keepTrials: true }));
    expect(again.verdict).not.toBe("passed");
    expect(await readdir(suite.folder)).toContain("crashed");
    expect(await suite.readCassette("sum.take-2")).toBe(before);
  });
});
