// Replaces what is, or may be, a secret of a server by variables: a config is committed, and what a client knows is not.
// Pure.
import { variableName, type ClientServer } from "../config/client-entry.js";
import { judgeArgument, judgeUrl, judgeVariable, type GivenValue } from "../redaction/given-values.js";
import { isSecretHeader } from "../redaction/secret-names.js";

export interface HiddenServer {
  server: ClientServer;
  /** The variables that stand for secrets now, with their values here. */
  values: Record<string, string>;
}

export interface SecretTests {
  /** Whether the redaction would change a text that the server is given. */
  holdsSecret: (text: string) => boolean;
  /** Whether there is a file of this name where the server starts. */
  isThere: (path: string) => boolean;
}

/** Everything that is not surely harmless becomes a variable. `known`: those of the other servers of the suite. */
export function hideSecrets(
  server: ClientServer,
  { holdsSecret, isThere }: SecretTests,
  known: Readonly<Record<string, string>> = {},
): HiddenServer {
  const values: Record<string, string> = {};
  const isTaken = (variable: string, value: string): boolean =>
    [values, known].some((all) => all[variable] !== undefined && all[variable] !== value);
  const hide = (name: string, value: string): string => {
    let variable = name;
    for (let number = 2; isTaken(variable, value); number++) variable = `${name}_${number}`;
    values[variable] = value;
    return `\${${variable}}`;
  };
  /** The text without the values; as a whole a variable where it looks like a secret even so. */
  const withoutValues = (text: string, found: readonly GivenValue[], name: string): string => {
    const hidden = found.toReversed().reduce((rest, part) => {
      const variable = hide(nameOf(part), text.slice(part.start, part.end));
      return rest.slice(0, part.start) + variable + rest.slice(part.end);
    }, text);
    return holdsSecret(hidden.replaceAll(/\$\{\w+\}/g, "")) ? hide(name, text) : hidden;
  };
  const { command, args, env, headers, url, ...rest } = server;
  const mapped = (
    texts: Record<string, string>,
    map: (name: string, value: string) => string,
  ): Record<string, string> =>
    Object.fromEntries(Object.entries(texts).map(([name, value]) => [name, map(name, value)]));
  const hideArgument = (arg: string, at: number, all: readonly string[]): string =>
    withoutValues(arg, judgeArgument({ command, args: all }, at, isThere), "SERVER_ARGUMENT");
  const hideVariable = (name: string, value: string): string =>
    withoutValues(value, judgeVariable(name, value, isThere), variableName(name));
  const hideHeader = (name: string, value: string): string =>
    isSecretHeader(name) && !isOnlyVariable(value) ? hide(variableName(name), value) : value;
  const hideUrl = (text: string): string => {
    const isKnown = judgeVariable("url", text).length === 0 && !holdsSecret(text);
    if (isKnown) return text;
    return text.includes("${") ? withoutValues(text, judgeUrl(text), "MCP_URL") : hide("MCP_URL", text);
  };
  return {
    server: {
      ...rest,
      ...(command === undefined ? {} : { command }),
      ...(url === undefined ? {} : { url: hideUrl(url) }),
      ...(args === undefined ? {} : { args: args.map(hideArgument) }),
      ...(env === undefined ? {} : { env: mapped(env, hideVariable) }),
      ...(headers === undefined ? {} : { headers: mapped(headers, hideHeader) }),
    },
    values,
  };
}

/** `-p` is no name for a variable of the environment. */
function nameOf({ name }: GivenValue): string {
  if (name === undefined) return "SERVER_ARGUMENT";
  return name.length === 1 ? `SERVER_${variableName(name)}` : variableName(name);
}

/** `Bearer ${TOKEN}` */
function isOnlyVariable(value: string): boolean {
  return /^\s*(?:(?:Bearer|Basic|Token|Digest|ApiKey)\s+)?(?:\$\{[^{}]*\}\s*)+$/i.test(value);
}
