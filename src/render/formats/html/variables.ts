// Renders the variables of a replay, each with its recorded value, its value now and where that was sent.
import type { ReadVariable } from "../../../trace/drift.js";
import { markup, type Markup } from "./markup.js";
import { plural } from "./numbers.js";

/** How many variables of one workflow are shown; the rest is counted. */
const SHOWN = 200;

/** Undefined where all are as recorded. */
export function variablesMarkup(variables: readonly ReadVariable[]): Markup | undefined {
  if (variables.length === 0) return undefined;
  const left = variables.length - SHOWN;
  return markup`<details><summary>${plural(variables.length, "variable")} of the server's own, not as recorded</summary><ul>${variables.slice(0, SHOWN).map(oneVariable)}</ul>
${left > 0 && markup`<p class="quiet">${left} more are not shown here; the JSON report has them all.</p>`}</details>`;
}

function oneVariable({ name, kind, recorded, now, sent }: ReadVariable): Markup {
  const places = sent.map(({ call, at, token }) => `call ${call} ${at}${describeToken(token)}`).join(", ");
  return markup`<li>${name} (${kind}): <code>${recorded}</code> → <code>${now}</code>${places !== "" && markup`, sent to ${places}`}</li>`;
}

function describeToken(token: ReadVariable["sent"][number]["token"]): string {
  if (token === undefined) return "";
  return typeof token === "number" ? ` token ${token}` : ` tokens ${token[0]} to ${token[1]}`;
}
