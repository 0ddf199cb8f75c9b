// Decides from the words of a new option whether it changes the effect of calls that do not set it.
import { isJsonObject, type JsonValue } from "../json/value.js";
import { straighten, type Node } from "./source.js";

/** Words for keeping what a call did before. */
const HOLDS_BACK =
  /\b(?:dry ?run|preview(?:s|ed|ing)?|simulat(?:e|es|ed|ion)|no ?op|pretend|sandbox|mock|test ?mode|(?:check|validate|plan|read|list|draft) ?only|what ?if|as ?draft)\b/;
/** Words for doing something that the call did not ask for. */
const CARRIES_OUT =
  /\b(?:apply|execute|commit|confirm(?:ed)?|perform|persist|publish|submit|send|save|write|proceed|approved?|really|for ?real)\b/;

/** True for an optional property whose default does not leave things unchanged. */
export function isOptionInEffect(name: string, node: Node): boolean {
  return straighten(node).some(({ schema }) => isJsonObject(schema) && isInEffect(name, schema["default"]));
}

function isInEffect(name: string, standard: JsonValue | undefined): boolean {
  if (standard === undefined || standard === null) return false;
  const words = wordsOf(name);
  // A switch that is on by default does something that no call asked for.
  if (standard === true) return true;
  if (standard === false) return CARRIES_OUT.test(words);
  if (typeof standard !== "string") return false;
  return HOLDS_BACK.test(wordsOf(standard)) || (HOLDS_BACK.test(words) && !isOff(standard));
}

function isOff(text: string): boolean {
  return ["", "no", "off", "none", "never", "false", "disabled"].includes(text.trim().toLowerCase());
}

function wordsOf(name: string): string {
  return name
    .replaceAll(/(?<=[a-z0-9])(?=[A-Z])/g, " ")
    .replaceAll(/[^\p{L}\p{N}]+/gu, " ")
    .toLowerCase();
}
