// Builds the tools of a Messages API request from the server's tools, and describes what is odd about the list. Pure.
import { isJsonObject, type JsonObject, type JsonValue } from "../../json/value.js";
import type { Tool } from "../contract.js";
import { whySchemaRefused } from "./left-out.js";
import type { ToolNames } from "./tool-names.js";

/** Returns the tools that Claude is given: the first of each name, without those that the API would refuse. */
export function givenTools(tools: readonly Tool[]): Tool[] {
  return firstOfEachName(tools).filter((tool) => whyLeftOut(tool) === undefined);
}

const known = new WeakMap<Tool, { why: string | undefined }>();

/** Returns why Claude cannot be given a tool; undefined where it can. */
export function whyLeftOut(tool: Tool): string | undefined {
  const found = known.get(tool) ?? { why: whySchemaRefused(buildSchema(tool["inputSchema"])) };
  known.set(tool, found);
  return found.why;
}

/** Builds the `tools` of a request. Schemas pass unchanged. */
export function buildTools(tools: readonly Tool[], names: ToolNames): JsonObject[] {
  return givenTools(tools).map((tool) => ({
    name: names.toClaude(tool.name),
    ...(typeof tool["description"] === "string" ? { description: tool["description"] } : {}),
    input_schema: buildSchema(tool["inputSchema"]),
  }));
}

/** Describes what is odd about a list of tools: names listed twice, schemas that are invalid or refused. */
export function describeOddTools(tools: readonly Tool[]): string[] {
  const kept = new Set(firstOfEachName(tools));
  return tools.flatMap((tool) => {
    if (!kept.has(tool)) return [`tools/list names the tool "${tool.name}" twice; Claude is given the first`];
    const why = whyLeftOut(tool);
    if (why !== undefined) return [`the tool "${tool.name}" is left out, the Messages API refuses it: ${why}`];
    const schema = tool["inputSchema"];
    if (isJsonObject(schema) && schema["type"] === "object") return [];
    return [`the inputSchema of the tool "${tool.name}" is not of type object; Claude is given one that is`];
  });
}

function firstOfEachName(tools: readonly Tool[]): Tool[] {
  const seen = new Set<string>();
  return tools.filter(({ name }) => !seen.has(name) && seen.add(name));
}

/** MCP and the API both require `"type": "object"`; the API refuses the whole request otherwise. */
function buildSchema(schema: JsonValue | undefined): JsonObject {
  if (!isJsonObject(schema)) return { type: "object" };
  return schema["type"] === "object" ? schema : { ...schema, type: "object" };
}
