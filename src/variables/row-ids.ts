// Finds ids that two rows of a list share, though no two recorded rows do.
import { isExactObject, type Exact } from "../json/exact.js";
import { ID_WORDS, nounsOfTool, wordsOfName } from "./names.js";
import { piecesOf } from "./pieces.js";

/** True for the name of an object's own id: `id`, or `order_id` in a list of orders. */
export function isOwnId(key: string, nouns: readonly string[]): boolean {
  const words = wordsOfName(key);
  return words.some((word) => ID_WORDS.has(word)) && words.every((word) => ID_WORDS.has(word) || nouns.includes(word));
}

/** The ids of the rows of a list, by their keys; a line without keys is its own id. */
export class RowIds {
  private readonly counts = new Map<string, ReadonlyMap<string, number>>();
  private readonly nouns: readonly string[];

  /** `tool`: the one that lists the rows. */
  constructor(
    private readonly recorded: readonly Exact[],
    private readonly live: readonly Exact[],
    tool: string,
  ) {
    this.nouns = nounsOfTool(tool);
  }

  /**
   * True where another row of the list has the same id, though no two recorded rows had. `varies`: tells whether a field
   * differs from row to row; the text of a line is one without a name.
   */
  hasTaken(row: Exact, varies: (key: string) => boolean = () => true): boolean {
    if (typeof row === "string") {
      const hasDigits = piecesOf(row).some(({ text, kind }) => kind !== "time" && /\d/.test(text));
      return hasDigits && varies("") && this.isTaken("", row);
    }
    if (!isExactObject(row)) return false;
    return Object.keys(row).some((key) => isOwnId(key, this.nouns) && varies(key) && this.isTaken(key, row));
  }

  private isTaken(key: string, row: Exact): boolean {
    const id = idOf(row, key);
    return id !== undefined && (this.countsOf(key).get(id) ?? 0) > 1;
  }

  /** How many rows have each id; none where recorded rows share one. */
  private countsOf(key: string): ReadonlyMap<string, number> {
    const known = this.counts.get(key);
    if (known !== undefined) return known;
    const before = this.recorded.flatMap((row) => idOf(row, key) ?? []);
    const counts = new Map<string, number>();
    if (new Set(before).size === before.length) {
      for (const id of this.live.flatMap((row) => idOf(row, key) ?? [])) counts.set(id, (counts.get(id) ?? 0) + 1);
    }
    this.counts.set(key, counts);
    return counts;
  }
}

function idOf(row: Exact, key: string): string | undefined {
  if (typeof row === "string") return key === "" ? row : undefined;
  return isExactObject(row) && Object.hasOwn(row, key) ? JSON.stringify(row[key]) : undefined;
}
