// `mcpvals diff` as a shell sees it.
import { readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startStandIn } from "../../fixtures/model/stand-in.mjs";
import { runCli } from "../helpers/run-cli.js";
import { runHere } from "../helpers/run-here.js";
import { fixtureServer, makeSuiteFolder, type SuiteFolder } from "../helpers/suite-folder.js";

const server = fixtureServer("two-versions.mjs");
const version = (changes: string): string => [server.command, ...server.args, "--v2", changes].join(" ");

let suite: SuiteFolder;
const cli = (...args: string[]) => runHere(["diff", ...args], { cwd: suite.folder });

beforeAll(async () => {
  const user = "Who is Ann?";
  suite = await makeSuiteFolder({
    server,
    workflows: [
      { name: "who is Ann", tags: ["smoke"], steps: [{ user, expectedState: "basic" }], expectTools: ["get_user"] },
    ],
  });
  const turns = [{ calls: [{ tool: "get_user", input: { id: 7 } }] }, { text: "She is on basic." }];
  const model = await startStandIn({ workflows: [{ user, turns }] });
  const env = { ANTHROPIC_API_KEY: "stand-in-key-0123456789", ANTHROPIC_BASE_URL: model.url };
  const recorded = await runHere(["record", "-q", suite.file], { cwd: suite.folder, env });
  await model.close();
  if (recorded.code !== 0) throw new Error(recorded.stderr);
});
afterAll(() => suite.remove());

