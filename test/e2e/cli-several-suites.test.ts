// Several suites in one folder, as a shell sees them: who takes all, and who asks which.
import { mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startStandIn } from "../../fixtures/model/stand-in.mjs";
import { runHere, type HereResult } from "../helpers/run-here.js";
import { fixtureServer } from "../helpers/suite-folder.js";

const SKY = "sky.mcp-eval.config.json";
const TEA = "tea.config.json";

interface Named {
  suite: { name: string };
  passed: boolean;
}

let folder: string;
let env: Record<string, string>;
let model: Awaited<ReturnType<typeof startStandIn>>;
const cli = (...args: string[]): Promise<HereResult> => runHere(args, { cwd: folder });
const live = (...args: string[]): Promise<HereResult> => runHere(args, { cwd: folder, env });

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "mcpvals-several-"));
  const server = fixtureServer("calculator.mjs");
  const workflows = (user: string, name: string) => [{ name, steps: [{ user, expectedState: "3" }] }];
  await writeFile(join(folder, SKY), JSON.stringify({ server, workflows: workflows("Sky?", "how blue") }));
  await writeFile(join(folder, TEA), JSON.stringify({ server, workflows: workflows("Tea?", "how hot") }));
  const turns = [{ calls: [{ tool: "add", input: { a: 1, b: 2 } }] }, { text: "It is 3." }];
  model = await startStandIn({ workflows: ["Sky?", "Tea?"].map((user) => ({ user, turns })) });
  env = { ANTHROPIC_API_KEY: "stand-in-key-0123456789", ANTHROPIC_BASE_URL: model.url };
});
afterAll(async () => {
  await model.close();
  await rm(folder, { recursive: true, force: true });
});

describe("what spends money", () => {
  it("lists them and ends with 2, with a command for the one that has the workflow", async () => {
    for (const command of ["eval", "record"]) {
      const { code, stdout, stderr } = await live(command, "-t", "how hot", "-q");
      expect({ code, stdout }).toEqual({ code: 2, stdout: "" });
      expect(stderr).toBe(
        [
          `There are 2 suites here, and ${command} spends money: name those that you mean (CONFIG_AMBIGUOUS)`,
          `  ${SKY}`,
          `  ${TEA}`,
          `One of them: mcpvals ${command} ${TEA} -t 'how hot' -q`,
          "",
        ].join("\n"),
      );
    }
    expect(model.requests).toHaveLength(0);
    const there = await runHere(["eval", folder], { cwd: tmpdir(), env });
    expect(there).toMatchObject({ code: 2, stdout: "" });
  });

  it("runs those that are named, into cassettes with the suite's name", async () => {
    expect(await live("record", SKY, "-q")).toMatchObject({ code: 0 });
    expect(await live("record", "*.config.json", "-q")).toMatchObject({ code: 0 });
    const listed = JSON.parse((await cli("list", "--json")).stdout) as { suites: { name: string }[] };
    expect(listed.suites).toMatchObject([
      { name: "sky", workflows: [{ cassette: { file: join(folder, "cassettes", "sky", "how-blue.yaml") } }] },
      { name: "tea", workflows: [{ cassette: { file: join(folder, "cassettes", "tea", "how-hot.yaml") } }] },
    ]);
  });
});

describe("two suites of one name", () => {
  it("have their folder before the name, in list and in every report", async () => {
    const twins = await mkdtemp(join(tmpdir(), "mcpvals-twins-"));
    try {
      const server = fixtureServer("calculator.mjs");
      for (const [name, result] of Object.entries({ a: 3, b: 4, "": 3 })) {
        const tests = [{ name: "add", args: { a: 1, b: 2 }, expectedResult: result }];
        const text = JSON.stringify({ server, toolHealthSuites: [{ name: "sums", tests }], workflows: [] });
        await mkdir(join(twins, name), { recursive: true });
        await writeFile(join(twins, name, "mcp-eval.config.json"), text);
      }
      const listed = await runHere(["list", "--json"], { cwd: twins });
      expect(JSON.parse(listed.stdout)).toMatchObject({
        matrix: { include: [{ suite: "mcp-eval" }, { suite: "a/mcp-eval" }, { suite: "b/mcp-eval" }] },
      });
      const reporters = ["json=r.json", "junit=r.xml", "markdown=r.md"].flatMap((one) => ["-r", one]);
      const ran = await runHere(["replay", ...reporters], { cwd: twins });
      expect(ran.code).toBe(1);
      const read = (file: string): Promise<string> => readFile(join(twins, file), "utf8");
      const { reports } = JSON.parse(await read("r.json"));
      expect(reports.map(({ suite, passed }: Named) => [suite.name, passed])).toEqual([
        ["mcp-eval", true],
        ["a/mcp-eval", true],
        ["b/mcp-eval", false],
      ]);
      expect(await read("r.xml")).toContain('classname="b/mcp-eval.sums"');
      expect(await read("r.md")).toContain("b/mcp-eval");
      expect(ran.stderr).toContain("replay a/mcp-eval: 0 workflows");
    } finally {
      await rm(twins, { recursive: true, force: true });
    }
  });
});

describe("what spends nothing", () => {
  it("takes all: replay, record --check, lint, show and accept", async () => {
    const replay = await cli("replay", "-r", "json");
    expect(replay.code).toBe(0);
    const { reports } = JSON.parse(replay.stdout) as { reports: { evaluations: { workflowName: string }[] }[] };
    expect(reports.flatMap(({ evaluations }) => evaluations.map(({ workflowName }) => workflowName))).toEqual([
      "how blue",
      "how hot",
    ]);
    const check = await cli("record", "--check", "1", "-q");
    expect(check).toMatchObject({ code: 0, stderr: "" });
    expect(await cli("lint")).toMatchObject({ code: 0, stdout: expect.stringContaining("2 cassettes") });
    const listed = await cli("list");
    expect(listed).toMatchObject({ code: 0, stderr: "" });
    expect(listed.stdout).toMatch(
      /^Suite  Config .*\nsky    sky\.mcp-eval\.config\.json  1 recorded .*\ntea    tea\.config/,
    );
    expect(await cli("show", "how hot")).toMatchObject({ code: 0, stdout: expect.stringContaining("It is 3.") });
    expect((await cli("accept", "d-0a1b2c3d", "-m", "so")).stderr).toContain("The last replay of sky, tea found");
  });

  it("compares one suite at a time, and names them", async () => {
    const { code, stderr } = await cli("diff", "--to", "node x.js");
    expect(code).toBe(2);
    expect(stderr).toContain(`  ${SKY}\n  ${TEA}\nName one of them: mcpvals diff ${SKY} --to 'node x.js'\n`);
  });
});
