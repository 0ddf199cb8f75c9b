// Plays the cases of fixtures/verdicts in this process, with many seeds, and says how often the verdict of the comparison
// and of the declared schemas is what a careful person would say. No server, no model, no cassette: `run.mjs` is what
// counts. Needs no build.
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { build } from "esbuild";
import { resolve } from "../../fixtures/model/script.mjs";
import { chanceOf } from "../../fixtures/verdicts/world.mjs";
import { daysLater, readCases } from "./cases.mjs";
import { judge } from "./judge.mjs";
import { readOptions } from "./options.mjs";

const DAY = 86_400_000;
/** As `record` moves the clock of its checks. */
const MOVES = [0, 25 * 3_600_000, 190 * DAY + 5 * 3_600_000];

const options = readOptions("quick.mjs", {
  domain: { type: "string", is: "D", help: "the cases of one file" },
  case: { type: "string", is: "C", help: "one case" },
  open: { type: "boolean", default: false, help: "the folder open" },
  seeds: { type: "string", default: "10", is: "N", help: "how often each case is played" },
  first: { type: "string", default: "1", is: "N", help: "the first seed" },
  why: { type: "boolean", default: false, help: "what differed in each play that is not judged right" },
  json: { type: "string", is: "FILE", help: "writes the seeds of each case that is not judged right" },
});

