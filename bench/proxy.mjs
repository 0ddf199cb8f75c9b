// What `mcpvals proxy` and `mcpvals serve` cost, beside no proxy at all, the least that any proxy costs, and others.
// All in turns, so that they see the same machine.
// Alone: node bench/proxy.mjs [--tiny] [stdio] [http] [memory] [line] [serve]
import { spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { once } from "node:events";
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { performance } from "node:perf_hooks";
import { loadSession } from "../dist/cassette/load-session.js";
import { bin, env, goal, median, printTable, root, settled, sized, timeCommands } from "./measure.mjs";
import { peakMemory } from "./peak-memory.mjs";
import { connectHttp, freePort, startListener, startWire } from "./wire.mjs";

const node = process.execPath;
const everything = `${root}node_modules/@modelcontextprotocol/server-everything/dist/index.js`;
const server = [node, everything, "stdio"];
const BLOCKS = sized(20, 1);
const CALLS_PER_BLOCK = sized(100, 5);
const STARTS = sized(25, 1);
/** Many calls that nobody waits between; and so many that they take longer than a moment. */
const PIPELINED = { rounds: sized(40, 1), calls: sized(5000, 20), atOnce: sized(5000, 20) };
const LASTING = { rounds: sized(5, 1), calls: sized(20_000, 50), atOnce: sized(200, 10) };
const MANY = sized(100_000, 100);
const AT_ONCE = sized(50, 5);
/** Megabytes. */
const LINE = sized(64, 1);

const micros = (ms) => `${(ms * 1000).toFixed(0).padStart(6)} us`;
const millis = (ms) => `${ms.toFixed(0).padStart(5)} ms`;
const times = (value) => `${value.toFixed(2)}x`;

/** Medians of what each wire takes for one call after the other; a block of one, then a block of the next. */
async function timeCalls(wires) {
  const all = new Map(wires.map(([name]) => [name, []]));
  for (let block = -2; block < BLOCKS; block++) {
    for (const [name, wire] of wires) {
      for (let call = 0; call < CALLS_PER_BLOCK; call++) {
        const start = performance.now();
        await wire.echo();
        if (block >= 0) all.get(name).push(performance.now() - start);
      }
    }
  }
  return new Map([...all].map(([name, list]) => [name, median(list)]));
}

/** So many calls, so many of them at once. */
async function callMany(wire, calls, atOnce) {
  let left = calls;
  const caller = async () => {
    while (left-- > 0) await wire.echo();
  };
  await Promise.all(Array.from({ length: atOnce }, caller));
}

/** Medians of milliseconds for many calls, so many of them at once. */
async function timePipelined(wires, { rounds, calls, atOnce }) {
  const all = new Map(wires.map(([name]) => [name, []]));
  for (let round = -1; round < rounds; round++) {
    // Each goes first in its turn.
    const first = Math.max(0, round) % wires.length;
    for (const [name, wire] of [...wires.slice(first), ...wires.slice(0, first)]) {
      const start = performance.now();
      await callMany(wire, calls, atOnce);
      if (round >= 0) all.get(name).push(performance.now() - start);
      await settled(wire.pid);
    }
  }
  return new Map([...all].map(([name, list]) => [name, median(list)]));
}

/** Medians of milliseconds from nothing to the answer of `initialize`. */
async function timeStarts(commands) {
  const all = new Map(Object.keys(commands).map((name) => [name, []]));
  for (let round = -1; round < STARTS; round++) {
    for (const [name, argv] of Object.entries(commands)) {
      const start = performance.now();
      const wire = startWire(argv);
      await wire.connect();
      if (round >= 0) all.get(name).push(performance.now() - start);
      await wire.close();
    }
  }
  return new Map([...all].map(([name, list]) => [name, median(list)]));
}

async function openAll(commands) {
  const wires = Object.entries(commands).map(([name, argv]) => [name, startWire(argv)]);
  for (const [, wire] of wires) await wire.connect();
  return wires;
}

async function closeAll(wires) {
  for (const [, wire] of wires) await wire.close();
}

async function benchStdio(folder) {
  const ours = (name) => [node, bin, "proxy", "--out", join(folder, name), "--mode", "replace", "--", ...server];
  const commands = {
    direct: server,
    "byte tee": [node, `${root}bench/tee.mjs`, join(folder, "tee"), ...server],
    "mcpvals proxy": ours("stdio.yaml"),
    "SDK transports piped": [node, `${root}bench/sdk-pipe.mjs`, ...server],
  };
  const starts = await timeStarts(commands);
  const wires = await openAll(commands);
  const calls = await timeCalls(wires);
  const pipelined = await timePipelined(wires, PIPELINED);
  const lasting = await timePipelined(wires, LASTING);
  await closeAll(wires);

  const direct = { call: calls.get("direct"), start: starts.get("direct"), pipe: pipelined.get("direct") };
  printTable(
    `An echo call on server-everything over stdio (p50 of ${BLOCKS * CALLS_PER_BLOCK}), ${PIPELINED.calls} calls at once, and the start`,
    Object.keys(commands).map((name) => {
      const rate = PIPELINED.calls / pipelined.get(name);
      return [
        name,
        `p50 ${micros(calls.get(name))}`,
        `added ${micros(calls.get(name) - direct.call)}`,
        `${rate.toFixed(1).padStart(5)} calls/ms`,
        times(direct.pipe / pipelined.get(name)),
        `start ${millis(starts.get(name))}`,
        `added ${millis(starts.get(name) - direct.start)}`,
      ];
    }),
  );
  printTable(
    `${LASTING.calls} calls, ${LASTING.atOnce} at once`,
    Object.keys(commands).map((name) => [
      name,
      `${(LASTING.calls / lasting.get(name)).toFixed(1).padStart(5)} calls/ms`,
      times(lasting.get("direct") / lasting.get(name)),
    ]),
  );
  const added = (name) => calls.get(name) - direct.call;
  const mine = "mcpvals proxy";
  const of = (name, what, ratio, wanted) => [name, times(ratio), goal(what, ratio, "x", wanted)];
  printTable("Goals of mcpvals proxy", [
    of(
      "added p50 to the tee's",
      "time added to a call over stdio, to that of the tee",
      added(mine) / added("byte tee"),
      {
        most: 1.2,
      },
    ),
    [
      "added start",
      millis(starts.get(mine) - direct.start),
      goal("time added to the start of a server", starts.get(mine) - direct.start, "ms", { most: 100 }),
    ],
    ["added start to the tee's", times((starts.get(mine) - direct.start) / (starts.get("byte tee") - direct.start))],
    of(
      "pipelined, of direct",
      `${PIPELINED.calls} calls at once, rate to that without a proxy`,
      direct.pipe / pipelined.get(mine),
      {
        least: 0.9,
      },
    ),
    of(
      `${LASTING.calls} calls, of the tee`,
      `${LASTING.calls} calls, ${LASTING.atOnce} at once, rate to that of the tee`,
      lasting.get("byte tee") / lasting.get(mine),
      { least: 0.95 },
    ),
    ["pipelined, of the tee", times(pipelined.get("byte tee") / pipelined.get(mine))],
  ]);
}

/** Every call on the tape once, and how much memory it took at most. */
async function benchMemory(folder) {
  const out = join(folder, "many.yaml");
  const wire = startWire([node, bin, "proxy", "--out", out, "--mode", "replace", "--", ...server]);
  await wire.connect();
  const peaks = [];
  const start = performance.now();
  const tenth = MANY / 10;
  for (let done = 0; done < MANY; done += tenth) {
    await callMany(wire, tenth, AT_ONCE);
    peaks.push(peakMemory(wire.pid));
  }
  const seconds = (performance.now() - start) / 1000;
  const closing = performance.now();
  const during = peaks.at(-1);
  let last = during;
  const watch = setInterval(() => (last = Math.max(last, peakMemory(wire.pid) ?? 0)), 20);
  await wire.close();
  const closed = performance.now() - closing;
  clearInterval(watch);
  const { entries } = await loadSession(out);
  const written = entries.filter(({ method }) => method === "tools/call").length;
  printTable(`${MANY} calls of ${AT_ONCE} callers at once through mcpvals proxy`, [
    [
      "peak memory while they pass",
      `${during?.toFixed(0)} MB`,
      goal(`memory at the peak while ${MANY} calls of ${AT_ONCE} callers pass`, during, "MB", { most: 90 }),
    ],
    ["and while the file is written after them", `${last?.toFixed(0)} MB`],
    ["after each tenth", peaks.map((peak) => peak?.toFixed(0)).join(" ")],
    ["on the tape", `${written} calls`, written === MANY ? "(every call once)" : `(${MANY - written} are missing)`],
    ["time", `${seconds.toFixed(1)} s, and ${(closed / 1000).toFixed(1)} s to the exit`],
  ]);
}

/** A line of a server of so many megabytes: whether it arrives as it was, when, and the memory of the process at its peak. */
async function passLine(argv, megabytes, peakFile) {
  const text = "x".repeat(megabytes * 1024 * 1024);
  const script = `process.stdin.once("data", () => process.stdout.write('{"jsonrpc":"2.0","id":1,"result":{"x":"' + "x".repeat(${text.length}) + '"}}\\n'));process.stdin.on("end", () => {})`;
  const line = `{"jsonrpc":"2.0","id":1,"result":{"x":"${text}"}}\n`;
  const wanted = createHash("sha256").update(line).digest("hex");
  const start = performance.now();
  const child = spawn(node, [...argv, node, "-e", script].slice(argv.length === 0 ? 1 : 0), {
    env: { ...env, PEAK_FILE: peakFile },
    stdio: ["pipe", "pipe", "ignore"],
  });
  const exited = once(child, "exit");
  const hash = createHash("sha256");
  let count = 0;
  const come = new Promise((resolve) => {
    child.stdout.on("data", (chunk) => {
      hash.update(chunk);
      count += chunk.length;
      if (count === line.length) resolve();
    });
  });
  child.stdin.write('{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"long"}}\n');
  await come;
  const took = performance.now() - start;
  child.stdin.end();
  await exited;
  const peak = existsSync(peakFile) ? Number(readFileSync(peakFile, "utf8")) : undefined;
  return { took, isSame: hash.digest("hex") === wanted, peak };
}

/** One long line: it arrives as it was, and what it takes until the session is written, beside an empty one. */
async function benchLargeLine(folder) {
  const preload = new URL("peak.mjs", import.meta.url).href;
  const ours = (name) => ["--import", preload, bin, "proxy", "--out", join(folder, name), "--wait", "0", "--"];
  const direct = await passLine([], LINE, join(folder, "none"));
  const idle = await passLine(ours("empty.yaml"), 0, join(folder, "idle"));
  const large = await passLine(ours("large.yaml"), LINE, join(folder, "large"));
  const same = ({ isSame }) => (isSame ? "the same bytes" : "OTHER bytes");
  printTable(`One line of ${LINE} MB of a server, start included`, [
    ["direct", millis(direct.took), same(direct)],
    ["mcpvals proxy", millis(large.took), same(large)],
    [
      "its peak memory until the end, over that with a short line",
      `${(large.peak - idle.peak).toFixed(0)} MB`,
      goal(`memory at the peak for a line of ${LINE} MB, over that for a short one`, large.peak - idle.peak, "MB", {
        most: 3 * LINE + 16,
      }),
    ],
  ]);
}

async function benchServe(folder) {
  const session = join(folder, "session.yaml");
  const recorded = startWire([node, bin, "proxy", "--out", session, "--mode", "replace", "--", ...server]);
  await recorded.connect();
  for (let call = 0; call < 20; call++) await recorded.echo();
  await recorded.close();
  const commands = { "the real server": server, "mcpvals serve": [node, bin, "serve", "--quiet", session] };
  const starts = await timeStarts(commands);
  const { bare } = timeCommands({ bare: [node, "-e", "0"] }, { rounds: STARTS, env });
  const wires = await openAll(commands);
  const calls = await timeCalls(wires);
  await closeAll(wires);
  const ours = "mcpvals serve";
  const goals = [
    goal("a call answered by `mcpvals serve`", calls.get(ours) * 1000, "us", { most: 200 }),
    goal("`mcpvals serve` is ready after its start", starts.get(ours), "ms", { most: 150 }),
  ];
  printTable(
    `The same call answered from a session of 20 calls, and the start (a Node that does nothing: ${millis(bare).trim()})`,
    Object.keys(commands).map((name) => [
      name,
      `p50 ${micros(calls.get(name))}`,
      `start ${millis(starts.get(name))}`,
      ...(name === ours ? goals : []),
    ]),
  );
}

async function benchHttp(folder) {
  const real = await freePort();
  const behind = await startListener([node, everything, "streamableHttp"], real, { PORT: String(real) });
  const ports = { ours: await freePort(), bare: await freePort(), "mcp-proxy": await freePort() };
  const upstream = `http://127.0.0.1:${real}/mcp`;
  const ours = await startListener(
    [node, bin, "proxy", "--url", upstream, "--port", String(ports.ours), "--out", join(folder, "http.yaml")],
    ports.ours,
  );
  const bare = await startListener([node, `${root}bench/bare-proxy.mjs`, String(ports.bare), upstream], ports.bare);
  const other = await startListener(
    [
      node,
      `${root}node_modules/mcp-proxy/dist/bin/mcp-proxy.mjs`,
      "--host",
      "127.0.0.1",
      "--port",
      ports["mcp-proxy"],
      "--",
      ...server,
    ].map(String),
    ports["mcp-proxy"],
  );
  const wires = [
    ["direct", await connectHttp(upstream, behind.stop)],
    ["bare node:http proxy", await connectHttp(`http://127.0.0.1:${ports.bare}/mcp`, bare.stop)],
    ["mcpvals proxy --url", await connectHttp(`http://127.0.0.1:${ports.ours}/mcp`, ours.stop)],
    [
      "mcp-proxy (stdio server behind HTTP)",
      await connectHttp(`http://127.0.0.1:${ports["mcp-proxy"]}/mcp`, other.stop),
    ],
  ];
  const calls = await timeCalls(wires);
  for (const [, wire] of wires.toReversed()) await wire.close();
  const added = (name) => calls.get(name) - calls.get("direct");
  printTable(
    `The same call over streamable HTTP (p50 of ${BLOCKS * CALLS_PER_BLOCK})`,
    wires.map(([name]) => [name, `p50 ${micros(calls.get(name))}`, `added ${micros(added(name))}`]),
  );
  const ratio = added("mcpvals proxy --url") / added("bare node:http proxy");
  printTable("Goal of mcpvals proxy --url", [
    [
      "added p50 to that of the bare node:http proxy",
      times(ratio),
      goal("time added to a call over HTTP, to that of the bare proxy", ratio, "x", { most: 1.6 }),
    ],
  ]);
}

const PARTS = {
  stdio: benchStdio,
  http: benchHttp,
  memory: benchMemory,
  line: benchLargeLine,
  serve: benchServe,
};

/** All parts, unless some are named. */
async function benchProxy() {
  const named = process.argv.slice(2).filter((arg) => arg in PARTS);
  const folder = mkdtempSync(join(tmpdir(), "mcpvals-bench-"));
  try {
    for (const name of named.length === 0 ? Object.keys(PARTS) : named) await PARTS[name](folder);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

await benchProxy();
