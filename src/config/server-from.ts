// Puts the servers of a client's configuration in place of `"server": { "from": … }`, and of those in `"servers"`.
import { resolve } from "node:path";
import * as z from "zod";
import { McpvalsError } from "../errors.js";
import { isJsonObject } from "../json/value.js";
import { readClientEntry, type ClientServer } from "./client-entry.js";
import { readClientFile, type ClientFile } from "./client-file.js";
import type { ConfigPath } from "./config-path.js";
import { didYouMean } from "./did-you-mean.js";
import { expandStrings, type Environment } from "./expand-strings.js";
import { describeIssue } from "./issues.js";
import { buildInvalid, buildUnset } from "./refuse.js";
import { serverFromSchema } from "./schema-written.js";

export interface ServerFromOptions {
  /** The config's folder, absolute. */
  folder: string;
  /** Messages name files relative to it. */
  cwd: string;
  /** Names the config in errors. */
  where: string;
  env: Environment;
  /** Leave the server out where it cannot be read, for commands that start none. */
  allowUnset?: boolean;
}

/** The config with its servers, or unchanged. Throws CONFIG_INVALID, FILE_NOT_FOUND, ENV_UNSET. */
export async function resolveServers(raw: unknown, options: ServerFromOptions): Promise<unknown> {
  if (!isJsonObject(raw)) return raw;
  const { server, servers } = raw;
  if (isJsonObject(server) && "from" in server) {
    const { server: _, ...rest } = raw;
    const read = await tryServerFrom(["server"], server, options);
    return read === undefined ? rest : { ...raw, server: read };
  }
  if (!isJsonObject(servers)) return raw;
  const found: Record<string, unknown> = {};
  for (const [name, one] of Object.entries(servers)) {
    const isElsewhere = isJsonObject(one) && "from" in one;
    // The entry there is mostly called what the server is called here.
    const written = isElsewhere && one["name"] === undefined ? { ...one, name } : one;
    const read = isElsewhere ? await tryServerFrom(["servers", name], written, options) : one;
    if (read !== undefined) found[name] = read;
  }
  return { ...raw, servers: found };
}

async function tryServerFrom(
  path: ConfigPath,
  written: unknown,
  options: ServerFromOptions,
): Promise<ClientServer | undefined> {
  try {
    return await readServerFrom(path, written, options);
  } catch (error) {
    if (options.allowUnset === true && error instanceof McpvalsError) return undefined;
    throw error;
  }
}

async function readServerFrom(
  path: ConfigPath,
  written: unknown,
  { folder, cwd, where, env }: ServerFromOptions,
): Promise<ClientServer> {
  const { value, unset } = expandStrings(written, env, { path });
  if (unset.length > 0) throw buildUnset(where, unset);
  const parsed = z.safeParse(serverFromSchema, value);
  if (!parsed.success) {
    const problems = parsed.error.issues.flatMap((issue) => describeIssue(issue, serverFromSchema, value));
    throw buildInvalid(
      where,
      problems.map((problem) => ({ path: [...path, ...problem.path], message: problem.message })),
    );
  }
  const { from, name } = parsed.data;
  const file = await readClientFile(resolve(folder, from), cwd);
  const problem = (message: string): McpvalsError => buildInvalid(where, [{ path: [...path, "name"], message }]);
  const server = readClientServer(file, name, from, problem);
  if (server.command === undefined) return server;
  // A client starts its servers in its own folder, and ours would start in the config's.
  const { cwd: own } = server;
  return file.root === folder && own === undefined ? server : { ...server, cwd: resolve(file.root, own ?? ".") };
}

/** One server of the file: the named one, or the only one. `problem` makes the error for a name that decides nothing. */
export function readClientServer(
  { entries, root }: ClientFile,
  name: string | undefined,
  from: string,
  problem: (message: string) => McpvalsError,
): ClientServer {
  const names = Object.keys(entries);
  const chosen = name ?? (names.length === 1 ? names[0] : undefined);
  const listed = names.length === 0 ? "no server" : names.join(", ");
  if (chosen === undefined) throw problem(`is missing; ${from} lists ${listed}`);
  const entry = Object.hasOwn(entries, chosen) ? entries[chosen] : undefined;
  if (entry !== undefined) return readClientEntry(entry, root);
  const near = didYouMean(chosen, names);
  throw problem(
    `${from} has no server "${chosen}"; ${near === undefined ? `it lists ${listed}` : `did you mean "${near}"?`}`,
  );
}
