// Compares the tools of two contracts for their callers. The schemas are compared elsewhere.
import { isJsonObject, type JsonObject, type JsonValue } from "../json/value.js";
import { buildToolNames } from "../trace/given/tool-names.js";
import type { Tool } from "../trace/contract.js";
import type { ContractChange, ContractSubject } from "./change.js";
import { compareSchemas } from "../json-schema/compare-schemas.js";
import { compareAnnotations } from "./compare-annotations.js";
import { compareFields, fieldOf, isSame } from "./compare-fields.js";
import { compareLists, type ListKind } from "./compare-lists.js";
import { buildChange, nameChange } from "./contract-change.js";
import type { Likeness } from "./guess-renames.js";

const APART = new Set(["name", "inputSchema", "outputSchema", "annotations", "execution"]);

const TOOLS: ListKind<Tool> = {
  kind: "tool",
  word: "tool",
  key: "name",
  likeness: likenessOfTool,
  alike: "parameters and description",
  compare: compareTool,
};

/** In the order of the tools before; new ones follow. */
export function compareTools(before: readonly Tool[], after: readonly Tool[]): ContractChange[] {
  return [...compareLists(TOOLS, before, after), ...compareNames(before, after)];
}

/** Claude accepts fewer names than MCP: a tool's name there depends on the other tools. */
function compareNames(before: readonly Tool[], after: readonly Tool[]): ContractChange[] {
  const [old, now] = [before, after].map((tools) => new Set(tools.map(({ name }) => name)));
  const both = [...(old ?? [])].filter((name) => now?.has(name) === true);
  const [then, today] = [buildToolNames(old ?? []), buildToolNames(now ?? [])];
  return both.flatMap((name) => {
    const [was, is] = [then.toClaude(name), today.toClaude(name)];
    if (was === is) return [];
    const message = `Claude knows the tool \`${name}\` as \`${is}\` now, before as \`${was}\`.`;
    return [
      buildChange("claude-name-changed", { kind: "tool", name }, { path: "/name", before: was, after: is, message }),
    ];
  });
}

function compareTool(subject: ContractSubject, before: Tool, after: Tool): ContractChange[] {
  return [
    ...schemaChanges(subject, "input", before["inputSchema"], after["inputSchema"]),
    ...outputSchemaChanges(subject, before["outputSchema"] ?? undefined, after["outputSchema"] ?? undefined),
    ...compareAnnotations(subject, before["annotations"], after["annotations"]),
    ...compareExecution(subject, before["execution"], after["execution"]),
    ...compareFields(subject, [], before, after, APART),
  ];
}

function schemaChanges(
  subject: ContractSubject,
  direction: "input" | "output",
  before: JsonValue | undefined,
  after: JsonValue | undefined,
): ContractChange[] {
  if (isSame(before, after)) return [];
  const implied = isImplied(before, after) || isImplied(after, before);
  const [one, other] = implied ? [asObject(before), asObject(after)] : [before, after];
  const type: ContractChange[] = implied ? [spellOutType(subject, direction, before, after)] : [];
  return compareSchemas(one, other, direction, subject.name)
    .map((change) => nameChange({ ...change, subject, path: `/${direction}Schema${change.path}` }))
    .concat(type);
}

/** Arguments and structured results are objects by the protocol: a schema without `type` means the same. */
function isImplied(without: JsonValue | undefined, having: JsonValue | undefined): boolean {
  if (!isJsonObject(without) || !isJsonObject(having)) return false;
  return without["type"] === undefined && without["$ref"] === undefined && having["type"] === "object";
}

function asObject(schema: JsonValue | undefined): JsonValue | undefined {
  return isJsonObject(schema) ? { ...schema, type: "object" } : schema;
}

function spellOutType(
  subject: ContractSubject,
  direction: "input" | "output",
  before: JsonValue | undefined,
  after: JsonValue | undefined,
): ContractChange {
  return buildChange("default-spelled-out", subject, {
    path: `/${direction}Schema/type`,
    before: isJsonObject(before) ? before["type"] : undefined,
    after: isJsonObject(after) ? after["type"] : undefined,
    message: `${direction === "input" ? "The arguments are" : "The structured result is"} an object, as before.`,
  });
}

