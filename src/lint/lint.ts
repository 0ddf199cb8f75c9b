// lint: the cassettes in folders, and whether they fit the configs. Asks nobody, starts nothing; writes only with `fix`.
import { existsSync } from "node:fs";
import { displayPath, storePlaceOf } from "../cassette/store-place.js";
import { whileLocked } from "../cassette/store.js";
import { findConfigs } from "../config/find.js";
import { isCode, loadSuite } from "../config/load.js";
import type { Suite } from "../config/suite.js";
import { McpvalsError } from "../errors.js";
import type { Finding } from "./finding.js";
import { lintAttributes } from "./lint-attributes.js";
import { lintFolder } from "./lint-folder.js";
import type { RuleId } from "./rules.js";
import { makeRepairs } from "./lint-repair.js";
import { loadSecretSearch } from "./lint-secrets.js";
import { lintSuite } from "./lint-suite.js";
import { configsBelow, findTargets, type LintTargets } from "./lint-targets.js";

export interface LintOptions {
  /** Cassettes, folders, globs, configs; without: all in and below `cwd`. */
  paths?: readonly string[] | undefined;
  /** Config files, folders or globs to hold the cassettes against; without: those in and below `cwd`. */
  configs?: readonly string[] | undefined;
  /** Mend what is mechanical. A broken seal is made anew only for a cassette that is itself in `paths`. */
  fix?: boolean | undefined;
  /** Rules that are not looked at. */
  ignore?: readonly RuleId[] | undefined;
  /** Bytes that a file may have, in place of the budgets. */
  maxSize?: number | undefined;
  /** Default: the current one. */
  cwd?: string | undefined;
  /** Default: the environment of the process. */
  env?: Readonly<Record<string, string | undefined>> | undefined;
}

export interface LintReport {
  /** What is wrong, by file and line. */
  findings: Finding[];
  /** What was wrong and is mended. */
  fixed: Finding[];
  count: { cassettes: number; contracts: number; blobs: number };
  /** Folders (absolute) of no config: orphans, renames and stale cassettes are not looked for in them. */
  unconfigured: string[];
  /** Configs (absolute) that are code, which lint does not run: what needs one of them is not looked for. */
  notRun: string[];
  /** Configs that do not load. */
  faults: McpvalsError[];
}

/** Rounds of mending: each makes one change a file. */
const ROUNDS = 6;

/**
 * Checks committed cassettes, taken as hostile. Reads them, their configs, and `.gitattributes`.
 * Throws BAD_USAGE and CONFIG_* for a wrong request, also where there is no file to check, WRITE_FAILED and CASSETTE_LOCKED with `fix`.
 */
export async function lint(options: LintOptions = {}): Promise<LintReport> {
  const cwd = options.cwd ?? process.cwd();
  const targets = await findTargets(options.paths ?? [], cwd);
  const { suites, faults, notRun } = await loadSuites(targets, options, cwd);
  const folders = new Map(targets.folders);
  for (const suite of suites) {
    const { cassettes } = storePlaceOf(suite);
    const named = [...targets.configs, ...targets.found];
    const isMeant = (options.paths ?? []).length === 0 || named.includes(suite.file ?? "");
    if (isMeant && existsSync(cassettes)) folders.set(cassettes, undefined);
  }
  const report: LintReport = {
    findings: [],
    fixed: [],
    count: { cassettes: 0, contracts: 0, blobs: 0 },
    unconfigured: [],
    notRun,
    faults,
  };
  for (const [folder, only] of [...folders].toSorted(([one], [other]) => (one < other ? -1 : 1))) {
    const own = suites.filter((suite) => storePlaceOf(suite).cassettes === folder);
    if (own.length === 0) report.unconfigured.push(folder);
    await lintOne(folder, { only, own, named: targets.named, options, report });
  }
  const { cassettes, contracts, blobs } = report.count;
  const isEmpty = cassettes + contracts + blobs + report.findings.length + report.fixed.length + faults.length === 0;
  if (isEmpty) throw nothingToCheck({ paths: options.paths ?? [], folders: folders.keys(), suites, notRun, cwd });
  report.findings.sort((a, b) => (a.file === b.file ? a.line - b.line : a.file < b.file ? -1 : 1));
  return report;
}

/** A check that looked at no file proves nothing, so it is never green: a folder may be mistyped, or not checked out. */
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
  /** True where something was mended: then there may be more to see. */
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

/** Where the lock of a folder is not known, a `record` may be writing what looks unused: a person removes it. */
function kept(finding: Finding): Finding {
  if (finding.repair?.kind !== "remove") return finding;
  const { repair: _, ...rest } = finding;
  return { ...rest, fix: "Remove it, or name the config (--config FILE) for `mcpvals lint --fix`." };
}

/**
 * The suites of the configs that were named, else of those around. One that does not load is no reason to stop. None of them
 * is run: a check of what strangers send must not be what starts their code.
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
