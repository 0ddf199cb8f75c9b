// Compares live servers: plays the recorded model against the new one, and against the old one or its cassettes.
import { readAccepted } from "../../cassette/accepted-store.js";
import { storePlaceOf } from "../../cassette/store-place.js";
import type { Workflow } from "../../config/schema.js";
import { requireTags } from "../../config/choose.js";
import { isSkipped, skipReason } from "../../config/skip-reason.js";
import { wordsOfConfig } from "../../config/words-of-configs.js";
import type { Suite } from "../../config/suite.js";
import { driftId } from "../../trace/drift-id.js";
import { buildDiffReport } from "../build-diff.js";
import { compareContractPairs, findInContracts, type ContractPair } from "../contracts.js";
import type { ContractDiff, DiffReport, DiffSide } from "../diff.js";
import { NOTHING } from "../verdict/decide.js";
import { diffHealthSuites } from "./diff-health.js";
import { describeUnused, unmetByAll } from "../../run/accepted-unused.js";
import type { LiveDiff, LiveSide } from "./diff-live.js";
import type { DiffServersOptions } from "./diff-options.js";
import { diffWorkflow, type DiffedWorkflow } from "./diff-workflow.js";
import { labelCassettes, labelServers } from "./diff-labels.js";
import { McpvalsError } from "../../errors.js";
import { shellWords } from "../../shell-words.js";
import { BY } from "../../suite/identify.js";
import { writeLastDiff } from "../../suite/last-diff.js";
import { workThrough } from "../../suite/pool.js";
import { probeContract, type Probed } from "./probe-contract.js";
import { redactError } from "../../suite/redaction.js";
import { loadSettings, type RunSettings } from "../../suite/settings.js";
import { createStages } from "../../suite/stages.js";
import { DEFAULT_ACCEPT } from "../../trace/drift-classes.js";

/**
 * Compares two versions of a server. Asks no model and needs no key. Writes no committed file, but keeps its findings
 * in `.mcpvals/last/`. Throws McpvalsError for a fault of the environment, CASSETTE_MISSING where there is no old side,
 * WORKFLOW_NOT_FOUND for a name or tag that nothing has, and NOTHING_DUE where the config skips the suite.
 */
export async function diffServers(suite: Suite, options: DiffServersOptions = {}): Promise<DiffReport> {
  refuseSkipped(suite);
  const { workflows, tags, timeout, concurrency, llmJudge, env, signal, cwd } = options;
  requireTags([suite.config], tags);
  const shared = { workflows, tags, timeout, concurrency, llmJudge, env, signal, cwd };
  const loaded = await loadSettings(suite, { ...shared, server: options.to });
  refuseNoChoice(loaded, options);
  const old = options.from === undefined ? undefined : await loadSettings(suite, { ...shared, server: options.from });
  // One redactor for both sides, so that a secret has the same name on both; secrets that only the other knows are
  // removed last.
  const redactor = loaded.redactor.forReplay();
  const clean = <T>(value: T): T => {
    const once = redactor.redactTexts(value);
    return old === undefined ? once : old.redactor.redactTexts(once);
  };
  const sideOf = (name: LiveSide["name"], settings: RunSettings): LiveSide => {
    const own = { ...settings, redactor };
    return { name, settings: own, stages: createStages(own) };
  };
  const from = old === undefined ? undefined : sideOf("from", old);
  const to = sideOf("to", loaded);
  const { onProgress } = options;
  const tell: DiffServersOptions["onProgress"] =
    onProgress === undefined ? undefined : (progress) => onProgress(clean(progress));
  try {
    const accepted = await readAccepted(storePlaceOf(suite));
    // Finds drift that was accepted for one workflow under its present id.
    const now = accepted.drift.flatMap(({ class: kind, ...drift }) =>
      kind === "client" ? [] : [driftId(drift.workflow ?? "", { ...drift, class: kind })],
    );
    const acceptedIds = new Set([...[...accepted.drift, ...accepted.contract].map(({ id }) => id), ...now]);
    const strict = options.strict ?? false;
    return clean(await diffAll({ suite, to, from, strict, options: { ...options, onProgress: tell }, acceptedIds }));
  } catch (error) {
    const once = redactError(error, redactor);
    throw old === undefined ? once : redactError(once, old.redactor);
  } finally {
    await to.stages.close();
    await from?.stages.close();
  }
}

