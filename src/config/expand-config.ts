// Checks a config as it was read, and puts in the values of its variables. What only a run knows (its folder, its port)
// and what only a run needs (server, reset, setup, teardown) is left for the run.
import { isJsonObject } from "../json/value.js";
import { describeClientConfig } from "./client-servers.js";
import { expandStrings, type Environment, type ExpandStringsOptions, type Expansion } from "./expand-strings.js";
import { placeServers } from "./place-servers.js";
import { buildInvalid, buildUnset, describeMalformed } from "./refuse.js";
import { isRunText, isRunVariable, runVariables } from "./run-variables.js";
import type { ParsedConfig } from "./schema.js";
import type { ConfigVariable } from "./suite.js";
import { parseConfig } from "./validate.js";

const DEEPEST = 200;

export interface ExpandOptions {
  env: Environment;
  /**
   * Leave texts with unset variables unchanged, for commands that run nothing. `as-configured`: where the config's
   * `whenEnvMissing` says what to do then.
   */
  allowUnset?: boolean | "as-configured";
}

/** Checks and expands a config. Throws CONFIG_INVALID, or ENV_UNSET for a required variable that is not set. */
export function expandConfig(
  raw: unknown,
  where: string,
  { env, allowUnset = false }: ExpandOptions,
): { config: ParsedConfig; variables: ConfigVariable[] } {
  if (isDeeper(raw, DEEPEST)) {
    throw buildInvalid(where, [{ path: [], message: `nested deeper than ${DEEPEST} levels, or contains itself` }]);
  }
  const ofClient = describeClientConfig(raw, where);
  if (ofClient !== undefined) throw ofClient;
  const expanded = new Map<string, unknown>();
  const found = new Array<{ key: string; whole: Expansion }>();
  const unset: Expansion["unset"] = [];
  const servers = isJsonObject(raw) && isJsonObject(raw["servers"]) ? Object.keys(raw["servers"]) : [];
  for (const [key, value] of isJsonObject(raw) ? Object.entries(raw) : []) {
    const whole = expandStrings(value, env, { path: [key], ...ofTheRun(key, servers) });
    found.push({ key, whole });
    if (isForTheRun(key)) {
      expanded.set(key, value);
    } else if (key === "openaiKey" && whole.unset.length > 0) {
      // Treated as absent: the judge, if asked, reports that it has no key.
      continue;
    } else {
      unset.push(...whole.unset);
      expanded.set(key, whole.value);
    }
  }
  const malformed = describeMalformed(found.flatMap(({ whole }) => whole.malformed));
  const config = parseConfig(isJsonObject(raw) ? Object.fromEntries(expanded) : raw, where, malformed);
  const mayBeUnset = allowUnset === "as-configured" ? (config.whenEnvMissing ?? "fail") !== "fail" : allowUnset;
  if (unset.length > 0 && !mayBeUnset) throw buildUnset(where, unset);
  return { config: placeServers(config), variables: listVariables(found) };
}

function isForTheRun(key: string): boolean {
  return ["server", "servers", "reset", "setup", "teardown"].includes(key);
}

function hasOwnRunTexts(key: string): boolean {
  return ["workflows", "toolHealthSuites", "elicitation", "roots"].includes(key);
}

/** Gives the run's own variables any value where the run will put in theirs. */
function ofTheRun(key: string, servers: readonly string[]): ExpandStringsOptions {
  if (!isForTheRun(key) && !hasOwnRunTexts(key)) return {};
  return { known: Object.fromEntries(runVariables(servers).map((name) => [name, name])), keep: isRunText };
}

function isDeeper(value: unknown, levels: number): boolean {
  if (typeof value !== "object" || value === null) return false;
  return levels === 0 || Object.values(value).some((member) => isDeeper(member, levels - 1));
}

function listVariables(found: readonly { key: string; whole: Expansion }[]): ConfigVariable[] {
  const variables = new Map<string, ConfigVariable>();
  for (const { key, whole } of found) {
    const { used, unset, required } = whole;
    for (const name of [...used.keys(), ...unset.map((entry) => entry.name)]) {
      if (isRunVariable(name)) continue;
      const value = variables.get(name)?.value ?? used.get(name);
      const known = variables.get(name);
      const isOnlyKey = key === "openaiKey" && (known === undefined || known.onlyKey === true);
      variables.set(name, {
        name,
        required: known?.required === true || required.has(name),
        ...(isOnlyKey ? { onlyKey: true } : {}),
        ...(value === undefined ? {} : { value }),
      });
    }
  }
  return [...variables.values()];
}
