// Writes a cassette, or some of its keys, as YAML: each fact on one line, short variables on one line. Pure.
import type { Node } from "js-yaml";
import type { JsonValue } from "../json/value.js";
import type { LineRule, LineRules } from "./yaml-style.js";
import { serializeYaml } from "./yaml-text.js";

/** Any width: what nobody reads should be one line of a diff. */
const ONE_LINE: LineRule = { width: Infinity, levels: 3 };
const SHORT: LineRule = { width: 110, levels: 4 };

/** The canonical text. With `forLog`, no line of it is a command for a CI's log. */
export function cassetteYaml(value: JsonValue, { forLog = false }: { forLog?: boolean } = {}): string {
  return serializeYaml(value, { forLog, rules: ruleOf });
}

const ruleOf: LineRules = ([root, key, more], node) => {
  if (more !== undefined || key === undefined) return root === "races" ? SHORT : undefined;
  if (root === "facts") return key === "recorded" || isTable(node) ? ONE_LINE : undefined;
  return root === "variables" || root === "doubtful" || root === "unstable" ? SHORT : undefined;
};

/** True of a list of lists. */
function isTable(node: Node): boolean {
  return node.kind === "sequence" && node.items.every(({ kind }) => kind === "sequence");
}
