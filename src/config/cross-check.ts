// Finds conflicts between the parts of a config: a name given twice, a tool both expected and forbidden … Also reads a
// config that the schema refuses and skips what it does not understand, so that all problems are reported together.
import * as z from "zod";
import { OF_OUR_LOOP } from "./agent.js";
import { isJsonObject } from "../json/value.js";
import { SERVER_NAME } from "../trace/servers.js";
import type { ConfigPath } from "./config-path.js";
import type { Problem } from "./refuse.js";
import { slugOf } from "./slug.js";

const text = z.string().catch("");
const expected = z
  .array(z.union([z.string(), z.looseObject({ tool: z.string() }).transform(({ tool }) => tool)]).catch(""))
  .catch([]);
const named = z.object({ name: text }).catch({ name: "" });
const workflow = z
  .object({
    expectTools: expected,
    forbidTools: z.array(text).catch([]),
    steps: z.array(z.object({ expectTools: expected }).catch({ expectTools: [] })).catch([]),
  })
  .catch({ expectTools: [], forbidTools: [], steps: [] });

/** Problems between the parts of a config. */
export function crossCheck(config: unknown): Problem[] {
  if (!isJsonObject(config)) return [];
  return [
    ...findSameNames("workflows", config["workflows"]),
    ...findSameNames("toolHealthSuites", config["toolHealthSuites"]),
    ...findForbiddenExpected(config["workflows"]),
    ...findServerProblems(config),
    ...findUselessContent(config["elicitation"]),
    ...findOddPins(config["pins"]),
    ...findUnusedOffsets(config["check"]),
    ...findUselessReset(config),
    ...findNotForAgents(config),
    ...findPrototypeKeys(config, []),
  ];
}

function findSameNames(list: "workflows" | "toolHealthSuites", value: unknown): Problem[] {
  const first = new Map<string, { name: string; index: number }>();
  return listOf(value).flatMap((one, index) => {
    const { name } = named.parse(one);
    if (name === "") return [];
    const slug = slugOf(name);
    const other = first.get(slug);
    if (other === undefined) {
      first.set(slug, { name, index });
      return [];
    }
    const path = [list, index, "name"];
    if (other.name === name) return [{ path, message: `"${name}" is the name of ${list}[${other.index}] too` }];
    if (list === "toolHealthSuites") return [];
    const message = `"${name}" and "${other.name}" (${list}[${other.index}]) would share the cassette ${slug}.yaml; rename one`;
    return [{ path, message }];
  });
}

/** Its members are read one after another: thousands of workflows read at once stay in memory. */
const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

function findForbiddenExpected(workflows: unknown): Problem[] {
  return listOf(workflows).flatMap((one, index) => {
    // Most forbid nothing, and a part that is missing takes zod long.
    if (!isJsonObject(one) || one["forbidTools"] === undefined) return [];
    const { expectTools, forbidTools, steps } = workflow.parse(one);
    const wanted = new Set([...expectTools, ...steps.flatMap((step) => step.expectTools)]);
    return forbidTools.flatMap((tool, at) =>
      tool !== "" && wanted.has(tool)
        ? [{ path: ["workflows", index, "forbidTools", at], message: `"${tool}" is expected by expectTools as well` }]
        : [],
    );
  });
}

function findServerProblems(config: Readonly<Record<string, unknown>>): Problem[] {
  const { server, servers } = config;
  const of = (one: unknown, path: ConfigPath): Problem[] => [
    ...findUselessStart(one, path),
    ...findOldTransport(one, path),
  ];
  const several = isJsonObject(servers) ? Object.entries(servers) : [];
  return [
    ...of(server, ["server"]),
    ...several.flatMap(([name, one]) => [...findOddName(name), ...of(one, ["servers", name])]),
    ...(isJsonObject(servers) && several.length === 0 ? [{ path: ["servers"], message: "names no server" }] : []),
    ...(server !== undefined && servers !== undefined
      ? [{ path: ["servers"], message: 'does not go with "server": name that one here, too' }]
      : []),
    ...(config["toolNames"] !== undefined && servers === undefined
      ? [{ path: ["toolNames"], message: 'needs "servers": with one server, Claude is told its own names' }]
      : []),
  ];
}

