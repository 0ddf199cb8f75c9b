// `--changed`: which suites a change concerns, and what is said of the others.
import { execFileSync } from "node:child_process";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { cleanEnvironment } from "../helpers/clean-environment.js";
import { writeRecordedSuites } from "../helpers/recorded-suites.js";
import { runHere, type HereResult } from "../helpers/run-here.js";

let folder: string;
let scratch: string;
const identity = ["-c", "user.name=x", "-c", "user.email=x@example.com", "-c", "core.autocrlf=false"];
const git = (...args: string[]): string =>
  execFileSync("git", [...identity, ...args], {
    cwd: folder,
    env: cleanEnvironment({}),
    encoding: "utf8",
    stdio: "pipe",
  });
const cli = (...args: string[]): Promise<HereResult> => runHere(args, { cwd: folder });
const put = async (file: string, text = "x\n"): Promise<void> => {
  await mkdir(dirname(join(folder, file)), { recursive: true });
  await writeFile(join(folder, file), text);
};

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "mcpvals-changed-"));
  scratch = await mkdtemp(join(tmpdir(), "mcpvals-changed-"));
  await writeRecordedSuites(folder, scratch, [
    { file: "a/sky.config.json", workflows: { blue: 1 } },
    { file: "b/tea.config.json", workflows: { hot: 1, cold: 1 }, more: { inputs: ["../lib/**/*.js", "data"] } },
    { file: "c/ship.config.json", workflows: { sails: 1 }, more: { extends: "../shared.json" } },
  ]);
  await put("shared.json", "{}");
  await put("lib/deep/tea.js");
  git("init", "-q", "-b", "main");
  git("add", "-A");
  git("commit", "-qm", "base");
  git("checkout", "-qb", "work");
});
beforeEach(() => {
  git("checkout", "-q", "-f", "work");
  git("reset", "-q", "--hard", "main");
  git("clean", "-qfd");
});
afterAll(async () => {
  await rm(folder, { recursive: true, force: true });
  await rm(scratch, { recursive: true, force: true });
});

async function dueSuites(...args: string[]): Promise<string[]> {
  const { stdout, stderr, code } = await cli("list", "--changed", ...args, "--json");
  expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
  const { matrix } = JSON.parse(stdout) as { matrix: { include: { suite: string }[] } };
  return matrix.include.map(({ suite }) => suite);
}

describe("--changed", () => {
  it.each([
    ["a/notes.md", ["sky"]],
    ["a/cassettes/sky/blue.yaml", ["sky"]],
    ["a/cassettes/other/blue.yaml", []],
    ["b/notes.md", []],
    ["b/data/deep/seed.json", ["tea"]],
    ["b/cassettes/tea/accepted.yaml", ["tea"]],
    ["lib/deep/tea.js", ["tea"]],
    ["lib/deep/tea.md", []],
    ["shared.json", ["ship"]],
    ["README.md", []],
  ])("a change of %s concerns %j, committed or not", async (file, suites) => {
    await put(file, "changed\n");
    if (file !== "shared.json") expect(await dueSuites()).toEqual(suites);
    await put("shared.json", file === "shared.json" ? '{ "timeout": 5000 }' : "{}");
    git("add", "-A");
    git("commit", "-qm", "work");
    expect(await dueSuites("main")).toEqual(suites);
  });

  it("takes any commit: since the last one, nothing changed", async () => {
    await put("a/notes.md");
    git("add", "-A");
    git("commit", "-qm", "work");
    expect(await dueSuites("main")).toEqual(["sky"]);
    expect(await dueSuites("HEAD")).toEqual([]);
  });

  it("sees a file that is gone, and its own config", async () => {
    await rm(join(folder, "lib/deep/tea.js"));
    await put("c/ship.config.json", JSON.stringify({ extends: "../shared.json", workflows: [] }));
    expect(await dueSuites("main")).toEqual(["tea"]);
  });

  it("skips the others, says why in the report, and lets what ran decide", async () => {
    await put("a/notes.md");
    const { code, stdout } = await cli("replay", "--changed", "main", "-r", "json");
    const { reports } = JSON.parse(stdout) as {
      reports: { suite: { name: string }; leftOut?: string; evaluations: { verdict: string }[] }[];
    };
    expect(code).toBe(0);
    expect(reports.map(({ suite, evaluations }) => [suite.name, ...evaluations.map(({ verdict }) => verdict)])).toEqual(
      [
        ["sky", "passed"],
        ["tea", "skipped", "skipped"],
        ["ship", "skipped"],
      ],
    );
    expect(reports[1]?.leftOut).toBe("Left out by --changed: its config, cassettes and inputs are those of main.");
    const shown = await cli("replay", "--changed");
    expect(shown.stdout).toContain("All Evaluations Passed, 3 Skipped");
    expect(shown.stdout.replaceAll(/\s+/g, " ")).toContain("Left out by --changed: its config");
  });

  it("ends with 3 where nothing changed, and never leaves out anything unasked", async () => {
    const none = await cli("replay", "--changed");
    expect(none).toMatchObject({ code: 3, stdout: expect.stringContaining("Nothing Was Evaluated") });
    expect((await cli("replay", "-q")).stdout).toContain("4 workflows: 4 passed");
  });

  it("takes a config after it, and says how to name a branch that does not exist", async () => {
    expect(await dueSuites("a/sky.config.json")).toEqual([]);
    const lost = await cli("replay", "--changed", "mian");
    expect(lost).toMatchObject({ code: 2, stdout: "" });
    expect(lost.stderr).toContain("there is no commit mian (REF_NOT_FOUND)");
    expect(lost.stderr).toContain("--changed=REF");
  });

  it("goes with --shard: the shards share what changed, and merge", async () => {
    await put("b/data/x.json");
    for (const index of [1, 2])
      await cli("replay", "--changed", "--shard", `${index}/2`, "-r", `json=${join(scratch, `${index}.json`)}`);
    const merged = await cli("merge-reports", join(scratch, "1.json"), join(scratch, "2.json"));
    expect(merged).toMatchObject({ code: 0, stdout: expect.stringContaining("All Evaluations Passed, 2 Skipped") });
  });
});
