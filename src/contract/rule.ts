// Defines a rule for contracts: the data of a row in the table of docs/diff.md.
import type { ContractClass } from "./classes.js";

export interface ContractRule {
  class: ContractClass;
  /** What was found, in one sentence. */
  summary: string;
  /** How it affects a caller, which is why it has its class. */
  why: string;
  /** From what to what. */
  example: string;
}
