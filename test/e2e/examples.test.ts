// Builds, replays and lints each example as its README says, in a copy elsewhere.
import { spawnSync } from "node:child_process";
import { cp, mkdtemp, readdir, readFile, rm, symlink } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { cleanEnvironment } from "../helpers/clean-environment.js";
import { runCli } from "../helpers/run-cli.js";

const ROOT = resolve(import.meta.dirname, "../..");
const hasPython = spawnSync("python3", ["--version"]).status === 0;
if (!hasPython) console.log("skipped: examples/python, for there is no python3");

let copy: string;
beforeAll(async () => {
  copy = await mkdtemp(join(tmpdir(), "mcpvals-examples-"));
  const built = join(ROOT, "examples", "typescript", "dist");
  await cp(join(ROOT, "examples"), join(copy, "examples"), { recursive: true, filter: (path) => path !== built });
  await symlink(join(ROOT, "node_modules"), join(copy, "node_modules"));
});
afterAll(() => rm(copy, { recursive: true, force: true }));

const examples = [
  { name: "typescript", workflow: "book-a-table", build: ["npm", "run", "-s", "build"] },
  { name: "python", workflow: "lend-a-book" },
  { name: "http", workflow: "finish-a-task", tools: "tasks" },
  { name: "takes", workflow: "author-of-dune", takes: 5 },
  { name: "two-servers", workflow: "remember-a-note" },
];

it("are all tested here, and each says that a stand-in recorded it", async () => {
  const folders = (await readdir(join(ROOT, "examples"), { withFileTypes: true })).filter((one) => one.isDirectory());
  expect(folders.map(({ name }) => name).toSorted()).toEqual(examples.map(({ name }) => name).toSorted());
  for (const { name, workflow } of examples) {
    const folder = join(ROOT, "examples", name);
    expect(await readFile(join(folder, "README.md"), "utf8")).toContain("stand-in");
    expect(await readFile(join(folder, "cassettes", "mcp-eval", `${workflow}.yaml`), "utf8")).toContain(
      "answered: stand-in",
    );
  }
});

describe.each(examples)("examples/$name", ({ name, workflow, build, tools, takes = 1 }) => {
  it.skipIf(name === "python" && !hasPython)("replays green, on nothing that differs, and is clean", async () => {
    const cwd = join(copy, "examples", name);
    if (build !== undefined) {
      const [command = "", ...args] = build;
      const built = spawnSync(command, args, { cwd, env: cleanEnvironment(), encoding: "utf8" });
      expect([built.status, built.stdout + built.stderr]).toEqual([0, ""]);
    }
    const replayed = await runCli(["replay", "-q", "-r", "json"], { cwd });
    const report = JSON.parse(replayed.stdout);
    expect(report.evaluations).toMatchObject([
      {
        workflowName: workflow,
        verdict: "passed",
        reasons: takes === 1 ? [] : [`${takes} takes: ${takes} passed.`],
        overallScore: 1,
      },
    ]);
    const unexpected = report.evaluations[0].replay.drift.filter(
      (one: { class: string }) => !["volatile", "correlated"].includes(one.class),
    );
    expect(unexpected).toEqual([]);
    expect(report.toolHealth).toMatchObject(tools === undefined ? [] : [{ name: tools, passed: true }]);
    expect(replayed.code).toBe(0);

    const linted = await runCli(["lint"], { cwd });
    expect([linted.code, linted.stdout]).toEqual([0, expect.stringContaining(`Nothing found in ${takes} cassette`)]);
  });
});

it("five takes find a fault of the next version that the first one misses", async () => {
  const cwd = join(copy, "examples", "takes");
  const next = ["replay", "--command", "node server.mjs --next", "-q", "-r", "json"];
  const all = await runCli(next, { cwd });
  expect(all.code).toBe(3);
  expect(JSON.parse(all.stdout).evaluations).toMatchObject([
    {
      verdict: "inconclusive",
      trials: { shown: 3, passed: 4 },
      replay: { drift: [{ where: { tool: "find_books" } }] },
    },
  ]);
  const folder = join(cwd, "cassettes", "mcp-eval");
  for (const name of await readdir(folder)) if (name.includes(".take-")) await rm(join(folder, name));
  const first = await runCli(next, { cwd });
  expect(first.code).toBe(0);
});
