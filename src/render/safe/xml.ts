// Renders text of any origin as well-formed XML. Characters that XML cannot hold become visible.
import { escapeControls, escapeControlsInLines } from "./shown-text.js";

export type Attributes = Readonly<Record<string, string | number>>;

/** `content` is XML already; attributes are any text. */
export function element(name: string, attributes: Attributes, content: readonly string[]): string {
  const start = [
    name,
    ...Object.entries(attributes).map(([key, value]) => `${key}="${escapeAttribute(String(value))}"`),
  ].join(" ");
  const inside = content.join("\n");
  if (inside === "") return `<${start}/>`;
  return inside.startsWith("<") ? `<${start}>\n${inside}\n</${name}>` : `<${start}>${inside}</${name}>`;
}

/** Escapes a text that keeps its lines. */
export function escapeXml(text: string): string {
  return entities(escapeControlsInLines(text));
}

function escapeAttribute(text: string): string {
  return entities(escapeControls(text));
}

const ENTITIES: Readonly<Record<string, string>> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };

function entities(text: string): string {
  return text
    .replace(/[&<>"]/g, (char) => ENTITIES[char] ?? char)
    .replace(/[\ufffe\uffff]/g, (char) => String.raw`\u` + char.charCodeAt(0).toString(16));
}
