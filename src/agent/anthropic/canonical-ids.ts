// Replaces ids in the content of a response by ordinals, and tool names by MCP names. Pure.
import { isJsonObject } from "../../json/value.js";
import type { ModelBlock, TraceStep } from "../../trace/trace.js";

/** The first ordinal that no id of the run has. */
export function nextOrdinal(steps: readonly TraceStep[]): number {
  let highest = 0;
  for (const step of steps)
    for (const turn of step.turns)
      for (const block of turn.content)
        if (isToolUse(block)) highest = Math.max(highest, Number(/\d+$/.exec(block.id)?.[0] ?? 0));
  return highest + 1;
}

/**
 * Gives each `tool_use`, `server_tool_use`, … block the next ordinal (`toolu_1`, `srvtoolu_2`), in order of appearance,
 * and uses it wherever the response refers to that id. A reference to an id of an earlier turn is an ordinal already.
 * `toMcp` gives the MCP name of the tool in a `tool_use`; everything else stays unchanged.
 */
export function canonicalIds(
  content: readonly ModelBlock[],
  firstOrdinal: number,
  toMcp: (claudeName: string) => string,
): ModelBlock[] {
  const ordinals = new Map<string, string>();
  let ordinal = firstOrdinal;
  const named = content.map((block) => {
    if (!isToolUse(block)) return block;
    const id = `${prefixOf(block)}_${String(ordinal)}`;
    ordinal += 1;
    ordinals.set(block.id, id);
    const { name } = block;
    return { ...block, id, ...(block.type === "tool_use" && typeof name === "string" ? { name: toMcp(name) } : {}) };
  });
  return named.map((block) => {
    const known = (id: unknown): string | undefined => (typeof id === "string" ? ordinals.get(id) : undefined);
    const answered = known(block["tool_use_id"]);
    const caller = block["caller"];
    const calledBy = isJsonObject(caller) ? known(caller["tool_id"]) : undefined;
    return {
      ...block,
      ...(answered === undefined ? {} : { tool_use_id: answered }),
      ...(calledBy === undefined || !isJsonObject(caller) ? {} : { caller: { ...caller, tool_id: calledBy } }),
    };
  });
}

function isToolUse(block: ModelBlock): block is ModelBlock & { id: string } {
  return /(?:^|_)tool_use$/.test(block.type) && typeof block["id"] === "string";
}

/**
 * `toolu` for calls that we make, whatever a gateway names them; the API's own prefix for tools that its server runs.
 */
function prefixOf(block: ModelBlock & { id: string }): string {
  if (block.type === "tool_use") return "toolu";
  return /^([a-z]+)_/.exec(block.id)?.[1] ?? "id";
}
