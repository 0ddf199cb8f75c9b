// npm run bench: everything that is measured, one bench after another, on this machine. Needs a build.
//   npm run bench -- [names of benches] [--tiny] [--against DIR]
// `--tiny`: each with the smallest numbers, which shows that it runs. `--against`: another build, say of the commit before,
// measured after this one by the same benches.
import { spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { cpus, tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { amount, root, sized, wantedOf } from "./measure.mjs";

/** With their arguments. */
const BENCHES = {
  "cold-start": [],
  drift: [],
  "contract-diff": [],
  html: [],
  import: [],
  agents: [],
  "offline-replay": [],
  "proxied-calls": [],
  proxy: [],
  suites: [],
  variables: [String(sized(500, 5))],
  shards: [],
  watch: [],
  scale: [],
};
/** They measure no build. */
const WITHOUT_BUILD = ["variables", "shards"];

const { values, positionals } = parseArgs({
  options: { tiny: { type: "boolean" }, against: { type: "string" } },
  allowPositionals: true,
});
const unknown = positionals.filter((name) => !(name in BENCHES));
if (unknown.length > 0) throw new Error(`no bench ${unknown.join(", ")}; there are ${Object.keys(BENCHES).join(", ")}`);
const names = positionals.length > 0 ? positionals : Object.keys(BENCHES);
const other = values.against === undefined ? undefined : resolve(values.against);
if (other !== undefined && !existsSync(join(other, "dist/bin/main.cjs"))) throw new Error(`no build in ${other}`);

console.log(`Node ${process.version}, ${cpus().length} cores: ${cpus()[0]?.model ?? "unknown"}`);
if (values.tiny) console.log("With --tiny, what is printed says nothing about the speed.");

const folder = mkdtempSync(join(tmpdir(), "mcpvals-bench-"));
const failed = [];
/** Another build may lack what a bench measures. */
const notThere = [];
try {
  const rows = [];
  for (const name of names) {
    const now = runBench(name);
    const before = other === undefined || WITHOUT_BUILD.includes(name) ? [] : runBench(name, other);
    for (const row of now) rows.push({ ...row, before: before.find(({ what }) => what === row.what)?.value });
  }
  printGoals(rows);
} finally {
  rmSync(folder, { recursive: true });
}
if (notThere.length > 0) console.log(`\nfailed with the build in ${other}: ${notThere.join(", ")}`);
if (failed.length > 0) {
  console.error(`\nfailed: ${failed.join(", ")}`);
  process.exitCode = 1;
}

/** Runs a bench on this build or another one; what it measured that has a goal. */
function runBench(name, dir) {
  const goals = join(folder, "goals");
  writeFileSync(goals, "");
  if (dir !== undefined) console.log(`\n${name}, with the build in ${dir}:`);
  const args = [...BENCHES[name], ...(values.tiny ? ["--tiny"] : [])];
  const preload = dir === undefined ? [] : ["--import", new URL("other-build.mjs", import.meta.url).href];
  const { status } = spawnSync(process.execPath, [...preload, join(root, `bench/${name}.mjs`), ...args], {
    stdio: "inherit",
    env: { ...process.env, BENCH_GOALS: goals, ...(dir !== undefined && { BENCH_BUILD: dir }) },
  });
  if (status !== 0) (dir === undefined ? failed : notThere).push(name);
  const lines = readFileSync(goals, "utf8").split("\n");
  return lines.filter((line) => line !== "").map((line) => JSON.parse(line));
}

function isReached({ value, before, most, least, ofBefore }) {
  if (ofBefore !== undefined) return before === undefined || value <= ofBefore * before;
  return most === undefined ? value >= least : value <= most;
}

function printGoals(rows) {
  const cell = (value, unit) => (value === undefined ? "–" : amount(value, unit));
  const lines = rows.map((row) => {
    const now = `${cell(row.value, row.unit)}${isReached(row) ? "" : " (missed)"}`;
    return `| ${row.what} | ${wantedOf(row)} | ${cell(row.before, row.unit)} | ${now} |`;
  });
  const table = ["| what | goal | before | now |", "| --- | --- | --- | --- |", ...lines].join("\n");
  console.log(`\n${table}\n\n${rows.filter(isReached).length} of ${rows.length} goals are reached.`);
}
