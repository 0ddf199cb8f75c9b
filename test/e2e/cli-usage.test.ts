import { mkdtemp, readFile, rm, writeFile, mkdir } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import manifest from "../../package.json" with { type: "json" };
import { runCli } from "../helpers/run-cli.js";
import { runHere } from "../helpers/run-here.js";

const CONFIG = {
  server: { transport: "stdio", command: "node", args: ["server.js"], env: { TOKEN: "${TRAVEL_TOKEN}" } },
  workflows: [
    { name: "book a table", description: "One evening out", steps: [{ user: "Book a table." }, { user: "Thanks." }] },
    { name: "weather", steps: [{ user: "What is the weather?" }] },
  ],
};

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "mcpvals-cli-"));
  await writeFile(join(folder, "mcp-eval.config.json"), JSON.stringify(CONFIG));
  await mkdir(join(folder, "broken"));
  await writeFile(join(folder, "broken", "typo.json"), '{ "workflow": [], "servr": {} }');
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const built = (...args: string[]) => runCli(args, { cwd: folder });
const cli = (...args: string[]) => runHere(args, { cwd: folder });

describe("help and version", () => {
  it("--help prints the help on stdout and ends well; no argument prints the first words", async () => {
    const { code, stdout, stderr } = await built("--help");
    expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
    for (const name of ["eval", "record", "replay", "list"]) expect(stdout).toContain(`mcpvals ${name}`);
    expect((await built()).stdout).toContain("\nStart with: mcpvals init\n");
  });

  it("--version and -v print the version alone", async () => {
    for (const flag of ["--version", "-v"]) {
      expect(await built(flag)).toMatchObject({ code: 0, stdout: `${manifest.version}\n`, stderr: "" });
    }
  });

  it.each([
    ["replay", "mcpvals replay --offline"],
    ["proxy", "mcpvals proxy --out session.yaml -- node server.js"],
    ["serve", "mcpvals serve session.yaml --http 3333"],
  ])("--help of %s shows examples", async (command, example) => {
    const { code, stdout, stderr } = await built(command, "--help");
    expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
    expect(stdout).toContain(example);
    expect((await built("help", command)).stdout).toBe(stdout);
  });
});

describe("a wrong request ends with 2, one message on stderr and nothing on stdout", () => {
  it.each([
    [["replya"], "Did you mean `mcpvals replay`?"],
    [["eval", "-j", "0"], "--concurrency takes a number of workflows"],
    [["eval", "-r", "xml"], 'The reporter "xml" does not exist'],
    [["replay", "--model", "m"], "the model is recorded"],
    [["eval", "-t", "wether"], "-t weather?"],
    [["eval", "nowhere.json"], "nowhere.json (CONFIG_NOT_FOUND)"],
    [["eval", "mcp-eval.config.json", "broken/typo.json"], "servr"],
  ])("%j", async (args, message) => {
    const { code, stdout, stderr } = await cli(...args);
    expect(stderr).toContain(message);
    expect(stderr).not.toMatch(/^ +at /m);
    expect({ code, stdout }).toEqual({ code: 2, stdout: "" });
  });

  it("shows the stack with --debug", async () => {
    expect((await built("eval", "broken/typo.json", "--debug")).stderr).toMatch(/^ +at /m);
  });
});

describe("eval without a key", () => {
  it("ends with 4 and one message that names the variable, with pure stdout", async () => {
    const { code, stdout, stderr } = await built("eval", "--reporter", "json");
    expect({ code, stdout }).toEqual({ code: 4, stdout: "" });
    expect(stderr.match(/ANTHROPIC_API_KEY is not set/g)).toHaveLength(1);
  });

  it("names the wrong config before the missing key", async () => {
    expect((await cli("eval", "broken/typo.json")).code).toBe(2);
  });
});

describe("list", () => {
  it("shows the suites here with their workflows and what they need", async () => {
    const { code, stdout, stderr } = await built("list");
    expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
    expect(stdout).toContain("mcp-eval.config.json");
    expect(stdout).toMatch(/book a table +\(2 steps\) +no cassette\n +One evening out/);
    expect(stdout).toContain("ANTHROPIC_API_KEY, not set");
    expect(stdout).toContain("${TRAVEL_TOKEN}, not set");
    expect(stdout).not.toContain("\u001b");
  });

  it("gives the same as JSON, without values of variables", async () => {
    const { stdout } = await runCli(["list", "--json"], { cwd: folder, env: { TRAVEL_TOKEN: "s3cret-value" } });
    expect(stdout).not.toContain("s3cret-value");
    expect(JSON.parse(stdout)).toMatchObject({
      version: 1,
      suites: [
        {
          name: "mcp-eval",
          server: { transport: "stdio", command: ["node", "server.js"] },
          workflows: [
            { name: "book a table", steps: 2, skip: false, cassette: { state: "missing" } },
            { name: "weather", steps: 1 },
          ],
          needs: { variables: [{ name: "TRAVEL_TOKEN", set: true, required: true }] },
        },
      ],
    });
  });

  it("lists what can be read, says what cannot, and ends with 2", async () => {
    const { code, stdout, stderr } = await cli("list", "mcp-eval.config.json", "broken/typo.json");
    expect(code).toBe(2);
    expect(stdout).toContain("book a table");
    expect(stderr).toContain("servr");
  });

  it("has no report of the other reporters, and says so", async () => {
    const { code, stderr } = await cli("list", "-r", "junit=out/list.xml");
    expect(code).toBe(2);
    expect(stderr).toContain("--reporter is console or json for list, not junit");
  });

  it("writes a report file with its folders, and leaves stdout empty", async () => {
    const { code, stdout } = await cli("list", "-r", "json=out/deep/list.json");
    expect({ code, stdout }).toEqual({ code: 0, stdout: "" });
    expect(JSON.parse(await readFile(join(folder, "out", "deep", "list.json"), "utf8"))).toMatchObject({ version: 1 });
  });

  it("colours only where it is asked to", async () => {
    expect((await runCli(["list"], { cwd: folder, env: { FORCE_COLOR: "1" } })).stdout).toContain("\u001b[");
    const plain = await runCli(["list", "--no-color"], { cwd: folder, env: { FORCE_COLOR: "1" } });
    expect(plain.stdout).not.toContain("\u001b[");
  });
});

describe("stdout", () => {
  it("is complete through a slow pipe, over 1 MB", async () => {
    const big = join(folder, "big.json");
    const workflows = Array.from({ length: 3000 }, (_, at) => ({
      name: `workflow ${at}`,
      description: "x".repeat(400),
      steps: [{ user: "hi" }],
    }));
    await writeFile(big, JSON.stringify({ workflows }));
    const { code, stdout } = await runCli(["list", big, "--json"], {
      cwd: folder,
      onStart: ({ stdout: pipe }) => {
        pipe?.pause();
        setTimeout(() => pipe?.resume(), 700);
      },
    });
    expect(code).toBe(0);
    expect(stdout.length).toBeGreaterThan(1_000_000);
    expect(JSON.parse(stdout).suites[0].workflows).toHaveLength(3000);
  });

  it.each([["list", "--json"], ["--version"], ["proxy", "--help"]])(
    "may be closed early by its reader: %s %s",
    async (...args) => {
      const { code, stderr } = await runCli(args, {
        cwd: folder,
        onStart: ({ stdout: pipe }) => pipe?.destroy(),
      });
      expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
    },
  );
});
