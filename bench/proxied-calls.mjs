// What the in-process proxy costs a call: our session against the SDK's client straight on its own stdio transport.
// Alone: node bench/proxied-calls.mjs [--tiny]
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import { startServer } from "../dist/server/start-server.js";
import { ms, printTable, root, sized, timeFunction } from "./measure.mjs";

const everything = `${root}node_modules/@modelcontextprotocol/server-everything/dist/index.js`;
const rounds = { rounds: sized(2000, 20), warmUp: sized(300, 2) };

async function benchProxiedCalls() {
  const client = new Client({ name: "bench", version: "0" });
  await client.connect(
    new StdioClientTransport({ command: process.execPath, args: [everything, "stdio"], stderr: "ignore" }),
  );
  const session = await startServer({
    server: { transport: "stdio", command: process.execPath, args: [everything, "stdio"] },
    folder: root,
    timeout: 30_000,
    env: process.env,
  });
  try {
    const { signal } = new AbortController();
    const direct = () => client.callTool({ name: "echo", arguments: { message: "hello" } });
    const proxied = () => session.call("echo", { message: "hello" }, signal);
    const first = await timeFunction(direct, rounds);
    const ours = await timeFunction(proxied, rounds);
    const again = await timeFunction(direct, rounds);
    const base = (first + again) / 2;
    printTable(`One echo call on server-everything over stdio (median of ${rounds.rounds})`, [
      ["SDK client, its own transport", ms(base), "1.00x"],
      ["through the proxy, recorded", ms(ours), `${(ours / base).toFixed(2)}x`],
    ]);
  } finally {
    await client.close();
    await session.close();
  }
}

await benchProxiedCalls();
