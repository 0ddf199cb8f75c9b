// Accept and show as a shell sees them, and show as git's textconv.
import { execFileSync } from "node:child_process";
import { appendFile, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startStandIn } from "../../fixtures/model/stand-in.mjs";
import { cleanEnvironment } from "../helpers/clean-environment.js";
import { runCli } from "../helpers/run-cli.js";
import { runHere } from "../helpers/run-here.js";

const SERVER = fileURLToPath(new URL("../../fixtures/servers/two-versions.mjs", import.meta.url));
const MAIN = fileURLToPath(new URL("../../dist/bin/main.cjs", import.meta.url));
const CASSETTE = "cassettes/mcp-eval/who-is-ann.yaml";

let folder: string;
const cli = (args: string[], env: Record<string, string> = {}) => runHere(args, { cwd: folder, env });
const other = ["--", process.execPath, SERVER, "--v2", "plan-changed"];
const git = (...args: string[]): string =>
  execFileSync("git", ["-c", "user.name=t", "-c", "user.email=t@example.org", ...args], {
    cwd: folder,
    encoding: "utf8",
    env: cleanEnvironment({ GIT_CONFIG_GLOBAL: "/dev/null" }) as NodeJS.ProcessEnv,
  });

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "mcpvals-cli-"));
  const user = "Who is Ann?";
  const config = {
    server: { transport: "stdio", command: process.execPath, args: [SERVER] },
    workflows: [{ name: "who is Ann", steps: [{ user, expectedState: "she is on" }], expectTools: ["get_user"] }],
  };
  await writeFile(join(folder, "mcp-eval.config.json"), JSON.stringify(config));
  const turns = [{ thinking: "Seven.", calls: [{ tool: "get_user", input: { id: 7 } }] }, { text: "She is on basic." }];
  const model = await startStandIn({ workflows: [{ user, turns }] });
  const key = { ANTHROPIC_API_KEY: "stand-in-key-0123456789", ANTHROPIC_BASE_URL: model.url };
  const recorded = await cli(["record", "-q"], key);
  if (recorded.code !== 0) throw new Error(recorded.stderr);
  await model.close();
  git("init", "-q", "-b", "main");
  git("add", ".");
  git("commit", "-q", "-m", "recorded");
});
afterAll(() => rm(folder, { recursive: true, force: true }));