async function diffAll(diff: LiveDiff): Promise<DiffReport> {
  const { suite, to, from, options, strict, acceptedIds } = diff;
  const { config } = suite;
  const chosen = to.settings.workflows;
  const active = chosen.filter((workflow) => !isSkipped(workflow));
  const skipped = chosen.length - active.length;
  const sides = from === undefined ? [to] : [from, to];
  options.onProgress?.({
    type: "plan",
    command: "diff",
    suite: suite.name,
    workflows: active.flatMap(({ name }) => sides.map((side) => `${name} (${side.name})`)),
    skipped,
  });
  const signal = to.settings.signal;
  const done = await workThrough(active, (workflow: Workflow) => diffWorkflow(workflow, diff), {
    concurrency: Math.min(...sides.map((side) => side.settings.concurrency)),
    signal,
  });
  const played = done.flatMap((one) => one ?? []);
  const hasTests = to.settings.tests && (config.toolHealthSuites ?? []).length > 0;
  if (from === undefined && !hasTests && !signal.aborted) refuseNothing(played, diff);
  const tested = !hasTests || signal.aborted ? [] : await diffHealthSuites(diff);
  // The outcome of an interrupted call proves nothing.
  const health = signal.aborted ? [] : tested;

  const compared = active.length + health.length;
  const rules = { acceptedIds, strict, accept: config.accept ?? DEFAULT_ACCEPT };
  const read = await readContracts(diff, played);
  const contracts = compareContractPairs(read.pairs, rules);
  const fault = signal.aborted ? undefined : await keep(diff, contracts, played);
  if (fault !== undefined) options.onProgress?.({ type: "note", message: fault });
  return buildDiffReport({
    by: BY,
    from: read.from,
    to: read.to,
    contracts,
    workflows: [...played.map(({ compared }) => compared), ...health],
    unused: await findUnused(diff, played, contracts),
    reasons: [
      ...(chosen.length + compared > 0 ? [] : ["Only the contract was compared: the config has no workflows."]),
      ...(skipped === 0
        ? []
        : [`Not compared, because the config says skip: ${skipped} of ${chosen.length} workflows.`]),
      ...(signal.aborted ? ["Not everything was compared: the command was interrupted."] : []),
    ],
    findings: [
      findInContracts(contracts, rules),
      {
        ...NOTHING,
        worse: read.to.failure !== undefined && read.from.failure === undefined,
        unknown: read.pairs.length === 0 || signal.aborted || (chosen.length > 0 && compared === 0),
      },
    ],
    gate: { failOn: options.failOn, onInconclusive: options.onInconclusive ?? config.onInconclusive },
    timestamp: new Date().toISOString(),
  });
}

/** A contract without a workflow would look like a comparison of those that were named. */
function refuseNoChoice({ workflows, tests, suite }: RunSettings, { tags = [] }: DiffServersOptions): void {
  const hasTests = tests && (suite.config.toolHealthSuites ?? []).length > 0;
  if (tags.length === 0 || workflows.length > 0 || hasTests) return;
  throw new McpvalsError("WORKFLOW_NOT_FOUND", "No workflow has both a name of -t and a tag of --tag", {
    fix: "Give one of them, or look what there is: mcpvals list",
  });
}

/** The config says not to run it, and to compare is to run it. */
function refuseSkipped({ config, name }: Suite): void {
  const reason = skipReason(config);
  if (reason === undefined) return;
  throw new McpvalsError("NOTHING_DUE", `Nothing of the suite "${name}" is compared`, {
    evidence: reason,
    fix: 'To compare it, remove "skip" at the top of the config.',
  });
}

/** Throws where there is no old side: a new server alone is neither better nor worse. */
function refuseNothing(played: readonly DiffedWorkflow[], { suite, to, options }: LiveDiff): void {
  if (played.some(({ contracts }) => contracts.before !== undefined)) return;
  const { configName, cwd } = to.settings;
  const config = configName === null ? [] : [configName];
  const [why = "The config has no workflow, so there is nothing recorded", ...others] = played.flatMap(
    ({ compared }) => compared.diff.reasons,
  );
  const more = others.length === 0 ? "" : ` (and ${others.length} more like it)`;
  const diff = shellWords("mcpvals", "diff", ...config);
  const record = shellWords("mcpvals", "record", ...config);
  throw new McpvalsError(
    "CASSETTE_MISSING",
    `Nothing to compare with: no recording in ${labelCassettes(suite, cwd)} can be read`,
    {
      evidence: `${why.split("\n")[0]}${more}`,
      fix: [
        `Name the old server: ${diff}${options.to === undefined ? "" : " --to CMD|URL"} --from CMD|URL`,
        ...(played.length === 0 ? [] : [`or record with the old server first: ${record}`]),
      ].join("\n"),
    },
  );
}

