// Compares the contracts that the workflows met on both sides, each pair once, and decides which changes count.
import { canonicalJson } from "../json/canonical.js";
import type { Contract } from "../trace/contract.js";
import type { ServerIdentity } from "../trace/trace.js";
import { diffContracts } from "../contract/diff-contracts.js";
import type { ContractDiff } from "./diff.js";
import type { ContractChange } from "../contract/change.js";
import type { DriftClass } from "../trace/drift-classes.js";
import { NOTHING, type DiffFindings } from "./verdict/decide.js";
import { factsOfContractClass, isCovered } from "../contract/classes.js";

/** What a server declared about itself, with places and secrets hidden. */
export interface MetContract {
  server: ServerIdentity;
  contract: Contract;
}

export interface ContractPair {
  before: MetContract;
  after: MetContract;
  /** The workflow that met it; absent where no workflow did. */
  workflow?: string | undefined;
}

export interface ContractRules {
  /** Ids of changes that a person accepted. */
  acceptedIds: ReadonlySet<string>;
  strict: boolean;
  /** The classes of drift that the config accepts. */
  accept: readonly DriftClass[];
}

/** Compares each pair of contracts once. */
export function compareContractPairs(pairs: readonly ContractPair[], rules: ContractRules): ContractDiff[] {
  const found = new Map<string, ContractDiff>();
  for (const { before, after, workflow } of pairs) {
    const key = keyOf(before, after);
    const known = found.get(key) ?? {
      before: before.server,
      after: after.server,
      workflows: [],
      changes: diffContracts(before.contract, after.contract, { before: before.server, after: after.server }).map(
        (change) => (isAccepted(change, rules) ? { ...change, accepted: true as const } : change),
      ),
    };
    found.set(key, known);
    if (workflow !== undefined && !known.workflows.includes(workflow)) known.workflows.push(workflow);
  }
  return [...found.values()];
}

/** Returns which changes count. Wording counts only where the config says so: a version differs in every release. */
export function findInContracts(contracts: readonly ContractDiff[], rules: ContractRules): DiffFindings {
  const open = contracts.flatMap(({ changes }) => changes).filter((change) => change.accepted !== true);
  const counts = ({ class: kind }: ContractChange): boolean => rules.strict || !isCovered(kind, rules.accept);
  const some = (weight: "breaks" | "differs"): boolean =>
    open.some((change) => factsOfContractClass(change.class).weight === weight && counts(change));
  return {
    ...NOTHING,
    breaks: some("breaks"),
    differs: some("differs"),
  };
}

function isAccepted({ id }: ContractChange, { acceptedIds, strict }: ContractRules): boolean {
  return !strict && acceptedIds.has(id);
}

function keyOf(before: MetContract, after: MetContract): string {
  const plain = ({ server, contract }: MetContract): string =>
    canonicalJson([{ ...server }, JSON.parse(JSON.stringify(contract))]);
  return `${plain(before)}\n${plain(after)}`;
}
