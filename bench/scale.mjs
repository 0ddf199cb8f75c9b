// How record, replay and list grow with the number of workflows. Makes suites of so many workflows on one server, and
// counts the processor time and the memory at the peak of each command; those of the server and of the stand-in for Claude
// do not count. Needs a build.
// Alone: node bench/scale.mjs [--tiny] [--sizes 250,1000,4000] [--rounds 3] [--copies] [--against DIR]
// `--copies`: records one workflow, and measures replay and list on copies of its cassette, which takes minutes less.
// `--against`: another build, say of the commit before. It replays and lists the same cassettes, and records fewer.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { addSeal, splitSeal } from "../dist/cassette/seal.js";
import { startStandIn } from "../fixtures/model/stand-in.mjs";
import { env, median, ms, printTable, sized } from "./measure.mjs";

const root = fileURLToPath(new URL("..", import.meta.url));
const SIZES = sized([250, 1000, 4000], [3, 6]);
const TOOLS = 10;
const GOAL = { slope: 1.15, memory: 1.2, offline: 0.55, list: 13 };
/** The most workflows that another build records: it may take the square of it. */
const AGAINST_MOST = sized(250, 3);

const spent = fileURLToPath(new URL("scale/spent.mjs", import.meta.url));
const server = fileURLToPath(new URL("scale/server.mjs", import.meta.url));
const nameOf = (at) => `order-${String(at).padStart(5, "0")}`;

