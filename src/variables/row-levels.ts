// Finds rows whose numbers lay far apart in every run and have changed places: the boiler is colder than the pump now.
import { decimalsIn } from "../json/digits.js";
import type { LiveValueOf } from "./amounts.js";
import { isLooseName } from "./bounds.js";
import { readAmount } from "./list-rows.js";
import { seenText, type Place, type Variable } from "./learned.js";
import { appendTo } from "../append-to.js";
import { nameOfPlace } from "./names.js";

/** Levels are only believed after this many runs. */
const RUNS = 3;
/** How many times what the wider one moved the two lie apart; more in a list of more rows, which has more pairs. */
const APART = { few: 4, many: 10 };
const FEW_ROWS = 4;
/** Of a longer list, pairs would lie apart by chance. */
const MOST_ROWS = 24;

/** The number of one row in a column that every row has. */
interface Level {
  index: number;
  variable: Variable;
  place: Place;
  least: number;
  most: number;
  range: number;
}

/** Two rows of which one was far above the other in every run. */
export interface LevelPair {
  above: Level;
  below: Level;
}

/** Returns the pairs of rows of a call, by the call. `toolOf`: the tool of a call. */
export function levelPairs(
  variables: readonly Variable[],
  toolOf: (call: number) => string,
): ReadonlyMap<number, readonly LevelPair[]> {
  const columns = new Map<string, Level[]>();
  variables.forEach((variable, index) => {
    const [place] = variable.places;
    const [, list, column] = /^(.*)\/\d+(\/\D[^/]*)$/.exec(place?.at ?? "") ?? [];
    if (place === undefined || place.token !== undefined || place.key === true || place.call === 0) return;
    if (list === undefined || column === undefined || variable.kind !== "value" || variable.sent.length > 0) return;
    const texts = variable.seen.map(seenText);
    const seen = texts.map(readAmount);
    if (seen.length < RUNS || !seen.every((number) => number !== undefined)) return;
    if (isLooseName(nameOfPlace(toolOf(place.call), place.at, texts[0] ?? "", undefined))) return;
    const [least, most] = [Math.min(...seen), Math.max(...seen)];
    const decimals = Math.max(...texts.map(decimalsIn));
    const range = Math.max(most - least, 2 * 10 ** -decimals);
    appendTo(columns, `${String(place.call)} ${list} ${column}`, { index, variable, place, least, most, range });
  });
  const byCall = new Map<number, LevelPair[]>();
  for (const levels of columns.values()) {
    if (levels.length > MOST_ROWS) continue;
    const times = levels.length > FEW_ROWS ? APART.many : APART.few;
    for (const above of levels) {
      for (const below of levels) {
        if (above.least - below.most >= times * Math.max(above.range, below.range))
          appendTo(byCall, above.place.call, { above, below });
      }
    }
  }
  return byCall;
}

/** The pairs of which the one that was above is not any more. */
export function brokenLevels(
  pairs: readonly LevelPair[],
  valueOf: LiveValueOf,
): { level: Level; live: string; was: string }[] {
  const found = pairs.flatMap(({ above, below }) => {
    const [high, low] = [above, below].map(({ index }) => readAmount(valueOf(index) ?? ""));
    if (high === undefined || low === undefined || high > low) return [];
    return [{ level: above, live: valueOf(above.index) ?? "", was: `above ${below.variable.name}` }];
  });
  return found.filter(({ level }, at) => found.findIndex((one) => one.level === level) === at);
}
