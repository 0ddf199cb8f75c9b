// Replaces the secrets of a server by variables: a config is committed, and what a client knows is not. Pure.
import { variableName, type ClientServer } from "../config/client-entry.js";
import { flagBefore, flagOf } from "../redaction/flags.js";
import { isPath, isSecretHeader, isSecretName } from "../redaction/secret-names.js";

export interface HiddenServer {
  server: ClientServer;
  /** The variables that stand for secrets now, with their values here. */
  values: Record<string, string>;
}

/** `holdsSecret`: whether the redaction would change a text that the server is given. */
export function hideSecrets(server: ClientServer, holdsSecret: (text: string) => boolean): HiddenServer {
  const values: Record<string, string> = {};
  const hide = (name: string, value: string): string => {
    let variable = name;
    for (let number = 2; values[variable] !== undefined && values[variable] !== value; number++) {
      variable = `${name}_${number}`;
    }
    values[variable] = value;
    return `\${${variable}}`;
  };
  const map = (
    texts: Record<string, string>,
    keeps: (name: string, value: string) => boolean,
  ): Record<string, string> =>
    Object.fromEntries(
      Object.entries(texts).map(([name, value]) => [
        name,
        value.includes("${") || keeps(name, value) ? value : hide(variableName(name), value),
      ]),
    );
  const { args, env, headers, url, ...rest } = server;
  return {
    server: {
      ...rest,
      ...(url === undefined ? {} : { url: holdsSecret(url) ? hide("MCP_URL", url) : url }),
      ...(args === undefined ? {} : { args: args.map((_, at) => hideArgument(args, at, holdsSecret, hide)) }),
      ...(env === undefined
        ? {}
        : { env: map(env, (name, value) => isPlain(value) && !holdsSecret(value) && !isNamedSecret(name, value)) }),
      ...(headers === undefined ? {} : { headers: map(headers, (name) => !isSecretHeader(name)) }),
    },
    values,
  };
}

function hideArgument(
  args: readonly string[],
  at: number,
  holdsSecret: (text: string) => boolean,
  hide: (name: string, value: string) => string,
): string {
  const arg = args[at] ?? "";
  const own = flagOf(arg);
  if (own?.value !== undefined) {
    const isSecret = holdsSecret(arg) || isNamedSecret(own.name, own.value);
    return isSecret ? `${arg.slice(0, -own.value.length)}${hide(variableName(own.name), own.value)}` : arg;
  }
  const before = flagBefore(args, at);
  const isSecret = holdsSecret(arg) || (before !== undefined && own === undefined && isNamedSecret(before, arg));
  return isSecret ? hide(before === undefined ? "SERVER_ARGUMENT" : variableName(before), arg) : arg;
}

/** True for what its variable or flag calls a secret, whatever it looks like. */
function isNamedSecret(name: string, value: string): boolean {
  return isSecretName(name) && value !== "" && !value.includes("${") && !isPath(value);
}

/** A value that nobody keeps secret: a switch, a number, a path, a place of the run, an address without anything in it. */
function isPlain(value: string): boolean {
  return (
    /^(?:true|false|yes|no|on|off|\d{1,6}|debug|info|warn|warning|error|development|production|test)$/i.test(value) ||
    /^(?:[A-Z][a-z]+\/[A-Z][A-Za-z_]+|UTC|[a-z]{2}_[A-Z]{2}(?:\.UTF-8)?)$/.test(value) ||
    /^(?:\.{0,2}|~|[A-Za-z]:)[/\\][\w./\\ -]*$/.test(value) ||
    /^https?:\/\/[\w.-]+(?::\d+)?(?:\/[\w./-]*)?$/.test(value)
  );
}
