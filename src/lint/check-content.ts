// Finds what must not be committed in a text: paths of a machine, secrets. Pure.
import { docsFile } from "../docs-file.js";
import { parseYaml, type YamlText } from "../cassette/yaml-read.js";
import { McpvalsError } from "../errors.js";
import { isJsonObject, type JsonValue } from "../json/value.js";
import type { Finding } from "./finding.js";
import { checkPaths } from "./check-paths.js";
import type { LintedFile } from "./reader-findings.js";

/** A secret: its place in a value, its line in the text there (from 1), and its kind, without the secret. */
export interface SecretFound {
  /** A JSON pointer. */
  at: string;
  line: number;
  what: string;
}

export type FindSecrets = (value: JsonValue) => SecretFound[];

/** Searches a text: its values if it is YAML, else the text itself. */
export function checkContent(text: string, { file, shown }: LintedFile, findSecrets: FindSecrets): Finding[] {
  const yaml = file.endsWith(".yaml") ? parsed(text, shown) : undefined;
  const paths = checkPaths(text, file, yaml);
  const secrets = findSecrets(yaml === undefined ? text : unsigned(yaml.value)).map(({ at, line, what }): Finding => {
    const fix = `Make the secret useless first, for it may be in git's history; then see ${docsFile("security.md")}, and record again.`;
    const where = yaml === undefined ? line : yaml.lineOf(at);
    return { rule: "secret", file, line: where, message: `holds what looks like a secret: ${what}`, fix };
  });
  return [...paths, ...secrets];
}

function parsed(text: string, shown: string): YamlText | undefined {
  try {
    return parseYaml(text, shown);
  } catch (error) {
    if (error instanceof McpvalsError) return undefined;
    throw error;
  }
}

/** Removes seals and signatures: they are hashes, not secrets. */
function unsigned(value: JsonValue): JsonValue {
  if (Array.isArray(value)) return value.map(unsigned);
  if (!isJsonObject(value)) return value;
  const entries = Object.entries(value).map(([key, part]): [string, JsonValue] => {
    const isSigned = (key === "signature" && "thinking" in value) || key === "seal";
    return [key, isSigned ? null : unsigned(part)];
  });
  return Object.fromEntries(entries);
}
