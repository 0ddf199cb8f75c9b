// Reads both sides of a changed file that may be a suite's config.
// Never runs one: a config that is code is an untrusted program in a pull request.
import { posix } from "node:path";
import { readJson } from "../../json/read-json.js";
import { isConfigName } from "../../config/config-name.js";
import type { ParsedConfig, ServerConfig } from "../../config/schema.js";
import { writtenConfigSchema } from "../../config/schema-written.js";
import { parseJson } from "../../config/parse-json.js";
import { McpvalsError } from "../../errors.js";
import { isJsonObject } from "../../json/value.js";
import type { ConfigChange } from "../watch-config.js";

/** Keys that may make a verdict milder. */
const LOOSENING = [
  "accept",
  "failOn",
  "ignore",
  "judge",
  "llmJudge",
  "onInconclusive",
  "passThreshold",
  "skip",
  "varies",
  "whenEnvMissing",
] as const satisfies readonly (keyof ParsedConfig)[];

export type ReadConfig =
  | { kind: "config"; change: ConfigChange }
  /** A config that is not read; `note` says which and why. */
  | { kind: "unread"; note: string }
  | { kind: "other" };

/** Reads a JSON config; a config with one side only is not compared. */
export function readConfigChange(
  file: string,
  before: string | undefined,
  after: string | undefined,
  base: string,
): ReadConfig {
  if (!file.endsWith(".json")) {
    const isOurs =
      isConfigName(posix.basename(file)) ||
      (/\.config\.[a-z]+$/.test(file) && [before, after].some((text) => /["']mcpvals["']/.test(text ?? "")));
    const note = `${file}: a config that is code is not run in a review; look at what it expects yourself`;
    return isOurs ? { kind: "unread", note } : { kind: "other" };
  }
  const isNamed = isConfigName(posix.basename(file));
  const old = before === undefined ? {} : parseConfig(before, file);
  const now = after === undefined ? {} : parseConfig(after, file);
  if (old === undefined || now === undefined) {
    const isOurs = isNamed || [before, after].some((text) => looksLikeConfig(text));
    const note = `${file}: is not a valid config ${old === undefined ? "in the old version" : "now"}, so its expectations were not compared`;
    return isOurs ? { kind: "unread", note } : { kind: "other" };
  }
  if (!isNamed && ![before, after].some(looksLikeConfig) && ![old, now].some(loosens)) return { kind: "other" };
  return { kind: "config", change: { file, before: old, after: now, base } };
}

/** A server that the file does not name in full is left out: a review compares no servers. */
function parseConfig(text: string, file: string): ParsedConfig | undefined {
  try {
    const written = writtenConfigSchema.safeParse(parseJson(text, file)).data;
    if (written === undefined) return undefined;
    const { server, servers, ...rest } = written;
    const isWhole = (one: object): one is ServerConfig => "transport" in one;
    const whole = Object.entries(servers ?? {}).flatMap(([name, one]) => (isWhole(one) ? [[name, one] as const] : []));
    return {
      ...rest,
      ...(server !== undefined && isWhole(server) ? { server } : {}),
      ...(servers === undefined ? {} : { servers: Object.fromEntries(whole) }),
    };
  } catch (error) {
    if (error instanceof McpvalsError) return undefined;
    throw error;
  }
}

/** What other configs extend holds no workflows, and may still say what is accepted in them. */
function loosens(config: ParsedConfig): boolean {
  return LOOSENING.some((key) => config[key] !== undefined);
}

/** A config may have any name; its content tells it from other JSON. */
function looksLikeConfig(text: string | undefined): boolean {
  if (text === undefined || !/"(?:workflows|toolHealthSuites)"/.test(text)) return false;
  const value = readJson(text);
  return isJsonObject(value) && (Array.isArray(value["workflows"]) || Array.isArray(value["toolHealthSuites"]));
}
