// Refuses to write through a link that may have come with a project: git stores links, and one of them can lead
// anywhere.
import { lstatSync, realpathSync, readlinkSync } from "node:fs";
import { dirname, join, relative, sep } from "node:path";
import { McpvalsError } from "../errors.js";
import { findRoot } from "../config/find-root.js";
import { isBelow } from "../is-below.js";
import { displayPath, lockFileOf, type StorePlace } from "./store-place.js";

/**
 * Throws WRITE_FAILED where the file is a link, or where a folder above it is a link that leads out of the project.
 * `folder` is the config's, or another that the user named: folders above it are the user's own.
 */
export function refuseLinks(file: string, folder: string): void {
  if (isLink(file)) throw refused(file, file, "is a link");
  refuseFoldersOut(file, folder);
}

/** The same for everything that writing a suite's cassettes touches. Call it before a run, not only after it. */
export function refuseLinkedStore(place: StorePlace): void {
  const { cassettes, attributes, state } = place;
  const folders = [cassettes, join(cassettes, "blobs"), join(cassettes, "contracts")];
  const files = [
    lockFileOf(place),
    join(attributes, ".gitattributes"),
    ...folders.map((folder) => join(folder, "any")),
  ];
  for (const file of files) refuseLinks(file, dirname(state));
}

/** The same for a file that the user named, which may itself be a link within the project. */
export function refuseLinksOut(file: string, folder: string): void {
  refuseFoldersOut(join(file, "below"), folder, file);
}

function refuseFoldersOut(file: string, folder: string, shown = file): void {
  const base = [folder, findRoot(folder)].find((one) => isBelow(file, one));
  // A place elsewhere that the config names is not reached through a link of the project.
  if (base === undefined) return;
  const root = realOf(findRoot(realOf(folder) ?? folder));
  let at = base;
  for (const part of relative(base, dirname(file)).split(sep)) {
    at = join(at, part);
    if (!isLink(at)) continue;
    const real = realOf(at);
    if (real === undefined || root === undefined || !isBelow(real, root)) {
      throw refused(shown, at, "is a link that leads out of the project");
    }
  }
}

/** True also for a dangling link: writing through it would create its target. */
function isLink(path: string): boolean {
  try {
    return lstatSync(path).isSymbolicLink();
  } catch {
    // What cannot be examined cannot be written to either.
    return false;
  }
}

function realOf(path: string): string | undefined {
  try {
    return realpathSync.native(path);
  } catch {
    return undefined;
  }
}

function refused(file: string, link: string, what: string): McpvalsError {
  const which = link === file ? "it" : displayPath(link);
  return new McpvalsError("WRITE_FAILED", `cannot write ${displayPath(file)}: ${which} ${what}`, {
    evidence: `${displayPath(link)} → ${readlinkSync(link)}`,
    fix: `Nothing was written. Remove the link, or name the place itself: rm ${displayPath(link)}`,
  });
}
