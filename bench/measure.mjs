// Small measuring tools for the benches: run something often, take the median, compare it with what is wanted.
import { spawnSync } from "node:child_process";
import { appendFileSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { performance } from "node:perf_hooks";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";

// NODE_EXTRA_CA_CERTS adds tens of milliseconds to every start of Node 20.
const { NODE_EXTRA_CA_CERTS: _certificates, BENCH_BUILD, BENCH_GOALS, ...env } = process.env;
export { env };

/** The folder of the project. */
export const root = fileURLToPath(new URL("..", import.meta.url));

/** The folder of the build that is measured: this one, unless `npm run bench -- --against DIR` measures another one. */
export const build = BENCH_BUILD ?? root;

/** The command of that build. */
export const bin = join(build, "dist/bin/main.cjs");

/** `--tiny`: every bench with the smallest numbers, to see that it runs; what it prints then says nothing. */
export const isTiny = process.argv.includes("--tiny");

/** A number of a bench, and the one that is enough to see that it runs. */
export const sized = (full, tiny) => (isTiny ? tiny : full);

/**
 * Compares a measured number with what is wanted of it: `{ most }`, `{ least }`, or `{ ofBefore }`, the most that it may be
 * of what another build takes. Keeps it for the table that `npm run bench` ends with, and returns what is printed
 * beside the number. `unit` is "ms", "us", "MB", "x" for a ratio, or "" for a number.
 */
export function goal(what, value, unit, wanted) {
  const row = { what, value, unit, ...wanted };
  // Memory is not known on every system.
  if (BENCH_GOALS !== undefined && Number.isFinite(value)) appendFileSync(BENCH_GOALS, `${JSON.stringify(row)}\n`);
  return `(goal: ${wantedOf(row)})`;
}

/** What is wanted of a number, in words. */
export function wantedOf({ most, least, ofBefore, unit }) {
  if (ofBefore !== undefined) return `at most ${ofBefore.toFixed(2)} × before`;
  return most === undefined ? `at least ${amount(least, unit)}` : `at most ${amount(most, unit)}`;
}

/** A number with its unit: `1.20 ×`, `333 ms`, `9.1 MB`. */
export function amount(value, unit) {
  if (unit === "") return value.toFixed(2);
  if (unit === "x") return `${value.toFixed(2)} ×`;
  const digits = Number.isInteger(value) || value >= 100 ? 0 : 1;
  return `${value.toFixed(digits)} ${unit}`;
}
export function median(numbers) {
  const sorted = numbers.toSorted((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)];
}

/** Median milliseconds of each named command, taken in turns so that all see the same machine. */
export function timeCommands(commands, { rounds, env, cwd }) {
  const times = Object.fromEntries(Object.keys(commands).map((name) => [name, []]));
  for (let round = 0; round <= rounds; round++) {
    for (const [name, argv] of Object.entries(commands)) {
      const start = performance.now();
      const { status, stderr } = spawnSync(argv[0], argv.slice(1), { env, cwd });
      const ms = performance.now() - start;
      if (status !== 0) throw new Error(`${argv.join(" ")} ended with ${status}: ${stderr}`);
      // The first round fills the disk's cache.
      if (round > 0) times[name].push(ms);
    }
  }
  return Object.fromEntries(Object.entries(times).map(([name, list]) => [name, median(list)]));
}

/** Median milliseconds of a function that may be asynchronous, after a few calls to warm up. */
export async function timeFunction(work, { rounds, warmUp }) {
  const times = [];
  for (let round = 0; round < warmUp + rounds; round++) {
    const start = performance.now();
    await work(round);
    if (round >= warmUp) times.push(performance.now() - start);
  }
  return median(times);
}

/** Milliseconds of processor time that a process has used, all its threads together; Linux only, undefined elsewhere. */
export function processorTime(pid) {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, "utf8").split(") ").at(-1).split(" ");
    // In ticks of 10 ms.
    return (Number(fields[11]) + Number(fields[12])) * 10;
  } catch {
    return undefined;
  }
}

/** Resolves once a process has done what it had left to do, so that the next one does not feel it. */
export async function settled(pid) {
  if (processorTime(pid) === undefined) return sleep(sized(2000, 10));
  let used;
  do {
    used = processorTime(pid);
    await sleep(150);
  } while (processorTime(pid) !== used);
}

export function printTable(title, rows) {
  console.log(`\n${title}`);
  const width = Math.max(...rows.map(([name]) => name.length));
  for (const [name, ...cells] of rows) console.log(`  ${name.padEnd(width)}  ${cells.join("  ")}`);
}

export function ms(value) {
  return `${value.toFixed(value < 10 ? 2 : 0).padStart(7)} ms`;
}