function outputSchemaChanges(
  subject: ContractSubject,
  before: JsonValue | undefined,
  after: JsonValue | undefined,
): ContractChange[] {
  if (before !== undefined && after !== undefined) return schemaChanges(subject, "output", before, after);
  if (before === after) return [];
  const [rule, message] =
    after === undefined
      ? (["output-schema-removed", "The output schema is gone."] as const)
      : (["output-schema-added", "The results have a schema now."] as const);
  return [buildChange(rule, subject, { path: "/outputSchema", before, after, message })];
}

/** Ways to call a tool, by its `taskSupport`; the default is `forbidden`. */
const WAYS: Readonly<Record<string, readonly ("plain" | "task")[]>> = {
  forbidden: ["plain"],
  optional: ["plain", "task"],
  required: ["task"],
};

function compareExecution(
  subject: ContractSubject,
  before: JsonValue | undefined,
  after: JsonValue | undefined,
): ContractChange[] {
  if (isSame(before, after)) return [];
  const [one, other] = [isJsonObject(before) ? before : {}, isJsonObject(after) ? after : {}];
  const [was, is] = [fieldOf(one, "taskSupport"), fieldOf(other, "taskSupport")];
  const changes = [
    ...(isSame(was, is) ? [] : [compareTaskSupport(subject, was, is)]),
    ...compareFields(subject, ["execution"], one, other, new Set(["taskSupport"])),
  ];
  if (changes.length > 0) return changes;
  const values = { path: "/execution", before, after };
  return [buildChange("field-changed", subject, { ...values, message: "`execution` is written differently." })];
}

function compareTaskSupport(
  subject: ContractSubject,
  before: JsonValue | undefined,
  after: JsonValue | undefined,
): ContractChange {
  const values = { path: "/execution/taskSupport", before, after };
  const [was, is] = [waysOf(before), waysOf(after)];
  const lost = was?.filter((way) => is?.includes(way) !== true) ?? [];
  if (was === undefined || is === undefined) {
    return buildChange("task-support-narrowed", subject, {
      ...values,
      message: "`taskSupport` changed.",
      note: "A value that mcpvals does not know: how it affects calls cannot be decided.",
    });
  }
  if (lost.length > 0) {
    const way = lost.includes("plain") ? "directly, only as a task" : "as a task";
    return buildChange("task-support-narrowed", subject, { ...values, message: `It can no longer be called ${way}.` });
  }
  if (was.length === is.length) {
    return buildChange("default-spelled-out", subject, {
      ...values,
      message: "`taskSupport` is `forbidden`, as before.",
    });
  }
  return buildChange("task-support-widened", subject, {
    ...values,
    message: `It can also be called ${was.includes("plain") ? "as a task" : "directly"}.`,
  });
}

function waysOf(support: JsonValue | undefined): readonly ("plain" | "task")[] | undefined {
  const value = support ?? "forbidden";
  return typeof value === "string" && Object.hasOwn(WAYS, value) ? WAYS[value] : undefined;
}

/** Returns the properties by which a renamed tool is recognized. */
export function likenessOfTool(tool: Tool): Omit<Likeness, "name"> {
  return { text: textOf(tool["description"]), form: parametersOf(tool["inputSchema"]) };
}

/** Returns name, type and whether it is required, for each parameter. */
function parametersOf(schema: JsonValue | undefined): string[] {
  const { properties = {}, required = [] }: JsonObject = isJsonObject(schema) ? schema : {};
  if (!isJsonObject(properties)) return [];
  return Object.entries(properties).map(([name, property]) => {
    const type = isJsonObject(property) ? property["type"] : undefined;
    const isRequired = Array.isArray(required) && required.includes(name);
    return JSON.stringify([name, type ?? null, isRequired]);
  });
}

function textOf(value: JsonValue | undefined): string {
  return typeof value === "string" ? value : "";
}
