// Starts progress on the real stderr: picks live or plain lines, repaints the elapsed time, and removes it all at the
// end.
import { canRepaint, hasColor } from "./colour.js";
import type { Progress } from "../suite/options.js";
import type { CommandContext } from "./context.js";
import { createLiveLines, createPlainLines } from "./live-lines.js";
import { createProgress, type ProgressView } from "./progress.js";

export interface StartedProgress {
  tell: ProgressView["tell"];
  /** Shows nothing while the work asks the person at the terminal; what was told then is shown afterwards. */
  hold<T>(work: () => Promise<T>): Promise<T>;
  /** Resolves when stderr has received everything and no timer is left. */
  stop(): Promise<void>;
}

/** Starts to show progress; call `stop` at the end. */
export function startProgress(
  { stderr, env }: CommandContext,
  options: { debug: boolean; quiet: boolean; noColor: true | undefined; several: boolean },
): StartedProgress {
  const live = canRepaint(stderr, env) && !options.quiet;
  const lines = live ? createLiveLines(stderr) : createPlainLines(stderr);
  const view = createProgress({
    lines,
    columns: () => stderr.columns,
    color: hasColor(stderr, env, options.noColor),
    quiet: options.quiet,
    debug: options.debug,
    several: options.several,
    now: () => performance.now(),
  });
  let held: Progress[] | undefined;
  const tick = (): void => {
    if (held === undefined) view.tick();
  };
  const timer = live ? setInterval(tick, 200) : undefined;
  return {
    tell(progress) {
      if (held === undefined) view.tell(progress);
      else held.push(progress);
    },
    async hold(work) {
      held = [];
      await lines.clear();
      try {
        return await work();
      } finally {
        const told = held;
        held = undefined;
        for (const progress of told) view.tell(progress);
      }
    },
    async stop() {
      clearInterval(timer);
      await lines.clear();
    },
  };
}
