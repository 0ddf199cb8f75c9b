// Patterns and schemas that take for ever: every command ends, says what it has not checked, and hears a signal.
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startStandIn } from "../../fixtures/model/stand-in.mjs";
import { bestOfRuns } from "../helpers/best-of.js";
import { runCli, type CliResult } from "../helpers/run-cli.js";
import { fixtureServer } from "../helpers/suite-folder.js";

const EVIL = "^(a+)+$";
const WORD = `${"a".repeat(40)}!`;
const text = (value: string, more = {}) => ({ content: [{ type: "text", text: value }], ...more });
/** Six self-references, and some words at their end. */
const self = (description: string) => ({
  type: "object",
  properties: {
    word: { type: "string", description },
    ...Object.fromEntries(["a", "b", "c", "d", "e", "f"].map((name) => [name, { $ref: "#" }])),
  },
});
const evil = { type: "object", properties: { word: { type: "string", pattern: EVIL } } };
const open = { type: "object" };

interface Listed {
  tool: { name: string; inputSchema: object; outputSchema?: object; description?: string };
  result: object;
}
const listed = (
  name: string,
  inputSchema: object,
  more: { outputSchema?: object; description?: string } = {},
): Listed => ({
  tool: { name, inputSchema, ...more },
  result: more.outputSchema === undefined ? text(WORD) : text(WORD, { structuredContent: { word: WORD } }),
});

let folder: string;
let model: Awaited<ReturnType<typeof startStandIn>>;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "mcpvals-hangs-"));
  model = await startStandIn({
    workflows: ["say", "say it often"].map((user) => ({
      user,
      turns: [
        ...Array.from({ length: user === "say" ? 1 : 12 }, (_, at) => ({
          calls: [{ tool: "say", input: { word: WORD, at } }],
        })),
        { text: ["It says: ", { $result: 1 }] },
      ],
    })),
  });
});
afterAll(async () => {
  await model.close();
  await rm(folder, { recursive: true, force: true });
});

interface Suite {
  tools: Listed[];
  expectedState?: string | { regex: string };
  user?: string;
}

/** A suite of its own, with commands on it. */
async function suite(name: string, { tools, expectedState = "aaa", user = "say" }: Suite) {
  const file = join(folder, `${name}.json`);
  const serve = (now: Listed[]) => writeFile(file, JSON.stringify(now));
  await serve(tools);
  const config = {
    server: fixtureServer("listed.mjs", file),
    workflows: [{ name: "say", steps: [{ user, expectedState }] }],
  };
  await writeFile(join(folder, `${name}.config.json`), JSON.stringify(config));
  const env = { ANTHROPIC_API_KEY: "stand-in-key-0123456789", ANTHROPIC_BASE_URL: model.url };
  const cli = (...args: string[]): Promise<CliResult> => runCli(args, { cwd: folder, env });
  const on = (...args: string[]) => cli(args[0] ?? "", `${name}.config.json`, ...args.slice(1));
  const replay = async () => {
    const { code, stdout } = await on("replay", "-q", "-r", "json");
    const [evaluation] = JSON.parse(stdout).evaluations;
    return { code, metrics: evaluation.results, drift: evaluation.replay.drift };
  };
  return { serve, on, replay };
}

const metricOf = (metrics: { id: string }[], id: string) => metrics.find((metric) => metric.id === id);

describe("six self-references", () => {
  it.each([
    ["called", "say", "reworded"],
    ["never called", "idle", "docs"],
  ])("of a tool that is %s: only words differ, in replay and in diff", async (_, changed, kind) => {
    const tools = (words: string) =>
      ["say", "idle"].map((name) => listed(name, self(name === changed ? words : "One.")));
    const { serve, on, replay } = await suite(`self-${changed}`, { tools: tools("One.") });
    expect((await on("record", "-q")).code).toBe(0);
    await serve(tools("Two."));
    const { drift } = await replay();
    expect(drift.map((one: { class: string }) => one.class)).toEqual([kind]);
    const { stdout } = await on("diff", "-q", "-r", "json");
    const [contract] = JSON.parse(stdout).contracts;
    expect(contract.changes.map((one: { rule: string }) => one.rule)).toEqual(["description-changed"]);
  });
});

describe(`the pattern ${EVIL}`, () => {
  it.each<[string, Listed[], string]>([
    ["an input schema", [listed("say", evil)], "arguments against inputSchema"],
    ["an output schema", [listed("say", open, { outputSchema: evil })], "structuredContent against outputSchema"],
  ])("in %s is not checked, and said so", async (what, tools, checked) => {
    const { on, replay } = await suite(what.replaceAll(" ", "-"), { tools });
    expect((await on("record", "-q")).code).toBe(0);
    const { metrics } = await replay();
    expect(metricOf(metrics, "tool-call-health")).toMatchObject({
      details: expect.stringContaining(
        `not checked: say (call 1): ${checked}: the check took too long and was stopped`,
      ),
      metadata: { notChecked: [{ tool: "say", call: 1 }] },
    });
    expect((await on("lint")).code).toBe(0);
    expect((await on("replay", "-q", "--offline")).code).toBe(0);
  });

  it("in a committed contract makes drift that nobody can check: never green", async () => {
    const { serve, on, replay } = await suite("contract", { tools: [listed("say", evil)] });
    expect((await on("record", "-q")).code).toBe(0);
    await serve([listed("say", { ...evil, required: ["word"] })]);
    const { code, drift } = await replay();
    expect(code).toBe(3);
    expect(drift).toMatchObject([{ class: "reworded", note: expect.stringContaining("cannot be checked") }]);
    expect((await on("diff", "-q")).code).not.toBe(70);
  });

  it("as an expected state is inconclusive, with the reason", async () => {
    const { on, replay } = await suite("state", { tools: [listed("say", open)], expectedState: { regex: EVIL } });
    await on("record", "-q");
    const { code, metrics } = await replay();
    expect(code).toBe(3);
    expect(metricOf(metrics, "end-to-end-success")).toMatchObject({
      verdict: "inconclusive",
      details: expect.stringContaining(`not checked: /${EVIL}/: the check took too long and was stopped`),
    });
  });

  it("in all places and in twelve calls ends, and a signal is heard while it is tried", async () => {
    const tools = [listed("say", evil, { outputSchema: evil })];
    const { on } = await suite("often", { tools, expectedState: { regex: EVIL }, user: "say it often" });
    await on("record", "-q");
    expect((await on("replay", "-q")).code).toBe(3);
    const since = await bestOfRuns(1000, async () => {
      let sent = 0;
      const { code } = await runCli(["replay", "often.config.json", "--debug"], {
        cwd: folder,
        onStart: (child) => {
          child.stderr?.on("data", (said: string) => {
            if (sent > 0 || !/call 12:/.test(said)) return;
            sent = performance.now();
            child.kill("SIGTERM");
          });
        },
      });
      expect([143, 3]).toContain(code);
      return performance.now() - sent;
    });
    expect(since).toBeLessThan(1000);
  });
});
