// Renders one workflow command of GitHub Actions, in which foreign text is only payload.
import { breakMarkers } from "../../log-commands.js";
import { escapeControlsInLines } from "./shown-text.js";

/** `::error file=…,title=…::message`, one line without its end. The message may have lines. */
export function renderGithubCommand(
  name: "error" | "warning" | "notice",
  properties: Readonly<Record<string, string | number>>,
  message: string,
): string {
  const pairs = Object.entries(properties).map(([key, value]) => `${key}=${escapeProperty(String(value))}`);
  return `::${name} ${pairs.join(",")}::${escapeData(message)}`;
}

/** Makes controls except line ends visible, and breaks commands of other runners. */
function escapeData(text: string): string {
  const shown = breakMarkers(escapeControlsInLines(text));
  return shown.replaceAll("%", "%25").replaceAll("\r", "%0D").replaceAll("\n", "%0A");
}

function escapeProperty(text: string): string {
  return escapeData(text).replaceAll(":", "%3A").replaceAll(",", "%2C");
}
