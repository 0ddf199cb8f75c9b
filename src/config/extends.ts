// Puts the configs that a config extends below its own keys. Reads them through `read`; knows no file formats.
import { dirname, isAbsolute, relative, resolve, sep } from "node:path";
import { isJsonObject } from "../json/value.js";
import { buildInvalid, type Problem } from "./refuse.js";
import { showPath } from "./show-path.js";

type Keys = Readonly<Record<string, unknown>>;

export interface ExtendsOptions {
  /** The folder of the config, absolute. */
  folder: string;
  /** Messages name files relative to it. */
  cwd: string;
  /** Names the config in errors. */
  where: string;
  /** The value of a config file, by its absolute path. */
  read: (file: string, where: string) => Promise<unknown>;
  /** Laid over the config. */
  over?: ConfigPart | undefined;
}

/** Keys that are laid over a config: one of several things to compare. */
export interface ConfigPart {
  /** `workflows`: by name, the keys of each to replace; a list replaces all. */
  keys: Keys;
  /** Absolute; relative paths in it are relative to this folder. */
  folder: string;
  /** Names it in errors. */
  where: string;
}

export interface Extended {
  /** The config with everything that it extends. */
  raw: unknown;
  /** Absolute paths of the files that it extends, the deepest first. */
  bases: string[];
}

/**
 * Later ones win over earlier ones, the config's own keys over all; objects are merged, lists replaced. A relative path
 * stays relative to the file that has it. Throws CONFIG_INVALID, also for files that extend each other, and what `read`
 * throws.
 */
export async function resolveExtends(raw: unknown, file: string | null, options: ExtendsOptions): Promise<Extended> {
  const whole = await extend(raw, options.folder, file === null ? [] : [file], options);
  const { over } = options;
  return over === undefined || !isJsonObject(whole.raw) ? whole : { ...whole, raw: layOver(whole.raw, over, options) };
}

function layOver(below: Keys, { keys, folder, where }: ConfigPart, options: ExtendsOptions): Record<string, unknown> {
  const { workflows, ...rest } = moveTo(keys, folder, options.folder);
  const merged = merge(below, rest);
  if (workflows === undefined) return merged;
  if (!isJsonObject(workflows)) return { ...merged, workflows };
  const written: readonly unknown[] = Array.isArray(below["workflows"]) ? below["workflows"] : [];
  const named = (one: unknown, name: string): boolean => isJsonObject(one) && one["name"] === name;
  const unknown = Object.keys(workflows).filter((name) => !written.some((one) => named(one, name)));
  if (unknown.length > 0) {
    throw buildInvalid(
      where,
      unknown.map((name) => ({ path: ["workflows", name], message: "the suite has no workflow of this name" })),
    );
  }
  const changed = written.map((one) => {
    const own = Object.entries(workflows).find(([name]) => named(one, name))?.[1];
    return isJsonObject(one) && isJsonObject(own) ? { ...one, ...own } : one;
  });
  return { ...merged, workflows: changed };
}

async function extend(
  raw: unknown,
  folder: string,
  chain: readonly string[],
  options: ExtendsOptions,
): Promise<Extended> {
  if (!isJsonObject(raw)) return { raw, bases: [] };
  const { extends: named, ...own } = raw;
  const moved = moveTo(own, folder, options.folder);
  if (named === undefined) return { raw: moved, bases: [] };
  const { cwd } = options;
  const where = chain.length > 1 ? showPath(chain.at(-1) ?? "", cwd) : options.where;
  const refuse = (message: string): Error => {
    const problem: Problem = { path: ["extends"], message };
    return buildInvalid(where, [problem]);
  };
  const paths: unknown[] = Array.isArray(named) ? named : [named];
  let below: Record<string, unknown> = {};
  const bases: string[] = [];
  for (const path of paths) {
    if (typeof path !== "string" || path === "") throw refuse("expected a path or a list of paths");
    const file = resolve(folder, path);
    if (chain.includes(file)) throw refuse(`${[...chain, file].map((one) => showPath(one, cwd)).join(" extends ")}`);
    const base = await options.read(file, showPath(file, cwd));
    const whole = await extend(base, dirname(file), [...chain, file], options);
    if (!isJsonObject(whole.raw)) throw refuse(`${path} holds no object`);
    const { $schema: _, ...rest } = whole.raw;
    below = merge(below, rest);
    bases.push(...whole.bases, file);
  }
  return { raw: merge(below, moved), bases: [...new Set(bases)] };
}

