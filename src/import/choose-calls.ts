// Chooses the calls of one server in a transcript: maps the names that a client gives tools to the server's own. Pure.
import { McpvalsError } from "../errors.js";
import { isJsonObject, type JsonObject } from "../json/value.js";
import { allCallsIn, type Said, type SaidCall } from "./said.js";
import { kindOfResult } from "./said-result.js";

export type ChosenCall =
  /** A call of the server; `cut` says why its result cannot be compared. */
  | { kind: "taken"; tool: string; input: JsonObject; cut?: string }
  /** A call of another tool, or one that never reached the server (`why`). */
  | { kind: "foreign"; name: string; why?: string };

export interface Chosen {
  /** By the id of the call in the transcript. */
  calls: Map<string, ChosenCall>;
  /** The server's name in the transcript; null where its names have none. */
  server: string | null;
}

/**
 * Throws NOTHING_TO_IMPORT where no call is one of this server, TRANSCRIPT_INVALID where names are ambiguous or the
 * server lacks a tool that the transcript names as its own.
 */
export function chooseCalls(
  said: Said,
  { tools, server, shown }: { tools: readonly string[]; server: string | undefined; shown: string },
): Chosen {
  const listed = new Set(tools);
  const all = allCallsIn(said).map((call) => ({
    call,
    names: readName(call, { listed, server, format: said.format }),
  }));
  const servers = [...new Set(all.flatMap(({ names }) => names.flatMap((one) => (one.listed ? [one.server] : []))))];
  const named = [...new Set(servers.filter((one) => one !== null))];
  if (server === undefined && named.length > 1) {
    throw new McpvalsError("TRANSCRIPT_INVALID", `${shown} has calls of ${named.length} servers with such tools`, {
      evidence: `Servers: ${named.join(", ")}.`,
      fix: `Say which one it is: ${named.map((one) => `--server ${one}`).join(" or ")}`,
    });
  }
  const wanted = server ?? named[0] ?? null;
  const calls = new Map(all.map(({ call, names }) => [call.id, choose(call, names, wanted, shown)]));
  if (![...calls.values()].some(({ kind }) => kind === "taken")) throw nothing(said, wanted, tools, shown);
  return { calls, server: wanted };
}

interface ReadName {
  server: string | null;
  tool: string;
  input: JsonObject;
  listed: boolean;
}

interface Naming {
  listed: ReadonlySet<string>;
  server: string | undefined;
  format: Said["format"];
}

/**
 * All readings of a name: `mcp__server__tool`, `tool`, wrapper tools, and, where the server's name is given, `server-tool`
 * and `server_tool`: without it any tool whose name ends like one of ours would be called.
 */
function readName({ name, input }: SaidCall, { listed, server, format }: Naming): ReadName[] {
  const read = (from: string | null, tool: string, args = input): ReadName => {
    return { server: from, tool, input: args, listed: listed.has(tool) };
  };
  const { server_name: wrapped, tool_name: inner, params, arguments: args } = input;
  if (typeof inner === "string" && (typeof wrapped === "string" || isJsonObject(params))) {
    const given = isJsonObject(params) ? params : isJsonObject(args) ? args : {};
    return [read(typeof wrapped === "string" ? wrapped : null, inner, given)];
  }
  if (name.startsWith("mcp__")) {
    const rest = name.slice("mcp__".length);
    const cuts = [...rest.matchAll(/__/g)].map(({ index }) => index);
    const readings = cuts.map((at) => read(rest.slice(0, at), rest.slice(at + 2)));
    const own = server === undefined ? readings : readings.filter((one) => one.server === server);
    const known = own.filter((one) => one.listed);
    return known.length > 0 ? known : own.slice(0, 1);
  }
  // What has no prefix is a tool of Claude Code itself, such as Bash, whatever the server's are called.
  if (format === "claude-code" || format === "stream-json") return [];
  if (listed.has(name)) return [read(null, name)];
  // A client that renames a tool changes what is not a letter, a digit or a hyphen.
  const plain = [...listed].filter((tool) => sameName(tool, name));
  if (plain.length > 0) return plain.map((tool) => read(null, tool));
  if (server === undefined) return [];
  return [...listed].flatMap((tool) => {
    const prefix = ["-", "_", "__", ".", "/"].map(
      (mark) => name.endsWith(`${mark}${tool}`) && name.slice(0, -tool.length - mark.length),
    );
    return prefix.includes(server) ? [read(server, tool)] : [];
  });
}

function sameName(tool: string, name: string): boolean {
  const plain = (text: string): string => text.replaceAll(/[^A-Za-z0-9]/g, "_");
  return plain(tool) === plain(name);
}

function choose(call: SaidCall, names: readonly ReadName[], wanted: string | null, shown: string): ChosenCall {
  const own = names.filter(({ server, listed }) => listed && (server === wanted || server === null));
  const [first, second] = own;
  if (first !== undefined && second !== undefined && first.tool !== second.tool) {
    throw new McpvalsError(
      "TRANSCRIPT_INVALID",
      `${shown}: the name ${call.name} may be ${own.map(({ tool }) => tool).join(" or ")}`,
      {
        evidence: "Several tools of the server have such a name.",
        fix: wanted === null ? "Say which server it is: --server NAME" : undefined,
      },
    );
  }
  if (first === undefined) {
    const lacking = names.find(({ server }) => server !== null && server === wanted);
    return {
      kind: "foreign",
      name: call.name,
      ...(lacking !== undefined && { why: `the server has no tool ${lacking.tool}` }),
    };
  }
  const result = kindOfResult(call.result);
  if (result.kind === "not-made") return { kind: "foreign", name: call.name, why: result.why };
  const { tool, input } = first;
  return { kind: "taken", tool, input, ...(result.kind === "cut" && { cut: result.why }) };
}

function nothing(said: Said, server: string | null, tools: readonly string[], shown: string): McpvalsError {
  const names = [...new Set(allCallsIn(said).map(({ name }) => name))];
  const calls = names.length === 0 ? "It has no calls." : `It calls ${names.slice(0, 12).join(", ")}.`;
  return new McpvalsError(
    "NOTHING_TO_IMPORT",
    `${shown} has no call of ${server === null ? "this server" : `the server ${server}`}`,
    {
      evidence: `${calls} The server lists ${tools.slice(0, 12).join(", ") || "no tools"}.`,
      fix: "Is it another server's, or has it another name there? --server NAME says which calls are its own.",
    },
  );
}
