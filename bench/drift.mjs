// How long comparing and classifying takes, and that it grows with the size and not with its square.
// Alone: node bench/drift.mjs [--tiny]
// Each size is compared with a twin in which some times and ids differ, one value is another, and one field is new.
import { performance } from "node:perf_hooks";
import { createComparer } from "../dist/drift/comparer.js";
import { learn } from "../dist/variables/learn.js";
import { runOf } from "../dist/variables/run.js";
import { goal, median, ms, printTable, sized } from "./measure.mjs";

const MB = 1024 * 1024;
const ROUNDS = sized(7, 1);
/** How much of each size is compared. */
const PART = sized(1, 1 / 16);
const part = (turns) => Math.round(turns * PART);

/** A list of users, as a server lists them, of about so many bytes. Every `each`-th row differs from run to run. */
function listUsers(bytes, run, each) {
  const user = (at) => ({
    id: `usr_${(at * 7919 + (at % each === 0 ? run : 0)).toString(36).padStart(8, "0")}`,
    name: `Person ${at}`,
    email: `person.${at}@example.org`,
    seen: at % each === 0 ? `2026-11-2${run}T10:00:01Z` : "2019-01-01T00:00:00Z",
    tags: ["orchard", "plums", `row-${at % 50}`],
    balance: at * 1.25,
  });
  const count = Math.round(bytes / JSON.stringify(user(10_000)).length);
  return Array.from({ length: count }, (_, at) => user(at));
}

/** The same list a week later: one value is another, one field is new. */
function twinOf(bytes, each) {
  const twin = listUsers(bytes, 7, each);
  const middle = twin[Math.floor(twin.length / 2)];
  middle.tags[0] = "a tag of another kind";
  middle.phone = "555";
  return JSON.stringify(twin);
}

function callOf(id, text) {
  const outcome = { kind: "result", result: { content: [{ type: "text", text }] } };
  return { id, tool: "list", arguments: {}, outcome, notifications: [], serverRequests: [], at: id, ms: 50 };
}

function traceOf(texts, startedAt) {
  const tools = [{ name: "list", description: "Lists.", inputSchema: { type: "object" } }];
  const turns = texts.map((text, at) => ({
    content: [{ type: "tool_use", id: `toolu_${at + 1}`, name: "list", input: {} }],
    stop: { reason: "tool_use" },
    calls: [callOf(at + 1, text)],
    tools,
    usage: { input: 1, output: 1 },
    ms: 1,
    retries: 0,
  }));
  return {
    workflow: "bench",
    sources: { model: "live", server: "live" },
    model: { name: "none", maxTokens: 1 },
    system: null,
    instructions: true,
    server: { name: "bench", version: "1", protocol: "2025-11-25" },
    contract: { server: {}, capabilities: {}, tools },
    steps: [{ user: "List", turns }],
    end: { kind: "completed" },
    findings: [],
    stderr: "",
    startedAt,
    ms: 1000,
  };
}

/** Plays a recording against the twins of its results; the drift that was found. */
function compare(recorded, learned, live) {
  const start = Date.parse("2026-11-27T10:00:00Z");
  const comparer = createComparer({
    recorded,
    rules: {
      varies: [],
      ignore: [],
      pins: [],
      accept: ["docs", "additive"],
      acceptedIds: [],
      strict: false,
    },
    learned,
    prompts: ["List"],
    expectedTools: [],
    liveStartedAt: start,
  });
  comparer.contract(recorded.contract);
  live.forEach((text, at) => {
    comparer.turn(at + 1, start + at * 1000);
    const { outcome, serverRequests } = callOf(at + 1, text);
    comparer.settle(at + 1, [{ outcome, serverRequests, startedAt: start + at * 1000, ms: 50 }]);
  });
  return comparer.drift();
}

/** `checks`: what the same server said in two checks. */
function timeComparison(texts, checks, twins) {
  const recorded = traceOf(texts, "2026-11-20T10:00:00.000Z");
  const runs = checks.map((check, at) => runOf(traceOf(check, `2026-11-2${at + 3}T10:00:00.000Z`)));
  const learned = learn(runOf(recorded), runs);
  const times = Array.from({ length: ROUNDS + 2 }, () => {
    const from = performance.now();
    const drift = compare(recorded, learned, twins);
    const time = performance.now() - from;
    for (const kind of ["volatile", "changed", "additive"]) {
      if (!drift.some((one) => one.class === kind)) throw new Error(`found nothing ${kind}`);
    }
    return time;
  });
  // The first two warm up.
  return median(times.slice(2));
}

function printGrowth(title, rows) {
  const [[, first]] = rows;
  printTable(
    `${title} (median of ${ROUNDS})`,
    rows.map(([name, time, most]) => [
      name,
      ms(time),
      `${(time / first).toFixed(1)}x`,
      most === undefined ? "" : goal(`${title}: ${name}`, time, "ms", { most }),
    ]),
  );
}

function benchDrift() {
  const sizeOf = (megabytes) => `${(megabytes * PART).toFixed(2)} MB`;
  const result = (megabytes, each) => {
    const bytes = megabytes * PART * MB;
    const checks = [3, 4].map((run) => [JSON.stringify(listUsers(bytes, run, each))]);
    return timeComparison([JSON.stringify(listUsers(bytes, 0, each))], checks, [twinOf(bytes, each)]);
  };
  printGrowth("A result beside its twin, every 50th row differs by itself", [
    [sizeOf(0.25), result(0.25, 50)],
    [sizeOf(1), result(1, 50), 150],
    [sizeOf(4), result(4, 50)],
  ]);
  printGrowth("A result of which every row differs by itself", [
    [sizeOf(1 / 16), result(1 / 16, 1)],
    [sizeOf(0.25), result(0.25, 1)],
    [sizeOf(1), result(1, 1)],
  ]);
  const run = (turns) => {
    const texts = Array.from({ length: turns }, () => JSON.stringify(listUsers(2000, 0, 5)));
    const checks = [3, 4].map((run) => texts.map(() => JSON.stringify(listUsers(2000, run, 5))));
    return timeComparison(
      texts,
      checks,
      texts.map(() => twinOf(2000, 5)),
    );
  };
  printGrowth("A run with a call a turn, results of 2 kB", [
    [`${part(100)} turns`, run(part(100))],
    [`${part(400)} turns`, run(part(400)), 1000],
    [`${part(1600)} turns`, run(part(1600))],
  ]);
}

benchDrift();