/** The name stands before tools (`travel/book`), in Claude's names for them, and in names of variables. */
function findOddName(name: string): Problem[] {
  if (SERVER_NAME.test(name)) return [];
  return [{ path: ["servers", name], message: "is no name for a server: a-z, 0-9 and -, at most 32 characters" }];
}

/** Finds keys for a command beside a URL without a command, where they have no effect. */
function findUselessStart(server: unknown, path: ConfigPath): Problem[] {
  if (!isJsonObject(server) || server["transport"] === "stdio" || server["command"] !== undefined) return [];
  if (server["url"] === undefined) return [];
  return ["args", "env", "cwd", "inheritEnv"].flatMap((key) =>
    server[key] === undefined
      ? []
      : [{ path: [...path, key], message: 'needs "command": mcpvals does not start a server that is only a URL' }],
  );
}

/** HTTP+SSE belongs to the first version of the protocol; later versions do not have it. */
function findOldTransport(server: unknown, path: ConfigPath): Problem[] {
  if (!isJsonObject(server) || server["transport"] !== "sse" || server["protocol"] !== "2026-07-28") return [];
  return [{ path: [...path, "protocol"], message: '2026-07-28 has no "sse"; use "shttp", or another protocol' }];
}

function findUselessContent(answers: unknown): Problem[] {
  if (!Array.isArray(answers)) return [];
  return answers.flatMap((answer: unknown, index) => {
    if (!isJsonObject(answer) || answer["content"] === undefined) return [];
    const { action = "accept" } = answer;
    if (action !== "decline" && action !== "cancel") return [];
    return [{ path: ["elicitation", index, "content"], message: `has no effect with "action": "${action}"` }];
  });
}

/** Finds pins that name neither the place of a value nor a constant, or both. */
function findOddPins(pins: unknown): Problem[] {
  if (!Array.isArray(pins)) return [];
  return pins.flatMap((pin: unknown, index): Problem[] => {
    if (!isJsonObject(pin)) return [];
    const at = (key: string, message: string): Problem => ({ path: ["pins", index, key], message });
    if (pin["constant"] === true) {
      return ["tool", "path", "as"].flatMap((key) =>
        pin[key] === undefined ? [] : [at(key, 'has no effect with "constant": true, which sends what was recorded')],
      );
    }
    return ["tool", "path"].flatMap((key) =>
      pin[key] === undefined ? [at(key, 'is missing; name where the value comes from, or say "constant": true')] : [],
    );
  });
}

/** Check n takes the n-th offset of the list. */
function findUnusedOffsets(check: unknown): Problem[] {
  if (!isJsonObject(check) || !Array.isArray(check["clock"])) return [];
  const { runs = 2, clock } = check;
  if (typeof runs !== "number" || clock.length <= runs) return [];
  const message = `is for check ${runs + 1}, and there ${runs === 1 ? "is 1" : `are ${runs}`} (check.runs)`;
  return [{ path: ["check", "clock", runs], message }];
}

/** No shell command resets the memory of one server that keeps running, and no copy of a folder does. */
function findUselessReset(config: Readonly<Record<string, unknown>>): Problem[] {
  if (config["isolation"] !== "suite") return [];
  const message = 'does not go with "isolation": "suite", where one server keeps its data from run to run';
  return ["reset", "state"].flatMap((key) => (config[key] === undefined ? [] : [{ path: [key], message }]));
}

function findNotForAgents(config: Readonly<Record<string, unknown>>): Problem[] {
  if (config["agent"] === undefined) return [];
  const message = 'has no effect with "agent": give it to the agent by its "args" or "env"';
  return OF_OUR_LOOP.flatMap((key) => (config[key] === undefined ? [] : [{ path: [key], message }]));
}

/** zod skips this key in free-form objects, and a key that it skips is not compared. */
function findPrototypeKeys(value: unknown, path: ConfigPath): Problem[] {
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([key, member]) => {
    const at = [...path, Array.isArray(value) ? Number(key) : key];
    // Where the schema lists the keys, the schema itself reports it.
    return key === "__proto__" && isFreeForm(path)
      ? [{ path: at, message: "cannot be a key" }]
      : findPrototypeKeys(member, at);
  });
}

function isFreeForm(path: ConfigPath): boolean {
  return path.some(
    (part) => typeof part === "string" && ["args", "env", "headers", "expectedResult", "content"].includes(part),
  );
}
