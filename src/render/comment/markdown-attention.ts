// Renders what needs attention as list entries, each with its evidence and one command.
import { cutPair } from "../parts/cut-pair.js";
import { listAttention, type AttentionEntry } from "../../review/attention-entries.js";
import type { Group } from "../../review/group.js";
import type { Attention, ReviewEvidence } from "../../review/review.js";
import { code, fence } from "../safe/safe-markdown.js";
import { jsonTextOf } from "./shown-values.js";

/** How many names and pieces of evidence an entry shows. */
const SHOWN = 5;
const WIDTH = 160;

/** Returns the entries, the worst first. `apart`: those that belong to no workflow. */
export function attentionEntries(groups: readonly Group[], apart: readonly Attention[]): string[] {
  return listAttention(groups, apart).map(renderEntry);
}

function renderEntry({ attention, others }: AttentionEntry): string {
  const { what, where, workflow, evidence, command } = attention;
  const name = workflow === undefined ? code(where) : `${code(workflow)} in ${code(where)}`;
  const more = others.length === 0 ? "" : ` and in ${others.length} more: ${namesOf(others)}`;
  const sentence = `${what.charAt(0).toUpperCase()}${what.slice(1)}`;
  const lines = [`- **${sentence}**: ${name}${more}`];
  for (const one of evidence.slice(0, SHOWN)) lines.push(`  - ${renderEvidence(one)}`);
  if (evidence.length > SHOWN) lines.push(`  - and ${evidence.length - SHOWN} more`);
  // A command that is cut could not be run.
  if (command.length <= 300) lines.push(`  - ${code(command, 400)}`);
  else lines.push("", ...fence("text", [command.slice(0, 1000)]).map((line) => `    ${line}`), "");
  return lines.join("\n");
}

function namesOf(names: readonly string[]): string {
  const shown = names.slice(0, SHOWN).map((name) => code(name, 60));
  return names.length > SHOWN ? `${shown.join(", ")}, …` : shown.join(", ");
}

function renderEvidence({ label, before, after }: ReviewEvidence): string {
  const [one, other] = cutPair(jsonTextOf(before), jsonTextOf(after), WIDTH);
  const values = [one, other].flatMap((text) => (text === undefined ? [] : [code(text, WIDTH)]));
  const seen = before !== undefined && after === undefined ? [`${values.join("")} is gone`] : values;
  const shown = seen.join(" → ");
  return label === "" ? shown : `${code(label)}${shown === "" ? "" : `: ${shown}`}`;
}
