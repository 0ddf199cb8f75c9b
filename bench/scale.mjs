// How record, replay and list grow with the number of workflows. Makes suites of so many workflows on one server, and
// counts the processor time and the memory at the peak of each command; those of the server and of the stand-in for Claude
// do not count. Needs a build.
// Alone: node bench/scale.mjs [--tiny] [--sizes 250,1000,4000] [--rounds 3] [--copies]
// `--copies`: records one workflow of each size, and measures replay and list on copies of its cassette. Another build
// (`npm run bench -- scale --against DIR`) is measured so, in one round, and records fewer: it may take the square of them.
import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { addSeal, splitSeal } from "../dist/cassette/seal.js";
import { startStandIn } from "../fixtures/model/stand-in.mjs";
import { bin, build, goal, median, ms, printTable, root, sized } from "./measure.mjs";
import { createRun, slopeOf } from "./scale/run-command.mjs";

const SIZES = sized([250, 1000, 4000], [3, 6]);
/** What another build records. */
const FEW = sized([50, 100, 200], [2, 3]);
const TOOLS = 10;
const GOAL = { slope: 1.15, memory: 1.2, offline: 0.55, list: 13 };

const server = fileURLToPath(new URL("scale/server.mjs", import.meta.url));
const read = fileURLToPath(new URL("scale/read.mjs", import.meta.url));
const nameOf = (at) => `order-${String(at).padStart(5, "0")}`;

async function benchScale() {
  const valueOf = (flag) => process.argv[process.argv.indexOf(flag) + 1];
  const has = (flag) => process.argv.includes(flag);
  const sizes = has("--sizes") ? valueOf("--sizes").split(",").map(Number) : SIZES;
  const isOther = build !== root;
  const rounds = has("--rounds") ? Number(valueOf("--rounds")) : isOther ? 1 : sized(3, 1);
  const copies = has("--copies") || isOther;
  const folder = await mkdtemp(join(tmpdir(), "mcpvals-bench-"));
  const standIn = await startStandIn({
    workflows: [
      { match: "^Order", turns: [{ calls: [{ tool: "look_up_3", input: { customer: "Ada" } }] }, { text: "Yes." }] },
    ],
  });
  const node = createRun(folder, {
    ANTHROPIC_API_KEY: "stand-in",
    ANTHROPIC_BASE_URL: standIn.url,
    CI: "",
    ...(isOther && { BENCH_BUILD: build }),
  });
  const run = (cwd, args, expected) => node(cwd, [bin, ...args], expected);
  try {
    const rows = [];
    for (const size of sizes) {
      rows.push({ size, taken: await measure(join(folder, String(size)), { size, copies, rounds, run }) });
      standIn.requests.length = 0;
    }
    printGrowth(rows);
    if (isOther) {
      const few = [];
      for (const size of FEW)
        few.push({ size, taken: { record: await recordAll(join(folder, `few-${size}`), size, run) } });
      printGrowth(few);
    }
    const [middle] = rows.slice(Math.floor(rows.length / 2));
    await printMiddle(join(folder, String(middle.size)), middle, { rounds, node });
  } finally {
    await standIn.close();
    await rm(folder, { recursive: true, force: true, maxRetries: 3 });
  }
}

/** Writes a suite of so many workflows; its folder. */
async function makeSuite(folder, size) {
  await mkdir(folder);
  const workflows = Array.from({ length: size }, (_, at) => ({
    name: nameOf(at),
    steps: [{ user: `Order ${at}: was it returned?`, expectedState: "returned", expectTools: ["look_up_3"] }],
  }));
  const config = {
    server: { transport: "stdio", command: process.execPath, args: [server, String(TOOLS)] },
    isolation: "suite",
    workflows,
  };
  await writeFile(join(folder, "mcp-eval.config.json"), JSON.stringify(config));
  return folder;
}

async function recordAll(folder, size, run) {
  await makeSuite(folder, size);
  return run(folder, ["record", "-q"]);
}

