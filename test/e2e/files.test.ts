// What happens to the files that a command writes, and to stdout, when the place they go to is odd or full.
import { execFileSync, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { existsSync, openSync, statfsSync, writeFileSync } from "node:fs";
import {
  chmod,
  lstat,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  realpath,
  rm,
  rmdir,
  stat,
  symlink,
  writeFile,
} from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startStandIn, type StandIn } from "../../fixtures/model/stand-in.mjs";
import { buildCassette } from "../../src/cassette/build-cassette.js";
import { storePlaceOf } from "../../src/cassette/store-place.js";
import { writeCassette } from "../../src/cassette/store.js";
import { cleanEnvironment } from "../helpers/clean-environment.js";
import { runCli, type CliResult } from "../helpers/run-cli.js";
import { fixtureServer, makeSuiteFolder, type SuiteFolder } from "../helpers/suite-folder.js";
import { example, extras } from "../unit/cassette/example.js";

const MAIN = fileURLToPath(new URL("../../dist/bin/main.cjs", import.meta.url));
const SCRIPT = {
  workflows: [
    { user: "Say it", turns: [{ calls: [{ tool: "add", input: { a: 1, b: 2 } }] }, { text: "It is 3." }] },
    { user: "Wait", turns: [{ calls: [{ tool: "add", input: { a: 1, b: 2 } }] }, { delay: 600_000, text: "Late." }] },
  ],
};

let suite: SuiteFolder;
let model: StandIn;
const env = (more: Record<string, string> = {}): Record<string, string> => ({
  ANTHROPIC_API_KEY: "stand-in-key-0123456789",
  ANTHROPIC_BASE_URL: model.url,
  ...more,
});
const at = (path: string): string => join(suite.folder, path);
const cli = (...args: string[]): Promise<CliResult> => runCli(args, { cwd: suite.folder, env: env() });
const report = (file: string): Promise<CliResult> => cli("list", suite.file, "-r", `json=${file}`);
const succeeds = (line: string): boolean => {
  const [command = "", ...args] = line.split(" ");
  return spawnSync(command, args).status === 0;
};

beforeAll(async () => {
  model = await startStandIn(SCRIPT);
  suite = await makeSuiteFolder({
    server: fixtureServer("calculator.mjs"),
    workflows: [
      { name: "say", steps: [{ user: "Say it" }], expectTools: ["add"] },
      { name: "wait", steps: [{ user: "Wait" }] },
    ],
  });
  await mkdir(at(".git"));
});
afterAll(async () => {
  await model.close();
  await suite.remove();
});

/** Runs with a small file system that is full but for some bytes. */
async function withFullDisk(room: number, run: (folder: string) => Promise<void>): Promise<boolean> {
  const small = await mkdtemp(join(tmpdir(), "mcpvals-small-"));
  const isThere = process.getuid?.() === 0 && succeeds(`mount -t tmpfs -o size=64k none ${small}`);
  try {
    if (!isThere) {
      process.stderr.write("SKIPPED: a small file system cannot be mounted here\n");
      return false;
    }
    await writeFile(join(small, "old.json"), "the old report");
    const { bavail, bsize } = statfsSync(small);
    writeFileSync(join(small, "filler"), Buffer.alloc(bavail * bsize - room));
    await run(small);
    return true;
  } finally {
    if (isThere) succeeds(`umount -l ${small}`);
    await rmdir(small);
  }
}

