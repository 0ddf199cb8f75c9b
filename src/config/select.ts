// Selects the named things that the patterns of `-t` match, in the config's order.
import { McpvalsError } from "../errors.js";
import { workflowFlag } from "../shell-words.js";
import { didYouMean } from "./did-you-mean.js";
import { buildGlob } from "../trace/glob.js";

/**
 * The workflows whose name is one of `patterns` or matches one as a glob; all of them without patterns. Throws
 * WORKFLOW_NOT_FOUND for a pattern that matches none.
 */
export function selectWorkflows<Named extends { name: string }>(
  workflows: readonly Named[],
  patterns: readonly string[],
): Named[] {
  if (patterns.length === 0) return [...workflows];
  const tests = patterns.map((pattern) => {
    const glob = buildGlob(pattern);
    return { pattern, fits: (name: string) => name === pattern || glob.test(name) };
  });
  for (const { pattern, fits } of tests) {
    if (!workflows.some(({ name }) => fits(name))) throw notFound(pattern, workflows);
  }
  return workflows.filter(({ name }) => tests.some(({ fits }) => fits(name)));
}

function notFound(pattern: string, workflows: readonly { name: string }[]): McpvalsError {
  const names = workflows.map(({ name }) => name);
  const near = didYouMean(pattern, names);
  return new McpvalsError("WORKFLOW_NOT_FOUND", `No workflow is called or matches ${JSON.stringify(pattern)}`, {
    evidence: names.length === 0 ? "The config has no workflows." : `Workflows: ${names.join(", ")}`,
    fix: near === undefined ? "Their names, to copy: mcpvals list" : `Did you mean ${workflowFlag(near)}?`,
  });
}
