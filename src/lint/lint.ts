// Checks the cassettes in folders, whether they fit the configs, and the configs with their data (`lint`). Asks nobody, starts nothing; writes only
// with `fix`.
import { existsSync } from "node:fs";
import { displayPath, storePlaceOf } from "../cassette/store-place.js";
import { whileLocked } from "../cassette/store.js";
import { findConfigs } from "../config/find.js";
import { isCode, loadSuite } from "../config/load.js";
import type { Suite } from "../config/suite.js";
import { McpvalsError } from "../errors.js";
import type { Finding } from "./finding.js";
import { lintAttributes } from "./lint-attributes.js";
import { lintConfig } from "./lint-config.js";
import { lintFolder } from "./lint-folder.js";
import type { RuleId } from "./rules.js";
import { makeRepairs } from "./lint-repair.js";
import { loadSecretSearch } from "./lint-secrets.js";
import { lintSuite } from "./lint-suite.js";
import { configsBelow, findTargets, type LintTargets } from "./lint-targets.js";

export interface LintOptions {
  /** Cassettes, folders, globs, configs; by default all in and below `cwd`. */
  paths?: readonly string[] | undefined;
  /** Config files, folders or globs to compare the cassettes with; by default those in and below `cwd`. */
  configs?: readonly string[] | undefined;
  /** Fix what can be fixed automatically. Renews a broken seal only for a cassette that `paths` itself names. */
  fix?: boolean | undefined;
  /** Rules to leave out. */
  ignore?: readonly RuleId[] | undefined;
  /** The most bytes of a file, instead of the budgets. */
  maxSize?: number | undefined;
  /** Default: the current one. */
  cwd?: string | undefined;
  /** Default: the environment of the process. */
  env?: Readonly<Record<string, string | undefined>> | undefined;
}

export interface LintReport {
  /** What is wrong, by file and line. */
  findings: Finding[];
  /** What was wrong and is fixed. */
  fixed: Finding[];
  count: { cassettes: number; contracts: number; blobs: number; configs: number; data: number };
  /** Folders (absolute) without a config: orphans, renames and stale cassettes are not sought in them. */
  unconfigured: string[];
  /** Configs (absolute) that are code, which lint does not run: checks that need one of them are left out. */
  notRun: string[];
  /** Configs that do not load. */
  faults: McpvalsError[];
}

/** Rounds of fixes: each makes one change per file. */
const ROUNDS = 6;

/**
 * Checks committed cassettes, which it treats as hostile. Reads them, their configs, and `.gitattributes`. Throws
 * BAD_USAGE and CONFIG_* for a wrong request, also where there is no file to check; WRITE_FAILED and CASSETTE_LOCKED
 * with `fix`.
 */
export async function lint(options: LintOptions = {}): Promise<LintReport> {
  const cwd = options.cwd ?? process.cwd();
  const targets = await findTargets(options.paths ?? [], cwd);
  const { suites, faults, notRun } = await loadSuites(targets, options, cwd);
  const folders = new Map(targets.folders);
  const named = [...targets.configs, ...targets.found];
  const meant = suites.filter(({ file }) => (options.paths ?? []).length === 0 || named.includes(file ?? ""));
  for (const suite of meant) {
    const { cassettes } = storePlaceOf(suite);
    if (existsSync(cassettes)) folders.set(cassettes, undefined);
  }
  const report: LintReport = {
    findings: [],
    fixed: [],
    count: { cassettes: 0, contracts: 0, blobs: 0, configs: 0, data: 0 },
    unconfigured: [],
    notRun,
    faults,
  };
  for (const [folder, only] of [...folders].toSorted(([one], [other]) => (one < other ? -1 : 1))) {
    const own = suites.filter((suite) => storePlaceOf(suite).cassettes === folder);
    if (own.length === 0) report.unconfigured.push(folder);
    await lintOne(folder, { only, own, named: targets.named, options, report });
  }
  for (const suite of meant) await lintWhole(suite, options, report);
  const { cassettes, contracts, blobs } = report.count;
  const isEmpty = cassettes + contracts + blobs + report.findings.length + report.fixed.length + faults.length === 0;
  if (isEmpty) throw nothingToCheck({ paths: options.paths ?? [], folders: folders.keys(), suites, notRun, cwd });
  report.findings.sort((a, b) => (a.file === b.file ? a.line - b.line : a.file < b.file ? -1 : 1));
  return report;
}

async function lintWhole(
  suite: Suite,
  { ignore = [], env = process.env }: LintOptions,
  report: LintReport,
): Promise<void> {
  const { findings, count } = await lintConfig(suite, await loadSecretSearch(suite, suite.folder, env));
  const before = new Set(
    report.findings.map(({ rule, file, line, message }) => JSON.stringify([rule, file, line, message])),
  );
  const isNew = ({ rule, file, line, message }: Finding): boolean =>
    !before.has(JSON.stringify([rule, file, line, message]));
  report.findings.push(...findings.filter((one) => !ignore.includes(one.rule) && isNew(one)));
  report.count.configs += count.configs;
  report.count.data += count.data;
}

