// node bench/agents.mjs: what `mcpvals wrap` adds to the requests of an agent while it records, how long it takes to answer
// them in a replay, and how its memory grows with the turns of a conversation. The model is a stand-in on loopback that
// answers at once; the agent (bench/agents/agent.mjs) asks it directly and through mcpvals, in turns.
import { spawn } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { bin, env, goal, median, ms, printTable, root, sized } from "./measure.mjs";

const path = (name) => join(root, name);
const TURNS = sized(1000, 12);
const EARLY = sized(100, 4);
const GOAL = { replayed: 5, added: 2, growth: 1.2 };

/** A model that makes a call in each turn, and says something in the last. */
async function startModel() {
  let turns = 0;
  const server = createServer(async (request, response) => {
    let last = "";
    for await (const chunk of request) last = (last + chunk.toString()).slice(-1000);
    turns += 1;
    response.writeHead(200, { "content-type": "text/event-stream; charset=utf-8" });
    const isOver = last.includes(`\\"order\\":${TURNS - 1}}`);
    response.end(stream(isOver ? { type: "text", text: "All are looked after." } : call(turns)));
  });
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${server.address().port}`,
    close() {
      server.close();
      server.closeAllConnections();
    },
  };
}

/** Every second request is that of the other way. */
function call(turns) {
  return {
    type: "tool_use",
    id: `toolu_bench${turns}`,
    name: "mcp__repeat__say",
    input: { order: Math.ceil(turns / 2) },
  };
}

function stream({ text, input, ...block }) {
  const delta =
    input === undefined
      ? { type: "text_delta", text }
      : { type: "input_json_delta", partial_json: JSON.stringify(input) };
  const message = {
    id: `msg_${block.id ?? "last"}`,
    type: "message",
    role: "assistant",
    model: "stand-in",
    content: [],
    stop_reason: null,
    stop_sequence: null,
    usage: { input_tokens: 1, output_tokens: 1 },
  };
  const events = [
    { type: "message_start", message },
    { type: "content_block_start", index: 0, content_block: { ...block, ...(input ? { input: {} } : { text: "" }) } },
    { type: "content_block_delta", index: 0, delta },
    { type: "content_block_stop", index: 0 },
    {
      type: "message_delta",
      delta: { stop_reason: input === undefined ? "end_turn" : "tool_use" },
      usage: { output_tokens: 1 },
    },
    { type: "message_stop" },
  ];
  return events.map((event) => `event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`).join("");
}

/** Runs `mcpvals wrap` around the agent; what the agent measured. */
async function wrap(cwd, flags, { url, direct = [] }) {
  const agent = [process.execPath, path("bench/agents/agent.mjs"), String(TURNS), ...direct];
  const child = spawn(process.execPath, [bin, "wrap", ...flags, "--", ...agent], {
    cwd,
    env: { ...env, ANTHROPIC_BASE_URL: url, ANTHROPIC_API_KEY: "bench" },
    stdio: ["ignore", "pipe", "pipe"],
  });
  const read = async (stream) => {
    let text = "";
    for await (const chunk of stream) text += chunk;
    return text;
  };
  const ended = new Promise((resolve) => child.once("exit", resolve));
  const [out, said, code] = await Promise.all([read(child.stdout), read(child.stderr), ended]);
  if (code !== 0) throw new Error(`wrap ended with ${code}: ${said}`);
  return JSON.parse(out);
}

async function benchAgents() {
  const folder = await mkdtemp(join(tmpdir(), "mcpvals-bench-agents-"));
  const model = await startModel();
  try {
    const mcpServers = { repeat: { command: process.execPath, args: [path("fixtures/servers/repeat.mjs")] } };
    await writeFile(join(folder, ".mcp.json"), JSON.stringify({ mcpServers }));
    const record = ["--record", "bench.yaml", "--no-check"];
    const recorded = await wrap(folder, record, { url: model.url, direct: [model.url] });
    // No model is there.
    const replayed = await wrap(folder, ["bench.yaml"], { url: "http://127.0.0.1:9" });
    const added = median(recorded.through) - median(recorded.direct);
    const wanted = {
      added: goal("what recording an agent adds to the first byte", added, "ms", { most: GOAL.added }),
      replayed: goal("first byte of an answer replayed to an agent", median(replayed.through), "ms", {
        most: GOAL.replayed,
      }),
    };
    printTable(`One conversation of ${TURNS} turns with a call in each: until the first byte of an answer (medians)`, [
      ["recorded: the stand-in itself", ms(median(recorded.direct))],
      ["recorded: through mcpvals", ms(median(recorded.through)), `${ms(added)} more`, wanted.added],
      ["replayed", ms(median(replayed.through)), wanted.replayed],
      [`replayed, the last ${EARLY}`, ms(median(replayed.through.slice(-EARLY)))],
    ]);
    const growth = (name, { megabytes }) => {
      const [early, late] = [megabytes[EARLY - 1], megabytes[TURNS - 1]];
      if (early === undefined) return [name, "not known on this system"];
      const what = `memory of \`mcpvals wrap\` ${name}, after turn ${TURNS} to turn ${EARLY}`;
      const wanted = goal(what, late / early, "x", { most: GOAL.growth });
      return [name, `${early.toFixed(0)} MB`, `${late.toFixed(0)} MB`, `${(late / early).toFixed(2)}x`, wanted];
    };
    printTable(`Memory of mcpvals after turn ${EARLY} and after turn ${TURNS}`, [
      growth("while it records", recorded),
      growth("while it replays", replayed),
    ]);
  } finally {
    model.close();
    await rm(folder, { recursive: true, force: true });
  }
}

await benchAgents();
