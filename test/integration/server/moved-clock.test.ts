// Servers that are started with a moved clock: Node's in each way to start it, others, and how they say that they were.
import { spawnSync } from "node:child_process";
import { chmodSync, cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { ServerConfig } from "../../../src/config/schema.js";
import { findFreePort } from "../../../src/server/free-port.js";
import { ServerFailure, type ServerSession } from "../../../src/server/session.js";
import { startServer } from "../../../src/server/start-server.js";
import { NO_COMPILE_CACHE } from "../../helpers/clean-environment.js";
import { ROOT, textOf } from "./fixture.js";

const DAY = 86_400_000;
const SHIFT = 190 * DAY + 5 * 3_600_000;
const CLOCK = path.join(ROOT, "fixtures/servers/clock.mjs");

const hasPython = spawnSync("python3", ["--version"]).status === 0;
const hasFaketime = spawnSync("faketime", ["--version"]).error === undefined;
if (!hasPython) console.log("skipped: Python's servers: python3 is not here");
if (!hasFaketime) console.log("skipped: faketime is not here");

let folder: string;
beforeAll(() => void (folder = mkdtempSync(path.join(tmpdir(), "mcpvals clock "))));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
let told: string;
beforeEach(() => void (told = mkdtempSync(path.join(folder, "told "))));

async function start(server: ServerConfig, ms = SHIFT, env = process.env): Promise<ServerSession> {
  return startServer({ server, folder: ROOT, timeout: 60_000, env, clock: { ms, folder: told } });
}

async function ask(session: ServerSession, tool: string): Promise<Record<string, unknown>> {
  const { outcome } = await session.call(tool, {}, new AbortController().signal);
  return JSON.parse(textOf(outcome) as string) as Record<string, unknown>;
}

/** Fails unless each of the times lies between now and when the question was put, moved. Formats cut the milliseconds off. */
async function expectMoved(session: ServerSession, tool: string, ms = SHIFT): Promise<void> {
  const from = Date.now();
  const times = await ask(session, tool);
  for (const [how, time] of Object.entries(times)) {
    expect(Number(time) - ms, `${tool}: ${how}`).toBeGreaterThan(from - 2000);
    expect(Number(time) - ms, `${tool}: ${how}`).toBeLessThan(Date.now() + 2000);
  }
}

const stdio = (command: string, ...args: string[]): ServerConfig => ({ transport: "stdio", command, args });

describe("a server on Node", () => {
  it.each([SHIFT, -3 * DAY])("has all its clocks moved by %d ms, in threads and children too", async (ms) => {
    const session = await start(stdio(process.execPath, CLOCK), ms);
    try {
      expect(session.clock).toEqual({ moved: "node" });
      for (const tool of ["here", "worker", "child"]) await expectMoved(session, tool, ms);
    } finally {
      await session.close();
    }
  });

  it("keeps its timers, given dates, classes, and its own NODE_OPTIONS", async () => {
    const own = path.join(folder, "own preload.cjs");
    writeFileSync(own, "globalThis.ownPreload = true;");
    const options = `--require ${JSON.stringify(own)} --max-http-header-size=9000`;
    const moved = await start({ ...stdio(process.execPath, CLOCK), env: { NODE_OPTIONS: options } });
    const plain = await startServer({
      server: { ...stdio(process.execPath, CLOCK), env: { NODE_OPTIONS: options } },
      folder: ROOT,
      timeout: 60_000,
      env: process.env,
    });
    try {
      const [seen, usual] = [await ask(moved, "rest"), await ask(plain, "rest")];
      expect(plain.clock).toBeUndefined();
      expect(seen["options"]).toMatch(/^--require ".*clock-preload\.cjs" --require /);
      expect(seen["options"]).toContain(options);
      expect({ ...seen, options: "" }).toEqual({ ...usual, options: "" });
      expect(seen).toMatchObject({ waited: true, running: true, is: true, same: true });
    } finally {
      await moved.close();
      await plain.close();
    }
  });

  it("is moved where it is started by npx, npm exec, a shell, a link with a shebang, or from a folder with blanks", async () => {
    const project = path.join(folder, "a project");
    const bin = path.join(project, "node_modules", ".bin");
    mkdirSync(bin, { recursive: true });
    mkdirSync(path.join(project, "node_modules", "clock-server"));
    for (const name of ["clock.mjs", "json-rpc.mjs"])
      cpSync(path.join(ROOT, "fixtures/servers", name), path.join(project, "node_modules", "clock-server", name));
    writeFileSync(path.join(project, "package.json"), JSON.stringify({ name: "a-project", private: true }));
    const script = path.join(project, "node_modules", "clock-server", "run");
    writeFileSync(script, `#!/usr/bin/env node\nimport("./clock.mjs");\n`);
    chmodSync(script, 0o755);
    symlinkSync(script, path.join(bin, "clock-server"));
    const servers = {
      npx: { ...stdio("npx", "--offline", "clock-server"), env: NO_COMPILE_CACHE },
      "npm exec": { ...stdio("npm", "exec", "--offline", "--", "clock-server"), env: NO_COMPILE_CACHE },
      shell: stdio("sh", "-c", `'${process.execPath}' '${CLOCK}'; exit 0`),
      shebang: stdio("./node_modules/.bin/clock-server"),
    };
    for (const [how, server] of Object.entries(servers)) {
      const session = await start({ ...server, cwd: project });
      try {
        // A shell may start anything, so faketime has the first word where it is there.
        expect(session.clock, `by ${how}`).toEqual({ moved: how === "shell" && hasFaketime ? "faketime" : "node" });
        await expectMoved(session, "here");
      } finally {
        await session.close();
      }
    }
  });

  it("is moved over HTTP too, where we start it", async () => {
    const port = String(await findFreePort());
    const session = await start({
      transport: "shttp",
      url: `http://127.0.0.1:${port}/mcp`,
      command: process.execPath,
      args: ["fixtures/servers/eras.mjs", "dual", port],
    });
    expect(session.clock).toEqual({ moved: "node" });
    await session.close();
  });

  it("that does not start by another clock has failed, and starts by the real one", async () => {
    const server = stdio(process.execPath, CLOCK, "refuses", String(Date.now() + 30 * DAY));
    await expect(start(server)).rejects.toThrow(ServerFailure);
    await expect(start(server)).rejects.toThrow(/licence has run out/);
    await (await start(server, DAY)).close();
  });

  it.skipIf(hasFaketime)("that lost what moves it on the way is not moved, and says so", async () => {
    const session = await start(stdio("env", "-u", "NODE_OPTIONS", process.execPath, CLOCK));
    expect(session.clock).toMatchObject({ moved: false });
    await session.close();
  });

  it.skipIf(!hasPython)("that is only the starter of another program is not moved", async () => {
    const shim = `require("node:child_process").spawn("python3", ["fixtures/servers/clock.py"], { stdio: "inherit" })`;
    const session = await start(stdio(process.execPath, "-e", shim));
    expect(session.clock).toEqual({
      moved: false,
      why: "the Node process that was moved is not the one that answers",
    });
    await session.close();
  });
});

describe("a server that is not on Node", () => {
  it.skipIf(!hasPython || !hasFaketime)("is moved by faketime, its timers not", async () => {
    const session = await start(stdio("python3", "fixtures/servers/clock.py"));
    try {
      expect(session.clock).toEqual({ moved: "faketime" });
      const { waited, ...times } = await ask(session, "here");
      expect(waited).toBe(true);
      expect(Number(times["now"]) - SHIFT - Date.now()).toBeLessThan(60_000);
      expect(Number(times["now"]) - SHIFT - Date.now()).toBeGreaterThan(-60_000);
    } finally {
      await session.close();
    }
  });

  it.skipIf(!hasPython)("is not moved where faketime is not in PATH, and says so", async () => {
    const real = spawnSync("python3", ["-c", "import sys; print(sys.executable)"], { encoding: "utf8" }).stdout.trim();
    const session = await start(stdio(real, "fixtures/servers/clock.py"), SHIFT, { ...process.env, PATH: folder });
    try {
      expect(session.clock).toEqual({ moved: false, why: "it does not run on Node, and faketime is not installed" });
      expect(Number((await ask(session, "here"))["now"]) - Date.now()).toBeLessThan(60_000);
    } finally {
      await session.close();
    }
  });
});

it("leaves nothing in the server's own folders", async () => {
  const session = await start(stdio(process.execPath, CLOCK));
  expect(readdirSync(told)).toEqual(["clock.jsonl"]);
  await session.close();
});

it("moves Temporal.Now, where there is one", async () => {
  // Not in every Node that we support: the part of it that is used.
  const program = `
    class Instant {
      constructor(ns) { this.epochNanoseconds = ns; }
      static fromEpochNanoseconds(ns) { return new Instant(ns); }
      toZonedDateTimeISO(zone) { return { zone, ns: this.epochNanoseconds, toPlainDate: () => "date " + zone, toPlainDateTime: () => "both", toPlainTime: () => "time" }; }
    }
    globalThis.Temporal = { Instant, Now: { instant: () => new Instant(10n), timeZoneId: () => "UTC", zonedDateTimeISO: 0, plainDateISO: 0, plainDateTimeISO: 0, plainTimeISO: 0 } };
    require(process.argv[1]);
    const { Now } = Temporal;
    console.log(String(Now.instant().epochNanoseconds), String(Now.zonedDateTimeISO("Asia/Tokyo").ns), Now.plainDateISO(), Now.plainDateISO("X"), Now.plainDateTimeISO(), Now.plainTimeISO());`;
  const preload = path.join(ROOT, "src/server/clock-preload.cjs");
  const env = { ...process.env, MCPVALS_CLOCK_MS: "5000" };
  const { stdout } = spawnSync(process.execPath, ["-e", program, preload], { encoding: "utf8", env });
  expect(stdout.trim()).toBe("5000000010 5000000010 date UTC date X both time");
});

it("throws nothing into a program that it cannot move", () => {
  const preload = path.join(ROOT, "src/server/clock-preload.cjs");
  const file = path.join(told, "told");
  const run = (ms: string, ...args: string[]) =>
    spawnSync(process.execPath, [...args, "--require", preload, "-p", "1 + 1"], {
      encoding: "utf8",
      env: { ...process.env, MCPVALS_CLOCK_MS: ms, MCPVALS_CLOCK_FILE: file },
    });
  for (const ms of ["", "0", "x", "1.5", "Infinity"]) expect(run(ms)).toMatchObject({ stdout: "2\n", stderr: "" });
  expect(readdirSync(told)).toEqual([]);
  expect(run("5", "--frozen-intrinsics", "--no-warnings")).toMatchObject({ stdout: "2\n", stderr: "" });
});
