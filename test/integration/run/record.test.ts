// What record takes, what it says before it spends anything, and what it leaves behind when it is broken off.
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { startStandIn, type StandIn } from "../../../fixtures/model/stand-in.mjs";
import { record, type Config, type Progress, type RecordOptions, type Report } from "../../../src/index.js";
import { cleanEnvironment } from "../../helpers/clean-environment.js";
import { fixtureServer, makeSuiteFolder, type SuiteFolder } from "../../helpers/suite-folder.js";

const add = (user: string, a: number, b: number) => ({
  user,
  turns: [{ calls: [{ tool: "add", input: { a, b } }] }, { text: ["It is ", { $result: 1 }, "."] }],
});
const script = { workflows: [add("Add 15 and 27", 15, 27), add("Add 15 and 28", 15, 28), add("Add 1 and 1", 1, 1)] };
const config: Config = {
  server: fixtureServer("calculator.mjs"),
  workflows: [
    { name: "good", steps: [{ user: "Add 15 and 27", expectedState: "42" }] },
    { name: "bad", steps: [{ user: "Add 1 and 1", expectedState: "three" }] },
  ],
};

let model: StandIn;
let suite: SuiteFolder;
let key: Record<string, string | undefined>;
let recorded: Report;
beforeAll(async () => {
  model = await startStandIn(script);
  key = cleanEnvironment({ ANTHROPIC_API_KEY: "stand-in-key-0123456789", ANTHROPIC_BASE_URL: model.url });
  suite = await makeSuiteFolder(config);
  recorded = await record(suite.file, { env: key, cwd: suite.folder });
});
afterAll(async () => {
  await model.close();
  await suite.remove();
});
beforeEach(() => {
  model.requests.length = 0;
});

/** Records with the notes and what they came before. */
async function run(options: RecordOptions = {}): Promise<{ report: Report; notes: string[]; late: boolean }> {
  const notes: string[] = [];
  let late = false;
  const onProgress = (progress: Progress): void => {
    if (progress.type !== "note") return;
    notes.push(progress.message);
    late ||= model.requests.length > 0;
  };
  return { report: await record(suite.file, { env: key, cwd: suite.folder, onProgress, ...options }), notes, late };
}
const recordedNames = ({ evaluations }: Report): string[] =>
  evaluations.filter((one) => one.recorded?.file !== undefined).map((one) => one.workflowName);

describe("record takes what replay cannot decide", () => {
  it("refuses in CI, and does it where that is allowed", async () => {
    const ci = { ...cleanEnvironment(), CI: "true" };
    await expect(record(suite.file, { env: ci, cwd: suite.folder })).rejects.toMatchObject({
      code: "REFUSED_IN_CI",
      exitCode: 2,
    });
    expect((await record(suite.file, { env: ci, cwd: suite.folder, allowCi: true })).command).toBe("record");
  });

  it("records a workflow that scores badly, and says so", () => {
    expect(recordedNames(recorded)).toEqual(["good", "bad"]);
    expect(recorded.evaluations[1]?.verdict).toBe("failed");
    expect(recorded.exitCode).toBe(1);
  });

  it("keeps what replays, and what fails on evidence; needs no key for that, and spends nothing", async () => {
    const before = [await suite.readCassette("good"), await suite.readCassette("bad")];
    const { report, notes } = await run({ env: cleanEnvironment() });
    expect(recordedNames(report)).toEqual([]);
    expect(notes.join("\n")).toMatch(/Keep +good: replay passes/);
    expect(notes.join("\n")).toMatch(/Keep +bad: it fails on evidence; name it with -t/);
    expect(report.exitCode).toBe(1);
    expect([await suite.readCassette("good"), await suite.readCassette("bad")]).toEqual(before);
    expect(model.requests).toHaveLength(0);
  });

  it("records a failing one that is named", async () => {
    const { report, notes } = await run({ workflows: ["bad"] });
    expect(notes.join("\n")).toMatch(/Record +bad: it fails on evidence, and was named with -t/);
    expect(recordedNames(report)).toEqual(["bad"]);
  });

  it("changes nothing but facts and seal when it records an unchanged workflow again", async () => {
    const before = await suite.readCassette("good");
    await run({ mode: "all", workflows: ["good"] });
    const after = await suite.readCassette("good");
    expect(after).not.toBe(before);
    const body = (text: string): string => text.slice(0, text.indexOf("\nfacts:"));
    expect(body(after)).toBe(body(before));
    const changed = after.slice(body(after).length + 1).split("\n");
    expect(changed.every((line) => /^(?:facts:|seal: | )|^$/.test(line))).toBe(true);
  });

  it("says why, what it will do, and only then asks the model", async () => {
    const { notes, late } = await run({ mode: "all" });
    expect(notes).toEqual([
      expect.stringMatching(/Record good: --mode all/),
      expect.stringMatching(/Record bad: --mode all/),
      expect.stringMatching(/^Plan: 2 workflows, 2 trials; about \d+ tokens \(.+\) as in their earlier runs\.$/),
      expect.stringMatching(/calls are then made again, for the checks/),
    ]);
    expect(late).toBe(false);
    expect(model.requests).toHaveLength(4);
  });

  it("records the stale one again, and names the edit; --mode missing leaves it", async () => {
    const edited = structuredClone(config);
    edited.workflows = [
      { name: "good", steps: [{ user: "Add 15 and 28", expectedState: "43" }] },
      ...(config.workflows ?? []).slice(1),
    ];
    await suite.configure(edited);
    const missing = await run({ mode: "missing", env: cleanEnvironment() });
    expect(recordedNames(missing.report)).toEqual([]);
    expect(missing.report.exitCode).toBe(3);
    const { report, notes } = await run();
    expect(notes.join("\n")).toMatch(/Record good: .*"Add 15 and 27".*"Add 15 and 28"/);
    expect(recordedNames(report)).toEqual(["good"]);
    expect(report.evaluations[0]?.verdict).toBe("passed");
    await suite.configure(config);
    await run({ mode: "all" });
  });

  it("says where a recording scores below the one that it replaces", async () => {
    const worse = await startStandIn({
      workflows: [{ user: "Add 15 and 27", turns: [{ text: "I do not feel like it." }] }],
    });
    try {
      const env = { ...key, ANTHROPIC_BASE_URL: worse.url };
      const { report } = await run({ env, mode: "all", workflows: ["good"] });
      expect(report.evaluations[0]?.recorded?.below.join(" ")).toMatch(/End-to-End Success: 1 before, 0 now/);
      expect(report.exitCode).toBe(1);
    } finally {
      await worse.close();
      await run({ mode: "all" });
    }
  });

  it("without a key it says so before it starts to record", async () => {
    const error: unknown = await run({ env: cleanEnvironment(), mode: "all" }).catch((thrown: unknown) => thrown);
    expect(error).toMatchObject({ code: "MODEL_KEY_MISSING", exitCode: 4 });
    expect(existsSync(join(suite.folder, ".mcpvals", "journal", "demo", "good.jsonl"))).toBe(false);
  });
});

