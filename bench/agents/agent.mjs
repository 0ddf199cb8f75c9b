// The agent of the bench: node agent.mjs TURNS [DIRECT]. Has one conversation of so many turns at ANTHROPIC_BASE_URL, and
// makes a call of its server in each. Prints as JSON the milliseconds until the first byte of each answer, and the megabytes
// that its parent had after each turn; with DIRECT it makes each request there, too, in turns.
import { spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { Agent, request } from "node:http";
import { createInterface } from "node:readline";

const TURNS = Number(process.argv[2]);
const [base, direct] = [process.env.ANTHROPIC_BASE_URL, process.argv[3]];
const agent = new Agent({ keepAlive: true });
/** Instructions and tools of a request are most of it. */
const system = "Look after the orders, one at a time, and say what you did. ".repeat(1000);

function ask(url, messages) {
  const body = JSON.stringify({ model: "claude-bench", max_tokens: 1000, stream: true, system, messages });
  const headers = {
    "content-type": "application/json",
    "content-length": Buffer.byteLength(body),
    "x-api-key": "bench",
  };
  return new Promise((resolve, reject) => {
    const start = performance.now();
    const asked = request(`${url}/v1/messages`, { method: "POST", agent, headers }, (response) => {
      let ms;
      let text = "";
      response.setEncoding("utf8");
      response.on("data", (chunk) => {
        ms ??= performance.now() - start;
        text += chunk;
      });
      response.on("end", () => {
        if (response.statusCode === 200) resolve({ ms, content: contentOf(text) });
        else reject(new Error(text));
      });
    });
    asked.on("error", reject);
    asked.end(body);
  });
}

/** The blocks of a stream. */
function contentOf(text) {
  const blocks = [];
  for (const [, data] of text.matchAll(/^data: (.*)$/gm)) {
    const { type, index, content_block: block, delta } = JSON.parse(data);
    if (type === "content_block_start") blocks[index] = { ...block, json: "" };
    if (type === "content_block_delta" && delta.type === "text_delta") blocks[index].text += delta.text;
    if (type === "content_block_delta" && delta.type === "input_json_delta") blocks[index].json += delta.partial_json;
  }
  return blocks.map(({ json, ...block }) => (json === "" ? block : { ...block, input: JSON.parse(json) }));
}

/** The server of the configuration: sends a request, and resolves to its result. */
function startServer() {
  const { mcpServers } = JSON.parse(readFileSync(process.env.MCPVALS_MCP_CONFIG, "utf8"));
  const [{ command, args }] = Object.values(mcpServers);
  const child = spawn(command, args, { stdio: ["pipe", "pipe", "inherit"] });
  const waiting = new Map();
  let ids = 0;
  createInterface(child.stdout).on("line", (line) => {
    const { id, result } = JSON.parse(line);
    waiting.get(id)?.(result);
    waiting.delete(id);
  });
  const send = (message) => child.stdin.write(`${JSON.stringify({ jsonrpc: "2.0", ...message })}\n`);
  return {
    send,
    ask: (method, params) =>
      new Promise((resolve) => {
        ids += 1;
        waiting.set(ids, resolve);
        send({ id: ids, method, params });
      }),
    close: () => child.stdin.end(),
  };
}

/** Undefined where the system does not say it. */
function parentMegabytes() {
  try {
    return Number(/^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${process.ppid}/status`, "utf8"))[1]) / 1024;
  } catch {
    return undefined;
  }
}

const server = startServer();
await server.ask("initialize", {
  protocolVersion: "2025-06-18",
  capabilities: {},
  clientInfo: { name: "bench", version: "1.0.0" },
});
server.send({ method: "notifications/initialized" });
await server.ask("tools/list", {});

const messages = [{ role: "user", content: `Look after ${TURNS} orders` }];
const measured = { through: [], direct: [], megabytes: [] };
for (let turn = 1; turn <= TURNS; turn++) {
  // Who is first changes from turn to turn.
  if (direct !== undefined && turn % 2 === 0) measured.direct.push((await ask(direct, messages)).ms);
  const { ms, content } = await ask(base, messages);
  if (direct !== undefined && turn % 2 === 1) measured.direct.push((await ask(direct, messages)).ms);
  measured.through.push(ms);
  messages.push({ role: "assistant", content });
  const results = [];
  for (const { type, id, name, input } of content) {
    if (type !== "tool_use") continue;
    const params = { name: name.replace("mcp__repeat__", ""), arguments: input, _meta: { "claudecode/toolUseId": id } };
    const { content: said } = await server.ask("tools/call", params);
    results.push({ type: "tool_result", tool_use_id: id, content: said });
  }
  if (results.length > 0) messages.push({ role: "user", content: results });
  measured.megabytes.push(parentMegabytes());
}
server.close();
agent.destroy();
process.stdout.write(JSON.stringify(measured));
