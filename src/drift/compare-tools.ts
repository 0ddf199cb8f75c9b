// Finds the drift between the recorded and the present list of tools, weighed by which tools the recording calls.
import { addAll } from "../append-to.js";
import { whyLeftOut } from "../trace/given/claude-tools.js";
import { buildToolNames } from "../trace/given/tool-names.js";
import { guessToolRenames } from "../contract/guess-tool-renames.js";
import { canonicalJson } from "../json/canonical.js";
import { checkSchema } from "../json/schema-check.js";
import type { JsonObject, JsonValue } from "../json/value.js";
import type { Tool } from "../trace/contract.js";
import type { DriftClass } from "../trace/drift-classes.js";
import type { Turn } from "../trace/trace.js";
import { declaredPlaces } from "./declared.js";
import { judgeSchemas } from "./schema-words.js";

/** A recorded call that is not made yet. */
export interface ToolUse {
  step: number;
  turn: number;
  call: number;
  tool: string;
  arguments: JsonObject;
}

/** Returns the calls of the turns from this one on. */
export function usesFrom(turns: readonly Turn[], stepOfTurn: readonly number[], turn: number): ToolUse[] {
  return turns.slice(turn - 1).flatMap(({ calls }, at) =>
    calls.map((call) => ({
      step: stepOfTurn[turn - 1 + at] ?? 0,
      turn: turn + at,
      call: call.id,
      tool: call.tool,
      arguments: call.arguments,
    })),
  );
}

export interface ToolDifference {
  tool: string;
  path: string;
  class: DriftClass;
  recorded?: JsonValue;
  present?: JsonValue;
  note?: string;
  /** The first call that loses its proof through it. */
  use?: ToolUse;
  /** Calls can only fail now, so nobody can accept it. */
  acceptable?: false;
}

/**
 * Compares two lists. Their order does not matter. `expected`: names of tools that the suite expects to be called;
 * `pattern`: of several servers, how Claude's names are made.
 */
export function compareListedTools(
  recorded: readonly Tool[],
  present: readonly Tool[],
  uses: readonly ToolUse[],
  { expected, pattern }: { expected: ReadonlySet<string>; pattern?: string | undefined },
): ToolDifference[] {
  const [before, after] = [byName(recorded), byName(present)];
  const [then, now] = [buildToolNames(before.keys(), pattern), buildToolNames(after.keys(), pattern)];
  const differences: ToolDifference[] = [];
  let renames: Map<string, string> | undefined;
  for (const [name, tool] of before) {
    const ofTool = uses.filter((use) => use.tool === name);
    const live = after.get(name);
    if (live === undefined) {
      if (ofTool.length > 0) renames ??= guessToolRenames(recorded, present);
      differences.push(gone(tool, ofTool[0], expected.has(name), renames?.get(name)));
      continue;
    }
    const [was, is] = [then.toClaude(name), now.toClaude(name)];
    // The name that the recording called now belongs to a different tool.
    if (was !== is) {
      const note = `Claude knows the tool by another name now: ${is}`;
      const place = { tool: name, path: "/name", recorded: was, present: is, note };
      if (ofTool[0] === undefined) differences.push({ ...place, class: expected.has(name) ? "reworded" : "docs" });
      else differences.push({ ...place, class: "breaking", use: ofTool[0] });
    }
    if (tool !== live) addAll(differences, compareGiven(tool, live, ofTool, expected.has(name)));
  }
  for (const [name, tool] of after) {
    if (!before.has(name))
      differences.push({ tool: name, path: "", class: "additive", present: tool, note: "a new tool" });
  }
  return differences;
}

/** Claude is given the first of several tools with the same name. */
function byName(tools: readonly Tool[]): Map<string, Tool> {
  const found = new Map<string, Tool>();
  for (const tool of tools) if (!found.has(tool.name)) found.set(tool.name, tool);
  return found;
}

function gone(tool: Tool, use: ToolUse | undefined, isExpected: boolean, renamed?: string): ToolDifference {
  const guess = use === undefined || renamed === undefined ? "" : `; renamed to ${renamed}? A guess`;
  return lost({ tool: tool.name, path: "", recorded: tool, note: `the tool is gone${guess}` }, use, isExpected);
}

/** Weighs a tool that Claude no longer has by the calls of it. */
function lost(of: Omit<ToolDifference, "class">, use: ToolUse | undefined, isExpected: boolean): ToolDifference {
  if (use !== undefined) return { ...of, class: "breaking", use, acceptable: false };
  return { ...of, class: isExpected ? "reworded" : "docs" };
}

