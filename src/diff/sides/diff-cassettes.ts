// Compares cassettes: workflows by suite and name, and sessions by their contracts only.
import { stat } from "node:fs/promises";
import { basename, dirname, relative, sep } from "node:path";
import { loadSession } from "../../cassette/load-session.js";
import { readLimited } from "../../cassette/read-limited.js";
import { readCassette } from "../../cassette/read-cassette.js";
import { learnedOf } from "../../cassette/learned-of.js";
import { readTrace } from "../../cassette/read-trace.js";
import { TEXT_LIMIT } from "../../cassette/yaml-read.js";
import { selectWorkflows } from "../../config/select.js";
import { buildDiffReport } from "../build-diff.js";
import { compareRecordings } from "../cassettes.js";
import { DEFAULT_ACCEPT } from "../../trace/drift-classes.js";
import { compareContractPairs, findInContracts, type ContractPair, type MetContract } from "../contracts.js";
import type { DiffReport, DiffSide } from "../diff.js";
import { contractOfSession, keepCommonLists } from "../session-contract.js";
import { NOTHING } from "../verdict/decide.js";
import { buildUncompared, type ComparedWorkflow } from "../workflow.js";
import { McpvalsError, renderError } from "../../errors.js";
import { findCassetteFolders, listFolder } from "../../cassette/list-folder.js";
import type { RecordingSide } from "../recordings/recording.js";
import type { Trace } from "../../trace/trace.js";
import type { NamedPath } from "./diff-options.js";
import type { DiffFilesOptions } from "./diff-options.js";
import { hasSeveralSuites, pairByName, type NamedBySuite, type SidePair } from "./diff-pairs.js";
import { BY } from "../../suite/identify.js";

/** A cassette that was read, or why it could not be read. */
interface Held extends NamedBySuite {
  recording?: RecordingSide;
  session?: MetContract;
  fault?: string;
}

/** Compares two cassettes whatever their names, or the cassettes of two folders by name. */
export async function diffCassettes(
  before: NamedPath,
  after: NamedPath,
  options: DiffFilesOptions,
): Promise<DiffReport> {
  const [old, now] = [await readSide(before), await readSide(after)];
  const alone = old.isFile && now.isFile;
  const all = alone ? pairAlone(old.held, now.held) : pairByName(old.held, now.held);
  const chosen = new Set(selectWorkflows(all.map(nameOf), options.workflows ?? []).map(({ pair }) => pair));
  const pairs = all.filter((pair) => chosen.has(pair));
  const several = hasSeveralSuites(pairs);
  const met: ContractPair[] = [];
  const reasons: string[] = [];
  const workflows: ComparedWorkflow[] = [];
  for (const pair of pairs) {
    const suite = several ? pair.suite : undefined;
    const sessions = sessionsOf(pair);
    if (sessions !== undefined) {
      const { left, ...common } = keepCommonLists(sessions.before, sessions.after);
      met.push(common);
      if (left.length > 0) reasons.push(`Not compared, because only one client requested it: ${left.join(", ")}.`);
    } else workflows.push(comparePair(pair, suite, met));
  }
  const rules = { acceptedIds: new Set<string>(), strict: false, accept: DEFAULT_ACCEPT };
  const contracts = compareContractPairs(met, rules);
  return buildDiffReport({
    by: BY,
    from: sideOf(before, met[0]?.before),
    to: sideOf(after, met[0]?.after),
    contracts,
    workflows,
    reasons,
    findings: [findInContracts(contracts, rules), { ...NOTHING, unknown: pairs.length === 0 }],
    gate: options,
    timestamp: new Date().toISOString(),
  });
}

function comparePair(pair: SidePair<Held>, suite: string | undefined, met: ContractPair[]): ComparedWorkflow {
  const { workflow, before, after } = pair;
  const [one, other] = [before?.recording, after?.recording];
  if (one !== undefined && other !== undefined) {
    met.push({ before: metIn(one), after: metIn(other), workflow });
    return compareRecordings({ workflow, suite }, one, other);
  }
  const faults = [before?.fault, after?.fault].flatMap((fault) => (fault === undefined ? [] : [fault]));
  const on = before === undefined ? "to" : after === undefined ? "from" : "both";
  const missing = on === "to" ? "The old side has no such cassette." : "The new side has no such cassette.";
  const why = faults.length > 0 ? faults : [on === "both" ? "One side is a session, the other a workflow." : missing];
  return buildUncompared({ workflow, suite, on }, why);
}

