// Finds the texts that are lines of JSON in some runs and one such line, and so a JSON document, in others.
import { isExactObject } from "../json/exact.js";
import { isJsonObject, type JsonValue } from "../json/value.js";
import { rowsOfText } from "../reading/rows.js";
import { RecordingBeside, type Beside } from "./beside.js";
import type { Learned } from "./learned.js";
import { settleText, type Run, type RunCall } from "./run.js";

/** A recording with its checks. */
interface Runs {
  recording: RecordingBeside;
  checks: readonly Beside[];
}

/** Returns the runs with each text that is lines of JSON in one of them read as lines in all. */
export function withLinesOfJson({ recording, checks }: Runs): Runs {
  const blocks = recording.run.calls.map((call, at) =>
    blocksOfLines([call, ...checks.flatMap(({ calls }) => calls[at] ?? [])]),
  );
  if (blocks.every(({ size }) => size === 0)) return { recording, checks };
  const read = (call: RunCall, at: number): RunCall => ({ ...call, lines: blocks[at] ?? new Set() });
  const again = new RecordingBeside({ ...recording.run, calls: recording.run.calls.map(read) });
  return {
    recording: again,
    checks: checks.map(({ run, calls }) => again.beside({ prompts: [], ...run, calls: calls.map(read) })),
  };
}

const TEXT = /^\/content\/(\d+)(?:\/resource)?\/text$/;

/** Returns a run with each text that was learned as a list of lines read as one. */
export function withLearnedLines(run: Run, { grows, lengths = [] }: Learned): Run {
  const lists = [...grows, ...lengths];
  const linesOf = (id: number): number[] =>
    lists.flatMap(({ call, at }) => (call === id ? (TEXT.exec(at)?.[1] ?? []) : [])).map(Number);
  return { ...run, calls: run.calls.map((call) => ({ ...call, lines: new Set(linesOf(call.id)) })) };
}

/** The indexes of the blocks of a result that are one JSON object in one run, and lines of them in another. */
function blocksOfLines(calls: readonly RunCall[]): ReadonlySet<number> {
  const runs = calls.map(({ outcome }) => countsOf(outcome.kind === "result" ? outcome.result : null));
  const [first = []] = runs;
  return new Set(
    [...first.keys()].filter((block) => {
      const counts = runs.map((all) => all[block] ?? 0);
      return counts.every((count) => count > 0) && counts.includes(1) && counts.some((count) => count > 1);
    }),
  );
}

/** How many lines of JSON objects each block of a result has; 0 where a line is anything else. */
function countsOf(result: JsonValue): number[] {
  const content = isJsonObject(result) ? result["content"] : undefined;
  return Array.isArray(content) ? content.map((block) => countLines(textOf(block))) : [];
}

function textOf(block: JsonValue): string {
  if (!isJsonObject(block)) return "";
  const { text, resource } = block;
  return typeof text === "string" ? text : resource === undefined ? "" : textOf(resource);
}

function countLines(text: string): number {
  const rows = rowsOfText(settleText(text));
  return rows.every((row) => isExactObject(row)) ? rows.length : 0;
}
