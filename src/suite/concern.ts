// Decides which files concern a suite: its config, what that extends, its recordings, the files that its servers are
// started with, and its inputs. For `--changed` and `--watch`.
import { realpath } from "node:fs/promises";
import { basename, dirname, join, resolve } from "node:path";
import { cassetteFileOf, storePlaceOf } from "../cassette/store-place.js";
import { firstTakeOf } from "../cassette/takes.js";
import { matchesPath, plainStartOf } from "../config/match-path.js";
import type { Suite } from "../config/suite.js";
import { isBelow } from "../is-below.js";
import { serverFilesOf } from "./server-files.js";

/** Paths are absolute, links resolved. */
export interface Concern {
  /** Whether a change of the file concerns the suite. */
  concerns: (path: string) => boolean;
  /** The workflow that the file is the cassette of, or one of its takes: a change concerns no other one. */
  workflowOf: (path: string) => string | undefined;
  /** Files and folders: what concerns the suite is in them. */
  places: string[];
  /** Files that the servers are started with, of which nothing beside concerns the suite: no input covers them. */
  alone: string[];
}

/** Looks only at links. */
export async function readConcern(suite: Suite): Promise<Concern> {
  const { cassettes: named = "cassettes", state, inputs } = suite.config;
  const folder = await realOf(suite.folder);
  const { file, bases = [], clientFiles = [] } = suite;
  const started = await Promise.all(serverFilesOf(suite).map(realOf));
  const written = await Promise.all([...(file === null ? [] : [file]), ...bases, ...clientFiles].map(realOf));
  const files = [...written, ...started];
  const store = storePlaceOf(suite);
  const own = [store.cassettes, ...(state === undefined ? [] : [resolve(suite.folder, state)])];
  const folders = await Promise.all(own.map(realOf));
  const recordings = await realOf(resolve(suite.folder, named));
  // Cassettes beside the config, among other files: what is a recording is not known, so everything counts.
  const areApart = recordings !== folder && isBelow(recordings, folder);
  const isInput = (path: string): boolean =>
    inputs === undefined
      ? isBelow(path, folder) && !(areApart && isBelow(path, recordings))
      : inputs.some((glob) => matchesPath(glob, folder, path));
  const cassettes = new Map<string, string>();
  for (const { name } of suite.config.workflows ?? []) cassettes.set(await realOf(cassetteFileOf(store, name)), name);
  const entered = inputs === undefined ? [folder] : inputs.map((glob) => plainStartOf(glob, folder));
  return {
    concerns: (path) => files.includes(path) || folders.some((one) => isBelow(path, one)) || isInput(path),
    workflowOf: (path) => cassettes.get(firstTakeOf(path)),
    places: [...new Set([...files, ...folders, ...entered])],
    alone: started.filter((path) => !isInput(path) && !folders.some((one) => isBelow(path, one))),
  };
}

/** With links resolved, as far as the path exists: git names files so. */
export async function realOf(path: string): Promise<string> {
  const parent = dirname(path);
  return realpath(path).catch(async () => (parent === path ? path : join(await realOf(parent), basename(path))));
}
