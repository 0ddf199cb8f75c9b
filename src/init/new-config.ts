// Builds the config that `init` writes, and its text. Pure.
import type { Config } from "../config/schema-written.js";
import type { ClientServer } from "../config/client-entry.js";
import { emptyReset } from "../config/empty-reset.js";
import { DEFAULTS } from "../suite/settings.js";
import type { Tool } from "../trace/contract.js";
import { onServer, toolOn } from "../trace/servers.js";
import { makeWorkflows } from "./first-workflows.js";

/** The folder with the data that each run starts with. */
export const STATE = "mcp-eval.state";
/** For editors. */
export const SCHEMA = "./node_modules/mcpvals/docs/config.schema.json";

/** What is known of a server when its first suite is written. */
export interface NewServer {
  /** Its name in the suite; undefined where the suite has no other. */
  name: string | undefined;
  /** As it is written: without secrets. */
  server: ClientServer;
  tools: readonly Tool[];
  /** Tools that answered without an argument. */
  answered: readonly string[];
}

export interface NewSuite {
  servers: readonly NewServer[];
  hasState: boolean;
  /** What a person has to reset between runs. */
  resets: readonly string[];
  /** Its runs may meet what others leave. */
  oneByOne: boolean;
}

type Written = NonNullable<Config["server"]>;

/** The keys that every run of a server needs, where its suite has no other. */
export function serverConfig({
  server,
  hasState,
  resets,
}: Pick<NewSuite, "hasState" | "resets"> & Pick<NewServer, "server">): Config {
  return { server: writeServer(server), ...dataKeys({ hasState, resets }) };
}

function writeServer({ command, transport, url, ...rest }: ClientServer): Written {
  const zoned = command === undefined ? rest : { ...rest, env: { ...rest.env, TZ: rest.env?.["TZ"] ?? "UTC" } };
  const start = command === undefined ? {} : { command };
  return url === undefined || transport === "stdio"
    ? { transport: "stdio", command: command ?? "", ...zoned }
    : { transport, url, ...start, ...zoned };
}

function dataKeys({ hasState, resets: [first] }: Pick<NewSuite, "hasState" | "resets">): Config {
  return {
    ...(hasState ? { state: `./${STATE}` } : {}),
    ...(first === undefined ? {} : { reset: emptyReset(first) }),
  };
}

export function buildNewConfig({ servers, oneByOne, ...data }: NewSuite): Config {
  const [first] = servers;
  const tests = servers.flatMap(({ name, answered }) => answered.map((tool) => ({ name: toolOn(name, tool) })));
  return {
    $schema: SCHEMA,
    ...(first !== undefined && first.name === undefined
      ? { server: writeServer(first.server) }
      : { servers: Object.fromEntries(servers.map(({ name, server }) => [name, writeServer(server)])) }),
    model: DEFAULTS.model,
    ...dataKeys(data),
    ...(oneByOne ? { concurrency: 1 } : {}),
    workflows: workflowsOf(servers),
    ...(tests.length === 0 ? {} : { toolHealthSuites: [{ name: "reads", tests }] }),
  };
}

/** Of several servers one for each; where two would be asked the same, the prompt says which server is meant. */
function workflowsOf(servers: readonly NewServer[]): NonNullable<Config["workflows"]> {
  const names = new Set<string>();
  const made = servers.flatMap(({ name, server, tools }) => {
    const own = makeWorkflows(name === undefined ? tools : onServer(name, tools), server.command === undefined);
    return (name === undefined ? own : own.slice(0, 1)).map((workflow) => ({ name, workflow }));
  });
  const asked = made.map(({ workflow }) => promptsOf(workflow));
  return made.map(({ name, workflow }, at) => {
    const isAlone = name === undefined || asked.filter((one) => one === asked[at]).length === 1;
    const steps = isAlone
      ? workflow.steps
      : workflow.steps.map((step) => ({ ...step, user: `${step.user} Use the server ${name}.` }));
    const free = freeName(workflow.name, names);
    names.add(free);
    return { ...workflow, name: free, steps };
  });
}

function promptsOf({ steps }: NonNullable<Config["workflows"]>[number]): string {
  return steps.map(({ user }) => user).join("\n");
}

/** The name, with a number where it is taken. */
export function freeName(name: string, taken: ReadonlySet<string>): string {
  let free = name;
  for (let number = 2; taken.has(free); number++) free = `${name}-${number}`;
  return free;
}

/** JSON as a person would lay it out: what is short stands in one line. */
export function renderConfig(config: unknown, indent = ""): string {
  const flat = spaced(config);
  if (typeof config !== "object" || config === null || (indent !== "" && indent.length + flat.length <= 90))
    return flat;
  const inner = `${indent}  `;
  const isList = Array.isArray(config);
  const members = Object.entries(config).map(([key, value]) =>
    isList ? `${inner}${renderConfig(value, inner)}` : `${inner}${JSON.stringify(key)}: ${renderConfig(value, inner)}`,
  );
  const [open, close] = isList ? ["[", "]"] : ["{", "}"];
  return members.length === 0 ? `${open}${close}` : `${open}\n${members.join(",\n")}\n${indent}${close}`;
}

function spaced(value: unknown): string {
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  if (Array.isArray(value)) return `[${value.map(spaced).join(", ")}]`;
  const members = Object.entries(value).map(([key, member]) => `${JSON.stringify(key)}: ${spaced(member)}`);
  return members.length === 0 ? "{}" : `{ ${members.join(", ")} }`;
}
