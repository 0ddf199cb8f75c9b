// Cassettes that cannot be replayed: one clear reason each, with the way out, and never a pass.
import { appendFile, readdir, readFile, rename, rm, truncate, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { startStandIn, type StandIn } from "../../../fixtures/model/stand-in.mjs";
import { record, replay, type Config, type Evaluation, type Report } from "../../../src/index.js";
import { cleanEnvironment } from "../../helpers/clean-environment.js";
import { fixtureServer, makeSuiteFolder, type SuiteFolder } from "../../helpers/suite-folder.js";

const LONG = "a long text, ".repeat(4000);
const script = {
  workflows: [
    {
      user: "Act once",
      turns: [
        { calls: [{ tool: "echo", input: { message: LONG } }] },
        { text: "Acted." },
        { text: "Twice." },
        { text: "Thrice." },
      ],
    },
  ],
};
const EVERYTHING = join(
  import.meta.dirname,
  "../../../node_modules/@modelcontextprotocol/server-everything/dist/index.js",
);
type Step = { user: string; expectedState?: string };
const steps: Step[] = [{ user: "Act once" }, { user: "Act twice" }, { user: "Act thrice", expectedState: "thrice" }];
const configOf = (of: Step[] = steps, more: Partial<Config> = {}): Config => ({
  server: { transport: "stdio", command: process.execPath, args: [EVERYTHING, "stdio"] },
  workflows: [{ name: "acts", steps: of }],
  ...more,
});

let suite: SuiteFolder;
let model: StandIn;
let whole: string;
const folder = (): string => join(suite.folder, "cassettes", "demo");
beforeAll(async () => {
  suite = await makeSuiteFolder(configOf());
  model = await startStandIn(script);
  const env = cleanEnvironment({ ANTHROPIC_API_KEY: "stand-in-key-0123456789", ANTHROPIC_BASE_URL: model.url });
  await record(suite.file, { env, cwd: suite.folder, check: false });
  whole = await suite.readCassette("acts");
});
afterAll(async () => {
  await model.close();
  await suite.remove();
});
afterEach(async () => {
  await suite.configure(configOf());
  await writeFile(suite.cassette("acts"), whole);
});

const run = (offline = true): Promise<Report> =>
  replay(suite.file, { env: cleanEnvironment(), cwd: suite.folder, offline });
const expectRefused = (report: Report, ...reasons: (string | RegExp)[]): Evaluation => {
  expect(report).toMatchObject({ passed: false, verdict: "inconclusive", exitCode: 3 });
  const [evaluation] = report.evaluations;
  if (evaluation === undefined) throw new Error("no evaluation");
  expect(evaluation).toMatchObject({ verdict: "inconclusive", passed: false, overallScore: null });
  expect(evaluation.reasons).toHaveLength(1);
  for (const reason of reasons) expect(evaluation.reasons[0]).toMatch(reason);
  return evaluation;
};

describe("stale: our own side changed", () => {
  const edit = (change: (list: Step[]) => Step[]): Step[] => change(structuredClone(steps));
  it.each<[string, Config, RegExp]>([
    [
      "a prompt edited by one word",
      configOf(edit(([a, , c]) => [a, { user: "Act again" }, c] as Step[])),
      /step 2 was "Act twice", is "Act again".*2 of 4 recorded turns/,
    ],
    ["a step added", configOf([...steps, { user: "And more" }]), /step 4 is new: "And more".*0 of 4 recorded turns/],
    ["a step removed", configOf(steps.slice(0, 2)), /step 3 is gone; it was "Act thrice".*1 of 4/],
    ["steps in another order", configOf(edit((list) => list.toReversed())), /the steps are in another order.*4 of 4/],
    [
      "another model",
      configOf(steps, { model: "claude-opus-5" }),
      /model was "claude-sonnet-5-5", is "claude-opus-5".*4 of 4/,
    ],
    ["a system prompt", configOf(steps, { system: "Be brief." }), /the system prompt was not set, is "Be brief\."/],
    ["a token limit", configOf(steps, { maxTokens: 100 }), /maxTokens was 8192, is 100/],
  ])("%s is named, before any call is made", async (_name, config, reason) => {
    await suite.configure({ ...config, server: { transport: "stdio", command: "would-not-start" } });
    const evaluation = expectRefused(await run(false), /^Stale: /, reason);
    expect(evaluation.run).toBeUndefined();
    expect(evaluation.settle.join("\n")).toContain("mcpvals record demo.config.json -t acts");
  });

  it("a variable that is named only now is not, though its value was written out: in a prompt and in a result", async () => {
    const other = { name: "other", steps: [{ user: "${ACT} with ${WORDS}" }] };
    await suite.configure({ ...configOf(), workflows: [{ name: "acts", steps }, other] });
    const env = cleanEnvironment({ ACT: "Act once", WORDS: "long text" });
    const report = await replay(suite.file, { env, cwd: suite.folder, workflows: ["acts"] });
    expect(report.evaluations[0]).toMatchObject({ verdict: "passed", reasons: [], replay: { drift: [] } });
  });

  it("an edited expectation is not: it is scored again, beside the baseline of today", async () => {
    await suite.configure(configOf([...steps.slice(0, 2), { user: "Act thrice", expectedState: "never said" }]));
    const report = await run();
    expect(report).toMatchObject({ verdict: "failed", exitCode: 1 });
    expect(report.evaluations[0]?.replay).toMatchObject({ regressions: [], failedBefore: true, passedThen: true });
  });
});

describe("missing", () => {
  it("a cassette that was never recorded", async () => {
    await rm(suite.cassette("acts"));
    expectRefused(await run(), "CASSETTE_MISSING", /^no cassette \S*acts\.yaml \(CASSETTE_MISSING\)$/);
  });

  it("a cassette of a workflow that got another name is found by its prompts", async () => {
    await suite.configure({ ...configOf(), workflows: [{ name: "deeds", steps }] });
    expectRefused(await run(), "CASSETTE_MISSING", /acts\.yaml has the same prompts; was the workflow "acts" renamed/);
  });

  it("a cassette under the name of another workflow", async () => {
    await rename(suite.cassette("acts"), suite.cassette("deeds"));
    await suite.configure({ ...configOf(), workflows: [{ name: "deeds", steps }] });
    expectRefused(await run(), "CASSETTE_INVALID", /belongs to the workflow "acts"/);
    await rm(suite.cassette("deeds"));
  });

  it.each(["blobs", "contracts"])("a file that it names, in %s, or one that is another", async (kind) => {
    const [name = ""] = await readdir(join(folder(), kind));
    const file = join(folder(), kind, name);
    const content = await readFile(file);
    await rm(file);
    expectRefused(await run(), "CASSETTE_FILE_MISSING", name);
    await writeFile(file, Buffer.concat([content, Buffer.from("\n")]));
    expectRefused(await run(), /CASSETTE_/, name);
    await writeFile(file, content);
    expect((await run()).passed).toBe(true);
  });
});

describe("corrupt", () => {
  it.each<[string, (text: string) => string, RegExp]>([
    ["edited by hand", (text) => text.replace("Acted.", "Acted!"), /CASSETTE_SEAL/],
    ["without its seal", (text) => text.replace(/^seal: .*\n/m, ""), /CASSETTE_(SEAL|INVALID)/],
    ["cut in the middle", (text) => text.slice(0, text.length / 2), /CASSETTE_(SEAL|INVALID)/],
    ["empty", () => "", /CASSETTE_(SEAL|INVALID)/],
    [
      "of a newer version",
      (text) => text.replace("cassette: 2", "cassette: 3"),
      /CASSETTE_VERSION[\s\S]*2|2[\s\S]*CASSETTE_VERSION/,
    ],
    [
      "with conflict markers",
      (text) =>
        text.replace(
          "  - user: Act twice\n",
          "<<<<<<< ours\n  - user: Act twice\n=======\n  - user: Act\n>>>>>>> theirs\n",
        ),
      /CASSETTE_CONFLICT/,
    ],
    [
      "with Windows line ends",
      (text) => text.replaceAll("\n", "\r\n"),
      /CASSETTE_INVALID[\s\S]*gitattributes|renormalize|eol/,
    ],
    [
      "with a key that nobody knows",
      (text) => text.replace("kind: workflow", "kind: workflow\nmood: good"),
      /CASSETTE_(SEAL|INVALID)/,
    ],
  ])("%s", async (_name, change, reason) => {
    const changed = change(whole);
    expect(changed).not.toBe(whole);
    await writeFile(suite.cassette("acts"), changed);
    expectRefused(await run(), reason, /acts\.yaml/);
  });

  it("beside a sound one, takes nothing from it", async () => {
    const [workflow] = configOf().workflows ?? [];
    if (workflow === undefined) throw new Error("no workflow");
    await suite.configure({ ...configOf(), workflows: [workflow, { ...workflow, name: "other" }] });
    await writeFile(suite.cassette("other"), `${whole}oops`);
    const report = await run();
    expect(report.evaluations.map(({ verdict }) => verdict)).toEqual(["passed", "inconclusive"]);
    expect(report).toMatchObject({ verdict: "inconclusive", exitCode: 3, passed: false });
    await rm(suite.cassette("other"));
  });

  it("is said once and in full: a cut file does not take the command down", async () => {
    await truncate(suite.cassette("acts"), 100);
    await appendFile(suite.cassette("acts"), Buffer.from([0xff, 0x00]));
    expectRefused(await run(), /CASSETTE_INVALID/);
  });
});

describe("offline", () => {
  it("needs no server command, no variables, and says that the server is the recorded one", async () => {
    const server: Config["server"] = {
      ...fixtureServer("no-such-server.mjs"),
      command: "no-such-program",
      env: { TOKEN: "${A_VARIABLE_THAT_IS_NOT_SET}" },
    };
    await suite.configure({ ...configOf(), server });
    const report = await run();
    expect(report).toMatchObject({ passed: true, exitCode: 0 });
    expect(report.evaluations[0]?.run?.sources).toEqual({ model: "recorded", server: "recorded" });
    await expect(run(false)).rejects.toMatchObject({ code: "ENV_UNSET", exitCode: 2 });
  });

  it("takes a prompt as it was recorded where its variable is not set, but knows no expectation without one", async () => {
    const [first, ...others] = steps;
    await suite.configure(configOf([{ user: "${A_VARIABLE} once" }, ...others]));
    expect((await run()).passed).toBe(true);
    await expect(run(false)).rejects.toMatchObject({ code: "ENV_UNSET", exitCode: 2 });
    await suite.configure(configOf([{ user: first?.user ?? "", expectedState: "${A_VARIABLE}" }, ...others]));
    await expect(run()).rejects.toMatchObject({
      code: "ENV_UNSET",
      message: expect.stringContaining("A_VARIABLE") as string,
    });
  });

  it("counts direct tool tests as skipped, and a suite of nothing else is inconclusive", async () => {
    const toolHealthSuites = [{ name: "direct", tests: [{ name: "echo", args: { message: "a" } }] }];
    await suite.configure({ ...configOf(), toolHealthSuites });
    const report = await run();
    expect(report.toolHealth).toMatchObject([{ verdict: "skipped", passed: false, tests: [{ verdict: "skipped" }] }]);
    expect(report.exitCode).toBe(0);
    await suite.configure({ server: configOf().server, toolHealthSuites });
    expect(await run()).toMatchObject({ passed: false, exitCode: 3 });
  });
});
