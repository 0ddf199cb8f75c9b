// Finds the data that a server is started with, so that all runs start alike: folders, files and databases in its
// arguments and variables become copies in the run's own folder. Reads the disk.
import { existsSync, readdirSync, statSync } from "node:fs";
import { homedir } from "node:os";
import { basename, join, relative, resolve, sep } from "node:path";
import type { ClientServer } from "../config/client-entry.js";

export interface Alike {
  /** With `${MCPVALS_TMP}` in place of what is copied. */
  server: ClientServer;
  /** What goes into the state folder, by its name there. Absolute. */
  copies: { from: string; to: string }[];
  /** What nobody can copy: the config gets a `reset` to fill in. */
  resets: string[];
}

const MOST_FILES = 500;
const MOST_BYTES = 5 * 1024 * 1024;
/** Files that no copy of a folder holds: they may be secrets. */
export const LEFT_OUT = /^(?:\.git|node_modules|\.venv|__pycache__|\.env.*|id_[a-z0-9]+|.*\.(?:pem|key|p12|pfx))$/;
const PROGRAM = /\.(?:[cm]?[jt]sx?|py|rb|php|jar|wasm|dll|exe|sh|pl|lua)$/i;
const VARIABLE = /_(?:PATH|FILE|DIR|DIRECTORY|FOLDER)$/;
const NOT_DATA = /^(?:NODE|PYTHON|LD_LIBRARY|CLASS|GO|JAVA|CARGO)_?PATH$|^PATH$|BIN|EXEC|CHROM|CERT|CONFIG/;
const ADDRESS = /_(?:URL|URI|DSN)$/;
const RUN = "${MCPVALS_TMP}";

/**
 * `root`: the folder that the command starts in; `cwd`: the folder of the config; `others`: copies for the other servers of
 * the suite.
 */
export function startAlike(server: ClientServer, root: string, cwd: string, others: Alike["copies"] = []): Alike {
  const copies: Alike["copies"] = [];
  const resets: string[] = [];
  if (server.command === undefined) return { server, copies, resets };
  const place = (from: string): string => {
    const own = copies.find((one) => one.from === from);
    if (own !== undefined) return `${RUN}/${own.to}`;
    const shared = others.find((one) => one.from === from);
    let to = shared?.to ?? basename(from);
    const taken = shared === undefined ? [...copies, ...others] : [];
    for (let number = 2; taken.some((one) => one.to === to); number++) to = `${basename(from)}-${number}`;
    copies.push({ from, to });
    return `${RUN}/${to}`;
  };
  /** The text for a path in the run's folder; undefined where the text stays as it is. */
  const move = (text: string, what: string, mayBeNew: boolean): string | undefined => {
    if (text === "" || text.includes("${")) return undefined;
    const path = resolve(root, text.replace(/^~(?=\/)/, homedir()));
    const kind = kindOf(path, cwd);
    if (kind === "new") return mayBeNew ? `${RUN}/${basename(path)}` : undefined;
    if (kind === "data") return place(path);
    if (kind === "large") resets.push(what);
    return undefined;
  };
  const args = (server.args ?? []).map((arg, at, all) => {
    if (all[at - 1] === "-m" || /^--?(?:directory|project|prefix|cwd)$/.test(all[at - 1] ?? "")) return arg;
    const [, flag = "", value = arg] = /^(--?[A-Za-z][\w-]*=)(.*)$/s.exec(arg) ?? [];
    if (value.startsWith("-")) return arg;
    const moved = move(value, value, false);
    return moved === undefined ? arg : `${flag}${moved}`;
  });
  const env = Object.entries(server.env ?? {}).map(([name, value]): [string, string] => {
    if (ADDRESS.test(name)) return [name, moveAddress(value, name, move, resets)];
    if (!VARIABLE.test(name) || NOT_DATA.test(name)) return [name, value];
    return [name, move(value, name, true) ?? value];
  });
  const moved = {
    ...server,
    ...(server.args === undefined ? {} : { args }),
    ...(server.env === undefined ? {} : { env: Object.fromEntries(env) }),
  };
  return { server: moved, copies, resets };
}

/** `sqlite:///data/a.db` has a path; a database elsewhere is somebody's to reset; what is asked over HTTP is not data. */
function moveAddress(
  value: string,
  name: string,
  move: (text: string, what: string, mayBeNew: boolean) => string | undefined,
  resets: string[],
): string {
  const [, scheme = "", rest = ""] = /^([a-z][a-z0-9+.-]*):(.*)$/is.exec(value) ?? [];
  if (/^(?:file|sqlite\d?)$/i.test(scheme)) {
    const [, slashes = "", path = "", query = ""] = /^((?:\/\/)?)([^?#]*)(.*)$/s.exec(rest) ?? [];
    const moved = move(path, name, true);
    return moved === undefined ? value : `${scheme}:${slashes}${moved}${query}`;
  }
  if (scheme !== "" && !/^(?:https?|wss?)$/i.test(scheme)) resets.push(name);
  return value;
}

type Kind = "new" | "data" | "large" | "other";

/** `other`: a program, or the project itself. */
function kindOf(path: string, cwd: string): Kind {
  const stats = statSync(path, { throwIfNoEntry: false });
  if (stats === undefined) return "new";
  if (stats.isFile()) {
    if (PROGRAM.test(path) || (stats.mode & 0o111) !== 0) return "other";
    return stats.size > MOST_BYTES ? "large" : "data";
  }
  if (!stats.isDirectory()) return "other";
  const inside = relative(path, cwd);
  if (inside === "" || !(inside === ".." || inside.startsWith(`..${sep}`))) return "large";
  if (["package.json", "pyproject.toml", ".git"].some((name) => existsSync(join(path, name)))) return "other";
  return isSmall(path) ? "data" : "large";
}

function isSmall(folder: string): boolean {
  let files = 0;
  let bytes = 0;
  const walk = (at: string): boolean =>
    readdirSync(at, { withFileTypes: true }).every((entry) => {
      if (LEFT_OUT.test(entry.name) || entry.isSymbolicLink()) return true;
      if (entry.isDirectory()) return walk(join(at, entry.name));
      files += 1;
      bytes += statSync(join(at, entry.name), { throwIfNoEntry: false })?.size ?? 0;
      return files <= MOST_FILES && bytes <= MOST_BYTES;
    });
  try {
    return walk(folder);
  } catch {
    return false;
  }
}
