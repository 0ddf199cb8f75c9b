// Finds the tools that a workflow names and the server does not list, each with the name that was probably meant.
import { didYouMean } from "../config/did-you-mean.js";
import type { Workflow } from "../config/schema.js";
import type { Tool } from "../trace/contract.js";
import { callsOf, turnsOf } from "../trace/read.js";
import { splitTool } from "../trace/servers.js";
import type { Trace } from "../trace/trace.js";
import { expectedToolNamesOf } from "./expected-tools.js";

export interface UnlistedTool {
  name: string;
  /** The listed name that was probably meant. */
  nearest: string | undefined;
}

/** Returns the names that are not listed, in their order, each once. */
export function findUnlisted(names: readonly string[], tools: readonly Pick<Tool, "name">[]): UnlistedTool[] {
  const listed = tools.map(({ name }) => name);
  return [...new Set(names)]
    .filter((name) => !listed.includes(name))
    .map((name) => ({ name, nearest: didYouMean(name, listed) ?? nearestBehindServer(name, listed) }));
}

/** A name without its server is near to one that has it. */
function nearestBehindServer(name: string, listed: readonly string[]): string | undefined {
  const near = didYouMean(
    name,
    listed.map((one) => splitTool(one).tool),
  );
  return listed.find((one) => splitTool(one).tool === near);
}

/** Names them in a sentence: `get-summ (did you mean get-sum?), plan`. */
export function nameUnlisted(unlisted: readonly UnlistedTool[]): string {
  return unlisted
    .map(({ name, nearest }) => (nearest === undefined ? name : `${name} (did you mean ${nearest}?)`))
    .join(", ");
}

/** Returns a sentence for each list of the workflow with a tool that the server listed at no time of the run. */
export function describeUnlisted(workflow: Workflow, trace: Trace): string[] {
  // A server that failed may have listed nothing; for a missing tool, the end of the run says it.
  if (trace.end.kind === "server-failed") return [];
  // A replay reports as drift what the server no longer lists.
  const tools = [trace, trace.evidence?.recorded].flatMap((run) => (run === undefined ? [] : toolsSeenIn(run)));
  const expected = trace.end.kind === "tool-missing" ? [] : expectedToolNamesOf(workflow);
  const lists: [string, readonly string[]][] = [
    ["expectTools", expected],
    ["forbidTools", workflow.forbidTools ?? []],
  ];
  return lists.flatMap(([key, names]) => {
    const unlisted = findUnlisted(names, tools);
    return unlisted.length === 0 ? [] : [`${key} names what the server does not list: ${nameUnlisted(unlisted)}.`];
  });
}

/** The tools that were listed at the start or later, and those that were called. */
function toolsSeenIn(trace: Trace): { name: string }[] {
  const called = callsOf(trace).flatMap(({ tool, outcome }) => (outcome.kind === "unknown-tool" ? [] : [tool]));
  return [trace.contract.tools, ...turnsOf(trace).map(({ tools }) => tools), called.map((name) => ({ name }))].flat();
}
