// Much at once through the built `mcpvals proxy`: nothing is lost, every call is on the tape once, and memory does not grow
// with what passes. Numbers stand in bench/proxy.mjs; the limits here are far from what it takes.
import { spawn, type ChildProcessWithoutNullStreams } from "node:child_process";
import { createHash } from "node:crypto";
import { once } from "node:events";
import { readdirSync, readFileSync } from "node:fs";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { loadSession } from "../../../src/cassette/load-session.js";
import { cleanEnvironment } from "../../helpers/clean-environment.js";

const MAIN = fileURLToPath(new URL("../../../dist/bin/main.cjs", import.meta.url));
/** Writes the memory of a process at its peak, when it exits. */
const PEAK = new URL("../../../bench/peak.mjs", import.meta.url).href;
const MIB = 1024 * 1024;
/** Answers calls with their own arguments, some later than those that came after them. */
const ECHO = `
  const { createInterface } = require("node:readline");
  createInterface({ input: process.stdin }).on("line", (line) => {
    const { id, params } = JSON.parse(line);
    const reply = () => console.log(JSON.stringify({ jsonrpc: "2.0", id, result: { content: [], echo: params.arguments } }));
    if (id % 7 === 0) setImmediate(reply); else reply();
  });`;

let folder: string;
const running: ChildProcessWithoutNullStreams[] = [];
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "mcpvals-load-"));
});
afterEach(() => {
  for (const child of running.splice(0)) child.kill("SIGKILL");
});
afterAll(() => rm(folder, { recursive: true, force: true }));

function start(server: readonly string[], flags: readonly string[]): ChildProcessWithoutNullStreams {
  // A slow machine may take longer than the ten seconds that writing the session may take otherwise.
  const child = spawn(process.execPath, [MAIN, "proxy", "--wait", "0", ...flags, "--", ...server], {
    cwd: folder,
    env: cleanEnvironment(),
    stdio: "pipe",
  });
  running.push(child);
  child.stderr.resume();
  return child;
}

/** Megabytes at the peak; Linux only. */
function peakMemory({ pid }: ChildProcessWithoutNullStreams): number {
  const status = readFileSync(`/proc/${String(pid)}/status`, "utf8");
  return Number(/^VmHWM:\s+(\d+) kB$/m.exec(status)?.[1]) / 1024;
}

describe("many calls", () => {
  it("of 50 callers at once: 5000 answers, each the caller's own, and 5000 calls on the tape", async () => {
    const child = start([process.execPath, "-e", ECHO], ["--out", "calls.yaml"]);
    const waiting = new Map<number, (echo: unknown) => void>();
    let rest = "";
    child.stdout.setEncoding("utf8").on("data", (chunk: string) => {
      const lines = (rest + chunk).split("\n");
      rest = lines.pop() ?? "";
      for (const line of lines) {
        const { id, result } = JSON.parse(line) as { id: number; result: { echo: unknown } };
        waiting.get(id)?.(result.echo);
        waiting.delete(id);
      }
    });
    let count = 0;
    const call = (args: { caller: number; nth: number }): Promise<unknown> => {
      const id = (count += 1);
      const params = { name: "echo", arguments: args };
      child.stdin.write(`${JSON.stringify({ jsonrpc: "2.0", id, method: "tools/call", params })}\n`);
      return new Promise((resolve) => waiting.set(id, resolve));
    };
    const callers = Array.from({ length: 50 }, async (_, caller) => {
      for (let nth = 0; nth < 100; nth++) expect(await call({ caller, nth })).toEqual({ caller, nth });
    });
    await Promise.all(callers);
    expect(waiting.size).toBe(0);
    child.stdin.end();
    expect(await once(child, "exit")).toEqual([0, null]);

    const { entries } = await loadSession(path.join(folder, "calls.yaml"));
    const taped = entries.map((entry) => {
      if (entry.kind !== "exchange") throw new Error(`a ${entry.kind}`);
      const { arguments: asked } = entry.params as { arguments: { caller: number; nth: number } };
      expect(entry.answer).toMatchObject({ result: { echo: asked } });
      return `${asked.caller}/${asked.nth}`;
    });
    expect(taped).toHaveLength(5000);
    expect(new Set(taped).size).toBe(5000);
  });
});