describe("accept", () => {
  it("without id or reason is a wrong request; before a replay there is nothing to accept", async () => {
    expect(await cli(["accept"])).toMatchObject({ code: 2, stdout: "", stderr: expect.stringContaining("BAD_USAGE") });
    expect((await cli(["accept", "d-0a1b2c3d"])).stderr).toContain('-m "WHY"');
    expect((await cli(["accept", "d-0a1b2c3d", "-m", "so"])).stderr).toContain("REPLAY_MISSING");
    const named = await cli(["accept", "d-0a1b2c3d", "mcp-eval.config.json", "-m", "so"]);
    expect(named.stderr).toContain("Replay first: mcpvals replay mcp-eval.config.json\n");
  });

  it("takes the command that the report ends with, and the replay passes", async () => {
    const before = await cli(["replay", "-q", ...other]);
    expect(before.code).toBe(3);
    const settle = before.stdout.match(/(?<=^ +(?:look:|then:|or) +)mcpvals .*(?= {2}#|$)/gm) ?? [];
    expect(
      settle.map((line) =>
        line
          .split(" ")
          .slice(1, 3)
          .join(" ")
          .replace(/ [^-].*/, ""),
      ),
    ).toEqual(["show", "record --check", "record", "accept"]);
    for (const line of before.stdout.split("\n")) expect(line.length).toBeLessThanOrEqual(80);
    const id = /d-[0-9a-f]{8}/.exec(settle[3] ?? "")?.[0] ?? "";
    const unknown = await cli(["accept", "d-0a1b2c3d", "mcp-eval.config.json", "-m", "so"]);
    expect(unknown.stderr).toMatch(/DRIFT_NOT_FOUND[^]* mcpvals replay mcp-eval\.config\.json\n/);
    expect(settle[3]).toBe(`mcpvals accept ${id} mcp-eval.config.json -m "why"`);

    const shown = await cli(["show", "who is Ann", "mcp-eval.config.json", "--diff"]);
    expect(shown).toMatchObject({ code: 0, stderr: "" });
    expect(shown.stdout).toContain(`changed    ${id} /content/0/json/plan`);
    expect(shown.stdout).toContain("──── From turn 2 on, the recording proves nothing ─");

    expect(await cli(["accept", id, "mcp-eval.config.json", "-m", "why"], { CI: "true" })).toMatchObject({ code: 2 });
    const done = await runCli(["accept", id, "mcp-eval.config.json", "-m", "why it is harmless"], { cwd: folder });
    expect(done).toMatchObject({ code: 0, stderr: "" });
    expect(done.stdout).toContain("Accepted in cassettes/mcp-eval/accepted.yaml:\n");
    expect(done.stdout).toContain('    recorded "basic"\n    present  "gold"\n    why      why it is harmless\n');

    const after = await cli(["replay", ...other]);
    expect(after.code).toBe(0);
    expect(after.stdout).toContain("  Passed on accepted drift: 1\n");
    expect(after.stdout).toContain("  Note: 1 accepted\n");
    expect(after.stdout).toContain("of the 1 passed: 1 on accepted drift\n");

    const gone = await cli(["replay"]);
    expect(gone.code).toBe(0);
    expect(gone.stdout.replaceAll(/\s+/g, " ")).toContain(`mcpvals accept --remove ${id} mcp-eval.config.json`);
    expect((await cli(["accept", "--remove", id])).stdout).toContain("Removed from cassettes/mcp-eval/accepted.yaml");
    expect(git("status", "--porcelain")).toBe("");
  });
});

describe("show", () => {
  it("by name or file, in text, Markdown, JSON, and as one file", async () => {
    const text = await cli(["show", "who is Ann"]);
    expect(text.stdout).toContain("Claude thinks (turn 1,");
    expect((await cli(["show", CASSETTE])).stdout).toBe(text.stdout);
    expect((await cli(["show", CASSETTE, "--format", "markdown"])).stdout).toContain("**Call 1** `get_user`");
    const json = await cli(["show", CASSETTE, "--format", "json", "--standalone"]);
    expect(JSON.parse(json.stdout)).toMatchObject({
      version: 1,
      workflow: "who is Ann",
      contract: { tools: expect.anything() },
    });
    const alone = await cli(["show", "who is Ann", "--standalone"]);
    expect(alone.stdout).toMatch(/^cassette: 2\n[^]*\nseal: [0-9a-f]{64}\n$/);
    await writeFile(join(folder, "alone.yaml"), alone.stdout);
    const again = await cli(["show", "alone.yaml"]);
    expect(again.stdout.replace("alone.yaml", CASSETTE)).toBe(text.stdout);
    await rm(join(folder, "alone.yaml"));
  });

  it("a name that is none, with the one that was meant; and forms that exclude each other", async () => {
    const wrong = await cli(["show", "who is An"]);
    expect(wrong).toMatchObject({ code: 2, stdout: "" });
    expect(wrong.stderr).toContain("Did you mean: mcpvals show 'who is Ann'");
    expect((await cli(["show"])).code).toBe(2);
    expect((await cli(["show", CASSETTE, "--textconv", "--format", "json"])).code).toBe(2);
    expect((await cli(["show", CASSETTE, "--standalone", "--diff"])).code).toBe(2);
    expect((await cli(["show", CASSETTE, "--diff", "nowhere"])).stderr).toContain("REF_NOT_FOUND");
  });

  it("beside a git ref", async () => {
    const { code, stdout } = await cli(["show", "who is Ann", "--diff", "HEAD"]);
    expect(code).toBe(0);
    expect(stdout).toContain(`${CASSETTE} at HEAD`);
    expect(stdout).toContain("Drift     none");
  });

  it("is git's textconv: a diff of what was said, for whatever lies among the cassettes", async () => {
    git("config", "diff.mcpvals.textconv", `"${process.execPath}" "${MAIN}" show --textconv`);
    const file = join(folder, CASSETTE);
    const text = await readFile(file, "utf8");
    await writeFile(file, text.replace("She is on basic.", "She is on gold."));
    const diff = git("diff");
    expect(diff).toContain("-  She is on basic.\n+  She is on gold.\n");
    expect(diff).toContain("+! it does not fit its seal");
    expect(diff).not.toContain("is missing");
    // Broken for good, a contract, a file that is no cassette: git must go on.
    await writeFile(file, text.slice(0, 300));
    await writeFile(join(folder, "cassettes/mcp-eval/other.yaml"), "a: [1\n");
    git("add", "-N", ".");
    expect(git("diff")).toContain("+a: [1");
    expect(git("log", "-p")).toContain("+  She is on basic.");
    await appendFile(file, "\n<<<<<<< HEAD\n");
    expect(git("diff")).toContain("+<<<<<<< HEAD");
  });
});
