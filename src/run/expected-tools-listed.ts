// Compares the tools that a workflow expects with those that the server lists, before the model is asked.
import type { Workflow } from "../config/schema.js";
import { isJsonObject } from "../json/value.js";
import { expectedToolNamesOf } from "../metrics/expected-tools.js";
import { findUnlisted, nameUnlisted } from "../metrics/unlisted-tools.js";
import type { Contract, ServerSays } from "../trace/contract.js";
import { saysIn } from "../trace/servers.js";
import type { TraceEnd } from "../trace/trace.js";

const MOST_NAMES = 20;

/**
 * The end of a run that cannot pass: the server lacks an expected tool, and does not declare that its list may change.
 */
export function findMissingTools(workflow: Workflow, contract: Contract): TraceEnd | undefined {
  const { tools } = contract;
  const missing = findUnlisted(expectedToolNamesOf(workflow), tools);
  if (missing.length === 0 || saysIn(contract).some(({ says }) => mayChange(says))) return undefined;
  const noSuch = missing.length === 1 ? "no such tool" : "no such tools";
  const isGuessed = missing.every(({ nearest }) => nearest !== undefined);
  return {
    kind: "tool-missing",
    message:
      `expectTools names ${nameUnlisted(missing)}, and the server has ${noSuch}.` +
      `${isGuessed ? "" : listed(tools)} Claude was not asked, so nothing was spent.`,
  };
}

function mayChange({ capabilities }: ServerSays): boolean {
  const declared = capabilities["tools"];
  return isJsonObject(declared) && declared["listChanged"] === true;
}

function listed(tools: Contract["tools"]): string {
  if (tools.length === 0) return " It lists no tools.";
  const names = tools.slice(0, MOST_NAMES).map(({ name }) => name);
  const more = tools.length > names.length ? `, and ${tools.length - names.length} more` : "";
  return ` It lists ${names.join(", ")}${more}.`;
}
