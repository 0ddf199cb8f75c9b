// Draws docs/pictures/changed.svg from what the built command line prints: `npm run picture`.
// With --check it writes nothing and fails where the committed picture shows something else.
import { execFile } from "node:child_process";
import { cp, mkdtemp, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { startStandIn } from "../../fixtures/model/stand-in.mjs";
import { drawTerminal } from "./terminal-svg.mjs";

const ROOT = fileURLToPath(new URL("../..", import.meta.url));
const PICTURE = fileURLToPath(new URL("../../docs/pictures/changed.svg", import.meta.url));
const WORKFLOW = "book-a-table";
const CHANGE = ['temperature: 72, unit: "F"', 'temperature: 22, unit: "C"'];
const TITLE = `mcpvals record passes; then the server says ${CHANGE[1]} where it said ${CHANGE[0]}; mcpvals replay says what is no longer proven, and why`;

/** Runs a program in the folder to its end: what it wrote to stdout, and its exit code. */
function run(folder, env, command, ...args) {
  return new Promise((resolve) => {
    execFile(command, args, { cwd: folder, env }, (error, stdout, stderr) => {
      resolve({ stdout, stderr, code: error === null ? 0 : error.code });
    });
  });
}

function expectCode({ stdout, stderr, code }, wanted, what) {
  if (code !== wanted) throw new Error(`${what} ended with ${code} and not with ${wanted}:\n${stdout}${stderr}`);
  return stdout;
}

/** The workflow's part of a report, without the time that it took here. */
function blockOf(report) {
  const lines = report.split("\n");
  const from = lines.findIndex((line) => line.includes(WORKFLOW));
  if (from < 0) throw new Error(`the report does not name ${WORKFLOW}:\n${report}`);
  const [header, ...rest] = lines.slice(from, lines.indexOf("", from));
  return [header.replace(/ {2}\S*[\d.]+ m?s\b.*$/, ""), ...rest];
}

async function drawScene(folder) {
  const model = await startStandIn(JSON.parse(await readFile(join(ROOT, "fixtures/model/examples/typescript.json"))));
  const { CI: _ci, NO_COLOR: _noColor, GITHUB_ACTIONS: _actions, ...rest } = process.env;
  const env = { ...rest, FORCE_COLOR: "1", ANTHROPIC_API_KEY: "stand-in", ANTHROPIC_BASE_URL: model.url };
  const mcpvals = (...args) => run(folder, env, process.execPath, join(ROOT, "dist/bin/main.cjs"), ...args);
  const tsc = join(ROOT, "node_modules/typescript/bin/tsc");
  const build = async () => expectCode(await run(folder, env, process.execPath, tsc), 0, "the build");
  try {
    await build();
    const recorded = expectCode(await mcpvals("record"), 0, "record");
    const file = join(folder, "src", "server.ts");
    const [before, after] = CHANGE;
    const source = await readFile(file, "utf8");
    const line = source.split("\n").find((one) => one.includes(before));
    if (line === undefined) throw new Error(`${file} does not say ${before}`);
    await writeFile(file, source.replace(before, after));
    await build();
    const replayed = expectCode(await mcpvals("replay"), 3, "replay of the changed server");
    return [
      ...prompt("npx mcpvals record", "Claude works with the server, once; commit the cassette"),
      ...blockOf(recorded),
      "",
      ...prompt("git diff -U0 src/server.ts", "next week, somebody changes the server"),
      `\u001B[31m-${line}\u001B[39m`,
      `\u001B[32m+${line.replace(before, after)}\u001B[39m`,
      "",
      ...prompt("npx mcpvals replay; echo $?", "in CI: no key, no tokens"),
      ...blockOf(replayed),
      "3",
    ];
  } finally {
    await model.close();
  }
}

function prompt(command, why) {
  return [`\u001B[2m# ${why}\u001B[22m`, `\u001B[36m$\u001B[39m \u001B[1m${command}\u001B[22m`];
}

async function main(flags) {
  const parent = await mkdtemp(join(tmpdir(), "mcpvals-picture-"));
  try {
    const folder = join(parent, "tables");
    const skipped = ["cassettes", "dist", ".mcpvals"].map((name) => join(ROOT, "examples", "typescript", name));
    await cp(join(ROOT, "examples", "typescript"), folder, {
      recursive: true,
      filter: (path) => !skipped.includes(path),
    });
    await symlink(join(ROOT, "node_modules"), join(parent, "node_modules"));
    const picture = drawTerminal(await drawScene(folder), TITLE);
    if (!flags.includes("--check")) return await writeFile(PICTURE, picture);
    if (picture !== (await readFile(PICTURE, "utf8").catch(() => ""))) {
      process.stderr.write("docs/pictures/changed.svg is out of date: run `npm run picture` and look at it\n");
      process.exitCode = 1;
    }
  } finally {
    await rm(parent, { recursive: true, force: true });
  }
}

await main(process.argv.slice(2));