/** The product's own comparison is TypeScript; it is bundled for this run only. */
async function loadProduct() {
  const folder = await mkdtemp(join(tmpdir(), "mcpvals-quick-"));
  try {
    const outfile = join(folder, "product.mjs");
    const contents = `
      export { buildLearned, readLearned } from "./src/cassette/learned.js";
      export { CheckPlayer } from "./src/drift/check-player.js";
      export { createComparer } from "./src/drift/comparer.js";
      export { findUnresolved } from "./src/drift/prove.js";
      export { judgeCall } from "./src/metrics/call-health.js";
      export { isUndecided } from "./src/trace/drift-classes.js";
      export { RecordingBeside } from "./src/variables/beside.js";
      export { learnFrom } from "./src/variables/learn.js";
      export { runOf } from "./src/variables/run.js";`;
    const root = join(import.meta.dirname, "../..");
    const stdin = { contents, resolveDir: root, loader: "ts" };
    await build({ stdin, bundle: true, platform: "node", format: "esm", outfile, logLevel: "error" });
    return await import(pathToFileURL(outfile).href);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** One process of the server of a case, in this one. */
class Server {
  calls = [];
  made = [];
  #counts = new Map();
  #memory = {};

  constructor(version, seed, kept, startedAt) {
    this.tools = version.tools;
    this.chance = chanceOf(seed);
    this.kept = kept;
    this.at = startedAt;
    this.startedAt = startedAt;
    const { about = {}, instructions } = version;
    const tools = Object.keys(version.tools).map((name) => ({
      name,
      description: `The tool ${name}.`,
      inputSchema: { type: "object" },
      ...about[name],
    }));
    this.contract = {
      server: { name: "fixture", version: "1.0.0" },
      capabilities: { tools: {} },
      tools,
      ...(instructions === undefined ? {} : { instructions }),
    };
  }

  call(tool, args) {
    const made = (this.#counts.get(tool) ?? 0) + 1;
    this.#counts.set(tool, made);
    this.at += 20;
    const startedAt = this.at;
    const world = { ...this.chance, memory: this.#memory, kept: this.kept, made, now: () => new Date(this.at) };
    const answer = this.tools[tool];
    const value = structuredClone(typeof answer === "function" ? answer(structuredClone(args), world) : answer);
    this.at += 2;
    this.calls.push({ tool, args, answer: value });
    const outcome = { kind: "result", result: resultOf(tool, value) };
    this.made.push({ tool, arguments: args, outcome });
    return { outcome, startedAt, ms: 2, serverRequests: [] };
  }
}

const text = (value, extra = {}) => ({ content: [{ type: "text", text: value }], ...extra });

function resultOf(tool, value) {
  if (value === undefined) return text(`There is no tool ${tool}.`, { isError: true });
  if (typeof value === "string") return text(value);
  if (typeof value === "object" && value !== null && ("content" in value || "structuredContent" in value)) return value;
  return text(JSON.stringify(value));
}

/** The steps of a recording, with what the stand-in would say. */
function recordOn(server, found) {
  const results = [];
  let id = 0;
  const prompts = (found.steps ?? [{ user: found.asks }]).map(({ user }) => user);
  const steps = [];
  let turns = [];
  const { tools } = server.contract;
  for (const turn of found.turns) {
    const calls = (turn.calls ?? []).map(({ tool, input = {} }) => ({ tool, arguments: resolve(input, results) }));
    const made = calls.map((call) => {
      const { outcome, startedAt, ms } = server.call(call.tool, call.arguments);
      return {
        ...call,
        id: ++id,
        outcome,
        notifications: [],
        serverRequests: [],
        at: (startedAt - server.startedAt) / 1000,
        ms,
      };
    });
    for (const { outcome } of made) results.push({ content: outcome.result.content ?? [] });
    const said =
      turn.text === undefined ? [] : [{ type: "text", text: resolve({ $text: [turn.text].flat() }, results) }];
    const used = made.map((call) => ({
      type: "tool_use",
      id: `toolu_${call.id}`,
      name: call.tool,
      input: call.arguments,
    }));
    const reason = used.length > 0 ? "tool_use" : "end_turn";
    const content = [...said, ...used];
    turns.push({ content, stop: { reason }, calls: made, tools, usage: { input: 1, output: 1 }, ms: 1, retries: 0 });
    if (used.length > 0) continue;
    steps.push({ user: prompts[steps.length] ?? "", turns });
    turns = [];
  }
  return {
    workflow: "w",
    sources: { model: "live", server: "live" },
    model: { name: "stand-in", maxTokens: 1000 },
    system: null,
    instructions: true,
    server: { name: "fixture", version: "1.0.0", protocol: "2025-11-25" },
    contract: server.contract,
    steps,
    end: { kind: "completed" },
    findings: [],
    stderr: "",
    dispatch: "serial",
    startedAt: new Date(server.startedAt).toISOString(),
    ms: 1000,
  };
}

const turnsOf = ({ steps }) => steps.flatMap((step) => step.turns);
const usesOf = (content) => content.filter(({ type }) => type === "tool_use");

/** Plays a recording on a server, as far as the player lets it. */
function playOn(server, recorded, player) {
  player.contract(server.contract);
  for (const [at] of turnsOf(recorded).entries()) {
    const view = player.turn(at + 1, server.at);
    if (!view.grounded) return view.message;
    const lives = usesOf(view.content).map(({ name, input }) => server.call(name, input));
    // A turn without calls is settled, too, unless it is the last one.
    if (lives.length > 0 || at + 1 < turnsOf(recorded).length) player.settle(at + 1, lives);
  }
  return undefined;
}

function playCase(product, { domain, name, found }, seed) {
  const { CheckPlayer, createComparer, findUnresolved, isUndecided, RecordingBeside, learnFrom, runOf } = product;
  const { buildLearned, readLearned } = product;
  let kept = {};
  let at = Date.now();
  const servers = [];
  const start = (version, days = 0) => {
    at += 2500;
    const chance = `${seed} ${domain}/${name} ${servers.length}`;
    // As a file gives it back.
    kept = JSON.parse(JSON.stringify(kept));
    const server = new Server(version, chance, kept, at + days);
    servers.push(server);
    return server;
  };
  const runs = () => servers.map(({ calls }, i) => ({ run: i === 3 ? "replay" : "record", calls }));
  const { accept = ["docs", "additive"], pins = [], varies = [], ignore = [] } = found.config ?? {};
  const rules = { varies, ignore, pins, accept, acceptedIds: [], strict: false };
  const recorded = recordOn(start(found.old), found);
  const recording = new RecordingBeside(runOf(recorded));
  const checks = [];
  for (const clock of MOVES.slice(1)) {
    const server = start(found.old, clock);
    const earlier = checks.map(({ beside }) => beside);
    const veil = { learn: () => {}, redact: (value) => value };
    const player = new CheckPlayer({ recorded, recording, earlier, pins, startedAt: server.startedAt, clock: 0, veil });
    playOn(server, recorded, player);
    checks.push(player.played());
  }
  const learned = learnFrom(
    recording,
    checks.map(({ beside }) => beside),
    { pins },
  );
  const unresolved = findUnresolved(recorded, learned, checks, rules);
  const { doubtful, unstable, state } = learned;
  const faults = [...unresolved, ...doubtful, ...unstable, ...state];
  const outcome = { refused: 0, ms: 0 };
  if (faults.length > 0)
    return {
      ...outcome,
      recorded: { verdict: "inconclusive", exitCode: 3, reasons: faults },
      runs: runs(),
      drift: faults,
    };
  const server = start(found.new ?? found.old, daysLater(name, found) * DAY);
  const comparer = createComparer({
    recorded,
    // As the cassette gives it back.
    learned: readLearned(buildLearned(learned)),
    rules,
    prompts: recorded.steps.map(({ user }) => user),
    expectedTools: [],
    liveStartedAt: server.startedAt,
    isAtHand: () => true,
  });
  const message = playOn(server, recorded, comparer);
  comparer.lookAhead();
  const drift = comparer.drift().filter((one) => isUndecided(one));
  drift.push(...newFaults(product, servers[0], server));
  const verdict = message === undefined && drift.length === 0 ? "passed" : "inconclusive";
  const recordedSide = { verdict: "passed", exitCode: 0 };
  return { ...outcome, recorded: recordedSide, replayed: { verdict, exitCode: 0 }, runs: runs(), drift, message };
}

/** Calls that do not fit the schemas that the server declares, and did when they were recorded. */
function newFaults({ judgeCall }, recorded, live) {
  const faultsOf = ({ made, contract }) => made.map((call) => judgeCall(call, contract.tools, { era: "legacy" }).fault);
  const before = faultsOf(recorded);
  return faultsOf(live).filter((fault, at) => fault !== undefined && before[at] === undefined);
}

const cases = await readCases(options);
const product = await loadProduct();
const seeds = Array.from({ length: Number(options.seeds) }, (_, at) => String(Number(options.first) + at));
const totals = { changed: 0, green: 0, unchanged: 0, red: 0, wrong: 0, broken: 0 };
const byCase = new Map();
const isUnchanged = ({ verdict, allowed = [] }) => [verdict, ...allowed].includes("passed");
for (const one of cases) {
  for (const seed of seeds) {
    let judged;
    let result = { runs: [], refused: 0 };
    try {
      result = playCase(product, one, seed);
      judged = judge(one.found, result);
    } catch (error) {
      judged = { class: "broken", because: error.stack };
    }
    const isGreen = judged.falseGreen === true || judged.class === "false green";
    // Whether it failed or was inconclusive is for `run.mjs` to say.
    const kind = isGreen ? "green" : judged.class === "false red" ? "red" : judged.class;
    if (isUnchanged(one.found)) totals.unchanged += 1;
    else totals.changed += 1;
    if (kind === "right" || kind === "other") continue;
    if (judged.class === "wrong send") totals.wrong += 1;
    if (kind !== "wrong send") totals[kind] += 1;
    const key = `${kind.padEnd(10)} ${one.domain}/${one.name}`;
    byCase.set(key, [...(byCase.get(key) ?? []), seed]);
    if (options.why)
      console.log(
        key,
        seed,
        judged.because,
        JSON.stringify(result.drift ?? []).slice(0, Number(process.env.WHY ?? 600)),
        result.message ?? "",
      );
  }
}
for (const [key, those] of [...byCase].toSorted(([one], [other]) => one.localeCompare(other)))
  console.log(`${key}: ${those.length} of ${seeds.length} (${those.join(" ")})`);
const share = (part, all) => `${part} of ${all} (${all === 0 ? "-" : ((100 * part) / all).toFixed(2)} %)`;
console.log(`${cases.length} cases, seeds ${seeds[0]} to ${seeds.at(-1)}`);
console.log(`  false greens ${share(totals.green, totals.changed)}, false reds ${share(totals.red, totals.unchanged)}`);
console.log(`  wrong sends ${totals.wrong}, broken ${totals.broken}`);
if (options.json !== undefined) await writeFile(options.json, JSON.stringify(Object.fromEntries(byCase), null, 2));
