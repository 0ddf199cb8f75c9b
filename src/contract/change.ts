// Defines a change of a contract, for all commands. Types only.
import type { JsonValue } from "../json/value.js";
import type { ContractClass } from "./classes.js";

export interface ContractSubject {
  kind: "server" | "capability" | "instructions" | "tool" | "prompt" | "resource" | "resource-template";
  /** The name of the tool or prompt, the URI of the resource, the key of the capability. */
  name?: string;
  /** Of several servers, whose it is; the name of a tool begins with it. */
  server?: string;
}

export interface ContractChange {
  /** `d-` and hex digits: a hash of rule, subject, path and both values, for `accept`. */
  id: string;
  /** Stable id of the rule that found it, such as `required-added`; docs/diff.md lists them. */
  rule: string;
  class: ContractClass;
  subject: ContractSubject;
  /** JSON pointer into the subject as the server lists it: `/inputSchema/properties/city/type`; "" for the whole. */
  path: string;
  /** Absent where there was no value. */
  before?: JsonValue;
  after?: JsonValue;
  /** One line for people. */
  message: string;
  /** What is a guess, or what could not be decided and why. */
  note?: string;
  /** Somebody accepted it. */
  accepted?: true;
}
