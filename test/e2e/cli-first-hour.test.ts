// The mistakes of the first hour: what a shell sees of each, and that the last line says what to type.
import { execFileSync } from "node:child_process";
import { existsSync } from "node:fs";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { ENVIRONMENT } from "../helpers/review-repository.js";
import { runHere } from "../helpers/run-here.js";

const CONFIG = {
  server: { transport: "stdio", command: "node", args: ["server.mjs"] },
  workflows: [
    { name: "book a table", steps: [{ user: "Book a table." }] },
    { name: "it's $5", steps: [{ user: "How much?" }] },
  ],
};

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "mcpvals-first-hour-"));
  await mkdir(join(folder, "empty"));
  await mkdir(join(folder, "cassettes"));
  await writeFile(join(folder, "cassettes", "a.yaml"), "kind: workflow\n");
  await writeFile(join(folder, "mcp-eval.config.json"), JSON.stringify(CONFIG));
  const git = (...args: string[]): unknown => execFileSync("git", args, { cwd: folder, env: ENVIRONMENT });
  git("init", "-q", "-b", "main");
  git("add", ".");
  git("commit", "-q", "-m", "x");
});
afterAll(() => rm(folder, { recursive: true, force: true }));

/** The lines of the error, and the exit code. */
async function fail(args: readonly string[], at = "."): Promise<[code: number | null, ...lines: string[]]> {
  const { code, stdout, stderr } = await runHere(args, { cwd: join(folder, at), env: ENVIRONMENT });
  expect(stdout).toBe("");
  return [code, ...stderr.trimEnd().split("\n")];
}

describe("a file that is not there", () => {
  it.each([
    [["show", "cassettes/b.yaml"], "There is no cassettes/b.yaml (FILE_NOT_FOUND)", "Did you mean cassettes/a.yaml?"],
    [["serve", "cassettes/b.yaml"], "There is no cassettes/b.yaml (FILE_NOT_FOUND)", "Did you mean cassettes/a.yaml?"],
    [
      ["serve", "session.yaml"],
      "There is no session.yaml (FILE_NOT_FOUND)",
      "To record a session into it: mcpvals proxy --out session.yaml -- CMD ARGS…",
    ],
    [
      ["diff", "cassettes/a.yaml", "cassettes/x.yaml"],
      "There is no cassettes/x.yaml (FILE_NOT_FOUND)",
      "Did you mean cassettes/a.yaml?",
    ],
    [
      ["show", "nowhere.yaml"],
      "There is no nowhere.yaml (FILE_NOT_FOUND)",
      "The workflows here, and which are recorded: mcpvals list",
    ],
  ])("%j", async (args, what, fix) => {
    expect(await fail(args)).toEqual([2, what, fix]);
  });

  it("is said, and not that there is no config", async () => {
    const [code, what, where] = await fail(["show", "cassettes/b.yaml"], "empty");
    expect([code, what, where]).toEqual([
      2,
      `There is no ${join("cassettes", "b.yaml")} (FILE_NOT_FOUND)`,
      "  The folder cassettes does not exist or cannot be read.",
    ]);
  });
});

