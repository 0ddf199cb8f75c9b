// node bench/variables.mjs [workflows] [first seed] [mutants of each]: random servers with known truth play against learn
// and hold, and the rates of the four gates are printed. Without a seed it is a free one. Needs no build.
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { performance } from "node:perf_hooks";
import { pathToFileURL } from "node:url";
import { build } from "esbuild";
import { sized } from "./measure.mjs";

const WORKFLOWS = sized(20_000, 5);
const STEP = 500;

/** The simulation is TypeScript that the tests share; it is bundled for this run only. */
async function loadSimulation() {
  const folder = await mkdtemp(join(tmpdir(), "mcpvals-variables-"));
  try {
    const outfile = join(folder, "simulate.mjs");
    const entry = join(import.meta.dirname, "../test/helpers/random-servers/simulate.ts");
    await build({ entryPoints: [entry], bundle: true, platform: "node", format: "esm", outfile, logLevel: "error" });
    return await import(pathToFileURL(outfile).href);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

function add(total, part) {
  for (const [key, value] of Object.entries(part)) {
    if (Array.isArray(value)) total[key] = [...(total[key] ?? []), ...value.slice(0, 50)];
    else if (typeof value === "object") total[key] = add(total[key] ?? {}, value);
    else total[key] = (total[key] ?? 0) + value;
  }
  return total;
}

const percent = (part, whole) => (whole === 0 ? "–" : `${((100 * part) / whole).toFixed(3)} %`);

async function benchVariables(workflows = WORKFLOWS, seed = Math.floor(Math.random() * 1e9), mutants = 2) {
  const { simulate } = await loadSimulation();
  const start = performance.now();
  let rates = {};
  for (let done = 0; done < workflows; done += STEP) {
    const seeds = Array.from({ length: Math.min(STEP, workflows - done) }, (_, at) => seed + done + at);
    rates = add(rates, simulate(seeds, mutants));
  }
  const { troubles, examples } = rates;
  console.log(
    `Variables: ${workflows} workflows from seed ${seed}, ${Math.round((performance.now() - start) / 1000)} s`,
  );
  console.log(
    `  (a) red replays       ${rates.red} of ${rates.replays}: ${percent(rates.red, rates.replays)} (gate 1 %)`,
  );
  console.log(
    `  (b) missed mutants    ${rates.missed} of ${rates.mutants}: ${percent(rates.missed, rates.mutants)} (0.1 %)`,
  );
  console.log(`  (c) wrong sends       ${rates.wrong} workflows (0)`);
  console.log(
    `      derived unseen    ${rates.derivedUnseen} of ${rates.derived}: ${percent(rates.derivedUnseen, rates.derived)} (10 %)`,
  );
  console.log(
    `  (d) reset, with config ${rates.resetNeedsConfig} of ${rates.reset}: ${percent(rates.resetNeedsConfig, rates.reset)} (5 %)`,
  );
  console.log(`  not playable          ${JSON.stringify(troubles)}`);
  for (const example of examples.filter((text) => /RED|MISSED|WRONG/.test(text)).slice(0, 20)) {
    console.log(`    ${example.slice(0, 300)}`);
  }
}

await benchVariables(
  ...process.argv
    .slice(2)
    .filter((arg) => arg !== "--tiny")
    .map(Number),
);
