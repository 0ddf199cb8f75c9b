// `check.try` and `--try`: a doubtful call is made once with each reading, only where no guess can do harm, and only to exclude.
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { startStandIn, type StandIn } from "../../fixtures/model/stand-in.mjs";
import type { Config } from "../../src/index.js";
import { runHere, type HereResult } from "../helpers/run-here.js";
import { fixtureServer, makeSuiteFolder, type SuiteFolder } from "../helpers/suite-folder.js";

const PROMPT = "Open 1 ticket and look up number 1";
const script = {
  workflows: [
    {
      user: PROMPT,
      turns: [
        { calls: [{ tool: "open_ticket", input: { title: "Printer" } }] },
        { calls: [{ tool: "look_up", input: { number: { $result: 1, pointer: "/ticket" } } }] },
        { text: "It is about the Printer." },
      ],
    },
  ],
};

let suite: SuiteFolder;
let model: StandIn;
beforeAll(async () => {
  model = await startStandIn(script);
});
afterAll(() => model.close());
beforeEach(async () => {
  suite = await makeSuiteFolder({ server: { command: "node" } } as Config);
});
afterEach(() => suite.remove());

const file = (name: string): string => join(suite.folder, name);

function configOf(more: Partial<Config> = {}, ...mode: string[]): Config {
  return {
    server: fixtureServer("numbered.mjs", file("counter"), file("log"), ...mode),
    workflows: [{ name: "look", steps: [{ user: PROMPT, expectedState: "Printer" }] }],
    ...more,
  };
}

async function record(config: Config, ...flags: string[]): Promise<HereResult> {
  await suite.configure(config);
  await writeFile(file("log"), "");
  const env = { ANTHROPIC_API_KEY: "stand-in-key-0123456789", ANTHROPIC_BASE_URL: model.url };
  return runHere(["record", ...flags, suite.file], { cwd: suite.folder, env });
}

/** The numbers that were looked up, after those of the recording. */
async function lookedUp(): Promise<number[]> {
  const calls = (await readFile(file("log"), "utf8")).trim().split("\n");
  const numbers = calls.flatMap((line): number[] => {
    const [name, args] = JSON.parse(line) as [string, { number: number }];
    return name === "look_up" ? [args.number] : [];
  });
  return numbers.slice(1);
}

describe("a doubtful argument", () => {
  it("is told with both pins, and nothing is sent for it, without a try", async () => {
    const { code, stdout } = await record(configOf());
    expect(code).toBe(3);
    expect(stdout).toContain('"constant":true');
    expect(stdout).toContain('"path":"/content/0/json/ticket"');
    expect(await lookedUp()).toEqual([]);
  });

  it.each([
    ["check.try", { check: { try: true } }, []],
    ["--try", {}, ["--try"]],
  ])("loses the reading with which the call failed: %s", async (_, more, flags) => {
    const { code, stdout } = await record(configOf(more), ...flags);
    // It only excludes: which it is a person says, with the pin that is left.
    expect(code).toBe(3);
    expect(stdout).toContain('"path":"/content/0/json/ticket"');
    expect(stdout).not.toContain('"constant":true');
    // The rest of the sentence is cut: the files that the server writes are said, too.
    expect(stdout).toContain("(not what Claude wrote");
    expect(await lookedUp()).toEqual([3, 1]);
    const cassette = await suite.readCassette("look");
    expect(cassette).toMatch(/readings: \[ ticket \], excluded: \[ constant \]/);
    expect(cassette).not.toContain("sent:");
    // With that pin it replays.
    const pins = [{ tool: "open_ticket", path: "/content/0/json/ticket", into: "look_up", argument: "/number" }];
    expect((await record({ ...configOf(more), pins }, "--check")).code).toBe(0);
    expect((await runHere(["replay", suite.file], { cwd: suite.folder })).code).toBe(0);
  });

  it("is never tried on a tool that may write, and the reason is said", async () => {
    const { code, stdout, stderr } = await record(configOf({ check: { try: true } }, "writes"));
    expect(code).toBe(3);
    expect(await lookedUp()).toEqual([]);
    expect(stdout).toContain('"constant":true');
    expect(stdout + stderr).toContain("look_up may write, and the config resets nothing");
  });

  it("is tried on such a tool where the data are reset before each try", async () => {
    // The reset leaves the counter: only then is there a doubt.
    const reset = "echo reset >> resets";
    const { code, stdout } = await record(configOf({ check: { try: true }, reset }, "writes"));
    expect(code).toBe(3);
    expect(stdout).toContain("failed in a try");
    expect(await lookedUp()).toEqual([3, 1]);
    // The recording, the check that stops at the doubt, two tries.
    expect((await readFile(file("resets"), "utf8")).trim().split("\n")).toHaveLength(4);
  });
});
