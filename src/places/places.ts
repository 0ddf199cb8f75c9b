// Replaces what belongs to the machine (folders, port, address, environment) by placeholders in values, and puts it
// back. Pure. Knows no trace: trace-places.ts walks one.
import { isJsonObject, type JsonValue } from "../json/value.js";
import { isOpaqueField } from "../trace/opaque.js";
import { isAbsolutePath, NAMED_SPELLINGS, spell, trimPath, type Spelling } from "./place-forms.js";
import { ONE_SERVER, SEVERAL_SERVERS, type Grammar } from "./placeholders.js";

/** What belongs to this machine and run. Paths in all their forms, the given one first, then the resolved one. */
export interface PlaceValues {
  /** The config's folder. Takes precedence over the root, which is unknown in a project without its `.git`. */
  config?: readonly string[] | undefined;
  root: readonly string[];
  home: readonly string[];
  tmp: readonly string[];
  run?: readonly string[] | undefined;
  port?: number | undefined;
  /** The server's URL. */
  server?: string | undefined;
  /** In place of the two above where the suite has several servers: by their names. */
  ports?: Readonly<Record<string, number>> | undefined;
  servers?: Readonly<Record<string, string>> | undefined;
  /** The variables that the config names. */
  env: Readonly<Record<string, string>>;
}

export interface Places {
  /**
   * The value with placeholders: `[config]`, `[root]`, `[home]`, `[tmp]`, `[run]`, `[port]`, `[server]`, `[env:NAME]`,
   * of several servers `[port/NAME]` and `[server/NAME]`, in strings and keys. Call it once: text that already looks like a placeholder counts as somebody's own text, and is
   * escaped.
   */
  hide<T extends JsonValue>(value: T): T;
  /**
   * Hides a value that was hidden before, perhaps elsewhere or before the config named a variable, as it would be
   * hidden here and now. A text with a placeholder that has no value here stays unchanged.
   */
  hideAgain<T extends JsonValue>(value: T): T;
  /**
   * The value with the placeholders' values on this machine. What was hidden on this machine returns to its original
   * form.
   */
  show<T extends JsonValue>(value: T): T;
  /** The placeholders in a hidden value that have no value here, each once: `[env:TOKEN]`. `show` leaves them. */
  missing(value: JsonValue): string[];
}

/** A zero-width test for what must come before or after a form, at one index of a text. */
const border = (source: string): RegExp => new RegExp(source, "uy");

/** The start of a URL whose path comes next. */
const URL_START = String.raw`(?:\b[a-zA-Z][a-zA-Z0-9+.-]{0,30}:\/\/|\bfile:\/\/localhost)`;
const AFTER_URL_START = new RegExp(`${URL_START}$`);
/** Not inside another path, except after `\n` in JSON in text, or after a colour. */
const PATH_START = String.raw`(?:(?<![\p{L}\p{N}\p{M}_.~%\/\\}])|(?<=\\[nrtbf])|(?<=(?:\u001b|\\u001b)\[[\d;]{0,12}m))`;
const IN_URL = border(`(?<=${URL_START})`);
const OUTSIDE_URL = border(`(?<!${URL_START})${PATH_START}`);
const ESCAPED_START = border(String.raw`(?:${PATH_START}|(?<=:\\\/\\\/))`);
/** The end of a segment: `/home/me` is not in `/home/meg`, nor in `/home/me.old`, but in `/home/me.` */
const PATH_END = border(String.raw`(?![\p{L}\p{N}\p{M}_+~@$%\-]|\.[\p{L}\p{N}_\-])`);
const HOST_START = border(String.raw`(?<![\p{L}\p{N}_.\-])`);
const HOST_END = border(String.raw`(?![\p{L}\p{N}_\-]|\.[\p{L}\p{N}]|:\d)`);
/** Not in the middle of a word, except after `\n` in JSON in text, and after a percent code in a URL. */
const WORD_START = border(String.raw`(?:(?<![\p{L}\p{N}\p{M}_])|(?<=\\[nrtbf])|(?<=%[2-7][0-9A-Fa-f]))`);
const WORD_END = border(String.raw`(?![\p{L}\p{N}\p{M}_])`);
const AFTER_LOOPBACK = border(String.raw`(?<=(?:localhost|127\.0\.0\.1|0\.0\.0\.0|\[::1?\]):)`);
const NUMBER_END = border(String.raw`(?!\d)`);

/** Shorter values of variables would be found in unrelated words. */
const ENV_LENGTH = 6;

interface Form {
  text: string;
  placeholder: string;
  /** In the path of a URL, or anywhere else. */
  inUrl: boolean;
  start: RegExp;
  end: RegExp;
}

