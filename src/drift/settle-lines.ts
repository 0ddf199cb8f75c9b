// Takes out of a live text what differs by itself, line by line, where its lines are not those of the recorded one.
import { compareText, linesOf } from "./compare-text.js";
import { Following } from "./following.js";
import type { LeafContext } from "./leaf-context.js";
import type { Path } from "./rules.js";
import { countWords, wordsOf } from "./words.js";

/** Pairs of lines that are held against each other; above it lines are paired as they stand. */
const MOST_PAIRS = 2500;

/** Each live line with the words of the recorded line that it is most like, where they may differ by themselves. */
export function settleLines(recorded: string, live: string, path: Path, context: LeafContext): string {
  const before = linesOf(recorded);
  const after = linesOf(live);
  const starts = before.map((_, at) => before.slice(0, at).reduce((sum, line) => sum + countWords(line), 0));
  const settleBy = (at: number, line: string): { text: string; off: number } => {
    const then = before[at];
    return then === undefined
      ? { text: line, off: 1 }
      : settleLine(then, line, path, shifted(context, path, starts[at] ?? 0));
  };
  return after
    .map((line, at) => {
      const own = Math.min(at, before.length - 1);
      let best = settleBy(own, line);
      for (let index = 0; index < before.length && best.off > 0; index++) {
        if (before.length * after.length > MOST_PAIRS) break;
        const settled = index === own ? best : settleBy(index, line);
        if (settled.off < best.off) best = settled;
      }
      return best.text;
    })
    .join("\n");
}

/** `off`: how many words are not as they are recorded; all where the lines are not of one form. */
function settleLine(recorded: string, live: string, path: Path, context: LeafContext): { text: string; off: number } {
  const found = compareText(recorded, live, path, context);
  if (found === undefined || found.class !== "changed") return { text: recorded, off: 0 };
  const settled = typeof found.settled === "string" ? found.settled : live;
  const [then, now] = [wordsOf(recorded), wordsOf(settled)];
  const same = now.filter((word, at) => word.text === then[at]?.text).length;
  return { text: settled, off: Math.max(then.length, now.length) - same };
}

/** The rules know a word by its number in the whole text. */
function shifted(context: LeafContext, path: Path, by: number): LeafContext {
  const place = (inner: Path): Path => {
    const at = inner[path.length];
    return [...path, by + (typeof at === "number" ? at : 0)];
  };
  const rules = { ...context.rules, listing: (inner: Path) => context.rules.listing(place(inner)) };
  return { ...context, rules, following: new Following() };
}