export async function benchScale(argv = []) {
  const valueOf = (flag) => (argv.includes(flag) ? argv[argv.indexOf(flag) + 1] : undefined);
  const sizes = valueOf("--sizes")?.split(",").map(Number) ?? SIZES;
  const rounds = Number(valueOf("--rounds") ?? sized(3, 1));
  const copies = argv.includes("--copies");
  const other = valueOf("--against");
  const folder = await mkdtemp(join(tmpdir(), "mcpvals-bench-"));
  const standIn = await startStandIn({
    workflows: [
      { match: "^Order", turns: [{ calls: [{ tool: "look_up_3", input: { customer: "Ada" } }] }, { text: "Yes." }] },
    ],
  });
  const run = createRun(folder, { ANTHROPIC_API_KEY: "stand-in", ANTHROPIC_BASE_URL: standIn.url, CI: "" });
  try {
    const rows = [];
    for (const size of sizes) {
      rows.push({ size, taken: await measure(join(folder, String(size)), { size, copies, rounds, run }) });
      standIn.requests.length = 0;
    }
    printGrowth(rows);
    const middle = sizes[Math.floor(sizes.length / 2)];
    await printList(join(folder, String(middle)), { size: middle, rounds, run });
    if (other !== undefined) await printAgainst(resolve(other), folder, { sizes, middle, copies, rounds, run });
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

/** What each command takes on a suite of so many workflows, of which all, and then a third, have cassettes. */
async function measure(folder, { size, copies, rounds, run }) {
  await makeSuite(folder, size);
  const args = copies ? ["-t", nameOf(0)] : [];
  const record = await run(root, folder, ["record", "-q", ...args]);
  if (copies) await copyCassette(join(folder, "cassettes/mcp-eval"), size);
  const middleOf = (work) => takeMiddle(work, rounds);
  const replay = await run(root, folder, ["replay", "-q"]);
  const offline = await middleOf(() => run(root, folder, ["replay", "-q", "--offline"]));
  const list = await middleOf(() => run(root, folder, ["list"]));
  const some = await makeSuite(`${folder}-some`, size);
  await cp(join(folder, "cassettes"), join(some, "cassettes"), { recursive: true });
  for (let at = 0; at < (2 * size) / 3; at++) await rm(join(some, `cassettes/mcp-eval/${nameOf(at)}.yaml`));
  const missing = await run(root, some, ["replay", "-q", "--offline"], 3);
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

export function createRun(folder, more) {
  const file = join(folder, "spent.json");
  return async (build, cwd, args, expected = 0) => {
    const main = args[0] === "-e" ? args : [join(build, "dist/bin/main.cjs"), ...args];
    const child = spawn(process.execPath, ["--import", pathToFileURL(spent).href, ...main], {
      cwd,
      env: { ...env, ...more, SPENT_FILE: file },
      stdio: ["ignore", "ignore", "pipe"],
    });
    let said = "";
    child.stderr.on("data", (chunk) => (said += chunk));
    const [code] = await once(child, "close");
    if (code !== expected) throw new Error(`${args.join(" ")} ended with ${code}: ${said.slice(-2000)}`);
    return JSON.parse(await readFile(file, "utf8"));
  };
}

async function takeMiddle(work, rounds) {
  const all = [];
  for (let round = 0; round < rounds; round++) all.push(await work());
  return { cpu: median(all.map(({ cpu }) => cpu)), peak: median(all.map(({ peak }) => peak)) };
}

/** The slope of the line through the logarithms: 1 grows with the number, 2 with its square. */
export function slopeOf(points) {
  const logs = points.map(([x, y]) => [Math.log(x), Math.log(y)]);
  const mean = (at) => logs.reduce((sum, log) => sum + log[at], 0) / logs.length;
  const [x, y] = [mean(0), mean(1)];
  const above = logs.reduce((sum, log) => sum + (log[0] - x) * (log[1] - y), 0);
  return above / logs.reduce((sum, log) => sum + (log[0] - x) ** 2, 0);
}

function printGrowth(rows) {
  const commands = Object.keys(rows[0].taken);
  const title = `Processor time for ${rows.map(({ size }) => size).join(", ")} workflows (goal: a slope of ${GOAL.slope} at most)`;
  const slopes = commands.map((name) => slopeOf(rows.map(({ size, taken }) => [size, taken[name].cpu])).toFixed(2));
  printTable(
    title,
    commands.map((name, at) => [name, ...rows.map(({ taken }) => ms(taken[name].cpu)), `slope ${slopes[at]}`]),
  );
  const [before, last] = rows.slice(-2);
  printTable(
    `Memory at the peak (goal: that of ${last.size} at most ${GOAL.memory} x that of ${before.size})`,
    commands.map((name) => {
      const ratio = last.taken[name].peak / before.taken[name].peak;
      return [
        name,
        ...rows.map(({ taken }) => `${taken[name].peak.toFixed(0).padStart(6)} MB`),
        `${ratio.toFixed(2)}x`,
      ];
    }),
  );
}

async function printList(folder, { size, rounds, run }) {
  const nothing = await takeMiddle(() => run(root, folder, ["-e", "0"]), rounds);
  const list = await takeMiddle(() => run(root, folder, ["list"]), rounds);
  printTable(`list of ${size} workflows (goal for 1,000: ${GOAL.list} x node -e 0)`, [
    ["node -e 0", ms(nothing.cpu)],
    ["mcpvals list", ms(list.cpu), `${(list.cpu / nothing.cpu).toFixed(1)}x`],
  ]);
}

/** In turns. Reading is what `list` takes: it reads every cassette. */
async function printAgainst(other, folder, { sizes, middle, copies, rounds, run }) {
  const suite = join(folder, String(middle));
  const taken = { other: [], now: [], read: [] };
  for (let round = 0; round < rounds; round++) {
    taken.other.push((await run(other, suite, ["replay", "-q", "--offline"])).cpu);
    taken.now.push((await run(root, suite, ["replay", "-q", "--offline"])).cpu);
    taken.read.push((await run(root, suite, ["list"])).cpu);
  }
  const [before, now, read] = [median(taken.other), median(taken.now), median(taken.read)];
  const ratio = ((now - read) / (before - read)).toFixed(2);
  const least = Math.min(AGAINST_MOST, ...sizes);
  const records = [];
  for (const [at, build] of copies ? [] : [other, root].entries()) {
    const own = await makeSuite(join(folder, `record-${at}`), least);
    records.push((await run(build, own, ["record", "-q"])).cpu);
  }
  printTable(`Beside ${other} (goal offline: ${GOAL.offline} beyond reading)`, [
    [`replay --offline of ${middle}, there`, ms(before)],
    [`replay --offline of ${middle}, here`, ms(now), `${ratio}x beyond reading, which takes ${ms(read).trim()}`],
    ...records.map((time, at) => [
      `record of ${least}, ${at === 0 ? "there" : "here"}`,
      ms(time),
      `${(time / records[0]).toFixed(2)}x`,
    ]),
  ]);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await benchScale(process.argv);
