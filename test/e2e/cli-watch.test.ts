// `replay --watch`: a save turns the verdict, a run of another kind is asked for by a key, and nothing is left behind.
import { spawn, type ChildProcess } from "node:child_process";
import { randomUUID } from "node:crypto";
import { existsSync } from "node:fs";
import { copyFile, mkdtemp, readFile, rename, rm, writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { cleanEnvironment } from "../helpers/clean-environment.js";
import { processesMarked } from "../helpers/marked-processes.js";
import { writeRecordedSuites } from "../helpers/recorded-suites.js";
import { runCli } from "../helpers/run-cli.js";

const SERVERS = fileURLToPath(new URL("../../fixtures/servers/", import.meta.url));
const PATIENCE_MS = 100_000;

let folder: string;
let scratch: string;
const at = (file: string): string => join(folder, file);
/** As a whole: a file that is cut first and filled later is two changes on a busy machine. */
async function save(file: string, text: string): Promise<void> {
  const other = join(scratch, randomUUID());
  await writeFile(other, text);
  await rename(other, at(file));
}
const mark = `watch-${randomUUID()}`;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "mcpvals-watch-"));
  scratch = await mkdtemp(join(tmpdir(), "mcpvals-watch-"));
  for (const file of ["calculator.mjs", "json-rpc.mjs"]) await copyFile(join(SERVERS, file), at(file));
  await copyFile(join(SERVERS, "calculator.mjs"), at("tea.mjs"));
  const serverOf = (file: string) => ({
    server: { transport: "stdio" as const, command: process.execPath, args: [`../${file}`] },
  });
  await writeRecordedSuites(folder, scratch, [
    {
      file: "a/sky.mcp-eval.config.json",
      workflows: { blue: 1, grey: 1 },
      more: { ...serverOf("calculator.mjs"), inputs: ["../calculator.mjs"] },
    },
    { file: "b/tea.mcp-eval.config.json", workflows: { hot: 1 }, more: serverOf("tea.mjs") },
  ]);
});
afterAll(async () => {
  await rm(folder, { recursive: true, force: true });
  await rm(scratch, { recursive: true, force: true });
});

class Watching {
  private text = "";
  private read = 0;
  private readonly ended: Promise<number | null>;

  constructor(readonly child: ChildProcess) {
    for (const stream of [child.stdout, child.stderr]) {
      stream?.setEncoding("utf8").on("data", (text: string) => void (this.text += text));
    }
    this.ended = new Promise((resolve) => child.once("close", (code) => resolve(code)));
  }

  /** What is printed until the pattern has come, from where the last call ended. */
  async until(pattern: RegExp): Promise<string> {
    const from = performance.now();
    for (;;) {
      const fresh = this.text.slice(this.read);
      const found = pattern.exec(fresh);
      if (found !== null) {
        this.read += found.index + found[0].length;
        return fresh.slice(0, found.index + found[0].length);
      }
      if (performance.now() - from > PATIENCE_MS || this.child.exitCode !== null) {
        throw new Error(`${String(pattern)} did not come:\n${fresh}`);
      }
      await wait(20);
    }
  }

  end(signal: NodeJS.Signals): Promise<number | null> {
    this.child.kill(signal);
    return this.ended;
  }

  gone(): Promise<number | null> {
    return this.ended;
  }
}

let watching: Watching | undefined;
afterEach(async () => {
  await watching?.end("SIGKILL");
  watching = undefined;
});

function watch(...args: string[]): Watching {
  const main = fileURLToPath(new URL("../../dist/bin/main.cjs", import.meta.url));
  const child = spawn(process.execPath, [main, "replay", "-w", ...args], {
    cwd: folder,
    env: cleanEnvironment({ MARK: mark, OPENAI_API_KEY: "stand-in-key-0123456789" }),
    stdio: ["ignore", "pipe", "pipe"],
  });
  return (watching = new Watching(child));
}

