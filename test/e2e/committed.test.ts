// The committed cassettes, replayed by the built command line against the official servers: here, in a copy elsewhere,
// as another user, and with the network cut off.
import { spawnSync } from "node:child_process";
import { chmod, chown, cp, mkdir, mkdtemp, readdir, readFile, rm, symlink } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startStandIn, type StandIn } from "../../fixtures/model/stand-in.mjs";
import type { Report } from "../../src/index.js";
import { asNobody, NOBODY, withoutNetwork } from "../helpers/confined.js";
import { runCli, type CliOptions } from "../helpers/run-cli.js";

const ROOT = resolve(import.meta.dirname, "../..");
const SUITES = join("fixtures", "suites", "*.config.json");
/** Says what a connection to the outside meets; the address is one that nobody has. */
const CONNECT = `require("net").connect(80, "192.0.2.1").on("error", ({ code }) => process.stdout.write(code))`;
const LONG = 120_000;
const nobody = asNobody();
const cutOff = withoutNetwork();

let copy: string;
let model: StandIn;
beforeAll(async () => {
  model = await startStandIn({ workflows: [] });
  copy = await mkdtemp(join(tmpdir(), "mcpvals copy-"));
  for (const name of ["cassettes", "fixtures", "dist", "package.json"]) {
    await cp(join(ROOT, name), join(copy, name), { recursive: true });
  }
  await symlink(join(ROOT, "node_modules"), join(copy, "node_modules"));
  await chmod(copy, 0o755);
});
afterAll(async () => {
  await model.close();
  await rm(copy, { recursive: true, force: true });
});

interface Replayed {
  reports: Report[];
  code: number | null;
  stderr: string;
}

async function replay(suites: string, options: CliOptions = {}): Promise<Replayed> {
  const { code, stdout, stderr } = await runCli(["replay", suites, "-q", "-r", "json"], {
    cwd: ROOT,
    timeout: LONG,
    ...options,
  });
  const document = JSON.parse(stdout) as Report & { reports?: Report[] };
  return { reports: document.reports ?? [document], code, stderr };
}

/** All passed, and on nothing that had to be accepted. */
function expectGreen({ reports, code, stderr }: Replayed, workflows: number): void {
  const evaluations = reports.flatMap((report) => report.evaluations);
  expect(
    evaluations.map(({ workflowName, verdict, reasons, replay: facts }) => [
      workflowName,
      verdict,
      reasons,
      facts?.drift,
    ]),
  ).toEqual(evaluations.map(({ workflowName }) => [workflowName, "passed", [], []]));
  expect(evaluations).toHaveLength(workflows);
  expect(stderr).toBe("");
  expect(code).toBe(0);
}

async function textsBelow(folder: string): Promise<string[]> {
  const names = (await readdir(folder, { recursive: true })).toSorted();
  return Promise.all(
    names.map(async (name) => `${name}: ${await readFile(join(folder, name), "base64").catch(() => "")}`),
  );
}

describe("the committed cassettes", { timeout: LONG }, () => {
  it("replay green in place, write nothing, and ask no model although a key is set", async () => {
    const before = await textsBelow(join(ROOT, "cassettes"));
    const env = { ANTHROPIC_API_KEY: "any-key-0123456789", ANTHROPIC_BASE_URL: model.url };
    const replayed = await replay(SUITES, { env });
    expectGreen(replayed, 8);
    expect(replayed.reports.flatMap(({ toolHealth }) => toolHealth)).toMatchObject([{ name: "sums", passed: true }]);
    expect(model.requests).toHaveLength(0);
    expect(await textsBelow(join(ROOT, "cassettes"))).toEqual(before);
  });

  it("replay green in a copy in another folder, without a .git, from yet another current folder", async () => {
    const replayed = await replay(join(copy, SUITES), { cwd: tmpdir(), project: copy });
    expectGreen(replayed, 8);
  });

  it.skipIf(nobody === undefined)(
    "replay green under another user, with another home and temp folder",
    async ({ skip }) => {
      const home = join(copy, "home of nobody");
      await mkdir(join(home, "tmp"), { recursive: true });
      await chown(home, NOBODY, NOBODY);
      await chown(join(home, "tmp"), NOBODY, NOBODY);
      const reads = [ROOT, copy].map((folder) => `require("fs").readdirSync(${JSON.stringify(folder)})`).join();
      const [command, ...args] = [...(nobody ?? []), process.execPath, "-e", reads];
      skip(spawnSync(command, args).status !== 0, "nobody may not read the folders of this project and of its copy");
      const env = { HOME: home, TMPDIR: join(home, "tmp"), USER: "nobody", LOGNAME: "nobody" };
      const replayed = await replay(join(copy, SUITES), { cwd: copy, project: copy, via: nobody ?? [], env });
      expectGreen(replayed, 8);
      expect(await readdir(join(home, "tmp"))).toEqual([]);
    },
  );

  it.skipIf(cutOff === undefined)("replay green with the network cut off, a key set or not", async () => {
    const env = { ANTHROPIC_API_KEY: "any-key-0123456789" };
    expectGreen(await replay(SUITES, { via: cutOff ?? [], env }), 8);
    const offline = await runCli(["replay", SUITES, "--offline", "-q"], { cwd: ROOT, via: cutOff ?? [] });
    expect(offline.code).toBe(0);
    const [command, ...args] = [...(cutOff ?? []), process.execPath, "-e", CONNECT];
    expect(spawnSync(command ?? "", args, { encoding: "utf8" }).stdout).toBe("ENETUNREACH");
  });
});
