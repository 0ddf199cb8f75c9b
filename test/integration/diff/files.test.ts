// `diff` of files: cassettes, folders of them, sessions, and JSON reports. Nothing is started.
import { cp, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { buildCassette } from "../../../src/cassette/build-cassette.js";
import { writeCassette } from "../../../src/cassette/store.js";
import { diff, McpvalsError } from "../../../src/index.js";
import { scoresOf } from "../../../src/run/replay-workflow.js";
import { renderJson } from "../../../src/render/formats/json.js";
import { makeTool, makeTrace, raw, type TraceSketch } from "../../helpers/make-trace.js";
import { failedRun, missingRun, passedRun, reportOf, skippedRun, toolSuite } from "../../helpers/sample-reports.js";

const COMMITTED = join(import.meta.dirname, "../../../cassettes");

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "mcpvals-diff-"));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const failure = async (doing: Promise<unknown>): Promise<McpvalsError> => {
  const error = await doing.catch((thrown: unknown) => thrown);
  if (error instanceof McpvalsError) return error;
  throw new Error(`no McpvalsError: ${String(error)}`);
};

describe("cassettes", () => {
  it("of a folder against itself are the same, all of them", async () => {
    const report = await diff(COMMITTED, COMMITTED);
    expect(report).toMatchObject({ verdict: "SAME", exitCode: 0, from: { kind: "cassettes" }, reasons: [] });
    expect(report.workflows.map(({ suite, workflow }) => `${suite ?? ""}/${workflow}`)).toHaveLength(8);
    expect(new Set(report.workflows.map(({ outcome }) => outcome))).toEqual(new Set(["SAME"]));
    expect(report.contracts.flatMap(({ changes }) => changes)).toEqual([]);
    expect(report.contracts.flatMap(({ workflows }) => workflows)).toHaveLength(8);
  });

  /** A folder with one cassette, of a suite of this name. */
  async function store(suite: string, sketch: TraceSketch): Promise<string> {
    const trace = makeTrace(sketch);
    const workflow = { name: trace.workflow, steps: [{ user: trace.steps[0]?.user ?? "" }] };
    const cassette = buildCassette(trace, { by: "mcpvals 0.0.0", scores: scoresOf(trace, workflow) });
    const place = { cassettes: join(folder, suite), attributes: join(folder, suite), state: folder, suite };
    await writeCassette(place, { cassette, contract: trace.contract });
    return join(folder, suite);
  }
  const weather = (result: TraceSketch["turns"][number][number][2], more: Partial<TraceSketch> = {}): TraceSketch => ({
    workflow: "weather",
    turns: [[["get_weather", { city: "Graz" }, result]]],
    ...more,
  });

  it("of two versions show what changed, and swapped sides swap it", async () => {
    const before = await store("before", weather({ json: { sky: "sunny", wind: 3 } }));
    const after = await store(
      "after",
      weather(raw({ isError: true, content: [{ type: "text", text: "no station" }] }), {
        tools: [makeTool("get_weather"), makeTool("get_forecast")],
        startedAt: "2026-11-21T10:00:00.000Z",
      }),
    );
    const there = await diff(before, after);
    expect(there).toMatchObject({ verdict: "REGRESSED", exitCode: 1, summary: { compatible: 1, breaking: 0 } });
    expect(there.workflows[0]).toMatchObject({
      workflow: "weather",
      calls: [{ change: "error-appeared", after: { kind: "tool-error", message: "no station" } }],
      verdict: { before: "passed", after: "failed" },
    });
    const back = await diff(join(after, "weather.yaml"), join(before, "weather.yaml"));
    expect(back).toMatchObject({ verdict: "BREAKING", summary: { compatible: 0, breaking: 1 } });
    expect(back.workflows[0]).toMatchObject({ outcome: "CHANGED", calls: [{ change: "error-gone" }] });
  });

  it("in which Claude did something else are not compared any further, and say so", async () => {
    const before = await store("one-call", weather({ json: 1 }));
    const after = await store("other-call", {
      workflow: "weather",
      turns: [[["get_weather", { city: "Wien" }, { json: 1 }]], [["get_weather", { city: "Graz" }, { json: 1 }]]],
    });
    const report = await diff(before, after);
    expect(report.workflows[0]).toMatchObject({ outcome: "CHANGED", calls: [] });
    expect(report.workflows[0]?.reasons.join()).toContain("From turn 1 on Claude did something else");
  });

  it("that one side lacks, or that are broken, leave the verdict open and the others compared", async () => {
    const copy = join(folder, "copy");
    await cp(join(COMMITTED, "filesystem"), copy, { recursive: true });
    const gone = "find-the-deadline.yaml";
    await rm(join(copy, gone));
    const broken = join(copy, "write-and-read-back.yaml");
    await writeFile(broken, (await readFile(broken, "utf8")).replace("user:", "user: "));
    const report = await diff(join(COMMITTED, "filesystem"), copy);
    const outcomes = Object.fromEntries(report.workflows.map((one) => [one.workflow, one]));
    expect(report).toMatchObject({ verdict: "INCONCLUSIVE", exitCode: 3 });
    expect(outcomes["find-the-deadline"]).toMatchObject({ on: "from", outcome: "INCONCLUSIVE" });
    expect(outcomes["a-file-that-is-not-there"]).toMatchObject({ outcome: "SAME" });
    expect(outcomes["write-and-read-back"]?.reasons.join()).toContain("CASSETTE_SEAL");
    expect(report.workflows).toHaveLength(3);
    expect((await diff(copy, join(COMMITTED, "filesystem"))).workflows.map(({ on }) => on)).toContain("to");
    expect((await failure(diff(broken, broken))).code).toBe("CASSETTE_SEAL");
  });

  it("alone are compared whatever they are called, but not where they are of two workflows", async () => {
    const one = await store("one", weather({ json: 1 }));
    const renamed = await store("renamed", weather({ json: 1 }, { workflow: "sky" }));
    const report = await diff(join(one, "weather.yaml"), join(renamed, "sky.yaml"));
    expect(report).toMatchObject({ verdict: "SAME", workflows: [{ on: "both" }] });
    expect(report.workflows[0]?.reasons).toEqual([`It is called "sky" on the new side.`]);

    const other = await store("other", weather({ json: 1 }, { workflow: "tides", user: "When is high tide" }));
    const error = await failure(diff(join(one, "weather.yaml"), join(other, "tides.yaml")));
    expect(error).toMatchObject({ code: expect.stringMatching(/^(?:BAD_USAGE|FILE_NOT_FOUND)$/), exitCode: 2 });
    expect(error.message).toContain('record two workflows, "weather" and "tides"');
  });

  it("are chosen by name", async () => {
    const report = await diff(COMMITTED, COMMITTED, { workflows: ["remember*"] });
    expect(report.workflows.map(({ workflow }) => workflow)).toEqual(["remember-and-correct"]);
    expect(await failure(diff(COMMITTED, COMMITTED, { workflows: ["nobody"] }))).toMatchObject({
      code: "WORKFLOW_NOT_FOUND",
    });
  });
});

