// Owns the classes of a change of the contract.
import { namesIn } from "../names-in.js";

/** What a class of change means. */
interface ContractClassFacts {
  /** How it affects the verdict of a diff where nobody accepted it. */
  weight: "breaks" | "differs";
  /** True where it is accepted unless the config or `--strict` says otherwise. */
  harmlessByDefault: boolean;
  /** True where a person has to decide, so that every report shows it in full. */
  needsDecision: boolean;
}

/** How a difference of the contract affects a caller, worst first. */
export const CONTRACT_CLASSES = {
  breaking: { weight: "breaks", harmlessByDefault: false, needsDecision: true },
  risky: { weight: "differs", harmlessByDefault: false, needsDecision: true },
  compatible: { weight: "differs", harmlessByDefault: false, needsDecision: false },
  docs: { weight: "differs", harmlessByDefault: true, needsDecision: false },
} as const satisfies Record<string, ContractClassFacts>;

export type ContractClass = keyof typeof CONTRACT_CLASSES;

/** All classes, the worst first. */
export const CONTRACT_WORST_FIRST: readonly ContractClass[] = namesIn(CONTRACT_CLASSES);

/** The classes of which every change is shown in full. */
export const TO_DECIDE: readonly ContractClass[] = CONTRACT_WORST_FIRST.filter(
  (name) => factsOfContractClass(name).needsDecision,
);

/** What a class means. */
export function factsOfContractClass(name: ContractClass): ContractClassFacts {
  return CONTRACT_CLASSES[name];
}