describe("a recording that the outside breaks off", () => {
  it("before it begins leaves no journal", async () => {
    await suite.configure({ ...config, setup: "exit 3" });
    await expect(run({ mode: "all" })).rejects.toMatchObject({ code: "SETUP_FAILED", exitCode: 4 });
    await suite.configure(config);
    expect(existsSync(journal())).toBe(false);
  });

  const journal = (): string => join(suite.folder, ".mcpvals", "journal", "demo", "good.jsonl");
  const overloaded = {
    workflows: [
      {
        user: "Add 15 and 27",
        turns: [
          { calls: [{ tool: "add", input: { a: 15, b: 27 } }] },
          { status: 529, headers: { "x-should-retry": "false" } },
        ],
      },
    ],
  };

  it("leaves the cassette byte-equal, keeps the journal, and ends as an error of the outside", async () => {
    const before = await suite.readCassette("good");
    const failing = await startStandIn(overloaded);
    try {
      const env = { ...key, ANTHROPIC_BASE_URL: failing.url };
      const { report } = await run({ env, mode: "all", workflows: ["good"] });
      expect(report).toMatchObject({ passed: false, exitCode: 4 });
      expect(report.evaluations[0]?.recorded?.because).toMatch(/not recorded, the run broke off.*journal/);
    } finally {
      await failing.close();
    }
    expect(await suite.readCassette("good")).toBe(before);
    const lines = readFileSync(journal(), "utf8")
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line) as { type?: string });
    expect(lines.map(({ type }) => type)).toEqual(expect.arrayContaining(["start", "user", "turn", "call", "result"]));
  });

  it("is found by the next record, whose recording takes its place", async () => {
    expect((await run({ mode: "all", workflows: ["bad"] })).notes.join("\n")).not.toContain("broken off");
    const { notes } = await run({ mode: "all", workflows: ["good"] });
    expect(notes[0]).toMatch(/recording of good was broken off \(started .*, \d+ events\)/);
    expect(existsSync(journal())).toBe(false);
    expect((await run({ mode: "all", workflows: ["good"] })).notes.join("\n")).not.toContain("broken off");
  });

  it("by an abort settles, leaves the cassette, and no lock", async () => {
    const before = await suite.readCassette("good");
    const slow = await startStandIn({
      workflows: [{ user: "Add 15 and 27", turns: [{ text: "It is 42.", delay: 60_000 }] }],
    });
    const abort = new AbortController();
    try {
      const env = { ...key, ANTHROPIC_BASE_URL: slow.url };
      const onProgress = ({ type }: Progress): void => {
        if (type === "event") setTimeout(() => abort.abort(), 50);
      };
      const report = await record(suite.file, {
        env,
        cwd: suite.folder,
        mode: "all",
        workflows: ["good"],
        signal: abort.signal,
        onProgress,
      });
      expect(report.passed).toBe(false);
      expect(report.exitCode).not.toBe(0);
    } finally {
      await slow.close();
    }
    expect(await suite.readCassette("good")).toBe(before);
    const left = readdirSync(join(suite.folder, ".mcpvals"), { recursive: true }).map(String);
    expect(left.filter((name) => name.endsWith(".lock"))).toEqual([]);
  });

  it("one process at a time records a workflow; the second says so", async () => {
    const [one, two] = await Promise.allSettled([
      run({ mode: "all", workflows: ["good"] }),
      run({ mode: "all", workflows: ["good"] }),
    ]);
    const refused = [one, two].filter((result) => result.status === "rejected");
    for (const { reason } of refused) expect(reason).toMatchObject({ code: "CASSETTE_LOCKED", exitCode: 4 });
    expect(refused.length).toBeLessThan(2);
    expect(await suite.readCassette("good")).toContain("seal: ");
  });
});
