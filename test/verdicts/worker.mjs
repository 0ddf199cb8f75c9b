// Records one case after another on its old server, and replays it on its new one: a process that is told which.
import { mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { evaluate, record, replay } from "../../dist/index.js";
import { startStandIn } from "../../fixtures/model/stand-in.mjs";
import { daysLater } from "./cases.mjs";

const SERVER = fileURLToPath(new URL("../../fixtures/verdicts/server.mjs", import.meta.url));
const FOREIGN =
  /^(?:CI|GITHUB_ACTIONS|NO_COLOR|FORCE_COLOR|TERM|COLUMNS|ANTHROPIC_.*|OPENAI_.*|NODE_OPTIONS|.*_proxy|FIXTURE_.*)$/i;
const DAY = 86_400_000;

const clean = Object.fromEntries(Object.entries(process.env).filter(([name]) => !FOREIGN.test(name)));

function configOf(name, { asks, steps, expects = {}, config = {} }) {
  const { state, ...rest } = expects;
  const step = { user: asks, ...(state === undefined ? {} : { expectedState: state }) };
  return {
    server: {
      transport: "stdio",
      command: process.execPath,
      args: [SERVER],
      inheritEnv: ["CASE", "VERSION", "FOLDER", "RUN", "NOW", "AT", "SEED"].map((part) => `FIXTURE_${part}`),
    },
    workflows: [{ name, steps: steps ?? [step], ...rest }],
    ...config,
  };
}

/** The calls that each process of the server received, in the order in which they were started. */
async function readRuns(folder) {
  const files = (await readdir(folder)).filter((file) => file.endsWith(".calls")).toSorted();
  const runs = [];
  for (const file of files) {
    const lines = (await readFile(join(folder, file), "utf8")).split("\n").filter((line) => line !== "");
    runs.push({ run: file.split("-")[1], calls: lines.map((line) => JSON.parse(line)) });
  }
  return runs;
}

function outcomeOf(report) {
  const [evaluation] = report.evaluations;
  const { verdict, reasons } = evaluation ?? {};
  return { verdict, exitCode: report.exitCode, reasons, errors: evaluation?.errors ?? report.errors };
}

async function runCase({ domain, name, seed, base, at, live }) {
  const { cases } = await import(`../../fixtures/verdicts/${domain}.mjs`);
  const found = cases[name];
  const folder = await mkdtemp(join(tmpdir(), "mcpvals-verdict-"));
  const file = join(folder, "demo.config.json");
  const user = found.asks ?? found.steps[0].user;
  const model = await startStandIn({ workflows: [{ user, turns: found.turns }] });
  const environment = (run, version, days, more = {}) => {
    // What the clock of the server and mcpvals' own both say at the beginning of the run.
    const real = Date.now();
    const now = new Date(Date.parse(base) + (real - at) + days * DAY);
    const env = {
      ...clean,
      ...more,
      FIXTURE_CASE: `${domain}/${name}`,
      FIXTURE_VERSION: version,
      FIXTURE_FOLDER: folder,
      FIXTURE_RUN: run,
      FIXTURE_NOW: now.toISOString(),
      FIXTURE_AT: String(real),
      FIXTURE_SEED: seed,
    };
    return { env, cwd: folder, now: () => Date.parse(base) + (Date.now() - at) + days * DAY };
  };
  try {
    await writeFile(file, JSON.stringify(configOf(name, found), null, 2));
    const keys = { ANTHROPIC_API_KEY: "stand-in-key-0123456789", ANTHROPIC_BASE_URL: model.url };
    const recorded = outcomeOf(await (live ? evaluate : record)(file, environment("record", "old", 0, keys)));
    const refused = model.requests.filter(({ status }) => status !== 200).length;
    if (![0, 1, 3].includes(recorded.exitCode) || refused > 0)
      return { recorded, refused, runs: await readRuns(folder) };
    if (recorded.exitCode === 3) return { recorded, runs: await readRuns(folder) };
    const later = environment("replay", "new", daysLater(name, found), live ? keys : {});
    const replayed = outcomeOf(await (live ? evaluate : replay)(file, later));
    return { recorded, replayed, runs: await readRuns(folder) };
  } finally {
    await model.close();
    if (process.env.VERDICTS_KEEP === undefined) await rm(folder, { recursive: true, force: true });
    else console.error(`${domain}/${name}: ${folder}`);
  }
}

process.on("message", async (task) => {
  const started = performance.now();
  let result;
  try {
    result = await runCase(task);
  } catch (error) {
    result = { crash: error instanceof Error ? (error.stack ?? error.message) : String(error), runs: [] };
  }
  process.send({ ...result, ms: Math.round(performance.now() - started) });
});
