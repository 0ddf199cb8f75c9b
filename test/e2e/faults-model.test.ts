// The model side fails while `record` works: what passes is asked for again and counted, what stays is said, and nothing is left.
import { randomUUID } from "node:crypto";
import { existsSync } from "node:fs";
import { mkdir, mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startStandIn, type StandIn } from "../../fixtures/model/stand-in.mjs";
import { readCassette } from "../../src/cassette/read-cassette.js";
import { readTrace } from "../../src/cassette/read-trace.js";
import { processesMarked } from "../helpers/marked-processes.js";
import { runCli } from "../helpers/run-cli.js";
import { fixtureServer } from "../helpers/suite-folder.js";

const add = { calls: [{ tool: "add", input: { a: 15, b: 27 } }] };
const done = { text: ["It is ", { $result: 1 }, "."] };
const asked = (status: number, after: string) => ({
  status,
  headers: { "retry-after-ms": "", "retry-after": after },
  error: { type: "rate_limit_error", message: "Slow down" },
});
const SCRIPT = {
  workflows: [
    { user: "cut", turns: [add, { ...done, cuts: ["error", "close", "end"] }] },
    { user: "cut first", turns: [{ ...add, cuts: ["close"] }, done] },
    { user: "overloaded, then cut", turns: [add, { status: 529 }, { ...done, cuts: ["error"] }] },
    { user: "silent", turns: [add, { ...done, cuts: ["stall"] }] },
    { user: "pings", turns: [add, { ...done, pings: { every: 100, times: 15 } }] },
    { user: "silent for ever", turns: [add, { ...done, cut: "stall" }] },
    { user: "wait a second", turns: [add, asked(429, "1"), done] },
    { user: "wait an hour", turns: [add, asked(429, "3600")] },
  ],
};

let model: StandIn;
beforeAll(async () => {
  model = await startStandIn(SCRIPT);
});
afterAll(() => model.close());

/** Records one workflow in a folder of its own. `left`: what is there afterwards and should not be. */
async function record(user: string, config: object = {}) {
  const folder = await mkdtemp(join(tmpdir(), "mcpvals-faults-"));
  try {
    const temp = join(folder, "tmp");
    await mkdir(temp);
    const server = { ...fixtureServer("calculator.mjs"), inheritEnv: ["MARK"] };
    const workflows = [{ name: "it", steps: [{ user, expectedState: "42" }] }];
    await writeFile(join(folder, "demo.config.json"), JSON.stringify({ server, workflows, ...config }));
    const MARK = `mark-${randomUUID()}`;
    const env = { ANTHROPIC_API_KEY: "stand-in-key-0123456789", ANTHROPIC_BASE_URL: model.url, MARK, TMPDIR: temp };
    const ran = await runCli(["record", "demo.config.json"], { cwd: folder, env });
    const file = join(folder, "cassettes", "demo", "it.yaml");
    const stored = existsSync(file) ? await readCassette(file) : undefined;
    const trace = stored === undefined ? undefined : readTrace(stored.cassette, stored.contract);
    const journals = join(folder, ".mcpvals", "journal", "demo");
    const left = {
      processes: processesMarked(MARK),
      temporary: await readdir(temp),
      journals: existsSync(journals) ? await readdir(journals) : [],
    };
    return { ...ran, trace, left };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

const NOTHING = { processes: [], temporary: [], journals: [] };

describe.concurrent("a fault of the model side that passes", () => {
  it.each([
    ["cut", {}, [0, 3]],
    ["cut first", {}, [1, 0]],
    ["overloaded, then cut", {}, [0, 2]],
    ["silent", { modelTimeout: 1000 }, [0, 1]],
    ["wait a second", {}, [0, 1]],
  ])("is asked for again from the last whole turn, and counted: %s", async (user, config, retries) => {
    const { code, stdout, trace, left } = await record(user, config);
    expect([code, stdout]).toEqual([0, expect.stringContaining("✓ PASSED")]);
    expect(trace?.steps.flatMap((step) => step.turns.map((turn) => turn.retries))).toEqual(retries);
    expect(left).toEqual(NOTHING);
  });

  it("is none while pings come", async () => {
    const { code, trace, left } = await record("pings", { modelTimeout: 1000 });
    expect([code, trace?.steps[0]?.turns.length]).toEqual([0, 2]);
    expect(left).toEqual(NOTHING);
  });
});

describe.concurrent("a fault of the model side that stays", () => {
  it.each([
    ["silent for ever", { modelTimeout: 500 }, "no byte came for 500 ms (modelTimeout) (after 4 retries)"],
    ["wait an hour", {}, "not retried: the API asks to wait 3600 s, mcpvals waits 120 s at most"],
  ])("ends the run as one of the outside, and says what it was: %s", async (user, config, says) => {
    const { code, stdout, trace, left } = await record(user, config);
    expect([code, stdout.replace(/\s+/g, " ")]).toEqual([4, expect.stringContaining(says)]);
    expect(trace).toBeUndefined();
    // What broke off keeps its journal, and the report names it.
    expect(left).toEqual({ ...NOTHING, journals: ["it.jsonl"] });
    expect(stdout).toContain("it.jsonl");
  });
});