describe("JSON reports", () => {
  async function write(name: string, ...reports: Parameters<typeof renderJson>[0][number][]): Promise<string> {
    const path = join(folder, `${name}.json`);
    await writeFile(path, renderJson(reports));
    return path;
  }

  it("of the same run are the same, and one of a worse run is worse", async () => {
    const good = await write("good", reportOf([passedRun("divide"), skippedRun()]));
    const bad = await write("bad", reportOf([failedRun("divide"), skippedRun()]));
    expect(await diff(good, good)).toMatchObject({ verdict: "SAME", exitCode: 0, contracts: [] });
    expect(await diff(good, bad)).toMatchObject({
      verdict: "REGRESSED",
      exitCode: 1,
      from: { kind: "report", label: good, server: {} },
      to: { kind: "report" },
      workflows: [{ workflow: "divide", on: "both", verdict: { before: "passed", after: "failed" }, calls: [] }],
      reasons: ["Skipped on both sides: 1 of 2 workflows."],
    });
    expect((await diff(bad, good)).workflows[0]?.scores.map(({ change }) => change)).toContain("better");
  });

  it("in which something is inconclusive, or on one side only, are never the same", async () => {
    const open = await write("open", reportOf([passedRun("divide"), missingRun()]));
    expect(await diff(open, open)).toMatchObject({ verdict: "INCONCLUSIVE", exitCode: 3 });
    const less = await write("less", reportOf([passedRun("divide")]));
    const report = await diff(open, less);
    expect(report.workflows.map(({ workflow, on, outcome }) => [workflow, on, outcome])).toEqual([
      ["not-recorded", "from", "INCONCLUSIVE"],
      ["divide", "both", "SAME"],
    ]);
  });

  it("of a diff are no side of another", async () => {
    const good = await write("of-a-run", reportOf([passedRun("divide")]));
    const path = join(folder, "of-a-diff.json");
    await writeFile(path, JSON.stringify(await diff(good, good)));
    const error = await failure(diff(path, good));
    expect(error).toMatchObject({ code: expect.stringMatching(/^(?:BAD_USAGE|FILE_NOT_FOUND)$/), exitCode: 2 });
    expect(error.message).toContain("is the report of a diff");
  });

  it("of several suites are compared suite by suite, and direct tool tests test by test", async () => {
    const tests = toolSuite();
    const suites = await write("suites", reportOf([passedRun()], [tests], "one"), reportOf([passedRun()], [], "two"));
    const report = await diff(suites, suites);
    expect(report.workflows.map(({ suite, workflow }) => [suite, workflow])).toEqual([
      ["one", `tool tests: ${tests.name}`],
      ["one", "add-two-numbers"],
      ["two", "add-two-numbers"],
    ]);
    expect(report.workflows[0]?.scores).toHaveLength(tests.tests.length);
  });
});

describe("what cannot be compared", () => {
  it.each([
    ["a config and a config", "package.json", "package.json", "is not a JSON report"],
    ["a report and a cassette", "package.json", "cassettes", "is a JSON report, and"],
    ["a file of another kind", "README.md", "README.md", "neither a cassette nor a JSON report"],
    ["nothing", "no-such-file.yaml", "no-such-file.yaml", "There is no no-such-file.yaml"],
    ["a folder without cassettes", "docs", "docs", "contains no cassettes"],
  ])("%s is one clear error", async (_, before, after, words) => {
    const error = await failure(diff(before, after, { cwd: join(import.meta.dirname, "../../..") }));
    expect(error).toMatchObject({ code: expect.stringMatching(/^(?:BAD_USAGE|FILE_NOT_FOUND)$/), exitCode: 2 });
    expect(error.message).toContain(words);
  });
});
