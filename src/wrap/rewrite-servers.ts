// Rewrites the servers of an agent's configuration so that each is behind mcpvals. What may be secret is not written: servers
// over stdio learn it from us, and our proxy adds the headers of the others.
import { McpvalsError } from "../errors.js";
import { buildPointer } from "../json/pointer.js";
import { isJsonObject, type JsonObject, type JsonValue } from "../json/value.js";
import { isSecretName } from "../redaction/secret-names.js";
import type { LinkStage } from "./link-stage.js";
import type { StartWord } from "./shim/start.js";

/** Variables that are the agent's alone. */
const AGENT_ONLY = [
  "ANTHROPIC_API_KEY",
  "ANTHROPIC_AUTH_TOKEN",
  "ANTHROPIC_BASE_URL",
  "CLAUDE_CONFIG_DIR",
  "MCPVALS_MCP_CONFIG",
];

/** The variables in which an agent passes words on, in whose `${…}` it puts its own values. */
const WORD = "MCPVALS_WORD_";

/** What a server is called in a cassette, where a slash is between a server and its tool. */
export function linkName(server: string): string {
  return server.replaceAll("/", "_");
}

type RewriteStage = Pick<LinkStage, "links" | "know" | "knowVariables" | "redactor">;

/**
 * The same servers, each behind mcpvals. `program`: Node and the file of this program. Throws CONFIG_INVALID for a server
 * that cannot be put there, or not without writing a secret.
 */
export async function rewriteServers(
  servers: Readonly<Record<string, JsonObject>>,
  program: readonly [string, string],
  stage: RewriteStage,
): Promise<Record<string, JsonObject>> {
  const rewritten: Record<string, JsonObject> = {};
  for (const [name, entry] of Object.entries(servers)) {
    const link = linkName(name);
    if (Object.keys(servers).some((other) => other !== name && linkName(other) === link)) {
      throw new McpvalsError("CONFIG_INVALID", `the server ${name} and another one would both be called ${link}`, {
        fix: "Rename one of them in the configuration that the command gets.",
      });
    }
    stage.knowVariables({ ...divide(entry["env"]).own, ...divide(entry["headers"]).own });
    const { type, command, url } = entry;
    if (typeof url === "string" && URL.canParse(url) && type !== "sse" && type !== "ws") {
      rewritten[name] = await rewriteHttp(link, new URL(url), entry, stage);
    } else if (typeof command === "string") {
      rewritten[name] = rewriteStdio(link, command, entry, program, stage);
    } else {
      throw new McpvalsError("CONFIG_INVALID", `the server ${name} cannot be put behind mcpvals`, {
        evidence: `It is of type ${typeof type === "string" ? type : "unknown"}. mcpvals takes servers with a command, and those over streamable HTTP with a URL.`,
        fix: "Leave it out of the configuration that the command gets.",
      });
    }
  }
  return rewritten;
}

async function rewriteHttp(link: string, url: URL, entry: JsonObject, stage: RewriteStage): Promise<JsonObject> {
  const { own, agents } = divide(entry["headers"]);
  const search = isForAgent(url.search) ? url.search : "";
  if (search !== "") url.search = "";
  const given = await stage.links.openHttp(link, { url, headers: own }, stage.know);
  const { headers: _headers, ...rest } = entry;
  const headers = { ...agents, ...given.headers };
  refuseSecret(link, { ...rest, headers: agents, url: search }, stage);
  return { ...rest, url: `${given.url}${search}`, ...(Object.keys(headers).length > 0 && { headers }) };
}

function rewriteStdio(
  link: string,
  command: string,
  entry: JsonObject,
  [node, file]: readonly [string, string],
  { links, redactor }: RewriteStage,
): JsonObject {
  const { args, env, ...rest } = entry;
  const { own, agents } = divide(env);
  const variables: JsonObject = {};
  const word = (text: JsonValue): StartWord => {
    if (typeof text !== "string") return JSON.stringify(text);
    if (!isForAgent(text)) return text;
    const variable = `${WORD}${Object.keys(variables).length}`;
    variables[variable] = text;
    return { variable };
  };
  links.lend(link, {
    command: word(command),
    args: (Array.isArray(args) ? args : []).map(word),
    env: own,
    without: AGENT_ONLY.filter((variable) => !(variable in own) && !(variable in agents)),
  });
  refuseSecret(link, { ...rest, env: { ...agents, ...variables } }, { redactor });
  const socket = [file, "wrapped-server", links.socket, link];
  return { ...rest, command: node, args: socket, env: { ...agents, ...variables } };
}

/** Variables or headers that we pass on, a secret among them, and those in which the agent puts values of its own. */
function divide(given: JsonValue | undefined): { own: Record<string, string>; agents: JsonObject } {
  const own: Record<string, string> = {};
  const agents: JsonObject = {};
  for (const [name, value] of Object.entries(isJsonObject(given) ? given : {})) {
    if (typeof value === "string" && isForAgent(value)) agents[name] = value;
    else own[name] = typeof value === "string" ? value : JSON.stringify(value);
  }
  return { own, agents };
}

/** True for a text with a variable in it, as Claude Code writes `${NAME}` and others `${env:NAME}`. */
function isForAgent(text: string): boolean {
  return /\$\{[A-Za-z_][^{}]*\}/.test(text);
}

/** Throws where what the agent has to get holds a secret: it would be written. */
function refuseSecret(server: string, value: JsonObject, { redactor }: Pick<RewriteStage, "redactor">): void {
  const find = (part: JsonValue, path: readonly string[]): readonly string[] | undefined => {
    if (typeof part === "string") return isSecret(path.at(-1) ?? "", part, redactor) ? path : undefined;
    if (typeof part !== "object" || part === null) return undefined;
    for (const [key, inner] of Object.entries(part)) {
      const found = find(inner, [...path, key]);
      if (found !== undefined) return found;
    }
    return undefined;
  };
  const path = find(value, []);
  if (path === undefined) return;
  throw new McpvalsError(
    "CONFIG_INVALID",
    `the server ${server} has a secret at ${buildPointer(path)} of its configuration`,
    {
      evidence: "The agent would have to get it in a file, and mcpvals writes no secret.",
      fix: 'Put it into a variable of the environment (${NAME}), or into "headers" or "env" of the server.',
    },
  );
}

function isSecret(name: string, text: string, redactor: RewriteStage["redactor"]): boolean {
  const isNamed = isSecretName(name) && text.length >= 8 && !/^[A-Za-z]+$/.test(text) && !isForAgent(text);
  return isNamed || redactor.redact(text) !== text;
}