describe("much at once", () => {
  it("50,000 lines in one chunk come back as they were, and all are on the tape", async () => {
    const child = start(["cat"], ["--out", "lines.yaml"]);
    const text = Array.from(
      { length: 50_000 },
      (_, n) => `{"jsonrpc":"2.0","method":"notifications/n","params":{"n":${n}}}\n`,
    ).join("");
    const got = createHash("sha256");
    child.stdout.on("data", (chunk: Buffer) => got.update(chunk));
    const closed = once(child, "close");
    child.stdin.end(text);
    await closed;
    expect(got.digest("hex")).toBe(createHash("sha256").update(text).digest("hex"));
    const { entries } = await loadSession(path.join(folder, "lines.yaml"));
    const numbers = entries.flatMap((entry) =>
      entry.kind === "notification" && entry.from === "client" ? [(entry.params as { n: number }).n] : [],
    );
    expect(numbers).toEqual(Array.from({ length: 50_000 }, (_, n) => n));
    expect(entries).toHaveLength(100_000);
  });

  it("of which a kill loses 16 MB at most", async () => {
    const child = start(["cat"], ["--out", "killed.yaml"]);
    const line = (n: number): string =>
      `{"jsonrpc":"2.0","method":"notifications/n","params":{"n":${n},"x":"${"x".repeat(1000)}"}}\n`;
    const count = 12_000;
    const text = Array.from({ length: count }, (_, n) => line(n)).join("");
    let got = 0;
    const come = new Promise<void>((resolve) => {
      child.stdout.on("data", (chunk: Buffer) => {
        got += chunk.length;
        if (got === text.length) resolve();
      });
    });
    child.stdin.write(text);
    await come;
    const killed = once(child, "exit");
    child.kill("SIGKILL");
    await killed;
    const journals = path.join(folder, ".mcpvals/journal/proxy");
    const name = readdirSync(journals).find((one) => /^killed\..*jsonl$/.test(one)) ?? "";
    const recorded = readFileSync(path.join(journals, name), "utf8").split("\n").length - 2;
    // Each line passed twice.
    expect(recorded * line(0).length).toBeGreaterThan(2 * text.length - 16 * MIB - 2 * line(0).length);
  });

  it.runIf(process.platform === "linux")(
    "a reader that stops holds up the server, not our memory, and gets all of it later",
    async () => {
      const total = 300;
      const size = total * MIB;
      const writer = `
      const line = Buffer.alloc(${MIB}, "x"); line[line.length - 1] = 10;
      let left = ${total};
      const more = () => { while (left > 0) { left--; if (!process.stdout.write(line)) return void process.stdout.once("drain", more); } };
      more();`;
      await writeFile(path.join(folder, "kept.yaml"), "");
      const child = start([process.execPath, "-e", writer], ["--out", "kept.yaml", "--mode", "keep"]);
      child.stdin.end();
      // Long enough for all of it, if nothing held it up; and longer than a server has to end after the end of its input.
      await sleep(3500);
      let count = 0;
      let last = 0;
      let peak = 0;
      child.stdout.on("data", (chunk: Buffer) => {
        count += chunk.length;
        last = chunk.at(-1) ?? last;
        if (count < size / 2 || peak > 0) return;
        peak = peakMemory(child);
      });
      await once(child, "close");
      expect(count).toBe(size);
      expect(last).toBe(10);
      expect(peak).toBeGreaterThan(10);
      expect(peak).toBeLessThan(total * 0.75);
    },
  );

  it.runIf(process.platform === "linux")(
    "a long line is recorded whole, and takes a few times its size of memory",
    async () => {
      const size = 16 * MIB;
      const peak = async (name: string, length: number): Promise<number> => {
        const answer = `'{"jsonrpc":"2.0","id":1,"result":{"content":[],"x":"' + "\u00f8".repeat(${length / 2}) + '"}}\\n'`;
        const server = `process.stdin.once("data", () => process.stdout.write(${answer})).on("end", () => {})`;
        const file = path.join(folder, `${name}.peak`);
        const argv = ["--import", PEAK, MAIN, "proxy", "--out", `${name}.yaml`, "--wait", "0", "--"];
        const child = spawn(process.execPath, [...argv, process.execPath, "-e", server], {
          cwd: folder,
          env: { ...cleanEnvironment(), PEAK_FILE: file },
          stdio: "pipe",
        });
        running.push(child);
        child.stderr.resume();
        child.stdin.write('{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"long"}}\n');
        for await (const chunk of child.stdout) {
          if ((chunk as Buffer).at(-1) !== 10) continue;
          child.stdin.end();
          break;
        }
        await once(child, "exit");
        return Number(readFileSync(file, "utf8"));
      };
      const idle = await peak("short-line", 2);
      const large = await peak("long-line", size);
      const { entries } = await loadSession(path.join(folder, "long-line.yaml"));
      expect(entries).toMatchObject([{ answer: { result: { x: "\u00f8".repeat(size / 2) } } }]);
      expect(large - idle).toBeLessThan((7 * size) / MIB + 16);
    },
  );
});