/** A check of no files proves nothing, so it must not be green: a folder may be mistyped, or not checked out. */
function nothingToCheck(looked: {
  paths: readonly string[];
  folders: Iterable<string>;
  suites: readonly Suite[];
  notRun: readonly string[];
  cwd: string;
}): McpvalsError {
  const { paths, suites, notRun, cwd } = looked;
  const where = paths.length === 0 ? `in and below ${cwd}` : `in ${paths.join(", ")}`;
  const folders = new Set([...looked.folders, ...suites.map((suite) => storePlaceOf(suite).cassettes)]);
  const evidence = [
    ...[...folders].map((folder) => `${displayPath(folder)} ${existsSync(folder) ? "holds none" : "does not exist"}`),
    ...notRun.map((file) => `${displayPath(file)} is code, which lint does not run`),
    ...(suites.length + notRun.length === 0 ? ["No config names another folder"] : []),
  ];
  return new McpvalsError("BAD_USAGE", `There is nothing to check: no cassette, contract or blob ${where}`, {
    evidence: evidence.join("\n"),
    fix: "Name a folder with cassettes, or record some: mcpvals record",
  });
}

async function lintOne(
  folder: string,
  given: {
    only: ReadonlySet<string> | undefined;
    own: readonly Suite[];
    named: ReadonlySet<string>;
    options: LintOptions;
    report: LintReport;
  },
): Promise<void> {
  const { only, own, named, report } = given;
  const { ignore = [], maxSize, fix = false, env = process.env } = given.options;
  const [suite] = own;
  const place = suite === undefined ? undefined : storePlaceOf(suite);
  const findSecrets = await loadSecretSearch(suite, folder, env);
  let meant = only;
  /** True where something was fixed: then there may be more to find. */
  const round = async (mends: boolean): Promise<boolean> => {
    const linted = await lintFolder(folder, { only: meant, named, maxSize, findSecrets });
    const { cassettes, contracts, blobs } = linted.count;
    const isEmpty = cassettes + contracts + blobs + linted.findings.length === 0;
    const all = [
      ...linted.findings,
      ...(await lintSuite(linted.cassettes, own, env)),
      ...(only === undefined && !isEmpty ? await lintAttributes(folder, place?.attributes) : []),
    ];
    const findings = all
      .filter(({ rule }) => !ignore.includes(rule))
      .map((one) => (place === undefined ? kept(one) : one));
    const fixed = mends ? await makeRepairs(findings) : [];
    report.fixed.push(...fixed);
    const moved = fixed.flatMap(({ repair }) => (repair?.kind === "move" ? [repair.target] : []));
    if (meant !== undefined) meant = new Set([...meant, ...moved]);
    if (fixed.length > 0) return true;
    report.findings.push(...findings);
    for (const kind of ["cassettes", "contracts", "blobs"] as const) report.count[kind] += linted.count[kind];
    return false;
  };
  const rounds = async (): Promise<void> => {
    for (let count = 0; await round(fix && count < ROUNDS); count++);
  };
  await (fix && place !== undefined ? whileLocked(place, rounds) : rounds());
}

/**
 * Where the lock of a folder is unknown, a `record` may be writing what looks unused: leave its removal to a person.
 */
function kept(finding: Finding): Finding {
  if (finding.repair?.kind !== "remove") return finding;
  const { repair: _, ...rest } = finding;
  return { ...rest, fix: "Remove it, or name the config (--config FILE) for `mcpvals lint --fix`." };
}

/**
 * The suites of the named configs, else of those found. One that does not load does not stop lint. Runs none of them: a
 * check of files from strangers must not start their code.
 */
async function loadSuites(
  targets: LintTargets,
  { configs, env = process.env }: LintOptions,
  cwd: string,
): Promise<{ suites: Suite[]; faults: McpvalsError[]; notRun: string[] }> {
  const named = configs === undefined ? undefined : await findConfigs(configs, { cwd, below: true });
  const code = named?.find(({ file, isMeant }) => isMeant && isCode(file));
  if (code !== undefined) {
    throw new McpvalsError("BAD_USAGE", `--config names ${displayPath(code.file)}, which is code: lint runs none`, {
      fix: `Leave out --config. Whether its cassettes are stale says: mcpvals list ${displayPath(code.file)}`,
    });
  }
  const around = named?.map(({ file }) => file) ?? [...targets.found, ...(await configsBelow(cwd))];
  const suites: Suite[] = [];
  const faults: McpvalsError[] = [];
  const notRun: string[] = [];
  for (const file of new Set([...targets.configs, ...around])) {
    if (isCode(file)) {
      notRun.push(file);
      continue;
    }
    try {
      suites.push(await loadSuite(file, { cwd, env, allowUnset: true, mayRun: false }));
    } catch (error) {
      if (!(error instanceof McpvalsError)) throw error;
      faults.push(error);
    }
  }
  return { suites, faults, notRun };
}
