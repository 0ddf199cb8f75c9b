import { mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startStandIn } from "../../fixtures/model/stand-in.mjs";
import { runCli } from "../helpers/run-cli.js";

const CALCULATOR = fileURLToPath(new URL("../../fixtures/servers/calculator.mjs", import.meta.url));
const turns = [{ calls: [{ tool: "add", input: { a: 15, b: 27 } }] }, { text: ["It is ", { $result: 1 }, "."] }];

let folder: string;
let model: Awaited<ReturnType<typeof startStandIn>>;
const suiteFile = () => join(folder, "suites", "mcp-eval.config.json");
const config = (user: string) =>
  JSON.stringify({
    server: { transport: "stdio", command: process.execPath, args: [CALCULATOR] },
    workflows: [{ name: "add", steps: [{ user, expectedState: "42", expectTools: ["add"] }] }],
  });
const key = () => ({ ANTHROPIC_API_KEY: "stand-in-key-0123456789", ANTHROPIC_BASE_URL: model.url });

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "mcpvals-cli-"));
  model = await startStandIn({ workflows: [{ user: "Add 15 and 27", turns }] });
  await mkdir(join(folder, "suites"));
  await writeFile(suiteFile(), config("Add 15 and 27"));
});
afterAll(async () => {
  await model.close();
  await rm(folder, { recursive: true, force: true });
});

const cli = (args: string[], env: Record<string, string> = {}) => runCli(args, { cwd: folder, env });

describe("record, then replay", () => {
  it("replay without a cassette is inconclusive and ends with 3, or 0 where that is only warned of", async () => {
    const { code, stdout } = await cli(["replay", "-q"]);
    expect(code).toBe(3);
    expect(stdout).toContain("mcpvals record");
    const warned = await cli(["replay", "-q", "--on-inconclusive", "warn", "-r", "json"]);
    expect(warned.code).toBe(0);
    expect(JSON.parse(warned.stdout)).toMatchObject({ passed: false, verdict: "inconclusive" });
  });

  it("record does not look below the folder, for it spends money", async () => {
    const { code, stderr } = await cli(["record"], key());
    expect(code).toBe(2);
    expect(stderr).toContain("CONFIG_NOT_FOUND");
    expect(model.requests).toHaveLength(0);
  });

  it("record refuses in CI", async () => {
    expect((await cli(["record", "suites"], { ...key(), CI: "true" })).code).toBe(2);
    expect(model.requests).toHaveLength(0);
  });

  it("record writes a cassette that list knows and replay plays, without a key and without asking the model", async () => {
    const recorded = await cli(["record", "suites"], key());
    expect(recorded).toMatchObject({ code: 0 });
    const asked = model.requests.length;
    expect(asked).toBe(2);

    const listed = JSON.parse((await cli(["list", "--json"])).stdout);
    expect(listed.suites[0].workflows[0].cassette).toMatchObject({ state: "recorded", answered: "stand-in" });
    const cassette = await readFile(listed.suites[0].workflows[0].cassette.file, "utf8");
    expect(cassette).not.toContain("stand-in-key-0123456789");

    const replayed = await cli(["replay", "-r", "json", "-q"], key());
    expect(replayed).toMatchObject({ code: 0, stderr: "" });
    expect(JSON.parse(replayed.stdout)).toMatchObject({ command: "replay", passed: true });
    expect((await cli(["replay", "--offline", "-q"])).code).toBe(0);
    expect(model.requests).toHaveLength(asked);
  });

  it("a changed prompt makes it stale: list says so, and replay ends with 3", async () => {
    await writeFile(suiteFile(), config("Add 15 and 28"));
    expect((await cli(["list"])).stdout).toMatch(/stale, recorded .*\n.*step 1 was "Add 15 and 27"/);
    expect((await cli(["replay", "-q"])).code).toBe(3);
  });

  it("a server that does not come up is a no, for it did when it was recorded", async () => {
    await writeFile(suiteFile(), config("Add 15 and 27"));
    const broken = ["--", process.execPath, "-e", "process.exit(3)"];
    expect((await cli(["replay", "-q", ...broken])).code).toBe(1);
  });
});
