// Searches committed files for secrets, with the code that redacts recordings.
import { serversIn } from "../config/servers.js";
import { basename } from "node:path";
import type { Suite } from "../config/suite.js";
import { buildPointer } from "../json/pointer.js";
import { isJsonObject, type JsonValue } from "../json/value.js";
import type { FindSecrets, SecretFound } from "./check-content.js";
import { loadRedactor } from "../suite/redaction.js";

type Environment = Readonly<Record<string, string | undefined>>;

/** Loads the redactor of a suite; for a folder without a config, one that knows shapes and the environment. */
export async function loadSecretSearch(
  suite: Suite | undefined,
  folder: string,
  env: Environment,
): Promise<FindSecrets> {
  const known = suite ?? { name: basename(folder), file: null, folder, config: {}, variables: [] };
  const redactor = await loadRedactor({ suite: known, servers: serversIn(known.config), env });
  return (value) => differences(value, redactor.redact(value), []);
}

/** The places that redaction changed. */
function differences(value: JsonValue, redacted: JsonValue, path: readonly string[]): SecretFound[] {
  if (value === redacted) return [];
  const at = buildPointer(path);
  if (Array.isArray(value) && Array.isArray(redacted)) {
    return value.flatMap((part, index) => differences(part, redacted[index] ?? null, [...path, String(index)]));
  }
  if (isJsonObject(value) && isJsonObject(redacted)) {
    const others = Object.entries(redacted);
    return Object.entries(value).flatMap(([key, part], index) => {
      const [otherKey = "", otherPart = null] = others[index] ?? [];
      const inKey =
        key === otherKey ? [] : [{ at: buildPointer([...path, key]), line: 1, what: nameIn(otherKey, key) }];
      return [...inKey, ...differences(part, otherPart, [...path, key])];
    });
  }
  const [before, after] = [textOf(value), textOf(redacted)];
  return [{ at, line: firstDifference(before, after), what: nameIn(after, before) }];
}

/** The placeholders that redaction put in: they name the secret without showing any of it. */
function nameIn(redacted: string, before: string): string {
  const names = redacted.match(/\[redacted:[^\]\s]*\]/g) ?? [];
  return [...new Set(names)].filter((name) => !before.includes(name)).join(", ") || "[redacted]";
}

function textOf(value: JsonValue): string {
  return typeof value === "string" ? value : JSON.stringify(value);
}

function firstDifference(text: string, other: string): number {
  const others = other.split("\n");
  return text.split("\n").findIndex((line, index) => line !== others[index]) + 1;
}
