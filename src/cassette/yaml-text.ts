// Writes a JSON value as its one canonical YAML text. Knows nothing about cassettes or files.
import { CORE_SCHEMA, DEFAULT_SCALAR_STYLE_RULES, jsToAst, present, SCALAR_STYLE, type ScalarLayout } from "js-yaml";
import type { JsonValue } from "../json/value.js";
import { breakCommandsInYaml, holdsCommand } from "../log-commands.js";
import { mayHoldLarge, takeLarge } from "./yaml-large.js";
import { chooseScalarStyle, escapeHidden, isQuotedLines, layOut, type LineRules } from "./yaml-style.js";

/**
 * The canonical text of a value: `parseYaml` returns the same value, and the same value gives the same text. Keys keep
 * their order; LF only; no anchors, aliases, tags or folded lines. With `forLog`, no line of it is a command for a CI's
 * log; the text then differs for values that hold one.
 */
export function serializeYaml(
  given: JsonValue,
  { forLog = false, rules }: { forLog?: boolean; rules?: LineRules } = {},
): string {
  const json = JSON.stringify(given);
  const [mark, name] = unusedCharacters(json);
  const large = name !== undefined && mayHoldLarge(json) ? takeLarge(given, name) : undefined;
  const value = large?.value ?? given;
  // js-yaml writes a quoted text on one line. A character that does not occur in the value marks where the line may
  // break while js-yaml writes, and becomes an escaped line end afterwards.
  const indents: number[] = [];
  const chooseStyle = (layout: ScalarLayout): void => {
    const breaks = mark === undefined ? 0 : layout.node.value.split(mark).length - 1;
    const isName = large !== undefined && name !== undefined && layout.node.value.startsWith(name);
    const isCommand = forLog && holdsCommand(layout.node.value);
    if (breaks === 0 && !isCommand && !isName) return chooseScalarStyle(layout);
    layout.style = SCALAR_STYLE.DOUBLE_QUOTED;
    for (let index = 0; index < breaks; index++) indents.push(layout.shiftOfContent);
  };

  const documents = jsToAst(value, CORE_SCHEMA, { noRefs: true });
  for (const document of documents) {
    if (document.contents === null) continue;
    const markLines = (text: string): string => {
      const isQuoted = isQuotedLines(text) || (forLog && holdsCommand(text));
      return mark !== undefined && isQuoted ? text.replace(/\n(?!$)/g, `\n${mark}`) : text;
    };
    layOut(document.contents, markLines, rules);
  }
  const text = present(documents, {
    schema: CORE_SCHEMA,
    lineWidth: -1,
    flowBracketPadding: true,
    quoteStyle: "double",
    scalarStyleRules: [
      chooseStyle,
      DEFAULT_SCALAR_STYLE_RULES.quoteInvalidPlain,
      DEFAULT_SCALAR_STYLE_RULES.fallbackToDoubleQuoted,
    ],
  });
  const broken = breakLines(escapeHidden(large?.putBack(text) ?? text), mark, indents);
  return forLog ? breakCommandsInYaml(broken) : broken;
}

/** Breaks quoted texts at their marks. */
function breakLines(escaped: string, mark: string | undefined, indents: readonly number[]): string {
  if (mark === undefined || indents.length === 0) return escaped;
  let next = 0;
  return escaped.replace(new RegExp(`${mark}( ?)`, "g"), (_, space: string) => {
    const indent = " ".repeat(indents[next++] ?? 2);
    return `\\\n${indent}${space === "" ? "" : "\\ "}`;
  });
}

/** Two of the noncharacters U+FDD0 to U+FDEF that a text does not contain. */
function unusedCharacters(text: string): (string | undefined)[] {
  const all = Array.from({ length: 32 }, (_, at) => String.fromCharCode(0xfdd0 + at));
  const unused: string[] = [];
  for (const character of all) {
    if (!text.includes(character)) unused.push(character);
    if (unused.length === 2) break;
  }
  return unused;
}
