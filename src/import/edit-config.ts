// Adds what an imported run needs to a config in JSON, and leaves the rest of its text as it is. Pure.
import type { Workflow } from "../config/schema.js";
import { addWorkflow } from "../init/edit-files.js";
import { canonicalJson } from "../json/canonical.js";
import { readJson } from "../json/read-json.js";
import { isJsonObject } from "../json/value.js";

/** The text of the config with the workflow, and with `state` where it is given. */
export function addImported(text: string, workflow: Workflow, state: string | undefined): string {
  const whole = addWorkflow(text, workflow);
  return state === undefined ? whole : addState(whole, state);
}

function addState(text: string, state: string): string {
  const json = readJson(text);
  if (!isJsonObject(json) || json["state"] === state) return text;
  const edited = text.replace(/^(\s*\{)(\s*)/, (_, open: string, space: string) => {
    return `${open}${space === "" ? "\n  " : space}"state": ${JSON.stringify(state)},${space === "" ? "\n  " : space}`;
  });
  const read = readJson(edited);
  if (read !== undefined && canonicalJson(read) === canonicalJson({ ...json, state })) return edited;
  return `${JSON.stringify({ ...json, state }, null, 2)}\n`;
}