/** Placeholders for one machine. Longer values go first; of equal ones run, config, root, home, tmp, then variables. */
export function createPlaces(given: PlaceValues): Places {
  const { values, forms } = readValues(given);
  const grammar = given.ports === undefined ? ONE_SERVER : SEVERAL_SERVERS;
  const hideText = createHideText(forms, grammar);
  const escapeText = (text: string): string => text.replace(grammar.written, "[literal:");
  const showText = (text: string): string => showTextOf(text, values, grammar);
  const missingIn = (text: string): string[] => findMissing(text, values, grammar);

  function hide<T extends JsonValue>(value: T): T;
  function hide(value: JsonValue): JsonValue {
    return mapStrings(value, hideText, escapeText);
  }
  function hideAgain<T extends JsonValue>(value: T): T;
  function hideAgain(value: JsonValue): JsonValue {
    return mapStrings(
      value,
      (text) => (missingIn(text).length === 0 ? hideText(showText(text)) : text),
      (key) => key,
    );
  }
  function show<T extends JsonValue>(value: T): T;
  function show(value: JsonValue): JsonValue {
    return mapStrings(value, showText, (key) => key);
  }
  function missing(value: JsonValue): string[] {
    const found = new Set<string>();
    const look = (text: string): string => {
      for (const placeholder of missingIn(text)) found.add(placeholder);
      return text;
    };
    mapStrings(value, look, look);
    return [...found];
  }
  return { hide, hideAgain, show, missing };
}

function createHideText(forms: readonly Form[], grammar: Grammar): (text: string) => string {
  const placeholders = new Map<string, string>();
  for (const form of forms) {
    const key = `${form.inUrl}${form.text}`;
    if (!placeholders.has(key)) placeholders.set(key, form.placeholder);
  }
  const longestFirst = forms.toSorted((a, b) => b.text.length - a.text.length);
  // Checks borders only where the text of a form occurs: the check is slow, and most texts contain no form.
  const candidate = new RegExp(
    [...new Set(longestFirst.map((form) => escapeRegExp(form.text))), String.raw`\[`].join("|"),
    "g",
  );
  const placeholderFor = (form: Form, text: string, at: number): string =>
    placeholders.get(`${isInUrl(text, at)}${form.text}`) ?? placeholders.get(`false${form.text}`) ?? form.placeholder;
  return (text) => {
    let hidden = "";
    let done = 0;
    candidate.lastIndex = 0;
    for (let found = candidate.exec(text); found !== null; found = candidate.exec(text)) {
      const at = found.index;
      const written = holds(grammar.writtenHere, text, at);
      const form = written ? undefined : findForm(longestFirst, text, at);
      const length = form?.text.length ?? 1;
      candidate.lastIndex = at + length;
      if (form === undefined && !written) continue;
      hidden += text.slice(done, at) + (form === undefined ? "[literal:" : placeholderFor(form, text, at));
      done = at + length;
    }
    return done === 0 ? text : hidden + text.slice(done);
  };
}

function isInUrl(text: string, at: number): boolean {
  return AFTER_URL_START.test(text.slice(Math.max(0, at - 50), at));
}

function showTextOf(text: string, values: ReadonlyMap<string, string>, { placeholder }: Grammar): string {
  if (!text.includes("[")) return text;
  return text.replace(placeholder, (match, literal: string, name: string, named: string, offset: number) => {
    if (literal !== "") return `[${literal.slice("literal:".length)}${name}${named}]`;
    const value = values.get(name);
    if (value === undefined) return match;
    const inUrl = isAbsolutePath(value) && isInUrl(text, offset);
    return spell(value, spellingOf(named) ?? (inUrl ? "url" : "plain")) ?? value;
  });
}

function findMissing(text: string, values: ReadonlyMap<string, string>, { placeholder }: Grammar): string[] {
  if (!text.includes("[")) return [];
  return Array.from(text.matchAll(placeholder)).flatMap(([, literal, name]) =>
    literal === "" && name !== undefined && !values.has(name) ? [`[${name}]`] : [],
  );
}

function holds(test: RegExp, text: string, at: number): boolean {
  test.lastIndex = at;
  return test.test(text);
}

/** The longest form at an index, with its borders. */
function findForm(longestFirst: readonly Form[], text: string, at: number): Form | undefined {
  return longestFirst.find(
    (form) =>
      text.startsWith(form.text, at) && holds(form.start, text, at) && holds(form.end, text, at + form.text.length),
  );
}

