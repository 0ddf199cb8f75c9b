// How long `mcpvals replay` takes for many suites together, beside the longest of them alone: 22 workflows in 11 suites, most
// on published servers. Alone: node bench/suites.mjs [--tiny]
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { record } from "../dist/index.js";
import { startStandIn } from "../fixtures/model/stand-in.mjs";
import { bin, env, goal, isTiny, ms, printTable, root, sized, timeCommands } from "./measure.mjs";

const published = (name) => `${root}node_modules/@modelcontextprotocol/server-${name}/dist/index.js`;
const ROUNDS = sized(5, 1);

const calls = (...list) => list.map(([tool, input]) => ({ calls: [{ tool, input }] }));
const echo = calls(["echo", { message: "hello" }]);
const sum = calls(["get-sum", { a: 15, b: 27 }]);
const long = (duration) => calls(["trigger-long-running-operation", { duration, steps: 2 }]);
const add = (a) => calls(["add", { a, b: 1 }], ["multiply", { a, b: 2 }]);
const read = (file) =>
  calls(["list_allowed_directories", {}], ["read_text_file", { path: `${root}fixtures/suites/files/${file}` }]);
const remember = (name) => [
  ...calls(
    ["create_entities", { entities: [{ name, entityType: "town", observations: ["has a harbour"] }] }],
    ["read_graph", {}],
  ),
];

const everything = [published("everything"), "stdio"];
const filesystem = [published("filesystem"), `${root}fixtures/suites/files`];
const memory = [published("memory")];
const late = [`${root}bench/late.mjs`];
const graph = { MEMORY_FILE_PATH: "${MCPVALS_TMP}/graph.jsonl" };

/** Each: the server, its environment, and what Claude does in each of two workflows. */
const SUITES = [
  { args: everything, workflows: [echo, sum] },
  { args: filesystem, workflows: [read("notes/festival.md"), read("notes/festival.md")] },
  { args: memory, env: graph, workflows: [remember("Bergen"), remember("Oslo")] },
  { args: late, workflows: [add(1), add(2)] },
  { args: everything, workflows: [long(7), echo] },
  { args: filesystem, workflows: [read("notes/festival.md"), read("notes/festival.md")] },
  { args: memory, env: graph, workflows: [remember("Turku"), remember("Riga")] },
  { args: late, workflows: [add(3), add(4)] },
  { args: everything, workflows: [sum, long(1)] },
  { args: late, workflows: [add(5), add(6)] },
  { args: everything, workflows: [echo, sum] },
];

/** Writes and records the suites; returns their files. */
async function prepare(folder) {
  const suites = isTiny ? SUITES.slice(0, 2) : SUITES;
  const files = [];
  const script = [];
  for (const [at, { args, env: own, workflows }] of suites.entries()) {
    const named = workflows.map((turns, index) => ({ turns, user: `Do ${index + 1} of suite ${at + 1}` }));
    script.push(...named.map(({ user, turns }) => ({ user, turns: [...turns, { text: "Done." }] })));
    const config = {
      server: { transport: "stdio", command: process.execPath, args, ...(own !== undefined && { env: own }) },
      workflows: named.map(({ user }, index) => ({
        name: `work-${index + 1}`,
        steps: [{ user, expectedState: "Done." }],
      })),
    };
    await mkdir(join(folder, `s${at + 1}`));
    const file = join(folder, `s${at + 1}`, `s${at + 1}.config.json`);
    await writeFile(file, JSON.stringify(config, null, 2));
    files.push(file);
  }
  const standIn = await startStandIn({ workflows: script });
  const model = { ...env, CI: "", ANTHROPIC_API_KEY: "stand-in", ANTHROPIC_BASE_URL: standIn.url };
  try {
    await Promise.all(files.map((file) => record(file, { env: model, checks: 1 })));
  } finally {
    await standIn.close();
  }
  return files;
}

async function benchSuites() {
  const folder = await mkdtemp(join(tmpdir(), "mcpvals-bench-"));
  try {
    const files = await prepare(folder);
    const replay = (...configs) => [process.execPath, bin, "replay", ...configs, "-q"];
    const alone = Object.fromEntries(files.map((file) => [file, replay(file)]));
    const times = timeCommands({ together: replay(...files), ...alone }, { rounds: ROUNDS, env, cwd: folder });
    const { together, ...each } = times;
    const longest = Math.max(...Object.values(each));
    const sum = Object.values(each).reduce((one, other) => one + other, 0);
    const what = `${files.length} suites together, to the longest of them`;
    const wanted = goal(what, together / longest, "x", { most: 1.3 });
    printTable(`mcpvals replay of ${files.length * 2} workflows in ${files.length} suites (median of ${ROUNDS})`, [
      ["together", ms(together)],
      ["the longest alone", ms(longest)],
      ["one command after another", ms(sum)],
      ["together, to the longest", `${(together / longest).toFixed(2)}x`.padStart(10), wanted],
    ]);
  } finally {
    await rm(folder, { recursive: true, force: true, maxRetries: 3 });
  }
}

await benchSuites();
