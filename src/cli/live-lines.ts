// Repaints the lines at the bottom of a terminal, while finished lines scroll above them.
import type { Output } from "./context.js";

export interface LiveLines {
  /** Prints lines that stay. */
  print(text: string): void;
  /** Paints the lines at the bottom again. */
  repaint(lines: readonly string[]): void;
  /** Removes the lines at the bottom; resolves when everything is written. */
  clear(): Promise<void>;
}

/** Live lines on a terminal. Lines given to `repaint` must fit its width. */
export function createLiveLines(output: Output): LiveLines {
  let shown: readonly string[] = [];
  const erase = (): string => (shown.length === 0 ? "" : `\u001b[${shown.length}A\u001b[J`);
  const painted = (lines: readonly string[]): string => lines.map((line) => `${line}\n`).join("");
  return {
    print(text) {
      void output.write(`${erase()}${text}\n${painted(shown)}`);
    },
    repaint(lines) {
      const text = `${erase()}${painted(lines)}`;
      shown = lines;
      if (text !== "") void output.write(text);
    },
    async clear() {
      const text = erase();
      shown = [];
      await output.write(text);
    },
  };
}

/** For output that is not a terminal: only the lines that stay. */
export function createPlainLines(output: Output): LiveLines {
  return {
    print(text) {
      void output.write(`${text}\n`);
    },
    repaint() {},
    async clear() {
      await output.write("");
    },
  };
}
