// Finds which changed files a review is about, and reads both sides. Treats all of them as hostile.
import { readdir } from "node:fs/promises";
import { join, posix } from "node:path";
import { parseAccepted } from "../../cassette/accepted-file.js";
import { readLimited } from "../../cassette/read-limited.js";
import { addSeal, splitSeal } from "../../cassette/seal.js";
import { TEXT_LIMIT } from "../../cassette/yaml-read.js";
import { McpvalsError, renderError } from "../../errors.js";
import { readObjects, readTree, type Repository } from "../../git/repository.js";
import type { ReviewInput } from "../build-review.js";
import { pairConfigs } from "../pair-configs.js";
import { pairRenamed } from "../pair-renamed.js";
import type { RecordingSide, Unreadable } from "../../diff/recordings/recording.js";
import type { CassetteChange } from "../cassette-change.js";
import type { AcceptedFileChange } from "../watch-accepted.js";
import type { ConfigChange } from "../watch-config.js";
import { findConfigOf } from "./find-config.js";
import { readConfigChange } from "./review-config.js";
import { readRecordings, type SideFiles } from "./review-recordings.js";

const CASSETTE = /^\ufeff?(?:<{7}[^\n]*\n)?cassette: ?\d/;
const ACCEPTED = /^\ufeff?(?:<{7}[^\n]*\n)?accepted: ?\d/;
/** A file that cassettes refer to, and the 12 digits or the hash in the reference. */
const ATTACHMENT = /^(?:(.*)\/)?(?:contracts\/([0-9a-f]{12})\.yaml|blobs\/([0-9a-f]{64})\.[a-z0-9]{1,8})$/;

type Side = { text: string } | { error: McpvalsError } | undefined;

/** Reads what changed. */
export async function readReviewed(
  repository: Repository,
  commit: string,
  changed: readonly string[],
): Promise<Pick<ReviewInput, "cassettes" | "accepted" | "configs" | "notLookedAt">> {
  const before = await openBefore(repository, commit);
  const after = openAfter(repository);
  const base = commit.slice(0, 12);
  const meant = [...changed, ...(await neighboursOf(repository, changed))].filter((path) =>
    /\.(?:yaml|json)$|\.config\.[cm]?[jt]s$/.test(path),
  );
  await before.prepare(meant);

  const cassettes: { path: string; old: Side; now: Side }[] = [];
  const accepted: AcceptedFileChange[] = [];
  const configs: ConfigChange[] = [];
  const notLookedAt: string[] = [];
  for (const path of new Set(meant)) {
    const [old, now] = [await readSide(before, path), await readSide(after, path)];
    const isLike = (pattern: RegExp): boolean =>
      [old, now].some((side) => side !== undefined && "text" in side && pattern.test(side.text));
    if (!path.endsWith(".yaml")) {
      const change = readConfigChange(path, textOf(old), textOf(now), base);
      if (change.kind === "config") configs.push(change.change);
      if (change.kind === "unread") notLookedAt.push(change.note);
    } else if (isLike(CASSETTE)) cassettes.push({ path, old, now });
    else if (isLike(ACCEPTED)) {
      const config = await findConfigOf(repository.root, new Set([...before.paths, ...changed]), posix.dirname(path));
      accepted.push({ ...readAcceptedChange(path, old, now, base), config });
    }
  }
  const [olds, nows] = await Promise.all([
    readRecordings(before, sidesOf(cassettes, "old")),
    readRecordings(after, sidesOf(cassettes, "now")),
  ]);
  return { cassettes: pairSides(cassettes, olds, nows, base), accepted, configs: pairConfigs(configs), notLookedAt };
}

/** Finds unchanged cassettes that need a changed file. */
async function neighboursOf({ root }: Repository, changed: readonly string[]): Promise<string[]> {
  const found: string[] = [];
  const folders = new Map<string, string[]>();
  for (const path of changed) {
    const [match, folder = "", contract, blob] = ATTACHMENT.exec(path) ?? [];
    if (match === undefined) continue;
    folders.set(folder, [...(folders.get(folder) ?? []), contract ?? blob ?? ""]);
  }
  for (const [folder, ids] of folders) {
    const names = await readdir(join(root, folder)).catch(() => []);
    for (const name of names.filter((one) => one.endsWith(".yaml"))) {
      const path = folder === "" ? name : `${folder}/${name}`;
      const text = await readLimited(join(root, path), TEXT_LIMIT).catch(() => undefined);
      if (text !== undefined && ids.some((id) => text.includes(id))) found.push(path);
    }
  }
  return found;
}

