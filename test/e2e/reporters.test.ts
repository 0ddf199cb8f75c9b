// The reports of real runs, of the built command line: eval, record and replay, one suite and several.
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { Validator } from "@cfworker/json-schema";
import { XMLParser, XMLValidator } from "fast-xml-parser";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startStandIn, type StandIn } from "../../fixtures/model/stand-in.mjs";
import { replay, type Config } from "../../src/index.js";
import { buildReportSchema } from "../../src/report/schema.js";
import { runCli, type CliResult } from "../helpers/run-cli.js";
import { fixtureServer, makeSuiteFolder, type SuiteFolder } from "../helpers/suite-folder.js";

const add = (a: number, b: number, more = "") => ({
  user: `Add ${a} and ${b}${more}`,
  turns: [{ calls: [{ tool: "add", input: { a, b } }] }, { text: ["It is ", { $result: 1 }, "."] }],
});
const script = { workflows: [add(15, 27), add(1, 2), add(2, 2, ", please")] };
const config: Config = {
  server: fixtureServer("calculator.mjs"),
  workflows: [
    { name: "right", steps: [{ user: "Add 15 and 27", expectedState: "42", expectTools: ["add"] }] },
    { name: "wrong", steps: [{ user: "Add 1 and 2", expectedState: "four" }] },
    { name: "left out", skip: true, steps: [{ user: "Add 9 and 9" }] },
  ],
  toolHealthSuites: [{ name: "tools", tests: [{ name: "add", args: { a: 1, b: 1 }, expectedResult: 2 }] }],
};
const second: Config = {
  server: fixtureServer("calculator.mjs"),
  workflows: [{ name: "right", steps: [{ user: "Add 2 and 2, please", expectedState: "4" }] }],
};

let suite: SuiteFolder;
let other: SuiteFolder;
let model: StandIn;
beforeAll(async () => {
  suite = await makeSuiteFolder(config);
  other = await makeSuiteFolder(second);
  model = await startStandIn(script);
});
afterAll(async () => {
  await model.close();
  await suite.remove();
  await other.remove();
});

const cli = (...args: string[]): Promise<CliResult> =>
  runCli([...args, "-q"], {
    cwd: suite.folder,
    env: { ANTHROPIC_API_KEY: "stand-in-key-0123456789", ANTHROPIC_BASE_URL: model.url },
  });
const read = (name: string): Promise<string> => readFile(join(suite.folder, name), "utf8");
const schema = new Validator({ ...buildReportSchema("strict") }, "7", false);
const expectReport = (text: string): unknown => {
  const report: unknown = JSON.parse(text);
  expect(schema.validate(report).errors).toEqual([]);
  return report;
};

describe("the reports of real runs", () => {
  it("the JSON of eval, record and replay, of one suite and of several, is what the published schema says", async () => {
    expect(expectReport((await cli("eval", "demo.config.json", "-r", "json")).stdout)).toMatchObject({
      command: "eval",
    });
    expect(expectReport((await cli("record", "demo.config.json", "-r", "json")).stdout)).toMatchObject({
      command: "record",
      evaluations: [{ recorded: { check: { replays: true } } }, {}, {}],
    });
    expect(expectReport((await cli("replay", "demo.config.json", "-r", "json")).stdout)).toMatchObject({
      command: "replay",
      evaluations: [{ replay: { baseline: [{ score: 1 }, { score: 1 }, { score: 1 }] } }, {}, {}],
      toolHealth: [{ passed: true }],
    });
    await cli("record", other.file);
    const both = await cli("replay", "demo.config.json", other.file, "-r", "json");
    expect(expectReport(both.stdout)).toMatchObject({ exitCode: both.code, reports: [{}, { passed: true }] });
    const drifted = [process.execPath, ...fixtureServer("odd.mjs", "none").args];
    const changed = await cli("replay", "demo.config.json", "-r", "json", "--", ...drifted);
    expect(expectReport(changed.stdout)).toMatchObject({ evaluations: [{ replay: {} }, {}, {}] });
  });

  it("come several at once, each to its file, and agree with each other", async () => {
    const files = ["json=out/r.json", "junit=out/r.xml", "markdown=out/r.md", "html=out/r.html"];
    const result = await cli(
      "replay",
      "demo.config.json",
      ...files.flatMap((file) => ["-r", file]),
      "-r",
      "console",
      "-r",
      "github",
    );
    expect(result.code).toBe(1);
    expect(result.stdout).toContain("Workflow: wrong ✗ FAILED");
    expect(result.stdout).toContain("3 workflows: 1 passed, 1 failed, 1 skipped");
    expect(result.stdout).toContain("\n::error file=demo.config.json,title=wrong%3A failed");
    expect(result.stdout.trimEnd().split("\n").at(-1)).toMatch(/^::notice title=mcpvals/);

    const report = expectReport(await read("out/r.json")) as { summary: object; evaluations: object[] };
    expect(report.summary).toMatchObject({ passed: 1, failed: 1, skipped: 1 });
    expect(report.evaluations.every((one) => !("transcript" in one))).toBe(true);

    const xml = await read("out/r.xml");
    expect(XMLValidator.validate(xml)).toBe(true);
    const document = new XMLParser({ ignoreAttributes: false }).parse(xml) as { testsuites: Record<string, unknown> };
    expect(document.testsuites).toMatchObject({ "@_tests": "4", "@_failures": "1", "@_errors": "0" });

    const markdown = await read("out/r.md");
    expect(markdown).toContain("| ❌ | `wrong` |");
    expect(markdown).toContain("| ✅ | `right` | **100%** |");

    const html = await read("out/r.html");
    expect(html).toContain("Add 15 and 27");
    expect(html).toContain(`<span class="tool">add</span>`);
    expect(html).not.toContain(suite.folder);
  });

  it("hold transcripts in the library where they are asked for, and only there", async () => {
    const [told, plain] = [
      await replay(suite.file, { transcripts: true, offline: true }),
      await replay(suite.file, { offline: true }),
    ];
    expect(told.evaluations[0]?.transcript?.steps[0]).toMatchObject({
      user: "Add 15 and 27",
      turns: [{ calls: [{ tool: "add" }] }, {}],
    });
    expect(plain.evaluations[0]).not.toHaveProperty("transcript");
  });

  it("a reporter that does not exist is refused with the names of those that do, before anything is run", async () => {
    const { code, stderr } = await cli("replay", "demo.config.json", "-r", "xml");
    expect(code).toBe(2);
    expect(stderr).toContain("console, json, junit, markdown, html, github");
  });
});
