// Gives each variable a name for people, from its key and its tool, unique in the cassette.
import { labelOf, nounsOfTool, ownName, wordsOfName } from "./names.js";
import type { Observed } from "./observe.js";

/** What a line is about: `- **Remaining:** 38 points`. */
const LABEL = /^[^\p{L}\d]*([A-Za-z][A-Za-z ]{1,30})[^\p{L}\d]*:[^\p{L}\d]*$/u;

/** Returns the names of variables, in their order. */
export function nameVariables(groups: readonly (readonly Observed[])[]): string[] {
  const taken = new Map<string, number>();
  return groups.map(([first]) => {
    const base = first === undefined ? "value" : nameOf(first);
    const count = (taken.get(base) ?? 0) + 1;
    taken.set(base, count);
    return count === 1 ? base : `${base}-${String(count)}`;
  });
}

function nameOf({ named, tool, place, context }: Observed): string {
  if (place.call === 0) return slug(["contract", ...wordsOfName(labelOf(named))]);
  const nouns = nounsOfTool(tool);
  const thing = nouns.length > 0 ? nouns : wordsOfName(ownName(tool));
  const label = context === undefined ? undefined : LABEL.exec(context.text.slice(0, context.start))?.[1];
  const words = wordsOfName(label ?? labelOf(named));
  return slug([...thing, ...words.filter((word) => !thing.includes(word))]);
}

function slug(words: readonly string[]): string {
  const name = words
    .slice(0, 4)
    .join("-")
    .replaceAll(/[^a-z0-9-]/g, "");
  return name === "" ? "value" : name;
}
