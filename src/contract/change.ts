// A change of a contract, as every command tells it. Types only.
import type { JsonValue } from "../json/value.js";
import type { ContractClass } from "./classes.js";

export interface ContractSubject {
  kind: "server" | "capability" | "instructions" | "tool" | "prompt" | "resource" | "resource-template";
  /** The name of the tool or prompt, the URI of the resource, the key of the capability. */
  name?: string;
}

export interface ContractChange {
  /** `d-` and hex: a hash of rule, subject, path and both values. Takes part in `accept`. */
  id: string;
  /** Stable id of the rule that found it, `required-added`; docs/diff.md lists them. */
  rule: string;
  class: ContractClass;
  subject: ContractSubject;
  /** JSON pointer into the subject as the server lists it: `/inputSchema/properties/city/type`; "" for the whole. */
  path: string;
  /** Absent where there was nothing. */
  before?: JsonValue;
  after?: JsonValue;
  /** One line for people. */
  message: string;
  /** What is guessed, or could not be decided and why. */
  note?: string;
  /** Somebody called it harmless. */
  accepted?: true;
}
