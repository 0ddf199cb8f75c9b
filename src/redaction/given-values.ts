// Judges the values that a config gives to a server in arguments and variables: which are secrets, and of which nobody can
// tell. `init` copies neither, `list` shows neither; the redaction and `lint` know the secrets. Pure.
import { flagBefore, flagOf } from "./flags.js";
import { looksHarmless, isNamedHarmless, isPathLike, isPrivateName, isWords } from "./harmless.js";
import { isSecretHeader, isSecretName, isSurelyPath } from "./secret-names.js";

/** A part of a text that is, or may be, a secret. */
export interface GivenValue {
  /** Of the flag, the variable or the header; undefined for an argument without a flag. */
  name: string | undefined;
  /** Where it is in the text. */
  start: number;
  end: number;
  /** False where nobody can tell. */
  isSecret: boolean;
}

export interface GivenCommand {
  command?: string | undefined;
  args: readonly string[];
}

type IsThere = (path: string) => boolean;
const nowhere: IsThere = () => false;

/** The values in `args[at]` that are not harmless. `isThere`: whether a file of this name exists. */
export function judgeArgument(given: GivenCommand, at: number, isThere: IsThere = nowhere): GivenValue[] {
  const { args } = given;
  const arg = args[at] ?? "";
  const [, variable, assigned = ""] = ATTACHED_VARIABLE.exec(arg) ?? [];
  if (variable !== undefined) return moved(judgeVariable(variable, assigned, isThere), arg.length - assigned.length);
  const own = flagOf(arg);
  if (own !== undefined && own.value === undefined) return judgeAttached(arg);
  const value = own?.value ?? arg;
  const start = arg.length - value.length;
  const name = own === undefined ? flagBefore(args, at) : own.name;
  const whole = (isSecret: boolean): GivenValue[] => [{ name, start, end: arg.length, isSecret }];
  if (isVariable(value)) return [];
  if (name !== undefined && isSecretName(name)) return isFileOfSecret(value, isThere) ? [] : whole(true);
  if (/^(?:u|user|userpass|login|basic)$/i.test(name ?? "") && /^[^\s:/]+:[^\s/]/.test(value)) return whole(true);
  const isScript = /\s/.test(value) && !/^\s*[[{]/.test(value);
  if (isScript && /^(?:\w?[ce]|eval|command)$/.test(name ?? "")) return moved(judgeScript(value, isThere), start);
  const parts = judgeParts(value, isThere);
  if (parts !== undefined) return moved(parts, start);
  if (isThere(value) || looksHarmless(value) || isOfRunner(given, at, { name, value })) return [];
  if (name === undefined || ALONE.test(name)) {
    if (isScript) return moved(judgeScript(value, isThere), start);
    return isWords(value) || isVariableName(value) ? [] : whole(false);
  }
  // A letter says nothing about its value.
  if (name.length === 1) return isPort(value) ? [] : whole(!isWords(value));
  return !isPrivateName(name) && (isWords(value) || isNamedHarmless(name, value)) ? [] : whole(false);
}

/** The values in a variable that are not harmless. */
export function judgeVariable(name: string, value: string, isThere: IsThere = nowhere): GivenValue[] {
  const whole = (isSecret: boolean): GivenValue[] => [{ name, start: 0, end: value.length, isSecret }];
  if (isVariable(value)) return [];
  if (isSecretName(name)) return isFileOfSecret(value, isThere) ? [] : whole(true);
  const parts = judgeParts(value, isThere);
  if (parts !== undefined) return parts.map((part) => ({ ...part, name: `${name}_${part.name ?? "VALUE"}` }));
  return isThere(value) || looksHarmless(value) || isNamedHarmless(name, value) || isLevel(value) ? [] : whole(false);
}

/** The values in an address that are not harmless. */
export function judgeUrl(url: string): GivenValue[] {
  return judgeParts(url, nowhere) ?? [];
}

/** `docker run -eNAME=value`: a variable, of which a word of letters says more than after a flag. */
const ATTACHED_VARIABLE = /^-[A-Za-z]([A-Z][A-Z\d_]*)=(.+)$/s;

/** Flags that have no value: what follows is an argument of its own. */
const ALONE =
  /^(?:y|i|q|v|it|rm|yes|interactive|quiet|verbose|init|no-[\w-]+|isolated|offline|headless|read-?only|stdio|experimental-[\w-]+)$/;
const SUBCOMMAND = /^(?:exec|run|dlx|tool|x)$/;
const PACKAGES = /(?:^|[\\/])(?:npx|bunx|uvx|pipx|npm|pnpm|yarn|bun|deno|uv)(?:\.cmd|\.exe)?$/;
const MODULES = /(?:^|[\\/])(?:node|python[\d.]*)(?:\.exe)?$/;
const IMAGES = /(?:^|[\\/])(?:docker|podman)(?:\.exe)?$/;

/** The package, module, image or program that a runner starts, and names that it is given before. */
function isOfRunner(
  { command = "", args }: GivenCommand,
  at: number,
  { name, value }: { name: string | undefined; value: string },
): boolean {
  const runner = [PACKAGES, MODULES, IMAGES].find((one) => one.test(command));
  if (runner === undefined || !/^[\w@./:=[\],-]+$/.test(value)) return false;
  const hasValue = (index: number): boolean => {
    const flag = flagBefore(args, index);
    return flag !== undefined && !ALONE.test(flag);
  };
  const isBefore = (arg: string, index: number): boolean =>
    arg.startsWith("-") || SUBCOMMAND.test(arg) || hasValue(index);
  if (!args.slice(0, at).every(isBefore)) return false;
  if (name === undefined || ALONE.test(name)) return true;
  if (runner === PACKAGES) return /^(?:p|package|from|with)$/.test(name);
  return runner === MODULES ? /^(?:m|r|require|import|loader)$/.test(name) : /^[A-Z][A-Z\d_]*$/.test(value);
}

/** `mysql -pSECRET`: a letter with its value; a word of letters is a flag. */
function judgeAttached(arg: string): GivenValue[] {
  const [, name = "", value = ""] = /^-([A-Za-z])([^=-].*)$/s.exec(arg) ?? [];
  if (name === "X" || /^[A-Za-z-]*$/.test(value) || looksHarmless(value) || isPort(value)) return [];
  return [{ name, start: 2, end: arg.length, isSecret: /[A-Za-z]/.test(value) }];
}

const URL_TEXT =
  /^((?:[a-z][a-z0-9+.-]*:\/\/)?)(?:((?:\$\{[^}]*\}|\$(?!\{)|[^\s/?#@:$])*)(?::([^\s/?#]*))?@)?([^\s?#@]*)((?:[?#]\S*)?)$/i;
const HEADER = /^([A-Za-z][\w-]*):\s*((?:(?:Bearer|Basic|Token|Digest|ApiKey)\s+)?)(\S.*)$/is;
const ASSIGNED = /^([A-Za-z_][\w.-]*)=([^=].*)$/s;

/**
 * What is not harmless in a text that has parts: a URL, a header, an assignment. Undefined for any other text.
 */
function judgeParts(text: string, isThere: IsThere): GivenValue[] | undefined {
  const url = judgeUrlParts(text);
  if (url !== undefined) return url;
  const [header, name = "", credential = "", value = ""] = HEADER.exec(text) ?? [];
  if (header !== undefined) {
    const isHeader = isSecretName(name) || credential !== "" || (/^x-/i.test(name) && isSecretHeader(name));
    if (isHeader) return partOf(name, header.length - value.length, value, true);
  }
  const [assignment, variable = "", assigned = ""] = ASSIGNED.exec(text) ?? [];
  if (assignment === undefined || !(isWords(variable) || isVariableName(variable))) return undefined;
  return moved(judgeVariable(variable, assigned, isThere), variable.length + 1);
}

/** The user, the password, the path and the parameters; also of `user:password@host` without a scheme. */
function judgeUrlParts(text: string): GivenValue[] | undefined {
  const [whole, scheme = "", user, password, place = "", query = ""] = URL_TEXT.exec(text) ?? [];
  if (whole === undefined || (scheme === "" && password === undefined)) return undefined;
  const found: GivenValue[] = [];
  // `ssh://git@host` has no secret; `https://TOKEN@host` has.
  if (password !== undefined)
    found.push(...partOf("PASSWORD", scheme.length + (user ?? "").length + 1, password, true));
  else if (user !== undefined && !isWords(user)) found.push(...partOf("USER", scheme.length, user, true));
  const at = text.length - query.length - place.length;
  const path = place.indexOf("/");
  if (!looksHarmless(`https://${place.replaceAll(/\$\{[^{}]*\}/g, "x")}`)) {
    found.push(...partOf("PATH", at + Math.max(0, path), path < 0 ? place : place.slice(path), false));
  }
  for (const { 1: name = "", 2: value = "", index } of query.matchAll(/([\w.-]+)=([^&#]*)/g)) {
    const isSecret = isSecretName(name);
    if (!isSecret && (looksHarmless(value) || isWords(value))) continue;
    found.push(...partOf(name, at + place.length + index + name.length + 1, value, isSecret));
  }
  return found;
}

function partOf(name: string, start: number, value: string, isSecret: boolean): GivenValue[] {
  return isVariable(value) ? [] : [{ name, start, end: start + value.length, isSecret }];
}

/** A line for a shell, or code: each of its words, as an argument. */
function judgeScript(text: string, isThere: IsThere): GivenValue[] {
  const words = [...text.matchAll(/"[^"]*"|'[^']*'|[^\s;&|"'()]+/g)].map(({ 0: word, index }) => {
    const isQuoted = /^["']/.test(word);
    return { text: isQuoted ? word.slice(1, -1) : word, at: index + (isQuoted ? 1 : 0) };
  });
  const args = words.map((word) => word.text);
  return words.flatMap(({ text: word, at }, index) => {
    const isCommand = index === 0 && !word.includes("=");
    return isCommand ? [] : moved(judgeArgument({ args }, index, isThere), at);
  });
}

function moved(values: readonly GivenValue[], by: number): GivenValue[] {
  return values.map((one) => ({ ...one, start: one.start + by, end: one.end + by }));
}

function isFileOfSecret(value: string, isThere: IsThere): boolean {
  return value === "" || isThere(value) || isSurelyPath(value) || (/^[.~]/.test(value) && isPathLike(value));
}

/** Nothing, or variables with nothing around them that may be a secret: `${DIR}/a.db`. */
function isVariable(value: string): boolean {
  if (!value.includes("${")) return value.trim() === "";
  const rest = value.replaceAll(/\$\{[^{}]*\}/g, "");
  return looksHarmless(rest) || isWords(rest);
}

function isVariableName(value: string): boolean {
  return /^[A-Z][A-Z\d]*(?:_[A-Z\d]+)*$/.test(value) && (value.includes("_") || isWords(value));
}

/** A PIN may have four digits, and so may a port: only one that servers use is one. */
function isPort(value: string): boolean {
  return /^(?:[38]\d[08]\d|80|443|[35]000|[34]200|5173|9090)$/.test(value);
}

function isLevel(value: string): boolean {
  return /^(?:debug|trace|verbose|info|warn|warning|error|silent|development|production|test|staging|local|stdio|http|sse)$/i.test(
    value,
  );
}