function sidesOf(
  cassettes: readonly { path: string; old: Side; now: Side }[],
  side: "old" | "now",
): Map<string, string> {
  return new Map(
    cassettes.flatMap((one) => {
      const found = textOf(one[side]);
      return found === undefined ? [] : [[one.path, found] as const];
    }),
  );
}

function pairSides(
  cassettes: readonly { path: string; old: Side; now: Side }[],
  olds: ReadonlyMap<string, RecordingSide | Unreadable>,
  nows: ReadonlyMap<string, RecordingSide | Unreadable>,
  base: string,
): CassetteChange[] {
  const sideOf = (
    side: Side,
    path: string,
    read: ReadonlyMap<string, RecordingSide | Unreadable>,
  ): RecordingSide | Unreadable | undefined =>
    side !== undefined && "error" in side ? { file: path, message: renderError(side.error) } : read.get(path);
  const changes = cassettes.map(({ path, old, now }): CassetteChange => ({
    name: path.slice(path.lastIndexOf("/") + 1).replace(/\.yaml$/, ""),
    file: path,
    before: sideOf(old, path, olds),
    after: sideOf(now, path, nows),
    base,
  }));
  const gone = changes.flatMap(({ before, after }) => (after === undefined ? recordingOf(before) : []));
  const come = changes.flatMap(({ before, after }) => (before === undefined ? recordingOf(after) : []));
  const pairs = pairRenamed(gone, come);
  const moved = new Set(pairs.values());
  return changes.flatMap((change) => {
    const { before, after } = change;
    if (after === undefined && recordingOf(before).some((one) => moved.has(one))) return [];
    const was = recordingOf(after).flatMap((one) => pairs.get(one) ?? [])[0];
    return [was === undefined ? change : { ...change, before: was }];
  });
}

function recordingOf(side: RecordingSide | Unreadable | undefined): RecordingSide[] {
  return side === undefined || "message" in side ? [] : [side];
}

function readAcceptedChange(path: string, old: Side, now: Side, base: string): Omit<AcceptedFileChange, "config"> {
  const parse = (side: Side): AcceptedFileChange["after"] => {
    if (side === undefined) return { drift: [], contract: [], sealed: true };
    if ("error" in side) return { file: path, message: renderError(side.error) };
    const { body, sealed } = splitSeal(side.text);
    try {
      const text = sealed === "fits" ? side.text : addSeal(body);
      return { ...parseAccepted(text, path), sealed: sealed === "fits" };
    } catch (error) {
      if (!(error instanceof McpvalsError)) throw error;
      return { file: path, message: renderError(error) };
    }
  };
  const before = parse(old);
  return {
    file: path,
    before: "message" in before ? { drift: [], contract: [] } : before,
    after: parse(now),
    base,
  };
}

function textOf(side: Side): string | undefined {
  return side !== undefined && "text" in side ? side.text : undefined;
}

async function readSide(files: SideFiles, path: string): Promise<Side> {
  try {
    const bytes = await files.read(path, TEXT_LIMIT);
    return bytes === undefined
      ? undefined
      : { text: new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes) };
  } catch (error) {
    if (error instanceof McpvalsError) return { error };
    return { error: new McpvalsError("CASSETTE_INVALID", `${path}: is not UTF-8`, { cause: error }) };
  }
}

function openAfter({ root }: Repository): SideFiles {
  return { read: (path, limit) => readLimited(join(root, path), limit), prepare: () => Promise.resolve() };
}

async function openBefore(repository: Repository, commit: string): Promise<SideFiles & { paths: readonly string[] }> {
  const tree = await readTree(repository, commit);
  const objects = new Map<string, Buffer>();
  return {
    paths: [...tree.keys()],
    read: (path) => {
      const id = tree.get(path);
      return Promise.resolve(id === undefined ? undefined : objects.get(id));
    },
    // Together, because a process for each would take seconds.
    prepare: async (paths) => {
      const ids = paths.flatMap((path) => tree.get(path) ?? []).filter((id) => !objects.has(id));
      for (const [id, bytes] of await readObjects(repository, ids, 64 * 1024 * 1024)) objects.set(id, bytes);
    },
  };
}