/**
 * Compares a tool that both lists have. The same rule decides for both sides whether Claude is given it. If the
 * recording calls a tool that the rule leaves out, nothing was left out at that time: such a tool is compared like any
 * other.
 */
function compareGiven(recorded: Tool, present: Tool, uses: readonly ToolUse[], isExpected: boolean): ToolDifference[] {
  const differences = compareTool(recorded, present, uses, uses.length > 0 || isExpected);
  const [was, is] = [whyLeftOut(recorded), whyLeftOut(present)];
  if ((was === undefined) === (is === undefined)) return differences;
  const path = "/inputSchema";
  const place = {
    tool: recorded.name,
    path,
    ...value("recorded", recorded["inputSchema"]),
    ...value("present", present["inputSchema"]),
  };
  const others = differences.filter((difference) => difference.path !== path);
  if (is !== undefined) {
    const note = `Claude cannot be given the tool any more, the Messages API refuses it: ${is}`;
    return [...others, lost({ ...place, note }, uses[0], isExpected)];
  }
  const ofSchema = differences.filter((difference) => difference.path === path && difference.class !== "docs");
  if (ofSchema.length > 0) return [...others, ...ofSchema];
  return [...others, { ...place, class: "additive", note: "Claude can be given the tool now, which was left out" }];
}

function compareTool(recorded: Tool, present: Tool, uses: readonly ToolUse[], matters: boolean): ToolDifference[] {
  const differences: ToolDifference[] = [];
  for (const key of new Set([...Object.keys(recorded), ...Object.keys(present)])) {
    const [before, after] = [recorded[key], present[key]];
    if (canonicalJson(before ?? null) === canonicalJson(after ?? null)) continue;
    const place = { tool: recorded.name, path: `/${key}`, ...value("recorded", before), ...value("present", after) };
    if (key === "inputSchema") addAll(differences, compareInputs(place, before ?? {}, after ?? {}, uses, matters));
    else if (key === "description" && !isSameText(before, after))
      differences.push({ ...place, class: matters ? "reworded" : "docs" });
    else if (key !== "description") differences.push({ ...place, class: "docs" });
  }
  return differences;
}

function value(key: "recorded" | "present", of: JsonValue | undefined): { recorded?: JsonValue; present?: JsonValue } {
  return of === undefined ? {} : { [key]: of };
}

/** Line ends and white space at the ends of lines do not count. */
function isSameText(one: JsonValue | undefined, other: JsonValue | undefined): boolean {
  if (typeof one !== "string" || typeof other !== "string") return false;
  const plain = (text: string): string =>
    text
      .split(/\r\n?|\n/)
      .map((line) => line.trimEnd())
      .join("\n")
      .trimEnd();
  return plain(one) === plain(other);
}

function compareInputs(
  place: Omit<ToolDifference, "class">,
  recorded: JsonValue,
  present: JsonValue,
  uses: readonly ToolUse[],
  matters: boolean,
): ToolDifference[] {
  const kind = judgeSchemas(recorded, present, place.tool);
  if (kind === "same") return [];
  for (const use of uses) {
    const why = whyRefused(recorded, present, use.arguments);
    if (why !== undefined) return [{ ...place, class: "breaking", use, ...why }];
  }
  const undecided = uses.flatMap((use) => whyUndecided(present, use.arguments) ?? [])[0];
  // The meaning of the present schema is unknown, so it must not be accepted by default.
  if (undecided !== undefined) return [{ ...place, class: "reworded", note: `cannot be checked: ${undecided}` }];
  return [{ ...place, class: matters || kind === "additive" ? kind : "docs" }];
}

/** Returns why arguments that were valid are not valid now; undefined where they still are, or never were. */
function whyRefused(
  recorded: JsonValue,
  present: JsonValue,
  args: JsonObject,
): (Required<Pick<ToolDifference, "note">> & Pick<ToolDifference, "acceptable">) | undefined {
  const now = checkSchema(present, args);
  if (now.kind === "invalid" && checkSchema(recorded, args).kind !== "invalid") {
    return { note: `recorded arguments are not valid any more: ${now.problems[0] ?? ""}`, acceptable: false };
  }
  const still = declaredPlaces(present, args);
  const lost = [...declaredPlaces(recorded, args)].find((declared) => !still.has(declared));
  return lost === undefined ? undefined : { note: `the recorded argument ${lost} is not declared any more` };
}

function whyUndecided(schema: JsonValue, args: JsonObject): string | undefined {
  const check = checkSchema(schema, args);
  return check.kind === "unknown" ? check.why : undefined;
}
