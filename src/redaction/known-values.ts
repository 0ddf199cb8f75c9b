// Lists the values of a suite, its server and the environment that are known to be secrets, with their names. Pure.
import { expandStrings } from "../config/expand-strings.js";
import { isRunVariable } from "../config/run-variables.js";
import type { ServerConfig } from "../config/schema.js";
import type { Suite } from "../config/suite.js";
import { flagBefore, flagOf } from "./flags.js";
import { judgeArgument, judgeVariable, type GivenValue } from "./given-values.js";
import { asName } from "./placeholder.js";
import { isPath, isSecretHeader, isSecretName, saysNothing } from "./secret-names.js";

export interface KnownValue {
  /** Of the variable, where there is one: the name that a person has to set. */
  name: string;
  value: string;
  /** False for plain words, which count only as whole words. */
  anywhere: boolean;
  /** True for what the config itself gives to the server or to Claude; everything else is never sent. */
  isForServer: boolean;
}

type Environment = Readonly<Record<string, string | undefined>>;

/** The least characters of a secret; a shorter one would be found everywhere. */
export const SHORTEST = 6;
/** What the config names explicitly may be shorter; below this a value occurs in every text. */
const SHORTEST_NAMED = 4;

interface From {
  isForServer: boolean;
  shortest?: number;
  /** A name for a value whose name says nothing. */
  isPlain?: boolean;
}

export interface KnownSources {
  suite: Pick<Suite, "config" | "variables">;
  /** The servers in use, without values for their variables. */
  servers: readonly ServerConfig[];
  env: Environment;
}

/** The known secrets of a suite; of two names for one value the first is used. */
export function collectKnownValues({ suite, servers, env }: KnownSources): KnownValue[] {
  const { config } = suite;
  const found = new Map<string, KnownValue>();
  const add = (name: string, value: string | undefined, from: From): void => {
    const { isForServer, shortest = SHORTEST, isPlain = false } = from;
    const trimmed = value?.trim() ?? "";
    if (trimmed.length < shortest || (shortest === SHORTEST && saysNothing(trimmed))) return;
    const before = found.get(trimmed);
    const anywhere = isSecretName(name) || shortest !== SHORTEST || (!isPlain && !/^[A-Za-z]+$/.test(trimmed));
    if (before === undefined) found.set(trimmed, { name: asName(name), value: trimmed, anywhere, isForServer });
    else if (isForServer && !before.isForServer) found.set(trimmed, { ...before, isForServer });
  };

  for (const name of config.redact?.values ?? []) {
    add(name, env[name], { isForServer: isNamed(suite, name), shortest: SHORTEST_NAMED });
  }
  for (const { name, value } of servers.flatMap((one) => secretVariables(one, env))) {
    add(name, value, { isForServer: true });
  }
  for (const { name, value, isPlain = false } of servers.flatMap((one) => [...readServer(one, env)])) {
    add(name, value, { isForServer: true, isPlain });
  }
  for (const { name } of suite.variables) {
    if (isSecretName(name)) add(name, env[name], { isForServer: env[name] !== config.openaiKey });
  }
  add("OPENAI_API_KEY", config.openaiKey, { isForServer: false });
  for (const text of [config.judge?.baseURL ?? ""]) {
    for (const part of secretsOfUrl(text)) add(`judge-${part.name}`, part.value, { isForServer: false });
  }
  for (const [name, value = ""] of Object.entries(env).toSorted(([one], [other]) => (one < other ? -1 : 1))) {
    if (isSecretName(name)) add(name, value, { isForServer: false });
    for (const part of secretsOfUrl(value)) add(`${name}-${part.name}`, part.value, { isForServer: false });
  }
  return unique([...found.values()]);
}

/**
 * The variables of the server's part of the config that are set, and are secrets by their own name or by what they are put
 * in. A default is written in the config and no secret; any other variable is a place (`[env:TENANT]`).
 */
function secretVariables(server: ServerConfig, env: Environment): { name: string; value: string }[] {
  return partsOf(server).flatMap(({ text, isSecret }) =>
    variablesIn(text, env).filter(({ name, value }) => (isSecret || isSecretName(name)) && !isPath(value)),
  );
}

/** The texts that the server receives; `isSecret`: the header, variable or flag is named like a secret. */
function partsOf(server: ServerConfig): { text: string; isSecret: boolean }[] {
  const headers = Object.entries(("headers" in server ? server.headers : undefined) ?? {});
  const args = server.args ?? [];
  return [
    ...Object.entries(server.env ?? {}).map(([name, text]) => ({ text, isSecret: isSecretName(name) })),
    ...headers.map(([name, text]) => ({ text, isSecret: isCredential(name, text) })),
    ...args.map((text, at) => ({
      text,
      isSecret: isSecretName(flagOf(text)?.name ?? flagBefore(args, at) ?? "") || isCredentialHeader(text),
    })),
  ];
}

