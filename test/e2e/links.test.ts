// Links that came with a project: nothing is written through one.
import assert from "node:assert/strict";
import { existsSync } from "node:fs";
import { cp, lstat, mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { startStandIn, type StandIn } from "../../fixtures/model/stand-in.mjs";
import { runCli } from "../helpers/run-cli.js";
import { runHere, type HereResult } from "../helpers/run-here.js";
import { fixtureServer, makeSuiteFolder, type SuiteFolder } from "../helpers/suite-folder.js";

const SCRIPT = {
  workflows: [
    {
      user: "Who is Ann?",
      turns: [{ calls: [{ tool: "get_user", input: { id: 7 } }] }, { text: "She is on basic." }],
    },
  ],
};
const server = fixtureServer("two-versions.mjs");
const changed = [server.command, ...server.args, "--v2", "plan-changed"];

let model: StandIn;
let template: SuiteFolder;
let suite: SuiteFolder;
/** Another folder of the machine, with a file in it. */
let elsewhere: string;
const cli = (...args: string[]): Promise<HereResult> =>
  runHere(args, {
    cwd: suite.folder,
    env: { ANTHROPIC_API_KEY: "stand-in-key-0123456789", ANTHROPIC_BASE_URL: model.url },
  });
const record = (): Promise<HereResult> => cli("record", suite.file, "-q", "--mode", "all");
const at = (path: string): string => join(suite.folder, path);

async function link(path: string, target: string): Promise<void> {
  await rm(at(path), { recursive: true, force: true });
  await mkdir(dirname(at(path)), { recursive: true });
  await symlink(target, at(path));
}

beforeAll(async () => {
  model = await startStandIn(SCRIPT);
  template = await makeSuiteFolder({
    server,
    workflows: [{ name: "ann", steps: [{ user: "Who is Ann?" }], expectTools: ["get_user"] }],
  });
  await mkdir(join(template.folder, ".git"));
  suite = template;
  const recorded = await record();
  if (recorded.code !== 0) throw new Error(recorded.stderr);
});
afterAll(async () => {
  await model.close();
  await template.remove();
});
beforeEach(async () => {
  elsewhere = await mkdtemp(join(tmpdir(), "mcpvals-elsewhere-"));
  await writeFile(join(elsewhere, "precious"), "as it was");
  suite = await makeSuiteFolder({});
  await cp(template.folder, suite.folder, { recursive: true });
});
afterEach(async () => {
  assert.deepEqual(await readdir(elsewhere), ["precious"]);
  assert.equal(await readFile(join(elsewhere, "precious"), "utf8"), "as it was");
  await rm(elsewhere, { recursive: true });
  await suite.remove();
});

const REFUSED = {
  code: 4,
  stderr: expect.stringMatching(/^cannot write [^]*is a link[^]*\(WRITE_FAILED\)\n {2}.* → /),
};

describe("record", () => {
  it.each([
    [".mcpvals/journal/demo/ann.jsonl", "precious"],
    [".mcpvals/journal/demo/ann.jsonl", "nothing"],
    [".mcpvals/journal/demo/ann.jsonl.lock", "nothing"],
    [".mcpvals/journal/demo/ann.jsonl.lock", "precious"],
    [".mcpvals/.gitignore", "nothing"],
    [".mcpvals/.gitignore", "precious"],
    [".mcpvals/locks/demo.lock", "nothing"],
    ["cassettes/demo/ann.yaml", "precious"],
    ["cassettes/.gitattributes", "nothing"],
    [".mcpvals", ""],
    [".mcpvals/journal", ""],
    [".mcpvals/journal/demo", ""],
    [".mcpvals/locks", ""],
    ["cassettes", ""],
    ["cassettes/demo", ""],
    ["cassettes/demo/contracts", ""],
    ["cassettes/demo/blobs", ""],
    [".mcpvals", "nothing"],
    ["cassettes/demo/contracts", "nothing"],
  ])("is refused where %s leads to %j elsewhere", async (path, target) => {
    await link(path, join(elsewhere, target));
    const asked = model.requests.length;
    const done = await record();
    // Before anybody pays for a run.
    expect(model.requests).toHaveLength(asked);
    expect([done.code, done.stderr + done.stdout]).toEqual([expect.any(Number), expect.stringContaining("is a link")]);
    expect(done.code).toBeGreaterThan(0);
    expect((await lstat(at(path))).isSymbolicLink()).toBe(true);
  });

  it("says which link, where it leads, and what to do", async () => {
    await link(".mcpvals/journal", elsewhere);
    const { stdout, stderr } = await record();
    expect((stdout + stderr).replaceAll(/\s+/g, " ")).toContain(
      "cannot write .mcpvals/journal/demo/ann.jsonl: .mcpvals/journal is a link that leads out of the project",
    );
    expect(stdout + stderr).toContain(`.mcpvals/journal → ${elsewhere}`);
  });

  it("works where a folder is a link that stays in the project, or the config names another place", async () => {
    await mkdir(at("state"));
    await link(".mcpvals", "state");
    await link("cassettes", "state");
    expect(await record()).toMatchObject({ code: 0 });
    expect(existsSync(at("state/demo/ann.yaml"))).toBe(true);
    await rm(at("state"), { recursive: true });
    await rm(at(".mcpvals"));
    const named = await mkdtemp(join(tmpdir(), "mcpvals-named-"));
    await suite.configure({ ...JSON.parse(await readFile(suite.file, "utf8")), cassettes: named });
    expect(await record()).toMatchObject({ code: 0 });
    expect(existsSync(join(named, "demo", "ann.yaml"))).toBe(true);
    await rm(named, { recursive: true });
  });
});

describe("replay, accept and diff", () => {
  it("keep nothing through a link, and say so", async () => {
    await link(".mcpvals/last", elsewhere);
    const replayed = await cli("replay", suite.file, "--", ...changed);
    expect(replayed.stderr).toContain("could not be kept");
    await cli("diff", suite.file, "--to", changed.join(" "));
  });

  it("accept nothing into a link", async () => {
    const replayed = await cli("replay", suite.file, "-q", "-r", "json", "--", ...changed);
    const [id = ""] = /\bd-[0-9a-f]{8}\b/.exec(replayed.stdout) ?? [];
    await link("cassettes/demo/accepted.yaml", join(elsewhere, "nothing"));
    expect(await cli("accept", id, suite.file, "-m", "why")).toMatchObject({
      code: 3,
      stderr: expect.stringContaining("is not a regular file"),
    });
    await rm(at("cassettes/demo/accepted.yaml"));
    await link(".mcpvals/locks", elsewhere);
    expect(await cli("accept", id, suite.file, "-m", "why")).toMatchObject(REFUSED);
  });
});

describe("lint --fix", () => {
  it("repairs nothing through a link", async () => {
    const text = await suite.readCassette("ann");
    await writeFile(suite.cassette("ann"), text.replace("\n", "\n\n"));
    await link(".mcpvals/locks", elsewhere);
    expect(await cli("lint", "--fix", "--config", suite.file)).toMatchObject(REFUSED);
  });
});

describe("proxy", () => {
  it.each([".mcpvals", ".mcpvals/journal", ".mcpvals/.gitignore"])(
    "starts nothing where %s is a link",
    async (path) => {
      await link(path, path.endsWith("ignore") ? join(elsewhere, "nothing") : elsewhere);
      const done = await runCli(["proxy", "--out", "s.yaml", "--", ...changed], { cwd: suite.folder });
      expect(done.stderr).toContain("is a link");
      expect(existsSync(at("s.yaml"))).toBe(false);
    },
  );
});