interface ReadContracts {
  pairs: ContractPair[];
  from: DiffSide;
  to: DiffSide;
}

/** Returns the contracts that the workflows met; where no workflow met both sides', each side is asked for its own. */
async function readContracts(diff: LiveDiff, played: readonly DiffedWorkflow[]): Promise<ReadContracts> {
  const { suite, from, to } = diff;
  const pairs = played.flatMap(({ contracts: { before, after }, compared }): ContractPair[] =>
    before === undefined || after === undefined ? [] : [{ before, after, workflow: compared.diff.workflow }],
  );
  const first = pairs[0];
  const failed = (side: "from" | "to"): string | undefined => played.find((one) => one.failed[side])?.failed[side];
  const oldContract = played.find(({ contracts }) => contracts.before !== undefined)?.contracts.before;
  const ask = async (side: LiveSide): Promise<Probed | undefined> => {
    const failure = failed(side.name);
    if (failure !== undefined) return { failure };
    return to.settings.signal.aborted ? undefined : probeContract(side);
  };
  const before: Probed | undefined =
    first !== undefined
      ? { met: first.before }
      : from !== undefined
        ? await ask(from)
        : oldContract !== undefined
          ? { met: oldContract }
          : { failure: "No cassette can be read, so there is no old contract to compare with." };
  const after: Probed | undefined = first === undefined ? await ask(to) : { met: first.after };
  if (first === undefined && before?.met !== undefined && after?.met !== undefined) {
    pairs.push({ before: before.met, after: after.met });
  }
  const label = from === undefined ? labelCassettes(suite, to.settings.cwd) : labelServers(from.settings);
  return {
    pairs,
    from: sideOf(from === undefined ? "cassettes" : "server", label, before),
    to: sideOf("server", labelServers(to.settings), after),
  };
}

function sideOf(kind: DiffSide["kind"], label: string, { met, failure }: Partial<Probed> = {}): DiffSide {
  return {
    kind,
    label,
    ...(met === undefined ? {} : { server: met.server }),
    ...(failure === undefined ? {} : { failure }),
  };
}

/** A sentence for each thing that was accepted and did not occur. */
async function findUnused(
  diff: LiveDiff,
  played: readonly DiffedWorkflow[],
  contracts: readonly ContractDiff[],
): Promise<string[]> {
  const { suite, to } = diff;
  const isAll = played.length === (suite.config.workflows ?? []).length;
  const unmet = isAll ? unmetByAll(played.map((one) => one.unmet)) : [];
  const all = [
    ...played.flatMap(({ unused }) => unused),
    ...unmet.map((entry) => describeUnused(entry, to.settings.configName)),
    ...(await findUnusedChanges(diff, contracts)),
  ];
  return [...new Set(all)];
}

/** A sentence for each accepted change of the contract that no pair of contracts has. */
async function findUnusedChanges({ suite, to }: LiveDiff, contracts: readonly ContractDiff[]): Promise<string[]> {
  if (contracts.length === 0) return [];
  const found = new Set(contracts.flatMap(({ changes }) => changes).map(({ id }) => id));
  const { contract } = await readAccepted(storePlaceOf(suite));
  const { configName } = to.settings;
  return contract
    .filter(({ id }) => !found.has(id))
    .map(({ id, rule, subject }) => {
      const what = [rule, subject.kind, ...(subject.name === undefined ? [] : [subject.name])].join(" ");
      const remove = `mcpvals accept --remove ${id}${wordsOfConfig(configName)}`;
      return `Accepted change ${id} (${what}) no longer occurs. Remove it: ${remove}`;
    });
}

async function keep(
  { suite }: LiveDiff,
  contracts: readonly ContractDiff[],
  played: readonly DiffedWorkflow[],
): Promise<string | undefined> {
  const changes = new Map(contracts.flatMap((pair) => pair.changes).map((change) => [change.id, change]));
  return writeLastDiff(storePlaceOf(suite), {
    contract: [...changes.values()],
    workflows: played.flatMap(({ kept }) => kept ?? []),
  });
}
