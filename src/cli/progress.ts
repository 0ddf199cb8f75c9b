// Shows progress on stderr: one live line for each running workflow on a terminal, one line for each finished workflow
// elsewhere. Knows nothing about scores, only the verdict.
import type { Progress } from "../suite/options.js";
import { renderEvent, seconds } from "./event-lines.js";
import type { LiveLines } from "./live-lines.js";
import { createPaint } from "../render/safe/paint.js";
import { cutText, escapeControls } from "../render/safe/shown-text.js";

export interface ProgressOptions {
  lines: LiveLines;
  /** The width of the terminal, which may change. */
  columns: () => number;
  color: boolean;
  quiet: boolean;
  debug: boolean;
  /** True where several suites run at the same time, so that a workflow is named with its suite. */
  several: boolean;
  /** Milliseconds. */
  now: () => number;
}

export interface ProgressView {
  tell: (progress: Progress) => void;
  /** Paints the running workflows again, with the elapsed time. */
  tick: () => void;
}

interface Running {
  name: string;
  since: number;
  turns: number;
  calls: number;
}

const MARKS = {
  passed: ["✓", "green"],
  failed: ["✗", "red"],
  inconclusive: ["?", "yellow"],
  error: ["!", "red"],
  skipped: ["-", "dim"],
} as const;

const BAR = 20;
const MOST_LINES = 12;

/** A view that keeps what is running and prints what is finished. */
export function createProgress(options: ProgressOptions): ProgressView {
  const { lines, columns, now } = options;
  const running = new Map<string, Running>();
  let planned = 0;
  let finished = 0;
  const paint = createPaint(options.color);
  const nameOf = ({ suite, workflow }: { suite: string; workflow: string }): string =>
    escapeControls(options.several ? `${suite} / ${workflow}` : workflow);

  const repaint = (): void => {
    if (running.size === 0) {
      lines.repaint([]);
      return;
    }
    const width = columns() - 1;
    const rows = [...running.values()].slice(0, MOST_LINES).map((one) => {
      const facts = `${counted(one.turns, "turn")}, ${counted(one.calls, "call")}, ${seconds(now() - one.since)}`;
      const name = cutText(one.name, Math.max(8, width - facts.length - BAR - 6));
      return cutText(`  ${name}  ${"▪".repeat(Math.min(one.turns, BAR))}  ${facts}`, width);
    });
    const done = planned === 0 ? 0 : Math.round((finished / planned) * BAR);
    rows.push(cutText(`  ${"█".repeat(done)}${"░".repeat(BAR - done)} ${finished}/${planned} workflows`, width));
    lines.repaint(rows);
  };

  const tell = (progress: Progress): void => {
    switch (progress.type) {
      case "plan": {
        planned += progress.workflows.length;
        const skipped = progress.skipped === 0 ? "" : `, ${progress.skipped} skipped`;
        const count = counted(progress.workflows.length, "workflow");
        lines.print(paint("dim", `${progress.command} ${escapeControls(progress.suite)}: ${count}${skipped}`));
        break;
      }
      case "note":
        lines.print(escapeControls(progress.message));
        break;
      case "started":
        running.set(keyOf(progress), { name: nameOf(progress), since: now(), turns: 0, calls: 0 });
        break;
      case "event": {
        const one = running.get(keyOf(progress));
        if (one !== undefined && progress.event.type === "turn") one.turns += 1;
        if (one !== undefined && progress.event.type === "call") one.calls += 1;
        if (options.debug) lines.print(paint("dim", `  ${nameOf(progress)}  ${renderEvent(progress.event)}`));
        break;
      }
      case "finished": {
        running.delete(keyOf(progress));
        finished += 1;
        const [mark, colour] = MARKS[progress.verdict];
        lines.print(`${paint(colour, mark)} ${nameOf(progress)} ${paint("dim", seconds(progress.ms))}`);
        break;
      }
    }
    repaint();
  };

  if (options.quiet) return { tell() {}, tick() {} };
  return { tell, tick: repaint };
}

function keyOf(progress: { suite: string; workflow: string }): string {
  return JSON.stringify([progress.suite, progress.workflow]);
}

function counted(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? "" : "s"}`;
}
