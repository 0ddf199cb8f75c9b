// Reads the files of `--env-file`, and finds a variable that is not set in the `.env` beside a config.
import { readFile, stat } from "node:fs/promises";
import { join, resolve } from "node:path";
import { parseEnv } from "node:util";
import { describeMissingFile } from "../config/not-found.js";
import { showPath } from "../config/show-path.js";
import { wordsOfConfigs } from "../config/words-of-configs.js";
import { McpvalsError } from "../errors.js";
import type { CommandContext } from "./context.js";
import { allOf } from "./flag-values.js";
import { FLAGS } from "./flags.js";
import type { Invocation } from "./invocation.js";
import { wordsOfFlags } from "./words-of-flags.js";

/** The environment beside the variables of the files; of two files the later one counts. Throws FILE_NOT_FOUND. */
export async function readVariables(
  files: readonly string[],
  { env, cwd }: Pick<CommandContext, "env" | "cwd">,
): Promise<CommandContext["env"]> {
  const variables: Record<string, string | undefined> = {};
  for (const name of files) {
    const file = resolve(cwd, name);
    const text = await readFile(file, "utf8").catch(() => undefined);
    if (text === undefined) throw await describeMissingFile(file, cwd, "Name a file with lines like NAME=value.");
    Object.assign(variables, parseEnv(text));
  }
  return { ...variables, ...env };
}

export interface NearConfig {
  invocation: Invocation;
  cwd: string;
  /** The config's folder. */
  folder: string;
}

/** The same error, with the command to type where the `.env` beside the config sets what it lacks. */
export async function nameEnvFile<Thrown>(error: Thrown, near: NearConfig): Promise<Thrown | McpvalsError> {
  const { invocation, cwd, folder } = near;
  if (!(error instanceof McpvalsError) || error.lacks.length === 0) return error;
  const { command, configs, values } = invocation;
  const file = showPath(join(folder, ".env"), cwd);
  const before = allOf(values, "env-file") ?? [];
  if (before.includes(file) || !("env-file" in FLAGS[command])) return error;
  const text = await readPlain(join(folder, ".env"));
  const set = new Set(Object.keys(parseEnv(text)));
  const names = error.lacks.filter((name) => set.has(name));
  if (names.length === 0) return error;
  const others = error.lacks.filter((name) => !set.has(name));
  const flags = wordsOfFlags({ ...invocation, values: { ...values, "env-file": [...before, file] } });
  const { code, message, evidence, cause } = error;
  return new McpvalsError(code, message, {
    evidence,
    cause,
    fix: [
      `${file} sets ${names.join(", ")}, but mcpvals reads it only where you name it.`,
      ...(others.length === 0 ? [] : [`${others.join(", ")} is not in it.`]),
      `mcpvals ${command}${wordsOfConfigs(configs)}${flags}`,
    ].join("\n"),
  });
}

/** Empty where it is no file: nobody named it, so it may be anything. */
async function readPlain(file: string): Promise<string> {
  const stats = await stat(file).catch(() => undefined);
  return stats?.isFile() === true ? readFile(file, "utf8").catch(() => "") : "";
}
