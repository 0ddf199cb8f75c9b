// record is killed, interrupted, refused by the disk, or run twice: the old cassette stays whole, the journal holds what
// happened, and the next record goes on. `MCPVALS_CRASHES=200` kills more often than the usual run.
import { spawn, spawnSync, type ChildProcess } from "node:child_process";
import { randomUUID } from "node:crypto";
import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmdirSync,
  statfsSync,
  writeFileSync,
} from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { startStandIn, type StandIn } from "../../fixtures/model/stand-in.mjs";
import { readCassette } from "../../src/cassette/read-cassette.js";
import { cleanEnvironment } from "../helpers/clean-environment.js";
import { runCli } from "../helpers/run-cli.js";
import { runHere } from "../helpers/run-here.js";

const MAIN = fileURLToPath(new URL("../../dist/bin/main.cjs", import.meta.url));
const CALCULATOR = fileURLToPath(new URL("../../fixtures/servers/calculator.mjs", import.meta.url));
const CRASHES = Number(process.env["MCPVALS_CRASHES"] ?? 10);
const TURNS = 6;
const isRoot = process.getuid?.() === 0;

const adds = Array.from({ length: TURNS }, (_, at) => ({
  calls: [{ tool: "add", input: { a: at, b: 1 } }],
  delay: 15,
}));
const script = {
  workflows: [
    { user: "Add it up", turns: [...adds, { text: "Done.", delay: 15 }] },
    {
      user: "Say nothing",
      turns: [{ calls: [{ tool: "add", input: { a: 1, b: 1 } }] }, { text: "Late.", delay: 60_000 }],
    },
    { user: "Take your time", turns: [{ text: "Here I am.", delay: 1500 }] },
  ],
};

let model: StandIn;
let folder: string;
let mark: string;
/** What the command that was started last said on stderr. */
let said = "";
beforeAll(async () => {
  model = await startStandIn(script);
});
afterAll(() => model.close());
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "mcpvals-crash-"));
  mark = `mark-${randomUUID()}`;
  configure(folder, "Add it up");
});
afterEach(() => rm(folder, { recursive: true, force: true }));

function configure(at: string, user: string, expectedState?: string): void {
  const server = { transport: "stdio", command: process.execPath, args: [CALCULATOR, mark] };
  writeFileSync(
    join(at, "mcpvals.config.json"),
    JSON.stringify({ server, workflows: [{ name: "sum", steps: [{ user, expectedState }] }] }),
  );
}
const key = () => ({ ANTHROPIC_API_KEY: "stand-in-key-0123456789", ANTHROPIC_BASE_URL: model.url });
const cassette = (): string => join(folder, "cassettes", "mcpvals", "sum.yaml");
const journal = (): string => join(folder, ".mcpvals", "journal", "mcpvals", "sum.jsonl");
const read = (file: string): string => readFileSync(file, "utf8");
const record = (...args: string[]) => runHere(["record", ...args], { cwd: folder, env: key() });

function start(): { child: ChildProcess; ended: Promise<number | null> } {
  said = "";
  const child = spawn(process.execPath, [MAIN, "record", "--mode", "all"], {
    cwd: folder,
    env: cleanEnvironment(key()),
    stdio: ["ignore", "ignore", "pipe"],
  });
  child.stderr?.on("data", (chunk: Buffer) => (said += chunk.toString()));
  return { child, ended: new Promise((resolve) => child.once("exit", (code) => resolve(code))) };
}
/** Servers of this test that still run. */
function servers(): string[] {
  return readdirSync("/proc").filter((pid) => {
    try {
      return /^\d+$/.test(pid) && readFileSync(`/proc/${pid}/cmdline`, "utf8").includes(mark);
    } catch {
      return false;
    }
  });
}
async function until(isSo: () => boolean, what: string, ms = 90_000): Promise<void> {
  for (const end = Date.now() + ms; !isSo(); await sleep(5))
    if (Date.now() > end) throw new Error(`never: ${what}\n${said}`);
}
/** Everything of the folder but what git ignores, and a lock or journal that a dead process left. */
const filesOf = (at: string): string[] =>
  readdirSync(at, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ name }) => name)
    .toSorted();

