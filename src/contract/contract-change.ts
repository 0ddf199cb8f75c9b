// Builds a contract change from the finding of a rule, with its class and a stable id.
import { has, hashId } from "../trace/drift-id.js";
import type { JsonValue } from "../json/value.js";
import type { ContractChange, ContractSubject } from "./change.js";
import { CONTRACT_RULES, type ContractRuleId } from "./rules.js";

/** What a rule has found, at one place of a subject. */
export interface ContractFinding {
  path: string;
  /** Absent where there was no value. */
  before?: JsonValue | undefined;
  after?: JsonValue | undefined;
  message: string;
  note?: string | undefined;
}

/** Builds a change that a rule of {@link CONTRACT_RULES} found; it has the class of the rule. */
export function buildChange(rule: ContractRuleId, subject: ContractSubject, finding: ContractFinding): ContractChange {
  return nameChange({ rule, class: CONTRACT_RULES[rule].class, subject, ...finding });
}

/** Gives a change its id, and leaves out missing fields. */
export function nameChange(
  change: ContractFinding & Pick<ContractChange, "rule" | "class" | "subject">,
): ContractChange {
  const { rule, subject, path, before, after, note, message } = change;
  const place: JsonValue[] = [rule, subject.kind, has(subject.name), path, has(before), has(after)];
  return {
    id: hashId(place),
    rule,
    class: change.class,
    subject,
    path,
    ...(before === undefined ? {} : { before }),
    ...(after === undefined ? {} : { after }),
    message,
    ...(note === undefined ? {} : { note }),
  };
}
