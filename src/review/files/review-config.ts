// Both sides of a changed file in; whether it is a suite's config, and its two sides as data, out. Never runs one: a config
// that is code is a stranger's program in a pull request.
import { readJson } from "../../json/read-json.js";
import { configSchema, type ParsedConfig } from "../../config/schema.js";
import { parseJson } from "../../config/parse-json.js";
import { McpvalsError } from "../../errors.js";
import { isJsonObject } from "../../json/value.js";
import type { ConfigChange } from "../watch-config.js";

export type ReadConfig =
  | { kind: "config"; change: ConfigChange }
  /** A config that is not looked into; `note` says which and why. */
  | { kind: "unread"; note: string }
  | { kind: "other" };

const NAME = /(?:^|\/)(?:mcp-eval|mcpvals)\.config\.[a-z]+$/;

/** Reads a JSON config; with one side only there is nothing to compare. */
export function readConfigChange(
  file: string,
  before: string | undefined,
  after: string | undefined,
  base: string,
): ReadConfig {
  if (!file.endsWith(".json")) {
    const isOurs =
      NAME.test(file) ||
      (/\.config\.[a-z]+$/.test(file) && [before, after].some((text) => /["']mcpvals["']/.test(text ?? "")));
    const note = `${file}: a config that is code is not run in a review; look at what it expects yourself`;
    return isOurs ? { kind: "unread", note } : { kind: "other" };
  }
  const isNamed = NAME.test(file);
  const old = before === undefined ? {} : parseConfig(before, file);
  const now = after === undefined ? {} : parseConfig(after, file);
  if (old === undefined || now === undefined) {
    const isOurs = isNamed || [before, after].some((text) => looksLikeConfig(text));
    const note = `${file}: is no valid config ${old === undefined ? "in the old version" : "now"}, so its expectations were not compared`;
    return isOurs ? { kind: "unread", note } : { kind: "other" };
  }
  if (!isNamed && ![before, after].some(looksLikeConfig)) return { kind: "other" };
  return { kind: "config", change: { file, before: old, after: now, base } };
}

function parseConfig(text: string, file: string): ParsedConfig | undefined {
  try {
    return configSchema.safeParse(parseJson(text, file)).data;
  } catch (error) {
    if (error instanceof McpvalsError) return undefined;
    throw error;
  }
}

/** Any name may be given to a config; what it holds tells it from other JSON. */
function looksLikeConfig(text: string | undefined): boolean {
  if (text === undefined || !/"(?:workflows|toolHealthSuites)"/.test(text)) return false;
  const value = readJson(text);
  return isJsonObject(value) && (Array.isArray(value["workflows"]) || Array.isArray(value["toolHealthSuites"]));
}
