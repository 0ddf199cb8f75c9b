// Guesses under which new name a tool that is gone continues.
import type { Tool } from "../trace/contract.js";
import { likenessOfTool } from "./compare-tools.js";
import { guessRenames, type Likeness } from "./guess-renames.js";

/** Returns new names by the old ones; empty where no tool is alike enough, or several are. */
export function guessToolRenames(before: readonly Tool[], after: readonly Tool[]): Map<string, string> {
  const gone = missingIn(before, after);
  const added = missingIn(after, before);
  const guesses = guessRenames(gone.map(like), added.map(like));
  return new Map([...guesses].map(([from, to]) => [gone[from]?.name ?? "", added[to]?.name ?? ""]));
}

function like(tool: Tool): Likeness {
  return { name: tool.name, ...likenessOfTool(tool) };
}

function missingIn(tools: readonly Tool[], others: readonly Tool[]): Tool[] {
  const names = new Set(others.map(({ name }) => name));
  return tools.filter(({ name }) => !names.has(name));
}
