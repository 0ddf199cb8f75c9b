// Chooses how each node of js-yaml is written, so that a reviewer sees what is there. Knows nothing about cassettes.
import { COLLECTION_STYLE, SCALAR_STYLE, type Node, type ScalarLayout } from "js-yaml";

/** Invisible and bidi characters, which a reviewer would not see, or would see in another order. */
const HIDDEN =
  // oxlint-disable-next-line no-misleading-character-class -- single characters are what is looked for
  /[\u0085\u00a0\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180e\u200b-\u200f\u2028-\u202e\u2060-\u206f\u3164\ufe00-\ufe0e\ufeff\uffa0\ufff9-\ufffb\u{e0000}-\u{e0fff}]/u;
const EVERY_HIDDEN = new RegExp(HIDDEN.source, "gu");

/**
 * What a literal block cannot hold or an editor would remove: spaces at line ends, blank lines at the end, controls.
 */
const NOT_LITERAL =
  // oxlint-disable-next-line no-control-regex -- controls are what is looked for
  /[ \t](?:\n|$)|(?:^|\n)\n$|[\u0000-\u0008\u000b-\u001f\u007f-\u009f\ufffe\uffff]|[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/;

/** A collection that fits in so many columns is written on one line. */
const WIDTH = 100;
/** Levels above which a list of collections is never written on one line. */
const LIST_DEPTH = 3;

/** Escapes for hidden characters. Safe on a whole text: strings that hold one are always double-quoted. */
export function escapeHidden(text: string): string {
  return text.replace(EVERY_HIDDEN, (character) => {
    const hex = (character.codePointAt(0) ?? 0).toString(16).toUpperCase();
    return hex.length > 4 ? `\\U${hex.padStart(8, "0")}` : `\\u${hex.padStart(4, "0")}`;
  });
}

/** True for a text with several lines that must be quoted: each of its lines is written on a line of its own. */
export function isQuotedLines(text: string): boolean {
  return text.includes("\n") && (HIDDEN.test(text) || NOT_LITERAL.test(text));
}

/** js-yaml's scalar rule: literal blocks for lines, double quotes for what hides or confuses, else plain. */
export function chooseScalarStyle(layout: ScalarLayout): void {
  const text = layout.node.value;
  if (layout.node.tag !== "tag:yaml.org,2002:str") return;
  const literalAllowed = !layout.isKey && (layout.allowedStylesMask & (1 << SCALAR_STYLE.LITERAL_BLOCK)) !== 0;
  if (HIDDEN.test(text)) layout.style = SCALAR_STYLE.DOUBLE_QUOTED;
  else if (text.includes("\n")) {
    const literal = literalAllowed && !NOT_LITERAL.test(text);
    layout.style = literal ? SCALAR_STYLE.LITERAL_BLOCK : SCALAR_STYLE.DOUBLE_QUOTED;
  }
  // js-yaml reads a root key that begins with a document marker as that marker
  else if (text.includes("\t") || /^\s+$/.test(text) || /^(?:---|\.\.\.)/.test(text))
    layout.style = SCALAR_STYLE.DOUBLE_QUOTED;
}

/** Columns that a node needs on one line; Infinity where it must not be written on one. */
function widthOf(node: Node, depth: number, limit = WIDTH): number {
  if (node.kind === "alias") return Infinity;
  if (node.kind === "scalar") {
    return /[\n\r\t]/.test(node.value) || HIDDEN.test(node.value) ? Infinity : node.value.length + 2;
  }
  if (depth === 0) return Infinity;
  let width = 2;
  const parts = node.kind === "sequence" ? node.items : node.items.flatMap(({ key, value }) => [key, value]);
  for (const part of parts) {
    width += widthOf(part, depth - 1, limit) + 2;
    if (width > limit) return Infinity;
  }
  return width;
}

/** How much of a node may be on one line: columns, and levels of collections. */
export interface LineRule {
  width: number;
  levels: number;
}

/** The rule for the node below these keys of the root, with `*` for items of lists; undefined for the default rule. */
export type LineRules = (path: readonly string[], node: Node) => LineRule | undefined;

/**
 * Sets the style of collections: small ones flow (`{ a: 1 }`), an item with a single key keeps its own line.
 * `onText` sees every string that is a value, and may change it.
 */
export function layOut(node: Node, onText: (text: string) => string, rules: LineRules = () => undefined): void {
  place(node, 0, 0, [], onText, rules);
}

/** How many keys below the root a rule may name. */
const RULED = 3;

function place(
  node: Node,
  depth: number,
  indent: number,
  path: readonly string[],
  onText: (text: string) => string,
  rules: LineRules,
): void {
  if (node.kind === "alias") return;
  if (node.kind === "scalar") {
    node.value = onText(node.value);
    return;
  }
  const rule = path.length <= RULED ? rules(path, node) : undefined;
  // Near the root, one item per line: that is what a reviewer's diff shows.
  const isList = depth <= LIST_DEPTH && node.kind === "sequence" && node.items.some((item) => item.kind !== "scalar");
  const isLine =
    rule === undefined
      ? depth > 0 && !isList && widthOf(node, 2) + indent <= WIDTH
      : widthOf(node, rule.levels, rule.width - indent) + indent <= rule.width;
  if (isLine) {
    node.style = COLLECTION_STYLE.FLOW;
    return;
  }
  if (node.kind === "mapping") {
    for (const { key, value } of node.items) {
      const name = key.kind === "scalar" ? key.value : "";
      place(value, depth + 1, indent + 2, below(path, name), onText, rules);
    }
    return;
  }
  for (const item of node.items) {
    const only = item.kind === "mapping" && item.items.length === 1 ? item.items[0] : undefined;
    place(only === undefined ? item : only.value, depth + 1, indent + 2, below(path, "*"), onText, rules);
  }
}

function below(path: readonly string[], key: string): readonly string[] {
  return path.length > RULED ? path : [...path, key];
}
