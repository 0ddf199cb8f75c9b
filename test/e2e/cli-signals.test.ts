// Ctrl-C, a terminating supervisor, a closed terminal: children gone, nothing on stdout half-written, the right code.
import { randomUUID } from "node:crypto";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startStandIn } from "../../fixtures/model/stand-in.mjs";
import { bestOfRuns } from "../helpers/best-of.js";
import { runCli, type CliResult } from "../helpers/run-cli.js";

const ODD = fileURLToPath(new URL("../../fixtures/servers/odd.mjs", import.meta.url));
const SCRIPT = {
  workflows: [{ user: "Wait for ever", turns: [{ calls: [{ tool: "act", input: { how: "silent" } }] }] }],
};

let folder: string;
let model: Awaited<ReturnType<typeof startStandIn>>;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "mcpvals-cli-"));
  model = await startStandIn(SCRIPT);
});
afterAll(async () => {
  await model.close();
  await rm(folder, { recursive: true, force: true });
});

/** Processes whose command line has the mark; the command line itself never has it. */
function marked(mark: string): string[] {
  return readdirSync("/proc").filter((pid) => {
    try {
      return /^\d+$/.test(pid) && readFileSync(`/proc/${pid}/cmdline`, "utf8").includes(mark);
    } catch {
      return false;
    }
  });
}

/** Starts an eval whose only call is never answered, sends signals once the call is open, and waits for its end. */
async function interrupt(
  mode: string,
  ...signals: NodeJS.Signals[]
): Promise<CliResult & { left: string[]; since: number }> {
  const mark = `mark-${randomUUID()}`;
  await writeFile(
    join(folder, `${mark}.json`),
    JSON.stringify({
      server: { transport: "stdio", command: process.execPath, args: [ODD, mode, "${MARK}"] },
      workflows: [{ name: "wait", steps: [{ user: "Wait for ever" }] }],
    }),
  );
  let sent = 0;
  let servers: string[] = [];
  const result = await runCli(["eval", `${mark}.json`, "--debug"], {
    cwd: folder,
    env: { ANTHROPIC_API_KEY: "any-key-0123456789", ANTHROPIC_BASE_URL: model.url, MARK: `of-${mark}` },
    onStart: (child) => {
      let seen = "";
      child.stderr?.on("data", (text: string) => {
        if (!/call 1: act/.test(seen) && /call 1: act/.test((seen += text))) void send();
      });
      const send = async (): Promise<void> => {
        servers = marked(`of-${mark}`);
        sent = performance.now();
        for (const signal of signals) {
          child.kill(signal);
          // So that the first is heard before the second comes.
          await sleep(300);
        }
      };
    },
  });
  expect(servers).not.toEqual([]);
  return { ...result, left: marked(`of-${mark}`), since: performance.now() - sent };
}

describe.skipIf(!existsSync("/proc/self/cmdline"))("a signal while a call is open", () => {
  it.each([
    ["SIGINT", 130],
    ["SIGTERM", 143],
    ["SIGHUP", 129],
  ] as const)("%s ends the server and the command with %i", async (signal, code) => {
    const result = await interrupt("none", signal);
    expect(result).toMatchObject({ code, left: [] });
    expect(result.stderr).toContain("Interrupted");
    expect(result.stdout).not.toContain("PASSED");
  });

  it("gets a deaf server and all it started down: with the grace that servers have, and at once when it comes twice", async () => {
    const once = await interrupt("deaf", "SIGINT");
    expect(once).toMatchObject({ code: 130, left: [] });
    // The grace of a deaf server alone takes 4 s; two signals that come as one leave it that, so it is tried again.
    const limit = once.since - 2000;
    const since = await bestOfRuns(limit, async () => {
      const result = await interrupt("deaf", "SIGINT", "SIGINT");
      expect(result).toMatchObject({ code: 130, left: [] });
      return result.since;
    });
    expect(since).toBeLessThan(limit);
  });
});

describe("interrupted while the server starts", () => {
  it.each<[NodeJS.Signals, number]>([
    ["SIGINT", 130],
    ["SIGTERM", 143],
  ])("%s ends with %i, and is no bug", async (signal, code) => {
    const mark = `of-mark-${randomUUID()}`;
    await writeFile(
      join(folder, "start.json"),
      JSON.stringify({
        server: { transport: "stdio", command: process.execPath, args: [ODD, "silent", mark] },
        workflows: [{ name: "wait", steps: [{ user: "Wait for ever" }] }],
      }),
    );
    const result = await runCli(["eval", "start.json"], {
      cwd: folder,
      env: { ANTHROPIC_API_KEY: "any-key-0123456789", ANTHROPIC_BASE_URL: model.url },
      onStart: (child) => {
        const watch = setInterval(() => {
          if (marked(mark).length === 0) return;
          clearInterval(watch);
          setTimeout(() => child.kill(signal), 200);
        }, 20);
      },
    });
    expect(result.stderr).not.toContain("bug");
    expect(result.code).toBe(code);
    expect(marked(mark)).toEqual([]);
  });
});