function variablesIn(text: string, env: Environment): { name: string; value: string }[] {
  return [...expandStrings(text, env).used]
    .filter(([name, value]) => !isRunVariable(name) && env[name] === value)
    .map(([name, value]) => ({ name, value }));
}

/** `Authorization: Bearer ${TOKEN}` as an argument. */
function isCredentialHeader(text: string): boolean {
  const [header, name = "", value = ""] = /^(?:--?[\w-]+=)?([A-Za-z][\w-]*):(.*)$/s.exec(text) ?? [];
  return header !== undefined && isCredential(name, value);
}

/** True for a header that identifies the sender, by its name or by the scheme in its value. */
function isCredential(name: string, text: string): boolean {
  return isSecretName(name) || /^\s*(?:Bearer|Basic|Token|Digest|ApiKey)\s/i.test(text);
}

/** Headers, variables and flags that are named like secrets, and what is in URLs. */
function* readServer(
  server: ServerConfig,
  env: Environment,
): Iterable<{ name: string; value: string; isPlain?: boolean }> {
  // A text whose variables are not set is never sent; its names are no secrets, and messages show them.
  const expand = (text: string): string => {
    const { value, unset } = expandStrings(text, env);
    return unset.length > 0 ? "" : String(value);
  };
  for (const [name, text] of Object.entries(("headers" in server ? server.headers : undefined) ?? {})) {
    const isPlain = !isCredential(name, text);
    // A header of an own name may be a secret; with a variable in it the variable's name says whether.
    if (!isSecretHeader(name) || (isPlain && variablesIn(text, env).length > 0)) continue;
    for (const part of secretsOfHeader(name, expand(text))) yield { ...part, isPlain };
  }
  for (const [name, text] of Object.entries(server.env ?? {})) {
    const value = expand(text);
    if (isSecretName(name)) yield { name, value };
    for (const part of secretsOfUrl(value)) yield { name: `${name}-${part.name}`, value: part.value };
    yield* secretsIn(value, judgeVariable(name, value));
  }
  const args = (server.args ?? []).map(expand);
  for (const [at, arg] of args.entries()) {
    for (const part of secretsOfUrl(arg)) yield part;
    yield* secretsIn(arg, judgeArgument({ command: server.command, args }, at));
  }
  if (server.transport !== "stdio") {
    for (const part of secretsOfUrl(expand(server.url))) yield part;
  }
}

function* secretsIn(text: string, found: readonly GivenValue[]): Iterable<{ name: string; value: string }> {
  for (const { name = "argument", start, end, isSecret } of found) {
    if (isSecret) yield { name, value: text.slice(start, end) };
  }
}

/** The credentials in the value of a header, and the password of basic ones. */
export function* secretsOfHeader(name: string, value: string): Iterable<{ name: string; value: string }> {
  const [, scheme = "", credentials = ""] = /^(Bearer|Basic|Token|Digest|ApiKey)\s+(.+)$/i.exec(value.trim()) ?? [];
  if (credentials === "") yield { name, value };
  else yield { name, value: credentials };
  if (/^basic$/i.test(scheme)) {
    const [, password = ""] = /^[^:]*:(.+)$/s.exec(Buffer.from(credentials, "base64").toString("utf8")) ?? [];
    yield { name: `${name}-password`, value: password };
  }
}

/** The password of a URL, and its query parameters that are named like secrets; plain and decoded. */
export function secretsOfUrl(text: string): { name: string; value: string }[] {
  if (!text.includes("://") || !URL.canParse(text)) return [];
  const { password, searchParams } = new URL(text);
  const found: { name: string; value: string }[] = [];
  if (password !== "") found.push({ name: "password", value: password }, { name: "password", value: decode(password) });
  for (const [name, value] of searchParams) if (isSecretName(name)) found.push({ name, value });
  return found;
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

function isNamed({ variables }: KnownSources["suite"], name: string): boolean {
  return variables.some((variable) => variable.name === name);
}

/** One name for each value: `KEY`, `KEY-2`. */
function unique(values: readonly KnownValue[]): KnownValue[] {
  const taken = new Set<string>();
  return values.map((known) => {
    let { name } = known;
    for (let number = 2; taken.has(name); number++) name = `${known.name}-${number}`;
    taken.add(name);
    return { ...known, name };
  });
}
