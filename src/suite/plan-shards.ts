// Plans which machine runs what of the suites of a command, from the cassettes' recorded times.
import { createHash } from "node:crypto";
import { sep } from "node:path";
import { openCassette } from "../cassette/open-text.js";
import { decodeText, readLimited } from "../cassette/read-limited.js";
import { cassetteFileOf, displayPath, storePlaceOf } from "../cassette/store-place.js";
import { TEXT_LIMIT } from "../cassette/yaml-read.js";
import { serversIn } from "../config/servers.js";
import { isSkipped } from "../config/skip-reason.js";
import type { Suite } from "../config/suite.js";
import { McpvalsError } from "../errors.js";
import { askGit } from "../git/run-git.js";
import { canonicalJson } from "../json/canonical.js";
import { isJsonObject } from "../json/value.js";
import type { ShardFacts } from "../report/report.js";
import { BY, identifySuite } from "./identify.js";
import type { Share } from "./options.js";
import type { Selection } from "./selection.js";
import { isShared } from "./settings.js";
import { splitShards, type ShardUnit } from "./split-shards.js";

/** A suite and what the command runs of it, on whichever machine. */
export interface Sharded {
  suite: Suite;
  selection: Selection;
  /** The command leaves it out. */
  isLeftOut: boolean;
}

export interface ShardPlan {
  shard: ShardFacts;
  /** What this machine runs of each suite, in the order of the suites; undefined where that is nothing. */
  shares: (Share | undefined)[];
}

export interface ShardWish {
  /** From 1. */
  index: number;
  total: number;
  /** All workflows meet one server that runs already (`--url`). */
  oneServer: boolean;
  /** What else decides about the run: the command and its flags. */
  settings: object;
  cwd: string;
  env: Readonly<Record<string, string | undefined>>;
}

interface Unit extends ShardUnit {
  /** Names of workflows. */
  workflows: string[];
  tests: boolean;
}

/** Reads the cassettes, and asks git for the commit. Every machine with the same files makes the same plan. */
export async function planShards(sharded: readonly Sharded[], wish: ShardWish): Promise<ShardPlan> {
  const { index, total, oneServer, settings, cwd, env } = wish;
  const identities = sharded.map(({ suite }) => {
    const { name, file, hash } = identifySuite(suite, cwd);
    return { name, file: file === null ? null : file.split(sep).join("/"), hash };
  });
  const keys = identities.map(({ name, file }) => file ?? name);
  const units = await Promise.all(sharded.map((one, at) => unitsOf(one, keys[at] ?? "", oneServer)));
  const split = splitShards(units.flat(), total);
  const plan = {
    by: BY,
    settings,
    suites: sortedTexts(identities),
    split: split.map((list) => sortedTexts(list.map(nameOf))),
  };
  const selection = createHash("sha256")
    .update(canonicalJson(JSON.parse(JSON.stringify(plan))))
    .digest("hex");
  // Without git, or outside a repository, the files themselves have to do.
  const commit = (await askGit(["rev-parse", "HEAD"], { cwd, env }).catch(() => undefined)) ?? null;
  const mine = split[index - 1] ?? [];
  const shares = keys.map((key) => {
    const own = mine.filter(({ suite }) => suite === key);
    if (own.length === 0) return undefined;
    return { workflows: own.flatMap(({ workflows }) => workflows), tests: own.some(({ tests }) => tests) };
  });
  return { shard: { index, total, commit, selection }, shares };
}

/** Workflows that share a server stay together. What the config skips goes with the suite's longest unit. */
async function unitsOf({ suite, selection, isLeftOut }: Sharded, key: string, oneServer: boolean): Promise<Unit[]> {
  const { config } = suite;
  const place = storePlaceOf(suite);
  const skipped = selection.workflows.filter((workflow) => isLeftOut || isSkipped(config) || isSkipped(workflow));
  const due = selection.workflows.filter((workflow) => !skipped.includes(workflow));
  const timed = await Promise.all(
    due.map(async ({ name }): Promise<Unit> => {
      const ms = await readRecordedTime(cassetteFileOf(place, name));
      return { suite: key, name, ms, workflows: [name], tests: false };
    }),
  );
  const hasTests = !isLeftOut && selection.tests && (config.toolHealthSuites ?? []).length > 0;
  // A name that no workflow can have, because it is empty.
  const tests: Unit[] = hasTests ? [{ suite: key, name: "", ms: undefined, workflows: [], tests: true }] : [];
  const isOne = oneServer || isShared(serversIn(config), config.isolation ?? "workflow");
  const [first, ...others] = isOne ? joined([...timed, ...tests]) : [...timed, ...tests];
  const riders = skipped.map(({ name }) => name);
  if (first === undefined) return [{ suite: key, name: "", ms: 0, workflows: riders, tests: selection.tests }];
  return [{ ...first, workflows: [...first.workflows, ...riders] }, ...others];
}

function joined(units: readonly Unit[]): Unit[] {
  const [first] = units;
  if (first === undefined) return [];
  const known = units.flatMap(({ ms }) => ms ?? []);
  const ms = known.length === 0 ? undefined : (known.reduce((sum, one) => sum + one, 0) / known.length) * units.length;
  return [
    { ...first, ms, workflows: units.flatMap(({ workflows }) => workflows), tests: units.some(({ tests }) => tests) },
  ];
}

/** Undefined where there is no cassette, or one that cannot be read. */
async function readRecordedTime(file: string): Promise<number | undefined> {
  try {
    const bytes = await readLimited(file, TEXT_LIMIT);
    if (bytes === undefined) return undefined;
    const { value } = openCassette(decodeText(bytes, displayPath(file)), displayPath(file)).yaml;
    const recorded = isJsonObject(value) && isJsonObject(value["facts"]) ? value["facts"]["recorded"] : undefined;
    const ms = isJsonObject(recorded) ? recorded["ms"] : undefined;
    return typeof ms === "number" ? ms : undefined;
  } catch (error) {
    if (error instanceof McpvalsError) return undefined;
    throw error;
  }
}

function nameOf({ suite, name, workflows }: Unit): string {
  return JSON.stringify([suite, name, workflows.toSorted()]);
}

function sortedTexts(values: readonly unknown[]): string[] {
  return values.map((value) => (typeof value === "string" ? value : JSON.stringify(value))).toSorted();
}