function sessionsOf({ before, after }: SidePair<Held>): { before: MetContract; after: MetContract } | undefined {
  if (before?.session === undefined || after?.session === undefined) return undefined;
  return { before: before.session, after: after.session };
}

function metIn({ trace }: RecordingSide): MetContract {
  return { server: trace.server, contract: trace.contract };
}

function sideOf({ label }: NamedPath, met: MetContract | undefined): DiffSide {
  return { kind: "cassettes", label, ...(met === undefined ? {} : { server: met.server }) };
}

function nameOf(pair: SidePair<Held>): { name: string; pair: SidePair<Held> } {
  return { name: pair.workflow, pair };
}

/**
 * Pairs two cassettes whatever their names: a workflow may have been renamed. Throws BAD_USAGE where they share
 * nothing.
 */
function pairAlone([before]: readonly Held[], [after]: readonly Held[]): SidePair<Held>[] {
  if (before === undefined || after === undefined) return [];
  const [one, other] = [before.recording?.trace, after.recording?.trace];
  if (one !== undefined && other !== undefined && one.workflow !== other.workflow && !asksTheSame(one, other)) {
    const names = [one.workflow, other.workflow].map((name) => JSON.stringify(name));
    throw new McpvalsError("BAD_USAGE", `these cassettes record two workflows, ${names.join(" and ")}`, {
      evidence: "Their user messages differ, so there is nothing to compare.",
      fix: "Name two recordings of one workflow, or two folders: their cassettes are compared by name.",
    });
  }
  return [{ suite: before.suite, workflow: before.workflow, before, after }];
}

function asksTheSame(one: Trace, other: Trace): boolean {
  return one.steps[0]?.user === other.steps[0]?.user;
}

async function readSide({ path, label }: NamedPath): Promise<{ held: Held[]; isFile: boolean }> {
  if ((await stat(path)).isFile()) return { held: [await readOne(path, "", true)], isFile: true };
  const folders = await findCassetteFolders(path);
  const held: Held[] = [];
  for (const folder of folders) {
    const suite = relative(path, folder).split(sep).join("/");
    for (const file of (await listFolder(folder)).cassettes) held.push(await readOne(file, suite, false));
  }
  if (held.length > 0) return { held, isFile: false };
  throw new McpvalsError("BAD_USAGE", `${label} contains no cassettes`, {
    fix: `Name cassettes or a folder of them${basename(dirname(path)) === "cassettes" ? "" : ", such as cassettes/SUITE"}.`,
  });
}

/** An unreadable cassette does not stop the comparison of its folder; a single one does. */
async function readOne(file: string, suite: string, alone: boolean): Promise<Held> {
  const name = basename(file).replace(/\.ya?ml$/i, "");
  try {
    if (await isSession(file)) {
      const session = await loadSession(file);
      const met = contractOfSession(session);
      const fault = `${name}: the client of this session never requested the tools, so it has no contract.`;
      return { suite, key: name, workflow: name, ...(met === undefined ? { fault } : { session: met }) };
    }
    const { cassette, contract } = await readCassette(file);
    const trace = readTrace(cassette, contract);
    const recording = { file, cassette, learned: learnedOf(cassette, trace), trace, sealed: true };
    return { suite, key: name, workflow: cassette.workflow, recording };
  } catch (error) {
    if (alone || !(error instanceof McpvalsError) || error.code === "BUG") throw error;
    return { suite, key: name, workflow: name, fault: renderError(error) };
  }
}

/** Tells by the second line. The reader reports what is wrong with the file. */
async function isSession(file: string): Promise<boolean> {
  const bytes = await readLimited(file, TEXT_LIMIT);
  return /^cassette: ?\d+\r?\nkind: session\r?\n/.test(bytes?.toString("utf8", 0, 200) ?? "");
}