function merge(below: Keys, above: Keys): Record<string, unknown> {
  const merged: Record<string, unknown> = { ...below };
  for (const [key, value] of Object.entries(above)) {
    const other = Object.hasOwn(below, key) ? below[key] : undefined;
    const both = isJsonObject(value) && isJsonObject(other);
    merged[key] = !both ? value : mergeKey(key)(other, value);
  }
  // What one config says of its only server says nothing of several, and the other way round.
  const names = ["server", "servers"].filter((key) => Object.hasOwn(above, key));
  if (names.length === 1) delete merged[names[0] === "server" ? "servers" : "server"];
  return merged;
}

function mergeKey(key: string): (below: Keys, above: Keys) => Keys {
  if (key === "server") return mergeServer;
  return key === "servers" ? mergeServers : merge;
}

/** Servers of the same name are merged. */
function mergeServers(below: Keys, above: Keys): Keys {
  const merged: Record<string, unknown> = { ...below };
  for (const [name, value] of Object.entries(above)) {
    const other = Object.hasOwn(below, name) ? below[name] : undefined;
    merged[name] = isJsonObject(value) && isJsonObject(other) ? mergeServer(other, value) : value;
  }
  return merged;
}

/** A server of another transport, or one from a client's file, has nothing to inherit. */
function mergeServer(below: Keys, above: Keys): Keys {
  const isSame = above["transport"] === undefined || above["transport"] === below["transport"];
  if ("from" in below || "from" in above || !isSame) return above;
  const { cwd: _, ...elsewhere } = below;
  return merge(above["command"] === undefined ? below : elsewhere, above);
}

/** Writes the relative paths of a config in `from` as paths that mean the same in `to`. */
function moveTo(own: Keys, from: string, to: string): Record<string, unknown> {
  const moved: Record<string, unknown> = { ...own };
  const isElsewhere = from !== to;
  const path = (text: string): string => (isElsewhere ? movePath(text, from, to) : text);
  const all = (value: unknown, move: (text: string) => string): unknown =>
    Array.isArray(value) ? value.map((one) => (typeof one === "string" ? move(one) : one)) : value;
  for (const key of ["cassettes", "state"]) if (typeof own[key] === "string") moved[key] = path(own[key]);
  for (const key of ["roots", "inputs"]) if (key in own) moved[key] = all(own[key], path);
  if ("reporters" in own) {
    moved["reporters"] = all(own["reporters"], (text) => {
      const at = text.indexOf("=");
      return at < 0 ? text : `${text.slice(0, at + 1)}${path(text.slice(at + 1))}`;
    });
  }
  const moveServer = (server: unknown): unknown => {
    if (!isJsonObject(server)) return server;
    const { cwd, from: file } = server;
    return {
      ...server,
      ...(typeof file === "string" && { from: path(file) }),
      ...(typeof cwd === "string" && { cwd: path(cwd) }),
      // The command and its arguments are relative to the working folder: that of the file that names the command.
      ...(cwd === undefined && isElsewhere && server["command"] !== undefined && { cwd: path(".") }),
    };
  };
  const { server, servers } = own;
  if (isJsonObject(server)) moved["server"] = moveServer(server);
  if (isJsonObject(servers)) {
    moved["servers"] = Object.fromEntries(Object.entries(servers).map(([name, one]) => [name, moveServer(one)]));
  }
  return moved;
}

function movePath(text: string, from: string, to: string): string {
  if (isAbsolute(text) || /^(?:\$\{|[a-z][a-z0-9+.-]+:)/i.test(text)) return text;
  const path = relative(to, resolve(from, text)).split(sep).join("/");
  return path === "" ? "." : path;
}
