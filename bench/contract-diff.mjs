// How long it takes to compare the contracts of 70 real servers, 527 tools, with a mutated copy, and in how much memory.
// Needs the data folder beside the project. Alone: node bench/contract-diff.mjs [--tiny]; with `--once` it measures once, cold,
// and prints JSON.
import { spawnSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { performance } from "node:perf_hooks";
import { fileURLToPath } from "node:url";
import { goal, median, ms, printTable, sized } from "./measure.mjs";

const DATA = new URL("../../shared/data/tool-lists/livemcpbench-70-servers.json", import.meta.url);
const ROUNDS = sized(5, 1);

function readContracts() {
  return JSON.parse(readFileSync(DATA, "utf8")).flatMap(({ tools }) =>
    Object.values(tools).map(({ server_name: name, version, tools: list }) => ({
      server: { name, version },
      capabilities: { tools: {} },
      tools: list,
    })),
  );
}

/** Something in each third tool: gone, renamed, reworded, a parameter required, retyped, described otherwise or closed. */
function mutate(tool, at) {
  const { inputSchema } = tool;
  const properties = Object.entries(inputSchema.properties ?? {});
  const withProperties = (change) => ({
    ...tool,
    inputSchema: {
      ...inputSchema,
      properties: Object.fromEntries(properties.map(([key, value]) => [key, change(value)])),
    },
  });
  switch (at % 21) {
    case 0:
      return [];
    case 3:
      return [{ ...tool, name: `${tool.name}_v2` }];
    case 6:
      return [{ ...tool, description: `${tool.description} At most 100 results.` }];
    case 9:
      return [{ ...tool, inputSchema: { ...inputSchema, required: properties.map(([key]) => key) } }];
    case 12:
      return [withProperties((value) => ({ ...value, type: value.type === "string" ? ["string", "null"] : "string" }))];
    case 15:
      return [withProperties((value) => ({ ...value, description: `${value.description} (new)` }))];
    case 18:
      return [{ ...tool, inputSchema: { ...inputSchema, additionalProperties: false } }];
    default:
      return [tool];
  }
}

/** Compares them all, as 70 servers and as one. */
async function measureOnce() {
  const before = readContracts();
  let at = 0;
  const after = before.map((one) => ({ ...one, tools: one.tools.flatMap((tool) => mutate(tool, at++)) }));
  const joined = (contracts) => ({ ...contracts[0], tools: contracts.flatMap(({ tools }) => tools) });
  const { diffContracts } = await import("../dist/contract/diff-contracts.js");
  const time = (work) => {
    const [from, used] = [performance.now(), process.cpuUsage()];
    const changes = work();
    const { user, system } = process.cpuUsage(used);
    return { ms: performance.now() - from, cpu: (user + system) / 1000, changes };
  };
  const servers = time(() => before.reduce((sum, one, index) => sum + diffContracts(one, after[index]).length, 0));
  const one = time(() => diffContracts(joined(before), joined(after)).length);
  // maxRSS is in kilobytes.
  return { tools: at, servers, one, megabytes: process.resourceUsage().maxRSS / 1024 };
}

function benchContractDiff() {
  if (!existsSync(DATA)) {
    console.log("\nThe contracts of 70 servers: skipped, the data folder is not there");
    return;
  }
  const runs = Array.from({ length: ROUNDS }, () => {
    const { stdout, stderr, status } = spawnSync(
      process.execPath,
      [...process.execArgv, fileURLToPath(import.meta.url), "--once"],
      { encoding: "utf8" },
    );
    if (status !== 0) throw new Error(stderr);
    return JSON.parse(stdout);
  });
  const [{ tools, servers, one }] = runs;
  const time = median(runs.map((run) => run.servers.ms));
  const megabytes = Math.max(...runs.map((run) => run.megabytes));
  const what = `contracts of 70 servers beside a mutated copy`;
  const wanted = {
    time: goal(what, time, "ms", { most: 2000 }),
    memory: goal(`the same, memory at the peak`, megabytes, "MB", { most: 300 }),
  };
  printTable(`The contracts of 70 servers, ${tools} tools, beside a mutated copy (cold, median of ${ROUNDS})`, [
    ["one by one", ms(time), `${servers.changes} changes`, wanted.time],
    ["as one server", ms(median(runs.map((run) => run.one.ms))), `${one.changes} changes`],
    ["memory of the process", `${megabytes.toFixed(0).padStart(7)} MB`, wanted.memory],
  ]);
}

if (process.argv.includes("--once")) console.log(JSON.stringify(await measureOnce()));
else benchContractDiff();
