// Ten tools as FastMCP writes them (its output, by hand), beside what their author asked for.
// First as the MCP SDK for Python does, with pydantic's titles; then as fastmcp 2 does, which leaves the titles out.
import type { JsonObject } from "../../src/json/value.js";

export interface FastMcpTool {
  name: string;
  /** In plain JSON Schema. */
  asked: JsonObject;
  written: JsonObject[];
}

const object = (properties: JsonObject, required: string[] = []): JsonObject => ({
  type: "object",
  properties,
  ...(required.length > 0 && { required }),
});
/** As the SDK orders and names the whole. */
const titled = (name: string, properties: JsonObject, required: string[] = [], $defs?: JsonObject): JsonObject => ({
  ...($defs !== undefined && { $defs }),
  properties,
  ...(required.length > 0 && { required }),
  title: `${name}Arguments`,
  type: "object",
});

export const FASTMCP: readonly [FastMcpTool, FastMcpTool, ...FastMcpTool[]] = [
  {
    name: "get_weather",
    asked: object({ city: { type: "string", description: "A city, in English" } }, ["city"]),
    written: [
      titled("get_weather", { city: { description: "A city, in English", title: "City", type: "string" } }, ["city"]),
      object({ city: { description: "A city, in English", type: "string" } }, ["city"]),
    ],
  },
  {
    name: "search_notes",
    asked: object({ query: { type: "string" }, limit: { type: "integer", default: 10 } }, ["query"]),
    written: [
      titled(
        "search_notes",
        { query: { title: "Query", type: "string" }, limit: { default: 10, title: "Limit", type: "integer" } },
        ["query"],
      ),
      object({ query: { type: "string" }, limit: { default: 10, type: "integer" } }, ["query"]),
    ],
  },
  {
    name: "list_files",
    asked: object({ path: { anyOf: [{ type: "string" }, { type: "null" }], default: null } }),
    written: [
      titled("list_files", { path: { anyOf: [{ type: "string" }, { type: "null" }], default: null, title: "Path" } }),
      object({ path: { anyOf: [{ type: "string" }, { type: "null" }], default: null } }),
    ],
  },
  {
    name: "set_mode",
    asked: object({ mode: { type: "string", enum: ["fast", "careful"], description: "How" } }, ["mode"]),
    written: [
      titled("set_mode", { mode: { description: "How", enum: ["fast", "careful"], title: "Mode", type: "string" } }, [
        "mode",
      ]),
      object({ mode: { description: "How", enum: ["fast", "careful"], type: "string" } }, ["mode"]),
      // An Enum class in place of a Literal.
      titled("set_mode", { mode: { $ref: "#/$defs/Mode", description: "How" } }, ["mode"], {
        Mode: { enum: ["fast", "careful"], title: "Mode", type: "string" },
      }),
    ],
  },
  {
    name: "tag_all",
    asked: object({ ids: { type: "array", items: { type: "string" } }, tag: { type: "string", default: "new" } }, [
      "ids",
    ]),
    written: [
      titled(
        "tag_all",
        {
          ids: { items: { type: "string" }, title: "Ids", type: "array" },
          tag: { default: "new", title: "Tag", type: "string" },
        },
        ["ids"],
      ),
      object({ ids: { items: { type: "string" }, type: "array" }, tag: { default: "new", type: "string" } }, ["ids"]),
    ],
  },
  {
    name: "count_words",
    asked: object({ counts: { type: "object", additionalProperties: { type: "integer" } } }, ["counts"]),
    written: [
      titled(
        "count_words",
        { counts: { additionalProperties: { type: "integer" }, title: "Counts", type: "object" } },
        ["counts"],
      ),
      object({ counts: { additionalProperties: { type: "integer" }, type: "object" } }, ["counts"]),
    ],
  },
  {
    name: "move_to",
    asked: object({ point: object({ x: { type: "number" }, y: { type: "number", description: "Up" } }, ["x", "y"]) }, [
      "point",
    ]),
    written: [
      titled("move_to", { point: { $ref: "#/$defs/Point" } }, ["point"], {
        Point: {
          properties: {
            x: { title: "X", type: "number" },
            y: { description: "Up", title: "Y", type: "number" },
          },
          required: ["x", "y"],
          title: "Point",
          type: "object",
        },
      }),
      {
        $defs: {
          Point: {
            properties: { x: { type: "number" }, y: { description: "Up", type: "number" } },
            required: ["x", "y"],
            type: "object",
          },
        },
        ...object({ point: { $ref: "#/$defs/Point" } }, ["point"]),
      },
      // What fastmcp 2 makes of it when it follows references.
      object(
        {
          point: {
            properties: { x: { type: "number" }, y: { description: "Up", type: "number" } },
            required: ["x", "y"],
            type: "object",
          },
        },
        ["point"],
      ),
    ],
  },
  {
    name: "resize",
    asked: object(
      {
        width: { type: "integer", minimum: 1, maximum: 4096 },
        scale: { type: "number", minimum: 0, default: 1, description: "1: as it is" },
      },
      ["width"],
    ),
    written: [
      titled(
        "resize",
        {
          width: { maximum: 4096, minimum: 1, title: "Width", type: "integer" },
          scale: { default: 1, description: "1: as it is", minimum: 0, title: "Scale", type: "number" },
        },
        ["width"],
      ),
      object(
        {
          width: { maximum: 4096, minimum: 1, type: "integer" },
          scale: { default: 1, description: "1: as it is", minimum: 0, type: "number" },
        },
        ["width"],
      ),
    ],
  },
  {
    name: "find_any",
    asked: object({ key: { anyOf: [{ type: "integer" }, { type: "string" }], description: "Id or name" } }, ["key"]),
    written: [
      titled(
        "find_any",
        { key: { anyOf: [{ type: "integer" }, { type: "string" }], description: "Id or name", title: "Key" } },
        ["key"],
      ),
      object({ key: { anyOf: [{ type: "integer" }, { type: "string" }], description: "Id or name" } }, ["key"]),
    ],
  },
  {
    name: "notify",
    asked: object(
      {
        to: { anyOf: [{ type: "array", items: { type: "string" } }, { type: "null" }], default: null },
        loud: { type: "boolean", default: false },
      },
      [],
    ),
    written: [
      titled("notify", {
        to: { anyOf: [{ items: { type: "string" }, type: "array" }, { type: "null" }], default: null, title: "To" },
        loud: { default: false, title: "Loud", type: "boolean" },
      }),
      object({
        to: { anyOf: [{ items: { type: "string" }, type: "array" }, { type: "null" }], default: null },
        loud: { default: false, type: "boolean" },
      }),
    ],
  },
];
