// Says where the files of a suite are: cassettes, journals, locks. No other file turns workflow names into paths.
import { basename, join, relative, resolve, sep } from "node:path";
import { slugOf } from "../config/slug.js";
import type { Suite } from "../config/suite.js";

/** The folders of one suite; absolute paths. */
export interface StorePlace {
  /** `<config's folder>/cassettes/<suite>`. */
  cassettes: string;
  /** The folder of all suites' cassettes, which holds `.gitattributes`. */
  attributes: string;
  /** `<config's folder>/.mcpvals`: files that are not committed. */
  state: string;
  /** The suite's name as a file name. */
  suite: string;
}

/** Where a suite's files are. Does not read the disk. */
export function storePlaceOf(suite: Pick<Suite, "name" | "folder" | "config">): StorePlace {
  const name = /^[^\s/\\:*?"<>|.][^/\\:*?"<>|]*$/.test(suite.name) ? suite.name : slugOf(suite.name);
  const all = resolve(suite.folder, suite.config.cassettes ?? "cassettes");
  const cassettes = join(all, name);
  // Attributes in the config's own folder would apply to all files there.
  const isShared = all === resolve(suite.folder) || suite.folder.startsWith(all + sep);
  return { cassettes, attributes: isShared ? cassettes : all, state: join(suite.folder, ".mcpvals"), suite: name };
}

/** The file of a workflow's cassette; of several takes, of one of them. A slug has no dot, so no workflow has this name. */
export function cassetteFileOf(place: StorePlace, workflow: string, take = 1): string {
  return join(place.cassettes, `${slugOf(workflow)}${take === 1 ? "" : `.take-${take}`}.yaml`);
}

/** The file of a workflow's journal. */
export function journalFileOf(place: StorePlace, workflow: string): string {
  return join(place.state, "journal", place.suite, `${slugOf(workflow)}.jsonl`);
}

/** The file that exists while a process writes the suite's cassettes. */
export function lockFileOf(place: StorePlace): string {
  return join(place.state, "locks", `${place.suite}.lock`);
}

/** The file with the last run of a workflow: with the live model, or with the recorded one. */
export function lastRunFileOf(place: StorePlace, model: "live" | "replay", workflow: string): string {
  return join(place.state, "last", place.suite, model, `${slugOf(workflow)}.json`);
}

/** The file with the judged trials of an eval that is not done. `what`: a hash of what was run. */
export function goingOnFileOf(place: StorePlace, what: string): string {
  return join(place.state, "last", place.suite, `trials-${what}.jsonl`);
}

/** The HTML page of a workflow's last run. */
export function lastPageFileOf(place: StorePlace, workflow: string): string {
  return join(place.state, "last", place.suite, `${slugOf(workflow)}.html`);
}

/** The file with what the last diff of a suite found, in addition to its replays. */
export function lastDiffFileOf(place: StorePlace): string {
  return join(place.state, "last", `${place.suite}.diff.json`);
}

/** A path for messages: relative to the current folder if it is below it. */
export function displayPath(file: string): string {
  const path = relative(process.cwd(), file);
  if (path === "") return basename(file);
  return path === ".." || path.startsWith(`..${sep}`) ? file : path;
}
