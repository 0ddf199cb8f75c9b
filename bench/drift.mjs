// How long comparing and classifying takes, and that it grows with the size and not with its square.
// Each size is compared with a twin in which times and ids differ, one value is another, and one field is new.
import { createComparer } from "../dist/drift/comparer.js";
import { median, ms, printTable } from "./measure.mjs";
import { performance } from "node:perf_hooks";

const MB = 1024 * 1024;
const ROUNDS = 9;

/** A list of users, as a server lists them, of about so many bytes. */
function listUsers(bytes, minute) {
  const user = (at) => ({
    id: `usr_${(at * 7919 + minute).toString(36).padStart(8, "0")}`,
    name: `Person ${at}`,
    email: `person.${at}@example.org`,
    seen: `2026-11-2${minute % 7}T10:${String(minute).padStart(2, "0")}:00Z`,
    tags: ["orchard", "plums", `row-${at % 50}`],
    balance: at * 1.25,
  });
  const count = Math.round(bytes / JSON.stringify(user(10_000)).length);
  return Array.from({ length: count }, (_, at) => user(at));
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
function compare(recorded, live) {
  const start = Date.parse("2026-11-27T10:00:00Z");
  const varies = recorded.steps[0].turns.flatMap(({ calls }) =>
    calls.map(({ id }) => ({ call: id, at: "/content/0" })),
  );
  const comparer = createComparer({
    recorded,
    rules: { varies, configVaries: [], ignore: [], pins: [], accept: ["docs", "additive"], acceptedIds: [], strict: false },
    mode: "replay",
    prompts: ["List"],
    expectedTools: [],
    liveStartedAt: start,
  });
  comparer.contract(recorded.contract);
  live.forEach((text, at) => {
    comparer.turn(at + 1, start + at * 1000);
    const { outcome } = callOf(at + 1, text);
    comparer.settle(at + 1, [{ outcome, startedAt: start + at * 1000, ms: 50 }]);
  });
  return comparer.drift();
}

function timeComparison(texts, twins) {
  const recorded = traceOf(texts, "2026-11-20T10:00:00.000Z");
  const times = Array.from({ length: ROUNDS }, () => {
    const from = performance.now();
    const drift = compare(recorded, twins);
    const time = performance.now() - from;
    for (const kind of ["volatile", "changed", "additive"]) {
      if (!drift.some((one) => one.class === kind)) throw new Error(`found nothing ${kind}`);
    }
    return time;
  });
  return median(times);
}

function twinOf(bytes) {
  const twin = listUsers(bytes, 12);
  const middle = twin[Math.floor(twin.length / 2)];
  middle.tags[0] = "a tag of another kind";
  middle.phone = "555";
  return JSON.stringify(twin);
}

export function benchDrift() {
  const sizes = [1, 4, 16].map((times) => {
    const bytes = (times * MB) / 4;
    return [times, timeComparison([JSON.stringify(listUsers(bytes, 5))], [twinOf(bytes)])];
  });
  const [, quarter] = sizes[0];
  printTable(
    `A result beside its twin, JSON in text (median of ${ROUNDS})`,
    sizes.map(([times, time]) => [
      `${(times / 4).toString()} MB`,
      ms(time),
      `${(time / quarter).toFixed(1)}x${times === 4 ? " (goal: 150 ms)" : ""}`,
    ]),
  );
  const turns = [100, 400, 1600].map((count) => {
    const texts = Array.from({ length: count }, () => JSON.stringify(listUsers(2000, 5)));
    const twins = Array.from({ length: count }, () => twinOf(2000));
    return [count, timeComparison(texts, twins)];
  });
  const [, hundred] = turns[0];
  printTable(
    `A run of turns with a call each, results of 2 kB (median of ${ROUNDS})`,
    turns.map(([count, time]) => [
      `${count} turns`,
      ms(time),
      `${(time / hundred).toFixed(1)}x${count === 400 ? " (goal: 1000 ms)" : ""}`,
    ]),
  );
}
