// Serves a to-do list over streamable HTTP: `node server.mjs PORT`.
import { createServer } from "node:http";
import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import { StreamableHTTPServerTransport } from "@modelcontextprotocol/sdk/server/streamableHttp.js";
import { z } from "zod";

const tasks = [];

function makeServer() {
  const server = new McpServer({ name: "to-do", version: "1.0.0" });
  const json = (value) => ({ content: [{ type: "text", text: JSON.stringify(value) }] });
  server.registerTool("add_task", { description: "Adds a task.", inputSchema: { title: z.string() } }, ({ title }) => {
    tasks.push({ id: tasks.length + 1, title, done: false });
    return json(tasks.at(-1));
  });
  server.registerTool(
    "finish_task",
    { description: "Marks a task as done.", inputSchema: { id: z.number() } },
    ({ id }) => {
      const task = tasks.find((one) => one.id === id);
      if (task === undefined) throw new Error(`There is no task ${id}.`);
      task.done = true;
      return json(task);
    },
  );
  server.registerTool("list_tasks", { description: "Lists all tasks." }, () => json({ tasks }));
  return server;
}

// Without sessions: each request gets a server of its own, and all share the list.
const http = createServer(async (request, response) => {
  const transport = new StreamableHTTPServerTransport({ sessionIdGenerator: undefined, enableJsonResponse: true });
  response.on("close", () => transport.close());
  await makeServer().connect(transport);
  await transport.handleRequest(request, response);
});
http.listen(Number(process.argv[2]), "127.0.0.1");
