// What a shell sees where the key is missing, where the model's side fails, and where a recording is interrupted.
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startStandIn, type StandIn } from "../../fixtures/model/stand-in.mjs";
import { runCli } from "../helpers/run-cli.js";
import { runHere } from "../helpers/run-here.js";
import { fixtureServer, makeSuiteFolder, type SuiteFolder } from "../helpers/suite-folder.js";

const user = "Add 15 and 27";
const turns = [{ calls: [{ tool: "add", input: { a: 15, b: 27 } }] }, { text: ["It is ", { $result: 1 }, "."] }];
const CONFIG = "demo.config.json";
const MARK = "calculator-of-the-keys-test";

let suite: SuiteFolder;
let model: StandIn;
const key = (url = model.url) => ({ ANTHROPIC_API_KEY: "stand-in-key-0123456789", ANTHROPIC_BASE_URL: url });
beforeAll(async () => {
  suite = await makeSuiteFolder({
    server: fixtureServer("calculator.mjs", MARK),
    workflows: [{ name: "add", steps: [{ user, expectedState: "42" }] }],
  });
  model = await startStandIn({ workflows: [{ user, turns }] });
});
afterAll(async () => {
  await model.close();
  await suite.remove();
});

const cli = (args: string[], options: Parameters<typeof runHere>[1] = {}) =>
  runHere(args, { cwd: suite.folder, ...options });

describe("without a key", () => {
  it.each(["eval", "record"])(
    "%s ends with 4, one message that names the variable, and no word of passing",
    async (command) => {
      const { code, stdout, stderr } = await cli([command, CONFIG]);
      expect(code).toBe(4);
      expect(stderr).toContain("ANTHROPIC_API_KEY");
      expect(stderr.match(/\(MODEL_KEY_MISSING\)/g)).toHaveLength(1);
      expect(`${stdout}${stderr}`).not.toMatch(/pass|✓|✅/i);
      expect(existsSync(suite.cassette("add"))).toBe(false);
    },
  );

  it("of the judge, the suites that ask one stop at the first, with one message; the others are run", async () => {
    const config = JSON.parse(readFileSync(suite.file, "utf8")) as object;
    const names = ["first", "second", "third"].map((name) => `${name}.config.json`);
    for (const [at, name] of names.entries()) {
      await writeFile(join(suite.folder, name), JSON.stringify({ ...config, ...(at < 2 && { llmJudge: true }) }));
    }
    const { code, stdout, stderr } = await cli(["eval", ...names, "-r", "json"], { env: key() });
    expect(code).toBe(4);
    expect(stderr.match(/\(JUDGE_KEY_MISSING\)/g)).toHaveLength(1);
    const { reports } = JSON.parse(stdout) as { reports: { verdict: string }[] };
    expect(reports.map(({ verdict }) => verdict)).toEqual(["error", "error", "passed"]);
  });

  it("an empty one is none", async () => {
    const { code, stderr } = await cli(["eval", CONFIG], { env: { ANTHROPIC_API_KEY: " " } });
    expect(code).toBe(4);
    expect(stderr).toContain("MODEL_KEY_MISSING");
  });
});

describe("record, broken off", () => {
  it("first writes the cassette that the others must not touch", async () => {
    expect((await cli(["record", CONFIG], { env: key() })).code).toBe(0);
    expect((await cli(["replay", CONFIG])).code).toBe(0);
  });

  it("by an API that stays overloaded: exit 4, the old cassette byte-equal, a journal", async () => {
    const before = await suite.readCassette("add");
    const overloaded = await startStandIn({
      workflows: [{ user, turns: [{ status: 529, headers: { "retry-after-ms": "1" } }] }],
    });
    const { code, stdout, stderr } = await cli(["record", CONFIG, "--mode", "all"], { env: key(overloaded.url) });
    await overloaded.close();
    expect(code).toBe(4);
    expect(overloaded.requests.length).toBeGreaterThan(1);
    expect(`${stdout}${stderr}`).toMatch(/journal/);
    expect(await suite.readCassette("add")).toBe(before);
  });

  it("by Ctrl-C: exit 130, children gone, the old cassette byte-equal; the next record says what it found", async () => {
    const before = await suite.readCassette("add");
    const slow = await startStandIn({ workflows: [{ user, turns: [turns[0], { text: "42", delay: 60_000 }] }] });
    const { code, stdout, stderr } = await runCli(["record", CONFIG, "--mode", "all", "--debug"], {
      cwd: suite.folder,
      env: key(slow.url),
      onStart: (child) => {
        let seen = "";
        child.stderr?.on("data", (text: string) => {
          const due = !seen.includes("result 1");
          seen += text;
          if (due && seen.includes("result 1")) child.kill("SIGINT");
        });
      },
    });
    await slow.close();
    expect(code).toBe(130);
    expect(`${stdout}${stderr}`).not.toMatch(/PASSED|✅/);
    expect(await suite.readCassette("add")).toBe(before);
    expect(running(MARK)).toEqual([]);
    const journal = join(suite.folder, ".mcpvals", "journal", "demo", "add.jsonl");
    expect(readFileSync(journal, "utf8")).toContain('"type":"result"');

    const next = await cli(["record", CONFIG, "--mode", "all"], { env: key() });
    expect(next.stderr).toMatch(/recording of add was broken off \(started .*, \d+ events\).*journal/);
    expect(next.code).toBe(0);
    expect(existsSync(journal)).toBe(false);
  });
});

describe("a config in TypeScript", () => {
  it("is recorded and replayed as one in JSON", async () => {
    const server = JSON.stringify(fixtureServer("calculator.mjs"));
    const code = `
      enum Sum { Answer = 42 }
      interface Step { user: string; expectedState: string }
      const steps: Step[] = [{ user: ${JSON.stringify(user)}, expectedState: String(Sum.Answer) }];
      export default { server: ${server}, workflows: [{ name: "typed", steps }] };
    `;
    await writeFile(join(suite.folder, "typed.config.ts"), code);
    expect((await cli(["record", "typed.config.ts"], { env: key() })).code).toBe(0);
    expect(existsSync(join(suite.folder, "cassettes", "typed", "typed.yaml"))).toBe(true);
    const { code: exit, stdout } = await cli(["replay", "typed.config.ts"]);
    expect(stdout).toContain("Workflow: typed ✓ PASSED");
    expect(exit).toBe(0);
  });
});

/** Processes whose command line has the mark; none where there is no /proc. */
function running(mark: string): string[] {
  if (!existsSync("/proc")) return [];
  return readdirSync("/proc").filter((pid) => {
    try {
      return /^\d+$/.test(pid) && readFileSync(`/proc/${pid}/cmdline`, "utf8").includes(mark);
    } catch {
      return false;
    }
  });
}
