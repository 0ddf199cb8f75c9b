// Estimates, without running a server, what a large run costs in CI by its number of machines: the real split, with
// simulated times. The table of docs/ci.md is its output.
import { splitShards } from "../dist/suite/split-shards.js";
import { sized } from "./measure.mjs";

/** Seconds: checkout, Node and `npm ci` on a machine, and starting the server before each workflow. */
const MACHINE = 40;
const START = 0.3;
/** Workflows at a time on a machine of two cores. */
const AT_ONCE = 4;
/** Seconds for reading one cassette to plan the split; measured with 600 of them. */
const PLAN = 0.001;

/** Prints a table: machines, minutes until the last one ends, minutes that CI counts. */
function benchShards(suites = sized(300, 3), each = sized(33, 4)) {
  const units = simulate(suites, each);
  const calls = units.reduce((sum, { live }) => sum + live, 0);
  console.log(
    `\nShards, simulated: ${suites} suites of ${each} workflows, ${START} s to start a server, ${(calls / units.length).toFixed(2)} s of calls each`,
  );
  console.log("| machines | minutes until the report | minutes that CI counts |");
  console.log("| -------: | -----------------------: | ---------------------: |");
  for (const total of [1, 2, 4, 8, 16, 32]) {
    const seconds = splitShards(units, total).map((shard) => MACHINE + units.length * PLAN + replayTime(shard));
    const last = Math.max(...seconds) + (total === 1 ? 0 : MACHINE);
    const counted = seconds.reduce((sum, one) => sum + Math.ceil(one / 60), total === 1 ? 0 : 1);
    console.log(`| ${total} | ${(last / 60).toFixed(1)} | ${counted} |`);
  }
}

/** Workflows on a few servers at a time: each next one goes to the first that is free. */
function replayTime(shard) {
  const free = Array.from({ length: AT_ONCE }, () => 0);
  for (const { live } of shard) {
    const first = free.indexOf(Math.min(...free));
    free[first] += START + live;
  }
  return Math.max(...free);
}

/** The recorded time is mostly the model's; what replay takes of it are the calls. */
function simulate(suites, each) {
  let seed = 1;
  const random = () => {
    seed = (seed * 48_271) % 2_147_483_647;
    return seed / 2_147_483_647;
  };
  return Array.from({ length: suites * each }, (_, at) => {
    const live = 0.05 + 1.5 * random() ** 3;
    const model = 3 + 20 * random();
    return { suite: `s${Math.floor(at / each)}`, name: `w${at % each}`, ms: (live + model) * 1000, live };
  });
}

benchShards();
