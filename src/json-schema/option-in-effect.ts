// Tells from its own words whether a new option changes what a call does that does not name it.
import { isJsonObject, type JsonValue } from "../json/value.js";
import { straighten, type Node } from "./source.js";

/** What keeps a call from doing what it did. */
const HOLDS_BACK =
  /\b(?:dry ?run|preview(?:s|ed|ing)?|simulat(?:e|es|ed|ion)|no ?op|pretend|sandbox|mock|test ?mode|(?:check|validate|plan|read|list|draft) ?only|what ?if|as ?draft)\b/;
/** What makes a call do what it did, where it was not asked. */
const CARRIES_OUT =
  /\b(?:apply|execute|commit|confirm(?:ed)?|perform|persist|publish|submit|send|save|write|proceed|approved?|really|for ?real)\b/;

/** True of an optional property with a default that is no way to leave things as they are. */
export function isOptionInEffect(name: string, node: Node): boolean {
  return straighten(node).some(({ schema }) => isJsonObject(schema) && isInEffect(name, schema["default"]));
}

function isInEffect(name: string, standard: JsonValue | undefined): boolean {
  if (standard === undefined || standard === null) return false;
  const words = wordsOf(name);
  // A switch that is on by itself does something that no call asked for.
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