describe("a report", () => {
  it("is written whole or not at all on a full disk", async ({ skip }) => {
    const ran = await withFullDisk(0, async (folder) => {
      const file = join(folder, "old.json");
      expect(await report(file)).toMatchObject({ code: 4, stderr: expect.stringContaining("the disk is full") });
      expect(await readFile(file, "utf8")).toBe("the old report");
      expect((await readdir(folder)).toSorted()).toEqual(["filler", "old.json"]);
    });
    if (!ran) skip();
  });

  it("keeps who may read the old one, and leaves nothing else behind", async () => {
    await writeFile(at("report.json"), "old");
    await chmod(at("report.json"), 0o640);
    const before = (await readdir(suite.folder)).length;
    expect(await report("report.json")).toMatchObject({ code: 0 });
    expect((await stat(at("report.json"))).mode & 0o777).toBe(0o640);
    expect(await readdir(suite.folder)).toHaveLength(before);
  });

  it("is not written through a link that leads out of the project", async () => {
    const elsewhere = await mkdtemp(join(tmpdir(), "mcpvals-elsewhere-"));
    await writeFile(join(elsewhere, "precious"), "as it was");
    await symlink(join(elsewhere, "precious"), at("out.json"));
    await symlink(elsewhere, at("out"));
    for (const file of ["out.json", "out/new.json"]) {
      expect(await report(file)).toMatchObject({
        code: 4,
        stderr: expect.stringContaining("is a link that leads out of the project (WRITE_FAILED)"),
      });
    }
    expect(await readdir(elsewhere)).toEqual(["precious"]);
    expect(await readFile(join(elsewhere, "precious"), "utf8")).toBe("as it was");
    await rm(elsewhere, { recursive: true });
  });

  it("follows a link within the project, and one that the user keeps elsewhere", async () => {
    await writeFile(at("real.json"), "old");
    await symlink("real.json", at("link.json"));
    const elsewhere = await realpath(await mkdtemp(join(tmpdir(), "mcpvals-elsewhere-")));
    await writeFile(join(elsewhere, "real.json"), "old");
    await symlink("real.json", join(elsewhere, "link.json"));
    for (const [link, real] of [
      [at("link.json"), at("real.json")],
      [join(elsewhere, "link.json"), join(elsewhere, "real.json")],
    ] as const) {
      expect(await report(link)).toMatchObject({ code: 0 });
      expect((await lstat(link)).isSymbolicLink()).toBe(true);
      expect(JSON.parse(await readFile(real, "utf8"))).toMatchObject({ suites: [{ name: "demo" }] });
    }
    await rm(elsewhere, { recursive: true });
  });

  it.skipIf(!existsSync("/dev/stdout"))("goes into a device and a pipe as it is", async () => {
    expect((await report("/dev/null")).code).toBe(0);
    // By a shell, for /dev/stdout cannot be opened where it is a socket.
    const via = ["sh", "-c", '"$@" | cat', "sh"];
    const args = ["list", suite.file, "-r", "json=/dev/stdout"];
    const { stdout } = await runCli(args, { cwd: suite.folder, env: env(), via });
    expect(JSON.parse(stdout)).toMatchObject({ suites: [{ name: "demo" }] });
    execFileSync("sh", ["-c", 'mkfifo "$1"', "sh", at("pipe")]);
    const reading = readFile(at("pipe"), "utf8");
    expect((await report("pipe")).code).toBe(0);
    expect(JSON.parse(await reading)).toMatchObject({ suites: [{ name: "demo" }] });
    expect((await lstat(at("pipe"))).isFIFO()).toBe(true);
  });
});

describe("stdout", () => {
  /** With stdout in a file. */
  async function into(file: string, ...args: string[]): Promise<{ code: number | null; stderr: string }> {
    const child = spawn(process.execPath, [MAIN, ...args], {
      cwd: suite.folder,
      env: cleanEnvironment(env()),
      stdio: ["ignore", openSync(file, "w"), "pipe"],
    });
    let stderr = "";
    child.stderr?.on("data", (chunk: Buffer) => (stderr += chunk.toString()));
    const [code] = (await once(child, "close")) as [number | null];
    return { code, stderr };
  }

  it
    .skipIf(!existsSync("/dev/full"))
    .each([
      [["list", "demo.config.json"]],
      [["--help"]],
      [["eval", "demo.config.json", "-q", "-t", "say"]],
      [["eval", "demo.config.json", "-q", "-t", "say", "-r", "json"]],
    ])("that is full ends %j with 4 and says so", async (args) => {
    const { code, stderr } = await into("/dev/full", ...args);
    expect({ code, stderr }).toEqual({
      code: 4,
      stderr: expect.stringMatching(/^stdout could not be written completely \(WRITE_FAILED\)\n {2}ENOSPC/),
    });
  });

  it.skipIf(!existsSync("/dev/full"))("that is full ends --version with 4, and leaves a stronger answer", async () => {
    expect((await into("/dev/full", "--version")).code).toBe(4);
    expect((await into("/dev/full", "show", "nothing")).code).toBe(2);
  });

  it("on a disk that takes only a part of it ends with 4", async ({ skip }) => {
    const ran = await withFullDisk(4096, async (folder) => {
      const { code, stderr } = await into(join(folder, "out"), "--help");
      const shown = (await runCli(["--help"])).stdout.length;
      const more = await into(join(folder, "out"), "eval", "--help");
      const html = await into(join(folder, "out"), "eval", "demo.config.json", "-q", "-t", "say", "-r", "html");
      expect([html.code, html.stderr]).toEqual([4, expect.stringContaining("stdout could not be written completely")]);
      expect([code, more.code]).toEqual(shown <= 4096 ? [0, expect.any(Number)] : [4, expect.any(Number)]);
      expect(stderr === "").toBe(code === 0);
    });
    if (!ran) skip();
  });
});