/** In a pseudo terminal, as `script` of util-linux makes one. */
const hasScript = process.platform === "linux" && existsSync("/usr/bin/script");

function watchOnTerminal(): Watching {
  const main = fileURLToPath(new URL("../../dist/bin/main.cjs", import.meta.url));
  const line = [process.execPath, main, "replay", "-w", "-q"].map((word) => `'${word}'`).join(" ");
  const child = spawn("/usr/bin/script", ["-qefc", line, "/dev/null"], {
    cwd: folder,
    env: cleanEnvironment({ MARK: mark, TERM: "dumb" }),
    stdio: ["pipe", "pipe", "pipe"],
  });
  return (watching = new Watching(child));
}

const WAITING = /Watching 2 suites\. .*\n/;

describe("replay --watch", () => {
  it("runs again what a change of the server, a cassette or a config concerns", async () => {
    const server = await readFile(at("calculator.mjs"), "utf8");
    const cassette = await readFile(at("a/cassettes/sky/grey.yaml"), "utf8");
    const config = await readFile(at("b/tea.mcp-eval.config.json"), "utf8");
    const run = watch("-q");
    expect(await run.until(WAITING)).toContain("3 workflows: 3 passed");

    await save("calculator.mjs", "process.exit(1);\n");
    const broken = await run.until(WAITING);
    expect(broken).toContain("calculator.mjs changed: 1 of 2 suites\n");
    expect(broken).toContain("2 workflows: 0 passed, 2 failed");
    await save("calculator.mjs", server);
    expect(await run.until(WAITING)).toContain("2 workflows: 2 passed");

    await save("a/cassettes/sky/grey.yaml", `${cassette}\n`);
    expect(await run.until(WAITING)).toContain(
      `${join("a", "cassettes", "sky", "grey.yaml")} changed: 1 of 2 workflows\n`,
    );
    await save("a/cassettes/sky/grey.yaml", cassette);
    expect(await run.until(WAITING)).toContain("1 workflow: 1 passed");

    await save("b/tea.mcp-eval.config.json", "{");
    expect(await run.until(/Watching for a config that loads\. .*\n/)).toContain("(CONFIG_INVALID)");
    await save("b/tea.mcp-eval.config.json", config);
    const fixed = await run.until(WAITING);
    expect(fixed).toContain("changed: 1 of 2 suites");
    expect(fixed).toContain("1 workflow: 1 passed");
    expect(await run.end("SIGINT")).toBe(0);
    if (process.platform === "linux") expect(processesMarked(mark)).toEqual([]);
  });

  it("begins no run because of the report that it writes, and ends with the code of the last run", async () => {
    const server = await readFile(at("tea.mjs"), "utf8");
    const run = watch("-r", `json=${at("b/report.json")}`, "b");
    expect(await run.until(/Watching 1 suite\. .*\n/)).toContain(
      'Of tea.mjs only the file itself is watched: name what it needs in "inputs"\n',
    );
    await save("b/notes.md", "x\n");
    // A run that the report had begun would come first.
    expect(await run.until(/Watching 1 suite\. .*\n/)).toContain(`${join("b", "notes.md")} changed: 1 of 1 suite\n`);
    await save("tea.mjs", "process.exit(1);\n");
    const broken = await run.until(/Watching 1 suite\. .*\n/);
    expect(broken).toContain("tea.mjs changed: 1 of 1 suite\n");
    expect(broken).not.toContain("Of tea.mjs only");
    expect(await run.end("SIGTERM")).toBe(1);
    await save("tea.mjs", server);
    if (process.platform === "linux") expect(processesMarked(mark)).toEqual([]);
  });

  it("does not run for ever where the server writes beside its config", async () => {
    const server = await readFile(at("tea.mjs"), "utf8");
    await save(
      "tea.mjs",
      `import { writeFileSync } from "node:fs";\nwriteFileSync("log.txt", String(Math.random()));\n${server}`,
    );
    const run = watch("-q", "b");
    await run.until(/log\.txt changes while the server runs, so that starts no other run/);
    expect(await run.until(/Watching 1 suite\. .*\n/)).toContain("1 workflow: 1 passed");
    await save("tea.mjs", server);
    expect(await run.end("SIGTERM")).toBe(0);
  });

  it("asks no judge that the config asks for, and says what replay says", async () => {
    const asked: string[] = [];
    const judge = createServer((request, response) => {
      asked.push(request.url ?? "");
      response.end("{}");
    });
    const port = await new Promise<number>((resolve) =>
      judge.listen(0, "127.0.0.1", () => resolve((judge.address() as AddressInfo).port)),
    );
    const file = "b/tea.mcp-eval.config.json";
    const config = await readFile(at(file), "utf8");
    const baseURL = `http://127.0.0.1:${port}/v1`;
    await save(file, JSON.stringify({ ...JSON.parse(config), llmJudge: true, judge: { baseURL } }));
    try {
      const run = watch("-q", "b");
      expect(await run.until(/Watching 1 suite\. .*\n/)).toContain("no verdict of the judge is recorded");
      expect(await run.end("SIGTERM")).toBe(3);
      expect(asked).toEqual([]);
    } finally {
      judge.close();
      await save(file, config);
    }
  });

  it.skipIf(!hasScript)("takes keys from a terminal, and gives it back", async () => {
    const server = await readFile(at("calculator.mjs"), "utf8");
    for (const file of ["calculator.mjs", "tea.mjs"]) await save(file, "process.exit(1);\n");
    const run = watchOnTerminal();
    await run.until(/Keys: a all, f what did not pass, q quit/);
    await save("calculator.mjs", server);
    await run.until(/calculator\.mjs changed: 1 of 2 suites/);
    await run.until(/Keys: /);
    run.child.stdin?.write("f");
    await run.until(/What did not pass: 1 of 1 workflow\b/);
    await run.until(/Keys: /);
    await save("tea.mjs", server);
    await run.until(/tea\.mjs changed: 1 of 2 suites/);
    await run.until(/Keys: /);
    run.child.stdin?.write("f");
    await run.until(/Everything passed/);
    run.child.stdin?.write("a");
    await run.until(/All: 2 of 2 suites/);
    await run.until(/Keys: /);
    run.child.stdin?.write("q");
    expect(await run.gone()).toBe(0);
    if (process.platform === "linux") expect(processesMarked(mark)).toEqual([]);
  });

  it.each(["ts", "mjs", "cjs", "js"])("reads a config in .%s again when it changes", async (extension) => {
    const file = `code.mcp-eval.config.${extension}`;
    const configOf = (name: string): string =>
      `${extension === "cjs" ? "module.exports =" : "export default"} { server: { transport: "stdio", command: "node", args: ["calculator.mjs"] }, workflows: [{ name: "${name}", steps: [{ user: "x" }] }] };\n`;
    await save(file, configOf("before"));
    const run = watch("-q", file);
    expect(await run.until(/Watching 1 suite\. .*\n/)).toContain("Workflow: before");
    await save(file, configOf("after"));
    expect(await run.until(/Watching 1 suite\. .*\n/)).toContain("Workflow: after");
    await run.end("SIGTERM");
    await rm(at(file));
  });

  it.each([
    [["--shard", "1/2"], {}, "--watch and --shard exclude each other"],
    [["--changed"], {}, "--watch and --changed exclude each other"],
    [["--judge", "live"], {}, "--watch and --judge exclude each other"],
    [["--update"], {}, "--watch and --update exclude each other"],
    [[], { CI: "true" }, "does not run in CI"],
  ])("is refused with %j %j", async (flags, env, message) => {
    const { code, stdout, stderr } = await runCli(["replay", "--watch", ...flags], { cwd: folder, env });
    expect({ code, stdout }).toEqual({ code: 2, stdout: "" });
    expect(stderr).toContain(message);
  });
});
