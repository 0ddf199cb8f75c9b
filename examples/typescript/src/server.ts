// Serves the weather and the tables of a restaurant over stdio.
import { randomUUID } from "node:crypto";
import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import { StdioServerTransport } from "@modelcontextprotocol/sdk/server/stdio.js";
import { z } from "zod";

const server = new McpServer({ name: "tables", version: "1.0.0" });
const reservations = new Map<string, { guests: number; place: "terrace" | "inside" }>();

function json(value: unknown): { content: { type: "text"; text: string }[] } {
  return { content: [{ type: "text", text: JSON.stringify(value) }] };
}

server.registerTool(
  "get_weather",
  { description: "Says what the weather is tonight.", inputSchema: { city: z.string() } },
  ({ city }) => json({ city, temperature: 72, unit: "F", sky: "clear" }),
);

server.registerTool(
  "book_table",
  {
    description: "Books a table for tonight and returns the reservation's id.",
    inputSchema: { guests: z.number().int().min(1).max(8), place: z.enum(["terrace", "inside"]) },
  },
  ({ guests, place }) => {
    const id = randomUUID();
    reservations.set(id, { guests, place });
    return json({ reservation: id, status: "confirmed" });
  },
);

server.registerTool(
  "get_reservation",
  { description: "Looks up a reservation.", inputSchema: { reservation: z.string() } },
  ({ reservation }) => {
    const found = reservations.get(reservation);
    if (found === undefined) throw new Error(`There is no reservation ${reservation}.`);
    return json({ reservation, ...found });
  },
);

await server.connect(new StdioServerTransport());