describe("kill -9 while a workflow is recorded", () => {
  it(
    `leaves the old cassette or the whole new one, and a journal of all that was done (${CRASHES} times)`,
    async () => {
      await record("--no-check");
      let held = 0;
      const { ms: whole } = await runCli(["record", "--mode", "all"], { cwd: folder, env: key() });
      for (let round = 0; round < CRASHES; round++) {
        const before = read(cassette());
        const asked = model.requests.length;
        const { child, ended } = start();
        if (round % 2 === 0) await sleep(Math.random() * whole);
        else {
          const turn = 1 + Math.floor(Math.random() * (TURNS + 1));
          await until(() => model.requests.length - asked >= turn || child.exitCode !== null, `request ${turn}`);
          await sleep(Math.random() * 30);
        }
        const turns = model.requests.length - asked;
        child.kill("SIGKILL");
        await ended;

        const now = read(cassette());
        if (now !== before) expect((await readCassette(cassette())).cassette.script.length).toBe(2 + 2 * TURNS);
        if (now !== before || turns === 0 || !existsSync(journal())) continue;
        const lines = read(journal()).split("\n");
        // The last one may be half there; all before are whole.
        const events = lines.slice(1, -1).map((line) => JSON.parse(line) as { type: string });
        expect(events.filter(({ type }) => type === "turn").length).toBeGreaterThanOrEqual(turns - 1);
        expect(events.filter(({ type }) => type === "result").length).toBeGreaterThanOrEqual(
          Math.min(turns - 1, TURNS),
        );
        held += 1;
      }
      expect(held).toBeGreaterThan(0);

      if (existsSync("/proc/self/cmdline")) await until(() => servers().length === 0, "the servers are gone");
      const left = existsSync(journal()) ? read(journal()).split("\n").length - 2 : undefined;
      const { code, stderr } = await record("--mode", "all", "--no-check");
      expect(code).toBe(0);
      if (left !== undefined)
        expect(stderr).toMatch(new RegExp(`A recording of sum was broken off \\(started \\S+, ${left} events\\)`));
      expect(filesOf(folder)).toEqual([
        ".gitattributes",
        ".gitignore",
        expect.stringMatching(/^[0-9a-f]{12}\.yaml$/),
        "mcpvals.config.json",
        "sum.json",
        "sum.yaml",
      ]);
      expect((await runHere(["lint"], { cwd: folder })).code).toBe(0);
      expect((await runHere(["replay", "-q"], { cwd: folder })).code).toBe(0);
    },
    CRASHES * 5_000 + 60_000,
  );
});

describe.skipIf(!existsSync("/proc/self/cmdline"))("a signal while a workflow is recorded", () => {
  it.each([
    ["SIGINT", 130],
    ["SIGTERM", 143],
  ] as const)(
    "%s ends the servers and the command with %i; the cassette is untouched, the journal kept",
    async (signal, code) => {
      await record("--no-check");
      const before = read(cassette());
      configure(folder, "Say nothing");
      const asked = model.requests.length;
      const { child, ended } = start();
      await until(() => model.requests.length - asked >= 2, "the second turn is asked for");
      expect(servers()).not.toEqual([]);
      child.kill(signal);
      expect(await ended).toBe(code);
      expect(servers()).toEqual([]);
      expect(read(cassette())).toBe(before);
      expect(read(journal())).toContain('"type":"result"');
      expect(filesOf(folder).filter((name) => /\.(?:lock|tmp)$/.test(name))).toEqual([]);
    },
  );
});

describe("a cassette that another record is at", () => {
  it("is refused with the process that holds it; the first one goes on and nothing is lost", async () => {
    configure(folder, "Take your time", "Here I am");
    const asked = model.requests.length;
    const { child, ended } = start();
    await until(() => model.requests.length > asked, "the first turn");
    child.kill("SIGSTOP");
    const second = await record("--mode", "all");
    expect(second.code).toBe(4);
    expect(second.stderr).toMatch(
      new RegExp(`"sum" is being recorded by process ${child.pid ?? 0} \\(CASSETTE_LOCKED\\)`),
    );
    child.kill("SIGCONT");
    expect(await ended).toBe(0);
    expect(read(cassette())).toContain("Here I am.");
    expect((await readCassette(cassette())).cassette.workflow).toBe("sum");
  });
});

