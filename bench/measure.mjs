// Small measuring tools for the benches: run something often, take the median.
import { spawnSync } from "node:child_process";
import { performance } from "node:perf_hooks";

// NODE_EXTRA_CA_CERTS adds tens of milliseconds to every start of Node 20.
const { NODE_EXTRA_CA_CERTS: _certificates, ...env } = process.env;
export { env };

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

export function printTable(title, rows) {
  console.log(`\n${title}`);
  const width = Math.max(...rows.map(([name]) => name.length));
  for (const [name, ...cells] of rows) console.log(`  ${name.padEnd(width)}  ${cells.join("  ")}`);
}

export function ms(value) {
  return `${value.toFixed(value < 10 ? 2 : 0).padStart(7)} ms`;
}
