// Returns a config without secrets, as a report may show it.
import type { ParsedConfig } from "../config/schema.js";
import { isJsonObject, type JsonObject, type JsonValue } from "../json/value.js";

const REDACTED = "[redacted]";
const SECRET_NAME = /key|token|secret|passw|pwd|auth|credential|cookie|session|private|signature|bearer|dsn|conn/i;
const SECRET_FLAG = /^--?[\w-]*(?:key|token|secret|passw|pwd|auth|credential)[\w-]*/i;

/**
 * Redacts values of headers and of `openaiKey`, of environment variables and flags named like secrets, and passwords in
 * URLs.
 */
export function redactConfig(config: ParsedConfig): JsonObject {
  const copy: JsonObject = JSON.parse(JSON.stringify(config));
  if (copy["openaiKey"] !== undefined) copy["openaiKey"] = REDACTED;
  const { server, servers } = copy;
  for (const one of [server, ...(isJsonObject(servers) ? Object.values(servers) : [])]) redactServer(one);
  const { judge } = copy;
  if (isJsonObject(judge) && typeof judge["baseURL"] === "string") judge["baseURL"] = redactUrl(judge["baseURL"]);
  return copy;
}

function redactServer(server: JsonValue | undefined): void {
  if (!isJsonObject(server)) return;
  if (isJsonObject(server["headers"])) server["headers"] = redactValues(server["headers"], () => true);
  if (isJsonObject(server["env"])) server["env"] = redactValues(server["env"], (name) => SECRET_NAME.test(name));
  if (Array.isArray(server["args"])) server["args"] = redactArguments(server["args"]);
  if (typeof server["url"] === "string") server["url"] = redactUrl(server["url"]);
}

function redactValues(values: JsonObject, isSecret: (name: string) => boolean): JsonObject {
  return Object.fromEntries(
    Object.entries(values).map(([name, value]) => [
      name,
      isSecret(name) ? REDACTED : typeof value === "string" ? redactUrl(value) : value,
    ]),
  );
}

/** `--token=x` and `--token x`. */
function redactArguments(args: readonly JsonValue[]): JsonValue[] {
  return args.map((arg, at) => {
    if (typeof arg !== "string") return arg;
    const before = args[at - 1];
    const follows = typeof before === "string" && SECRET_FLAG.test(before) && !before.includes("=");
    if (follows && !arg.startsWith("-")) return REDACTED;
    const flag = SECRET_FLAG.exec(arg)?.[0];
    return flag !== undefined && arg[flag.length] === "=" ? `${flag}=${REDACTED}` : redactUrl(arg);
  });
}

/** Redacts the password of `https://user:password@host`, and query parameters named like secrets. */
function redactUrl(text: string): string {
  return text
    .replace(/(\b[a-z][a-z0-9+.-]*:\/\/[^\s/:@]*):[^\s/@]+@/gi, `$1:${REDACTED}@`)
    .replace(/([?&]([^\s=&#]+)=)[^\s&#]+/g, (whole: string, start: string, name: string) =>
      SECRET_NAME.test(name) ? `${start}${REDACTED}` : whole,
    );
}
