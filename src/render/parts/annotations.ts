// Renders annotations as workflow commands of GitHub Actions, one a line. Recorded text can never become a command of
// its own.
import { renderGithubCommand } from "../safe/github-command.js";
import { cutText } from "../safe/shown-text.js";

export type Level = "error" | "warning" | "notice";

export interface Annotation {
  level: Level;
  title: string;
  /** May have lines. */
  message: string;
  file: string | null;
}

/** GitHub shows this many annotations of each level for a step. */
const SHOWN = 10;
/** GitHub cuts longer messages, at 4096 characters. */
export const LONGEST_MESSAGE = 1000;

/** Renders at most ten of a level, counts the rest as `things`, and adds the summary. Ends with a line end. */
export function renderAnnotations(all: readonly Annotation[], summary: Annotation, things: string): string {
  const levels: readonly Level[] = ["error", "warning", "notice"];
  const lines = levels.flatMap((level) => {
    const some = all.filter((annotation) => annotation.level === level);
    if (some.length <= SHOWN) return some;
    const rest = `${some.length - SHOWN + 1} more`;
    const message = `${rest} ${things} are not shown here; the log and the other reports have them all.`;
    return [...some.slice(0, SHOWN - 1), { level, title: `mcpvals: ${rest}`, message, file: null }];
  });
  return [...lines, summary].map((annotation) => `${renderCommand(annotation)}\n`).join("");
}

function renderCommand({ level, title, message, file }: Annotation): string {
  const properties = { ...(file !== null && { file }), title: cutText(title, 200) };
  return renderGithubCommand(level, properties, cutText(message, LONGEST_MESSAGE));
}