describe("a config that is none", () => {
  it("of a client is answered with the suite to write, without values of variables", async () => {
    const time = { command: "uvx", args: ["mcp-server-time"], env: { TZ_TOKEN: "s3cret-value" } };
    const file = join(folder, "empty", "mcp.json");
    await writeFile(file, JSON.stringify({ mcpServers: { "time zones": time, git: { command: "git-mcp" } } }));
    expect(await fail(["eval", "mcp.json"], "empty")).toEqual([
      2,
      "mcp.json is the configuration of a client, not a suite (CONFIG_INVALID)",
      "  It lists 2 servers: time zones, git. A suite is its servers, and what Claude is asked to do with them:",
      "    {",
      '      "servers": { "time-zones": { "transport": "stdio", "command": "uvx", "args": [ "mcp-server-time" ], "env": { "TZ_TOKEN": "${TZ_TOKEN}" } }, "git": { "transport": "stdio", "command": "git-mcp" } },',
      '      "workflows": [{ "name": "first", "steps": [{ "user": "What Claude is asked", "expectTools": ["a_tool"] }] }]',
      "    }",
      "  The values of TZ_TOKEN are left out here: set them in the environment.",
      "Write this into time-zones.mcp-eval.config.json, then: mcpvals eval time-zones.mcp-eval.config.json",
    ]);
    await rm(file);
  });

  it("has a key that nobody knows: the page of the keys is one of the installed package", async () => {
    await writeFile(join(folder, "empty", "bad.json"), '{ "sevrer": {} }');
    const lines = await fail(["eval", "bad.json"], "empty");
    const page = /^All keys and their values: (\/.*configuration\.md)$/.exec(String(lines.at(-1)))?.[1] ?? "";
    expect(existsSync(page)).toBe(true);
  });

  it("that is empty is told what to write, beside its report", async () => {
    await writeFile(join(folder, "empty", "none.json"), "{}");
    const { code, stderr } = await runHere(["replay", "none.json", "-q"], {
      cwd: join(folder, "empty"),
      env: ENVIRONMENT,
    });
    expect({ code, stderr }).toEqual({
      code: 3,
      stderr: expect.stringMatching(
        /^none\.json has nothing to run\. Write what Claude should do:\n {2}"workflows": \[/,
      ),
    });
  });
});

describe("another thing than what was meant", () => {
  it("show of a folder names a file in it; show and serve of a config name the command for configs", async () => {
    expect(await fail(["show", "cassettes/"])).toEqual([
      2,
      "cassettes/ is a folder, not a cassette (BAD_USAGE)",
      "  a.yaml",
      "Name a file in it: mcpvals show cassettes/a.yaml",
    ]);
    for (const command of ["show", "serve"]) {
      expect(await fail([command, "mcp-eval.config.json"])).toEqual([
        2,
        "mcp-eval.config.json has the name of a config or a report, not of a cassette (BAD_USAGE)",
        "  A cassette ends in .yaml.",
        "The workflows of a config, and their cassettes: mcpvals list mcp-eval.config.json",
      ]);
    }
  });

  it("review of a branch says how to compare with it", async () => {
    expect(await fail(["review", "main"])).toEqual([
      2,
      "main is not a file or a folder here, but a branch, tag or commit (BAD_USAGE)",
      "To compare with it: mcpvals review --base main",
    ]);
    expect((await fail(["review", "mian"]))[1]).toContain(
      "mian does not exist, neither here nor in the compared commit",
    );
  });
});

describe("the name of a workflow", () => {
  it("where a config belongs is answered with its flag, and the other flags are kept", async () => {
    expect(await fail(["eval", "book", "-j", "2"])).toEqual([
      2,
      "There is no book (CONFIG_NOT_FOUND)",
      "A workflow is named with -t: mcpvals eval -t 'book a table' -j 2",
    ]);
  });

  it("with a typo ends with a name to copy", async () => {
    expect((await fail(["replay", "-t", "book a tabel"])).at(-1)).toBe("Did you mean -t 'book a table'?");
    expect((await fail(["replay", "-t", "sky"])).at(-1)).toBe("Their names, to copy: mcpvals list");
  });
});

describe("a workflow without a cassette", () => {
  it("is one reason and one command in a replay", async () => {
    const args = ["replay", "-q", "-t", "it's $5", "-r", "json"];
    const { code, stdout } = await runHere(args, { cwd: folder, env: ENVIRONMENT });
    expect({ code, evaluations: JSON.parse(stdout).evaluations }).toMatchObject({
      code: 3,
      evaluations: [
        {
          reasons: ["no cassette cassettes/mcp-eval/it-s-5.yaml (CASSETTE_MISSING)"],
          settle: [String.raw`mcpvals record mcp-eval.config.json -t 'it'\''s $5'`],
        },
      ],
    });
  });

  it("is recorded by the command that show ends with", async () => {
    expect(await fail(["show", "it's $5"])).toEqual([
      3,
      "no cassette cassettes/mcp-eval/it-s-5.yaml (CASSETTE_MISSING)",
      String.raw`Record it: mcpvals record mcp-eval.config.json -t 'it'\''s $5'`,
    ]);
  });
});
