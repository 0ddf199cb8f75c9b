// Two transports of the SDK, one behind the other: what a proxy of messages instead of bytes costs, and nothing recorded.
// node bench/sdk-pipe.mjs COMMAND ARGS…
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import { StdioServerTransport } from "@modelcontextprotocol/sdk/server/stdio.js";

const [command, ...args] = process.argv.slice(2);
const client = new StdioServerTransport();
const server = new StdioClientTransport({ command, args, stderr: "inherit" });
client.onmessage = (message) => void server.send(message);
server.onmessage = (message) => void client.send(message);
// The SDK's transport does not notice the end of its input.
process.stdin.on("end", () => void server.close());
await server.start();
await client.start();
