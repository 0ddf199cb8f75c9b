// Renders a review as the text of a comment: the sentence, the tables, what needs attention, and as many folded entries
// as fit.
import { groupWorkflows, type Group } from "../../review/group.js";
import { attentionEntries } from "./markdown-attention.js";
import { renderContract } from "./markdown-contract.js";
import { renderGroup, type EntryContext } from "./markdown-entry.js";
import { TABLE_HEAD, tableRow } from "./markdown-table.js";
import type { Review, SuiteReview } from "../../review/review.js";
import { code } from "../safe/safe-markdown.js";
import { severityOf } from "../../review/severity.js";

/** The first line of every review, so that a comment can be found and edited in place. */
export const REVIEW_MARKER = "<!-- mcpvals review -->";

/** GitHub accepts 65,536 characters. */
const LIMIT = 65_000;
/** Most characters for the tables and the list of what needs attention, so that entries fit too. */
const TABLES = 16_000;
const EYES = 20_000;
const NOTES = 4_000;

/** Renders a review. `links`: addresses of both sides' files, for images. */
export function renderReview(review: Review, links: EntryContext["links"]): string {
  const { base, sentence, suites, attention, notLookedAt } = review;
  const grouped = suites.map((suite) => ({ suite, groups: groupWorkflows(suite.workflows) }));
  const all = grouped.flatMap(({ groups }) => groups);
  const shortBase = base.commit.slice(0, 12);
  const head = [
    REVIEW_MARKER,
    `**${sentence}**`,
    "",
    `Compared: the work tree with ${code(shortBase)} (${code(base.how)}). Verdicts are those of the recordings${isJudged(suites) ? "; the judge's threshold is not known here" : ""}.`,
    "",
    ...renderTables(grouped),
    ...listOf("### Needs your attention", attentionEntries(all, attention), EYES),
    ...listOf(
      "### Not reviewed",
      notLookedAt.map((note) => `- ${code(note, 200)}`),
      NOTES,
    ),
  ];
  const entries = grouped.flatMap(({ suite, groups }) => entriesOf(suite, groups, { base: shortBase, links }));
  return `${fit(head.join("\n"), entries)}\n`;
}

function isJudged(suites: readonly SuiteReview[]): boolean {
  return suites.some(({ workflows }) =>
    workflows.some(({ before, after }) => [before, after].some((side) => side?.scores["llm-judge"] !== undefined)),
  );
}

function renderTables(grouped: readonly { suite: SuiteReview; groups: readonly Group[] }[]): string[] {
  const lines: string[] = [];
  let used = 0;
  let left = 0;
  for (const { suite, groups } of grouped) {
    const rows: string[] = [];
    for (const group of groups) {
      const row = tableRow(group);
      used += row.length + 1;
      if (used > TABLES) left += group.members.length;
      else rows.push(row);
    }
    if (rows.length > 0) lines.push(`### ${code(suite.folder)}`, "", ...TABLE_HEAD, ...rows, "");
  }
  if (left > 0) lines.push(`And ${left} less serious workflows, left out because of the size limit.`, "");
  return lines;
}

function listOf(title: string, entries: readonly string[], room: number): string[] {
  if (entries.length === 0) return [];
  const shown: string[] = [];
  let used = 0;
  for (const entry of entries) {
    used += entry.length + 1;
    if (used > room) break;
    shown.push(entry);
  }
  const left = entries.length - shown.length;
  return [
    title,
    "",
    ...shown,
    ...(left === 0 ? [] : [`- And ${left} more, left out because of the size limit: \`mcpvals review --format json\``]),
    "",
  ];
}

interface Entry {
  text: string;
  severity: number;
}

/** Returns the suite's entries, the worst first; a contract follows the rank of the worst workflow with it. */
function entriesOf({ contracts }: SuiteReview, groups: readonly Group[], context: EntryContext): Entry[] {
  const open = new Set(contracts);
  const entries: Entry[] = [];
  for (const group of groups) {
    const { first } = group;
    const severity = severityOf(first);
    const text = renderGroup(group, context);
    if (text !== undefined) entries.push({ text, severity });
    for (const contract of open) {
      if (contract.before !== first.before?.contract || contract.after !== first.after?.contract) continue;
      open.delete(contract);
      entries.push({ text: renderContract(contract), severity });
    }
  }
  return [...entries, ...[...open].map((contract) => ({ text: renderContract(contract), severity: Infinity }))];
}

/** Keeps whole entries and leaves out the least serious first. */
function fit(head: string, entries: readonly Entry[]): string {
  if (entries.length === 0) return head.trimEnd();
  const note = (left: number): string =>
    `${left === 1 ? "One more entry is" : `${left} more entries are`} left out, the least serious, because of the size limit: \`mcpvals review --format json\` has all.`;
  const kept = new Set<Entry>();
  let room = LIMIT - head.length - note(entries.length).length - 50;
  for (const entry of entries.toSorted((a, b) => a.severity - b.severity)) {
    room -= entry.text.length + 2;
    if (room < 0) break;
    kept.add(entry);
  }
  const shown = entries.filter((entry) => kept.has(entry));
  const left = entries.length - shown.length;
  const parts = [head.trimEnd(), "### Details", ...shown.map(({ text }) => text), ...(left === 0 ? [] : [note(left)])];
  return parts.join("\n\n");
}
