// Replaces the secrets of a server by variables: a config is committed, and what a client knows is not. Pure.
import { variableName, type ClientServer } from "../config/client-entry.js";
import { isSecretHeader } from "../redaction/secret-names.js";

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
      ...(args === undefined
        ? {}
        : { args: args.map((arg, at) => hideArgument(arg, args[at - 1], holdsSecret, hide)) }),
      ...(env === undefined ? {} : { env: map(env, (_name, value) => isPlain(value) && !holdsSecret(value)) }),
      ...(headers === undefined ? {} : { headers: map(headers, (name) => !isSecretHeader(name)) }),
    },
    values,
  };
}

function hideArgument(
  arg: string,
  before: string | undefined,
  holdsSecret: (text: string) => boolean,
  hide: (name: string, value: string) => string,
): string {
  if (!holdsSecret(arg)) return arg;
  const [, flag, value] = /^(--?[A-Za-z][\w-]*)=(.*)$/s.exec(arg) ?? [];
  if (flag !== undefined && value !== undefined) return `${flag}=${hide(nameOfFlag(flag), value)}`;
  return hide(before?.startsWith("-") === true ? nameOfFlag(before) : "SERVER_ARGUMENT", arg);
}

function nameOfFlag(flag: string): string {
  return variableName(flag.replace(/^-+/, ""));
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
