// Owns the classes of a change of the contract: what each means for a caller, and how reports show it.
import { namesIn } from "../names-in.js";
import type { DriftClass, Tone, WholeClass } from "../trace/drift-classes.js";

/** What a class of change means. */
interface ContractClassFacts {
  /** How it affects the verdict of a diff where nobody accepted it. */
  weight: "breaks" | "differs";
  /** The class of drift with which a config accepts it too; null where nothing but its id does. */
  coveredBy: WholeClass | null;
  /** True where a person has to decide, so that every report shows it in full. */
  needsDecision: boolean;
  tone: Tone;
  mark: string;
  emoji: string;
}

/** How a difference of the contract affects a caller, worst first. */
export const CONTRACT_CLASSES = {
  breaking: { weight: "breaks", coveredBy: null, needsDecision: true, tone: "bad", mark: "✗", emoji: "❌" },
  risky: { weight: "differs", coveredBy: null, needsDecision: true, tone: "open", mark: "~", emoji: "🟡" },
  compatible: { weight: "differs", coveredBy: null, needsDecision: false, tone: "good", mark: "✓", emoji: "✅" },
  docs: { weight: "differs", coveredBy: "docs", needsDecision: false, tone: "quiet", mark: "✓", emoji: "✅" },
} as const satisfies Record<string, ContractClassFacts>;

export type ContractClass = keyof typeof CONTRACT_CLASSES;

/** All classes, the worst first. */
export const CONTRACT_WORST_FIRST: readonly ContractClass[] = namesIn(CONTRACT_CLASSES);

/** The classes of which every change is shown in full. */
export const TO_DECIDE: readonly ContractClass[] = CONTRACT_WORST_FIRST.filter(
  (name) => factsOfContractClass(name).needsDecision,
);

/** The classes that reports only count, unless nothing else changed. */
export const QUIET_CHANGES: readonly ContractClass[] = CONTRACT_WORST_FIRST.filter((name) => !TO_DECIDE.includes(name));

/** What a class means. */
export function factsOfContractClass(name: ContractClass): ContractClassFacts {
  return CONTRACT_CLASSES[name];
}

/** True where the classes that a config accepts cover it. */
export function isCovered(name: ContractClass, accept: readonly DriftClass[]): boolean {
  const { coveredBy } = factsOfContractClass(name);
  return coveredBy !== null && accept.includes(coveredBy);
}
