// Builds the config that `init` writes, and its text. Pure.
import type { Config } from "../config/schema-written.js";
import type { ClientServer } from "../config/client-entry.js";
import { emptyReset } from "../config/empty-reset.js";
import { DEFAULTS } from "../suite/settings.js";
import type { Tool } from "../trace/contract.js";
import { makeWorkflows } from "./first-workflows.js";

/** The folder with the data that each run starts with. */
export const STATE = "mcp-eval.state";
/** For editors. */
export const SCHEMA = "./node_modules/mcpvals/docs/config.schema.json";

/** What is known of the server when its first suite is written. */
export interface NewSuite {
  /** As it is written: without secrets. */
  server: ClientServer;
  hasState: boolean;
  /** What a person has to reset between runs. */
  resets: readonly string[];
  /** Its runs may meet what others leave. */
  oneByOne: boolean;
  tools: readonly Tool[];
  /** Tools that answered without an argument. */
  answered: readonly string[];
}

/** The keys that every run of the server needs. */
export function serverConfig({ server, hasState, resets }: Pick<NewSuite, "server" | "hasState" | "resets">): Config {
  const { command, transport, url, ...rest } = server;
  const zoned = command === undefined ? rest : { ...rest, env: { ...rest.env, TZ: rest.env?.["TZ"] ?? "UTC" } };
  const start = command === undefined ? {} : { command };
  const whole: NonNullable<Config["server"]> =
    url === undefined || transport === "stdio"
      ? { transport: "stdio", command: command ?? "", ...zoned }
      : { transport, url, ...start, ...zoned };
  const [first] = resets;
  return {
    server: whole,
    ...(hasState ? { state: `./${STATE}` } : {}),
    ...(first === undefined ? {} : { reset: emptyReset(first) }),
  };
}

export function buildNewConfig(suite: NewSuite): Config {
  const { server, state, reset } = serverConfig(suite);
  const workflows = makeWorkflows(suite.tools, suite.server.command === undefined);
  const tests = suite.answered.map((name) => ({ name }));
  return {
    $schema: SCHEMA,
    ...(server === undefined ? {} : { server }),
    model: DEFAULTS.model,
    ...(state === undefined ? {} : { state }),
    ...(reset === undefined ? {} : { reset }),
    ...(suite.oneByOne ? { concurrency: 1 } : {}),
    workflows,
    ...(tests.length === 0 ? {} : { toolHealthSuites: [{ name: "reads", tests }] }),
  };
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