/** What each command takes on a suite of so many workflows, of which all, and then a third, have cassettes. */
async function measure(folder, { size, copies, rounds, run }) {
  await makeSuite(folder, size);
  const record = await run(folder, ["record", "-q", ...(copies ? ["-t", nameOf(0)] : [])]);
  if (copies) await copyCassette(join(folder, "cassettes/mcp-eval"), size);
  const replay = await run(folder, ["replay", "-q"]);
  const offline = await takeMiddle(() => run(folder, ["replay", "-q", "--offline"]), rounds);
  const list = await takeMiddle(() => run(folder, ["list"]), rounds);
  const some = await makeSuite(`${folder}-some`, size);
  await cp(join(folder, "cassettes"), join(some, "cassettes"), { recursive: true });
  for (let at = 0; at < (2 * size) / 3; at++) await rm(join(some, `cassettes/mcp-eval/${nameOf(at)}.yaml`));
  const missing = await run(some, ["replay", "-q", "--offline"], 3);
  const all = { record, replay, "replay --offline": offline, "replay --offline, ⅔ without cassette": missing, list };
  if (copies) delete all.record;
  return all;
}

/** The cassette of the first workflow for all others, with their names and prompts. */
async function copyCassette(folder, size) {
  const text = await readFile(join(folder, `${nameOf(0)}.yaml`), "utf8");
  const { body } = splitSeal(text);
  for (let at = 1; at < size; at++) {
    const own = body.replaceAll(nameOf(0), nameOf(at)).replaceAll("Order 0:", `Order ${at}:`);
    await writeFile(join(folder, `${nameOf(at)}.yaml`), addSeal(own));
  }
}

async function takeMiddle(work, rounds) {
  const all = [];
  for (let round = 0; round < rounds; round++) all.push(await work());
  return { cpu: median(all.map(({ cpu }) => cpu)), peak: median(all.map(({ peak }) => peak)) };
}

function printGrowth(rows) {
  const commands = Object.keys(rows[0].taken);
  const sizes = rows.map(({ size }) => size).join(", ");
  printTable(
    `Processor time for ${sizes} workflows`,
    commands.map((name) => {
      const slope = slopeOf(rows.map(({ size, taken }) => [size, taken[name].cpu]));
      const wanted = goal(`\`${name}\`, slope of the processor time over the workflows`, slope, "", {
        most: GOAL.slope,
      });
      return [name, ...rows.map(({ taken }) => ms(taken[name].cpu)), `slope ${slope.toFixed(2)}`, wanted];
    }),
  );
  const [before, last] = rows.slice(-2);
  printTable(
    "Memory at the peak",
    commands.map((name) => {
      const ratio = last.taken[name].peak / before.taken[name].peak;
      return [
        name,
        ...rows.map(({ taken }) => `${taken[name].peak.toFixed(0).padStart(6)} MB`),
        `${ratio.toFixed(2)}x`,
        goal(`\`${name}\`, memory at the peak, the most workflows to a quarter of them`, ratio, "x", {
          most: GOAL.memory,
        }),
      ];
    }),
  );
}

/** A suite of the middle size: `list` beside a Node that does nothing, and what an offline replay takes beyond reading. */
async function printMiddle(folder, { size, taken }, { rounds, node }) {
  const nothing = await takeMiddle(() => node(folder, ["-e", "0"]), rounds);
  const reading = () => node(folder, [...process.execArgv, read, "cassettes/mcp-eval"]);
  const { cpu: readAll } = await takeMiddle(reading, rounds);
  const { list, "replay --offline": offline } = taken;
  const beyond = offline.cpu - readAll;
  const ratio = list.cpu / nothing.cpu;
  printTable(`${size} workflows`, [
    ["node -e 0", ms(nothing.cpu)],
    [
      "mcpvals list",
      ms(list.cpu),
      `${ratio.toFixed(1)}x`,
      goal(`\`list\` of ${size}, to \`node -e 0\``, ratio, "x", { most: GOAL.list }),
    ],
    ["reading and checking the cassettes alone", ms(readAll)],
    [
      "replay --offline, beyond that",
      ms(beyond),
      goal(`\`replay --offline\` of ${size}, beyond reading the cassettes`, beyond, "ms", { ofBefore: GOAL.offline }),
    ],
  ]);
}

await benchScale();
