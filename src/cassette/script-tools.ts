// Writes a change of the server's list of tools for a script, and reads it. Pure.
import type { Tool } from "../trace/contract.js";
import type { ToolsEntry } from "./schema.js";

/** The entry between two lists, or undefined where they are the same. */
export function buildToolsEntry(before: readonly Tool[], after: readonly Tool[]): ToolsEntry | undefined {
  if (before === after || isSame(before, after)) return undefined;
  const old = new Map(before.map((tool) => [tool.name, tool]));
  const now = new Map(after.map((tool) => [tool.name, tool]));
  if (old.size !== before.length || now.size !== after.length) return { tools: { all: [...after] } };
  const gone = before.filter((tool) => !now.has(tool.name)).map((tool) => tool.name);
  const changed = after.filter((tool) => !isSame(old.get(tool.name), tool));
  const entry: ToolsEntry["tools"] = {
    ...(gone.length === 0 ? {} : { gone }),
    ...(changed.length === 0 ? {} : { new: changed }),
  };
  const inOrder = isSame(
    readToolsEntry({ tools: entry }, before).map((tool) => tool.name),
    after.map((tool) => tool.name),
  );
  return { tools: inOrder ? entry : { ...entry, order: after.map((tool) => tool.name) } };
}

/** The list after an entry: a new tool replaces the one with its name, or is appended. */
export function readToolsEntry(entry: ToolsEntry, before: readonly Tool[]): Tool[] {
  if ("all" in entry.tools) return entry.tools.all;
  const { gone = [], new: added = [], order } = entry.tools;
  const tools = new Map(before.map((tool) => [tool.name, tool]));
  for (const name of gone) tools.delete(name);
  for (const tool of added) tools.set(tool.name, tool);
  if (order === undefined) return [...tools.values()];
  return order.flatMap((name) => tools.get(name) ?? []);
}

function isSame(a: unknown, b: unknown): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}