function readValues(given: PlaceValues): { values: Map<string, string>; forms: Form[] } {
  const values = new Map<string, string>();
  const forms: Form[] = [];
  const folders: [string, readonly string[]][] = [
    ["run", given.run ?? []],
    ["config", given.config ?? []],
    ["root", given.root],
    ["home", given.home],
    ["tmp", given.tmp],
  ];
  const variables = Object.entries(given.env).filter(([, value]) => value.length >= ENV_LENGTH);
  const paths = variables
    .filter(([, value]) => isAbsolutePath(value))
    .map(([key, value]): [string, string[]] => [`env:${key}`, [value]]);
  for (const [name, all] of [...folders, ...paths]) {
    for (const path of all.flatMap((form) => trimPath(form) ?? [])) {
      if (!values.has(name)) values.set(name, path);
      forms.push(...pathForms(name, path));
    }
  }
  for (const [key, value] of variables.filter(([, text]) => !isAbsolutePath(text))) {
    values.set(`env:${key}`, value);
    for (const spelling of ["plain", "json", "ascii"] as const)
      forms.push(...buildForm(`env:${key}`, value, spelling, WORD_START, WORD_END));
  }
  for (const [name, url] of namedOf("server", given.server, given.servers)) {
    const host = /^[a-z][a-z0-9+.-]*:\/\/(?:[^/@]*@)?([^/?#]+)/i.exec(url)?.[1] ?? "";
    if (host === "") continue;
    values.set(name, host);
    forms.push(...buildForm(name, host, "plain", HOST_START, HOST_END));
  }
  for (const [name, number] of namedOf("port", given.port, given.ports)) {
    const port = String(number);
    values.set(name, port);
    forms.push(...buildForm(name, port, "plain", AFTER_LOOPBACK, NUMBER_END));
  }
  return { values, forms };
}

/** The only one, or one for each of several servers. */
function namedOf<T>(
  name: "port" | "server",
  one: T | undefined,
  several: Readonly<Record<string, T>> = {},
): [string, T][] {
  const named = Object.entries(several).map(([server, value]): [string, T] => [`${name}/${server}`, value]);
  return one === undefined ? named : [[name, one], ...named];
}

function pathForms(name: string, path: string): Form[] {
  const inUrl = (spelling: Spelling, as: Spelling): Form[] =>
    buildForm(name, path, spelling, IN_URL, PATH_END, true, as);
  const elsewhere = (spelling: Spelling): Form[] => buildForm(name, path, spelling, OUTSIDE_URL, PATH_END);
  return [
    ...inUrl("url", "plain"),
    ...inUrl("raw", "raw"),
    ...elsewhere("plain"),
    ...elsewhere("url"),
    ...elsewhere("json"),
    ...elsewhere("ascii"),
    ...elsewhere("slash"),
    ...buildForm(name, path, "escaped", ESCAPED_START, PATH_END),
  ];
}

function buildForm(
  name: string,
  value: string,
  spelling: Spelling,
  start: RegExp,
  end: RegExp,
  inUrl = false,
  as: Spelling = spelling,
): Form[] {
  const text = spell(value, spelling);
  if (text === undefined) return [];
  // A spelling that equals the plain one gets no name: on this machine nobody can tell the two apart.
  const known = as === "plain" || (!inUrl && text === value) || (inUrl && text === spell(value, "url"));
  const placeholder = known ? `[${name}]` : `[${name}:${as}]`;
  return [{ text, placeholder, inUrl, start, end }];
}

function spellingOf(named: string): Spelling | undefined {
  return NAMED_SPELLINGS.find((spelling) => named === `:${spelling}`);
}

function escapeRegExp(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|/]/g, String.raw`\$&`);
}

/**
 * Changes every string that is text, keys too; returns a part without changes itself. Where two keys would become
 * equal, `orElse` changes the second.
 */
function mapStrings(value: JsonValue, change: (text: string) => string, orElse: (key: string) => string): JsonValue {
  if (typeof value === "string") return change(value);
  if (Array.isArray(value)) {
    // Usually nothing changes, so copy nothing before something does.
    let changed: JsonValue[] | undefined;
    for (const [index, part] of value.entries()) {
      const mapped = mapStrings(part, change, orElse);
      if (mapped !== part) changed ??= value.slice(0, index);
      changed?.push(mapped);
    }
    return changed ?? value;
  }
  if (!isJsonObject(value)) return value;
  let changed: Map<string, JsonValue> | undefined;
  const members = Object.entries(value);
  for (const [index, [key, part]] of members.entries()) {
    const to = change(key);
    const mapped = isOpaqueField(value, key) ? part : mapStrings(part, change, orElse);
    if (to !== key || mapped !== part) changed ??= new Map(members.slice(0, index));
    changed?.set(changed.has(to) ? orElse(key) : to, mapped);
  }
  return changed === undefined ? value : Object.fromEntries(changed);
}
