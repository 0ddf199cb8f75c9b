// Builds one error that names everything wrong with a config.
import { docsFile } from "../docs-file.js";
import { McpvalsError } from "../errors.js";
import { renderPath, type ConfigPath } from "./config-path.js";
import type { Expansion } from "./expand-strings.js";

/** One thing that is wrong with a config, and where. */
export interface Problem {
  path: ConfigPath;
  message: string;
}

/** The error for a config with problems. `where` names the config. */
export function buildInvalid(where: string, problems: readonly Problem[]): McpvalsError {
  const lines = problems.map(({ path, message }) => {
    const place = renderPath(path);
    return place === "" ? message : `${place}: ${message}`;
  });
  const count = problems.length === 1 ? "1 problem" : `${problems.length} problems`;
  return new McpvalsError("CONFIG_INVALID", `${where}: ${count} in the config`, {
    evidence: lines.join("\n"),
    fix: `All keys and their values: ${docsFile("configuration.md")}`,
  });
}

/** The error for variables that are not set and have no default. */
export function buildUnset(where: string, unset: Expansion["unset"]): McpvalsError {
  const names = [...new Set(unset.map(({ name }) => name))];
  const [first = ""] = names;
  const said =
    names.length === 1 ? `the variable ${first} is not set` : `the variables ${names.join(", ")} are not set`;
  return new McpvalsError("ENV_UNSET", `${where}: ${said}`, {
    evidence: unset
      .map(({ name, path }) => [renderPath(path), `\${${name}}`].filter((part) => part !== "").join(": "))
      .join("\n"),
    fix: `Set ${names.join(", ")}, or give a default: \${${first}:-…}. A literal \${ is written $\${.`,
    lacks: names,
  });
}

/** The problems of texts that look like a variable but are not one. */
export function describeMalformed(malformed: Expansion["malformed"]): Problem[] {
  return malformed.map(({ text, path }) => ({
    path,
    message: `${JSON.stringify(text)} is neither \${NAME} nor \${NAME:-default}; a literal \${ is written $\${`,
  }));
}
