// Finds days in results that are the day of the recording and never differed: from a clock that cannot be moved, or
// data.
import { dayOf } from "./calendar.js";
import { LearnedIndex } from "./index-learned.js";
import { keysOf } from "./names.js";
import type { Learned } from "./learned.js";
import { viewLeavesOf } from "./leaves.js";
import { withLearnedLines } from "./lines-of-json.js";
import { rangeOf } from "./observe.js";
import { piecesOf } from "./pieces.js";
import { viewCall, type Run } from "./run.js";
import { daysNamed } from "./time.js";
import { readTimes } from "./time-forms.js";

/**
 * Returns one part of a sentence for each place. A day that a prompt or an argument named first comes from there, and
 * not from a clock.
 */
export function findDatedToday(recorded: Run, learned: Learned): string[] {
  const today = dayOf(recorded.startedAt);
  const given = [...recorded.prompts, ...recorded.calls.map((call) => JSON.stringify(call.arguments))];
  const isGiven = given.some((text) => piecesOf(text).some((piece) => daysNamed(piece.text).includes(today)));
  if (isGiven) return [];
  const index = new LearnedIndex(learned, recorded);
  const found = withLearnedLines(recorded, learned).calls.flatMap((call) =>
    viewLeavesOf(viewCall(call), "").flatMap(({ value, at }) => {
      if (typeof value !== "string") return [];
      const named = index.key(call.id, at);
      const spots = [...index.leaf(call.id, at), ...(named === undefined ? [] : [named])].flatMap(
        ({ place }) => rangeOf(value, place.token) ?? [],
      );
      return piecesOf(value).flatMap(({ text, start, end }) => {
        const isDay = readTimes(text).some((reading) => reading.kind === "day" && reading.day === today);
        if (!isDay || spots.some((spot) => spot.start < end && start < spot.end)) return [];
        const { key } = keysOf(at);
        return [`${call.tool} says ${key === "" ? text : `${key}: ${text}`}, the day of the recording, in all runs`];
      });
    }),
  );
  return [...new Set(found)].map((text) => `${text}; if a database's clock makes it, put the place under "varies"`);
}