describe("the temp folder", () => {
  it("that is not there is said, and is no bug of ours", async () => {
    const TMPDIR = at("no-such-folder");
    const done = await runCli(["eval", suite.file, "-q", "-t", "say"], { cwd: suite.folder, env: env({ TMPDIR }) });
    expect(done.code).toBe(4);
    expect(done.stdout + done.stderr).toContain("cannot make a folder in");
    expect(done.stdout + done.stderr).toContain("TMPDIR");
  });

  it("of a run that was killed is removed by the next one; those of others stay", async () => {
    const TMPDIR = await mkdtemp(join(tmpdir(), "mcpvals-runs-"));
    const runs = async (): Promise<string[]> =>
      (await readdir(TMPDIR)).filter((name) => name.startsWith("mcpvals-run-"));
    const child = spawn(process.execPath, [MAIN, "eval", suite.file, "-q", "-t", "wait"], {
      cwd: suite.folder,
      env: cleanEnvironment(env({ TMPDIR })),
      stdio: "ignore",
      detached: true,
    });
    const asked = model.requests.length;
    while (model.requests.length < asked + 2) await sleep(20);
    const [left = ""] = await runs();
    expect(left).toMatch(new RegExp(`-0*${child.pid}-`));
    const next = () => runCli(["eval", suite.file, "-q", "-t", "say"], { cwd: suite.folder, env: env({ TMPDIR }) });
    expect((await next()).code).toBe(0);
    expect(await runs()).toEqual([left]);

    const ended = once(child, "close");
    child.kill("SIGKILL");
    await ended;
    const stranger = `mcpvals-run-00000000-${child.pid}-abcdef`;
    await mkdir(join(TMPDIR, stranger));
    await writeFile(join(TMPDIR, left, "of-the-run"), "");
    await symlink(suite.folder, join(TMPDIR, `${left.slice(0, -6)}linked`));
    expect((await next()).code).toBe(0);
    expect((await runs()).toSorted()).toEqual([stranger, `${left.slice(0, -6)}linked`].toSorted());
    expect(existsSync(suite.file)).toBe(true);
    await rm(TMPDIR, { recursive: true });
  });
});

describe("a word of 16 MB", () => {
  it("is shown, or refused as too large, and is no bug of ours", async () => {
    const word = "x".repeat(16 * 1024 * 1024);
    const run = structuredClone(example);
    const [text] = run.steps[0]?.turns[2]?.content ?? [];
    if (text?.type !== "text") throw new Error("not as expected");
    text.text = word;
    const place = storePlaceOf({ name: "demo", folder: suite.folder, config: {} });
    const file = await writeCassette(place, { cassette: buildCassette(run, extras), contract: run.contract });
    const shown = await cli("show", file, "--full");
    expect([shown.code, shown.stdout.replaceAll(/[^x]/g, "").length >= word.length]).toEqual([0, true]);
    expect((await cli("show", file)).code).toBe(0);
    expect(await cli("show", file, "--standalone")).toMatchObject({
      code: 3,
      stderr: expect.stringContaining("CASSETTE_TOO_LARGE"),
    });
    await rm(file);
  });
});
