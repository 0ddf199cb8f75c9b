// Finds a reference that is sent as it was recorded, and that the server gave to another row of its list in this run.
import type { CallOutcome } from "../trace/trace.js";
import type { SentArgument } from "./chosen.js";
import { CountedRows, countedOf } from "./follows-words.js";
import { viewOf } from "./run.js";

const read = new WeakMap<CallOutcome, CountedRows>();

/** Each outcome is read once. */
function rowsOf(outcome: CallOutcome): CountedRows {
  const known = read.get(outcome);
  if (known !== undefined) return known;
  const rows = new CountedRows(viewOf(outcome));
  read.set(outcome, rows);
  return rows;
}

/** The newest result that has a reference says whose it is; what a prompt names is the same wherever it stands. */
export function findStrayed(
  args: readonly SentArgument[],
  results: readonly { recorded: CallOutcome; live: CallOutcome }[],
  prompts: readonly string[],
): SentArgument | undefined {
  const newestFirst = results.toReversed();
  return args.find(({ recorded, live }) => {
    if (recorded !== live || !/\p{L}/u.test(countedOf(recorded)?.prefix ?? "")) return false;
    if (prompts.some((prompt) => prompt.includes(recorded))) return false;
    for (const result of newestFirst) {
      const isElsewhere = rowsOf(result.recorded).isElsewhere(recorded, rowsOf(result.live));
      if (isElsewhere !== undefined) return isElsewhere;
    }
    return false;
  });
}
