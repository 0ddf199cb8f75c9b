// What the commands say and end with where a verdict hangs on more than scores: the built CLI on the servers of pairs.mjs.
import { existsSync } from "node:fs";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startStandIn, type StandIn } from "../../fixtures/model/stand-in.mjs";
import { pairs } from "../../fixtures/servers/pairs.mjs";
import { runHere, type HereResult } from "../helpers/run-here.js";
import { fixtureServer } from "../helpers/suite-folder.js";

let model: StandIn;
const folders: string[] = [];
beforeAll(async () => {
  const workflows = Object.entries(pairs).map(([user, { turns }]) => ({ user, turns }));
  model = await startStandIn({ workflows });
});
afterAll(async () => {
  await model.close();
  for (const folder of folders) await rm(folder, { recursive: true, force: true });
});

/** A suite of workflows that all ask for the same case, named `w1`, `w2`, …. */
async function makeSuite(name: string, version: "old" | "new", count = 1, folder?: string) {
  const at = folder ?? (await mkdtemp(join(tmpdir(), "mcpvals-verdicts-")));
  if (folder === undefined) folders.push(at);
  const { state, steps: _, ...rest } = pairs[name]?.expects ?? {};
  const workflows = Array.from({ length: count }, (__, index) => ({
    name: `w${index + 1}`,
    steps: [{ user: name, expectedState: state }],
    ...rest,
  }));
  await writeFile(
    join(at, "mcp-eval.config.json"),
    JSON.stringify({ server: fixtureServer("pair.mjs", name, version), workflows }),
  );
  return at;
}

const key = () => ({ ANTHROPIC_API_KEY: "stand-in-key-0123456789", ANTHROPIC_BASE_URL: model.url });
const run = (folder: string, ...args: string[]): Promise<HereResult> => runHere(args, { cwd: folder, env: key() });

describe("record of what does not replay on its own server", () => {
  it("writes the cassette, ends with 3, and says what to paste", async () => {
    const folder = await makeSuite("a-screenshot", "old");
    for (const args of [["record"], ["record", "--check"]]) {
      const { code, stdout } = await run(folder, ...args);
      expect({ args, code }).toEqual({ args, code: 3 });
      expect(stdout).toContain("Workflow: w1 ? INCONCLUSIVE");
      expect(stdout).toContain("Does not replay on its own server");
      expect(stdout).toContain(
        'To paste into mcp-eval.config.json:\n  "ignore": [\n    {"tool":"screenshot","path":"/content/0/data"}\n  ]\n',
      );
      expect(existsSync(join(folder, "cassettes/mcp-eval/w1.yaml"))).toBe(true);
    }
  });

  it("of several has one list, with each line once", async () => {
    const folder = await makeSuite("a-screenshot", "old", 12);
    const { code, stdout } = await run(folder, "record");
    expect(code).toBe(3);
    expect(stdout).toContain("12 workflows: ? INCONCLUSIVE, one cause\n");
    const list = stdout.slice(stdout.indexOf("    in: "), stdout.indexOf("To paste into "));
    expect(list.match(/\bw\d+\b/g)).toHaveLength(12);
    expect(stdout.match(/"tool":"screenshot"/g)).toHaveLength(1);
  });
});

describe("record without -t", () => {
  it("takes a workflow whose ground ended, also where all metrics had been decided", async () => {
    const folder = await makeSuite("payment-declined", "old");
    expect((await run(folder, "record", "--no-check")).code).toBe(0);
    await makeSuite("payment-declined", "new", 1, folder);
    expect((await run(folder, "replay")).code).toBe(3);
    const { code, stderr, stdout } = await run(folder, "record");
    expect(code).toBe(0);
    expect(stderr).toContain("Record w1: replay is inconclusive");
    expect(stdout).toContain("Recorded: ");
  });

  it("does not take one again in which nothing can be judged", async () => {
    const folder = await makeSuite("nothing-expected-and-nothing-done", "old");
    expect((await run(folder, "record")).code).toBe(3);
    const { code, stderr } = await run(folder, "record");
    expect(code).toBe(3);
    expect(stderr).toContain("Keep   w1: Nothing is expected of this workflow");
  });
});

describe("--fail-on regression", () => {
  it("lets pass what fails as it did, and not another call that fails at the same score", async () => {
    const folder = await makeSuite("another-call-fails", "old");
    expect((await run(folder, "record", "--no-check")).code).toBe(1);
    expect((await run(folder, "replay")).code).toBe(1);
    expect((await run(folder, "replay", "--fail-on", "regression")).code).toBe(0);
    await makeSuite("another-call-fails", "new", 1, folder);
    const { code, stdout } = await run(folder, "replay", "--fail-on", "regression");
    expect(code).toBe(1);
    expect(stdout).toContain("✗ health 50%  write (call 2) failed: tool error: disk full");
  });
});

describe("from eleven workflows on", () => {
  it("those that passed say in their line what differs, and that they were recorded", async () => {
    const folder = await makeSuite("a-new-field", "old", 11);
    const recorded = await run(folder, "record", "--no-check");
    expect(recorded.code).toBe(0);
    expect(recorded.stdout.match(/^✓ w\d+ 100% {2}recorded$/gm)).toHaveLength(11);
    await makeSuite("a-new-field", "new", 11, folder);
    const { code, stdout } = await run(folder, "replay");
    expect(code).toBe(0);
    expect(stdout.match(/^✓ w\d+ 100% {2}1 new optional field$/gm)).toHaveLength(11);
  });
});

describe("a metric that expects nothing", () => {
  it("is a dash and no percentage, in the guide's layout", async () => {
    const folder = await makeSuite("nothing-expected", "old");
    const { code, stdout } = await run(folder, "record");
    expect(code).toBe(0);
    expect(stdout).toContain("  – End-to-End Success: not applicable\n");
    expect(stdout).toContain("  – Tool Invocation Order: not applicable\n");
    expect(stdout).toContain("  ✓ Tool Call Health: 100%\n");
    const json = await run(folder, "replay", "-r", "json");
    expect(JSON.parse(json.stdout)).toMatchObject({
      version: 2,
      evaluations: [{ overallScore: 1, results: [{ verdict: "not-applicable", passed: true, score: null }, {}, {}] }],
    });
  });
});
