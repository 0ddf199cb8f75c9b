// Renders the transcript of a recorded run as Markdown. No recorded text can leave its fence, link, mention or be HTML.
import { describePlace } from "../../trace/describe-drift.js";
import type { Drift } from "../../trace/drift.js";
import { code, fenceText } from "../safe/safe-markdown.js";
import { escapeControls } from "../safe/shown-text.js";
import { fold, jsonText } from "./lay-out.js";
import type { TranscriptPiece } from "./piece.js";
import { buildPieces } from "./pieces.js";
import type { Part, Shown, ShownSession, TranscriptOptions } from "./shown.js";
import { valueLines } from "./value-lines.js";

const WIDTH = 100;

/** Ends with a line end. */
export function renderTranscriptMarkdown(shown: Shown | ShownSession, options: TranscriptOptions): string {
  const blocks = buildPieces(shown, options).map((piece) => blockOf(piece, options.full));
  const text = blocks.reduce((done, block, at) => {
    // Facts form one list.
    const joint = block.startsWith("- ") && blocks[at - 1]?.startsWith("- ") === true ? "\n" : "\n\n";
    return done === "" ? block : done + joint + block;
  }, "");
  return `${text}\n`;
}

function blockOf(piece: TranscriptPiece, full: boolean): string {
  switch (piece.kind) {
    case "problem":
      return `**!** ${spanOf(piece.text)}`;
    case "fact":
      return `- ${piece.name}: ${spanOf(piece.text)}`;
    case "step":
      return `## Step ${String(piece.number)} of ${String(piece.of)}`;
    case "rule":
      return `---\n\n**${spanOf(piece.text)}**`;
    case "said": {
      const facts = piece.facts === "" ? "" : ` (${spanOf(piece.facts)})`;
      const name = piece.name === "" ? "" : ` ${spanOf(piece.name)}`;
      const head = `**${piece.label}**${name}${facts}`;
      return [head, ...piece.parts.map((part) => partBlock(part, full || !piece.foldable))].join("\n\n");
    }
    case "drift":
      return driftBlock(piece.drift, full);
  }
}

function partBlock(part: Part, full: boolean): string {
  if (part.kind === "note") return spanOf(part.text);
  const text = part.kind === "json" ? jsonText(part.value, WIDTH) : part.text;
  return fenced(text.split(/\r?\n/), part.kind === "json" ? "json" : "text", full);
}

function driftBlock(drift: Drift, full: boolean): string {
  const { class: kind, id, where, note, accepted } = drift;
  const said = `**${kind}${accepted === true ? ", accepted" : ""}** ${spanOf(`${id} ${describePlace(where)}`)}`;
  const lines = valueLines(drift).map(({ mark, text }) => `${mark} ${text}`);
  return [said, fenced(lines, "diff", full), ...(note === undefined ? [] : [spanOf(note)])].join("\n\n");
}

function fenced(lines: readonly string[], language: string, full: boolean): string {
  const { shown, left } = fold(lines, full);
  const more = left === 0 ? "" : `\n\n… ${String(left)} more lines (\`--full\`)`;
  return fenceText(shown.map(escapeControls).join("\n"), language) + more;
}

/** Renders code on one line: nothing in it is active, and no backtick ends it. */
function spanOf(text: string): string {
  return code(text, Infinity);
}
