// What a rule for contracts is: the data of a row in the table of docs/diff.md.
import type { ContractClass } from "./classes.js";

export interface ContractRule {
  class: ContractClass;
  /** What was found, in one sentence. */
  summary: string;
  /** What it does to a caller, and so why it has its class. */
  why: string;
  /** From what to what. */
  example: string;
}