describe("diff", () => {
  it("ends with 0 where nothing that counts changed, tells on stderr what runs, and prints the report", async () => {
    const args = ["diff", "demo.config.json", "--to", version("tools-reordered")];
    const { code, stdout, stderr } = await runCli(args, { cwd: suite.folder });
    expect([code, stdout.includes("SAME")]).toEqual([0, true]);
    expect(stderr).toContain("diff demo: 1 workflow\n");
    expect(stderr).toMatch(/✓ who is Ann \(to\)/);
    for (const line of stdout.split("\n")) expect(line.length).toBeLessThanOrEqual(80);
  });

  it("ends with 1 where something breaks or got worse, and writes reports to files", async () => {
    const to = version("get-fails,removed-tool");
    const run = await cli(
      "demo.config.json",
      "--to",
      to,
      "-q",
      "-r",
      "console",
      "-r",
      "json=out/diff.json",
      "-r",
      "html=d.html",
    );
    expect([run.code, run.stderr]).toEqual([1, ""]);
    const report: unknown = JSON.parse(await readFile(join(suite.folder, "out/diff.json"), "utf8"));
    expect(report).toMatchObject({ kind: "diff", verdict: "BREAKING", exitCode: 1 });
    expect(await readFile(join(suite.folder, "d.html"), "utf8")).toContain("<!doctype html>");
    const lenient = await cli(
      "demo.config.json",
      "--to",
      version("new-tool"),
      "-q",
      "--fail-on",
      "never",
      "-r",
      "json",
    );
    expect([lenient.code, JSON.parse(lenient.stdout)]).toMatchObject([0, { verdict: "CHANGED" }]);
    await rm(join(suite.folder, "out"), { recursive: true });
  });

  it("prints ids that accept takes, and the next diff stands on them", async () => {
    const to = version("email-changed,unused-tool-removed");
    const first = JSON.parse((await cli("demo.config.json", "--to", to, "-q", "-r", "json")).stdout) as {
      contracts: { changes: { id: string }[] }[];
      workflows: { drift: { id: string }[] }[];
    };
    const ids = [
      ...first.contracts.flatMap(({ changes }) => changes.map(({ id }) => id)),
      ...first.workflows.flatMap(({ drift }) => drift.map(({ id }) => id)),
    ];
    expect(ids).toHaveLength(2);
    const accepted = await runHere(["accept", ...ids, "demo.config.json", "-m", "agreed"], { cwd: suite.folder });
    expect([accepted.code, accepted.stderr]).toEqual([0, ""]);
    expect(accepted.stdout).toContain("breaking: tool facts (tool-removed)");
    const again = await cli("demo.config.json", "--to", to, "-q", "-r", "json");
    expect([again.code, JSON.parse(again.stdout)]).toMatchObject([0, { verdict: "SAME" }]);
    const taken = await runHere(["accept", "--remove", ...ids, "demo.config.json"], { cwd: suite.folder });
    expect(taken.code).toBe(0);
  });

  it("takes tags, and refuses one that no workflow has, and a name without the tag", async () => {
    const to = ["--to", version("get-fails")];
    const smoke = await cli("demo.config.json", ...to, "--tag", "sm*", "-q", "-r", "json");
    expect([smoke.code, JSON.parse(smoke.stdout)]).toMatchObject([1, { workflows: [{ workflow: "who is Ann" }] }]);
    const none = await cli("demo.config.json", ...to, "--tag", "slow");
    expect([none.code, none.stdout]).toEqual([2, ""]);
    expect(none.stderr).toContain('No workflow has the tag "slow"');
  });

  it("of a suite that the config skips is refused, and a skipped workflow is named and proves nothing", async () => {
    const text = await readFile(suite.file, "utf8");
    const config = JSON.parse(text);
    try {
      await suite.configure({ ...config, skip: "the server is being moved" });
      const whole = await cli("demo.config.json", "--to", version("get-fails"));
      expect([whole.code, whole.stdout]).toEqual([3, ""]);
      expect(whole.stderr).toContain("The config says skip: the server is being moved");
      await suite.configure({ ...config, workflows: [{ ...config.workflows[0], skip: "waits" }] });
      const one = await cli("demo.config.json", "--to", version("get-fails"), "--from", version("tools-reordered"));
      expect(one.code).toBe(3);
      expect(one.stdout).toContain("Not compared, because the config says skip: 1 of 1 workflows.");
      await suite.configure({ ...config, workflows: [config.workflows[0], { name: "other", steps: [{ user: "x" }] }] });
      const both = await cli("demo.config.json", "--to", version("get-fails"), "--tag", "smoke", "-t", "other");
      expect([both.code, both.stdout]).toEqual([2, ""]);
      expect(both.stderr).toContain("No workflow has both a name of -t and a tag of --tag");
    } finally {
      await writeFile(suite.file, text);
    }
  });

  it("of files needs no config and no server", async () => {
    const same = await cli("cassettes", "cassettes");
    expect([same.code, same.stderr]).toEqual([0, ""]);
    expect(same.stdout).toContain("SAME");
    const mixed = await cli("cassettes", "demo.config.json");
    expect([mixed.code, mixed.stdout]).toEqual([2, ""]);
    expect(mixed.stderr).toContain("cassettes contains cassettes, and demo.config.json is a JSON report (BAD_USAGE)");
  });

  it("that is interrupted gives no verdict, no file and nothing to accept", async () => {
    const to = version("silent");
    const { code, stdout, stderr } = await runCli(
      ["diff", "demo.config.json", "--to", to, "--debug", "-r", "console", "-r", "json=cut/diff.json"],
      {
        cwd: suite.folder,
        onStart: (child) => {
          let seen = "";
          child.stderr?.on("data", (text: string) => {
            if (!/call 1: get_user/.test(seen) && /call 1: get_user/.test((seen += text))) child.kill("SIGINT");
          });
        },
      },
    );
    expect([code, stdout]).toEqual([130, ""]);
    expect(stderr).toContain("Interrupted");
    await expect(readFile(join(suite.folder, "cut/diff.json"))).rejects.toThrow("ENOENT");
  });

  it("refuses a reporter that cannot show a diff, and a command that does not exist is the outside's fault", async () => {
    const junit = await cli("demo.config.json", "-r", "junit");
    expect([junit.code, junit.stdout]).toEqual([2, ""]);
    const missing = await cli("demo.config.json", "--to", "no-such-command-here");
    expect([missing.code, missing.stdout]).toEqual([4, ""]);
    expect(missing.stderr).toContain("COMMAND_NOT_FOUND");
  });
});
