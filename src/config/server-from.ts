// Puts the server of a client's configuration in place of `"server": { "from": … }`.
import { resolve } from "node:path";
import * as z from "zod";
import { McpvalsError } from "../errors.js";
import { isJsonObject } from "../json/value.js";
import { readClientEntry, type ClientServer } from "./client-entry.js";
import { readClientFile, type ClientFile } from "./client-file.js";
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

/** The config with its server, or unchanged. Throws CONFIG_INVALID, FILE_NOT_FOUND, ENV_UNSET. */
export async function resolveServer(raw: unknown, options: ServerFromOptions): Promise<unknown> {
  if (!isJsonObject(raw) || !isJsonObject(raw["server"]) || !("from" in raw["server"])) return raw;
  const { server: written, ...rest } = raw;
  try {
    return { ...raw, server: await readServerFrom(written, options) };
  } catch (error) {
    if (options.allowUnset === true && error instanceof McpvalsError) return rest;
    throw error;
  }
}

async function readServerFrom(written: unknown, { folder, cwd, where, env }: ServerFromOptions): Promise<ClientServer> {
  const { value, unset } = expandStrings(written, env, { path: ["server"] });
  if (unset.length > 0) throw buildUnset(where, unset);
  const parsed = z.safeParse(serverFromSchema, value);
  if (!parsed.success) {
    const problems = parsed.error.issues.flatMap((issue) => describeIssue(issue, serverFromSchema, value));
    throw buildInvalid(
      where,
      problems.map(({ path, message }) => ({ path: ["server", ...path], message })),
    );
  }
  const { from, name } = parsed.data;
  const file = await readClientFile(resolve(folder, from), cwd);
  const problem = (message: string): McpvalsError => buildInvalid(where, [{ path: ["server", "name"], message }]);
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
