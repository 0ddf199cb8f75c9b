// Renders a value as JSON that is safe to view in a terminal and a log: escapes whatever moves, hides or turns text,
// and whatever a CI runner takes for a command.
import { breakCommandsInJson } from "../../log-commands.js";

const HIDDEN = /[\p{Cc}\p{Cf}\p{Cs}\u2028\u2029]/gu;

/** Indented by two, with a line end. */
export function renderJsonText(value: unknown): string {
  const text = JSON.stringify(value, null, 2).replace(HIDDEN, (char) => (char === "\n" ? char : escapeUnits(char)));
  return `${breakCommandsInJson(text)}\n`;
}

function escapeUnits(char: string): string {
  const units = Array.from({ length: char.length }, (_, at) => char.charCodeAt(at));
  return units.map((unit) => String.raw`\u${unit.toString(16).padStart(4, "0")}`).join("");
}