/** A reason is said where the test is not run: nobody takes it for passed. */
function unable(what: string): true {
  process.stderr.write(`SKIPPED: ${what}\n`);
  return true;
}
/** A command line without spaces in its words. */
function succeeds(line: string): boolean {
  const [command = "", ...args] = line.split(" ");
  return spawnSync(command, args).status === 0;
}
const NOBODY = "setpriv --reuid=65534 --regid=65534 --clear-groups";
const canMount = ((): boolean => {
  const at = join(tmpdir(), `mcpvals-mount-${process.pid}`);
  mkdirSync(at);
  const ok = isRoot && succeeds(`mount -t tmpfs -o size=64k none ${at}`);
  if (ok) succeeds(`umount ${at}`);
  rmdirSync(at);
  return ok;
})();
const canBeNobody = isRoot && succeeds(`${NOBODY} true`);

describe.skipIf(!canMount && unable("disk full: a small file system cannot be mounted here"))("a full disk", () => {
  let small: string;
  beforeEach(() => {
    small = join(folder, "small");
    mkdirSync(small);
    if (!succeeds(`mount -t tmpfs -o size=256k none ${small}`)) throw new Error("cannot mount");
    configure(small, "Add it up");
  });
  afterEach(() => {
    succeeds(`umount -l ${small}`);
  });
  const recordThere = () => runCli(["record", "--mode", "all"], { cwd: small, env: key() });
  /** Leaves so many blocks of 4 KiB. */
  const fill = (blocks: number): void => {
    const { bavail, bsize } = statfsSync(small);
    writeFileSync(join(small, "filler"), Buffer.alloc((bavail - blocks) * bsize));
  };

  // Nothing left: the journal cannot be made. One block: not all of it. More: the cassette cannot.
  it.each([0, 1, 3])(
    "with %i blocks left is said, the old cassette stays whole, and nothing half-written is left",
    async (blocks) => {
      expect((await runHere(["record", "--no-check"], { cwd: small, env: key() })).code).toBe(0);
      const file = join(small, "cassettes", "mcpvals", "sum.yaml");
      const before = read(file);
      fill(blocks);
      const { code, stderr } = await recordThere();
      if (code !== 0 || blocks === 0) {
        expect(code).toBe(4);
        expect(stderr).toMatch(/cannot write \S+: the disk is full \(WRITE_FAILED\)/);
        expect(read(file)).toBe(before);
      }
      await readCassette(file);
      expect(filesOf(small).filter((name) => /\.(?:lock|tmp)$/.test(name))).toEqual([]);
      await rm(join(small, "filler"));
      expect((await recordThere()).code).toBe(0);
    },
  );
});

describe.skipIf(!canBeNobody && unable("read-only folders: cannot be another user here"))(
  "a folder that cannot be written",
  () => {
    const recordAsNobody = () => {
      const [command = "", ...args] = `${NOBODY} ${process.execPath} ${MAIN} record --mode all -q`.split(" ");
      const child = spawn(command, args, {
        cwd: folder,
        env: cleanEnvironment({ ...key(), HOME: folder }),
        stdio: ["ignore", "ignore", "pipe"],
      });
      let stderr = "";
      child.stderr.on("data", (chunk: Buffer) => (stderr += chunk.toString()));
      return new Promise<{ code: number | null; stderr: string }>((resolve) =>
        child.once("close", (code) => resolve({ code, stderr })),
      );
    };

    it("at all: says so before a token is spent", async () => {
      await record("--no-check");
      const before = read(cassette());
      await rm(join(folder, ".mcpvals"), { recursive: true });
      chmodSync(folder, 0o555);
      const asked = model.requests.length;
      const { code, stderr } = await recordAsNobody();
      expect(code).toBe(4);
      expect(stderr).toMatch(/cannot write \S*\.mcpvals\S*: no permission \(WRITE_FAILED\)/);
      expect(model.requests.length).toBe(asked);
      expect(read(cassette())).toBe(before);
    });

    it("for cassettes: says so, and the journal keeps the run", async () => {
      await record("--no-check");
      const before = read(cassette());
      await rm(join(folder, ".mcpvals"), { recursive: true });
      chmodSync(folder, 0o755);
      chownSync(folder, 65534, 65534);
      const { code, stderr } = await recordAsNobody();
      expect(code).toBe(4);
      expect(stderr).toMatch(/cannot write \S*sum\.yaml: no permission \(WRITE_FAILED\)/);
      expect(read(cassette())).toBe(before);
      expect(read(journal())).toContain('"type":"end"');
    });
  },
);
