// Finds numbers of a live result that no longer belong together as they did in every run: parts of a total, the rows of
// a list and their number.
import type { CallPair } from "./call-pair.js";
import type { VariableFinding } from "./finding.js";
import { NOTHING_FREE } from "./free-places.js";
import { figureInWords, figureOf, readAmount } from "./list-figures.js";
import { findBrokenRelations } from "./relations.js";

/** Lists what is broken at or below a place of the call, after its variables were read. */
export function findBrokenNumbers(pair: CallPair, at: string): VariableFinding[] {
  // What Claude is not given may be anything.
  if (pair.loose === true) return [];
  const { free = NOTHING_FREE } = pair;
  return [...brokenRelations(pair, at), ...brokenFigures(pair, at)].filter(
    (finding) => !free.ignored(finding.at) && !free.varies(finding.at),
  );
}

function brokenRelations({ index, bindings, call }: CallPair, at: string): VariableFinding[] {
  return findBrokenRelations(index.amountsOf(call, at), (variable) => bindings.valueOf(variable)).map(
    ({ variable, place, live, was }) => {
      const recorded = variable.seen[0] ?? null;
      return {
        call,
        at: place.at,
        class: "changed",
        why: "relation",
        variable: variable.name,
        recorded,
        now: live,
        was,
        lost: recorded,
      };
    },
  );
}

/** Numbers that were a figure of a list in every run, as soon as both are known. */
function brokenFigures({ index, bindings, call }: CallPair, at: string): VariableFinding[] {
  const isHere = (place: { call: number; at: string }): boolean =>
    place.call === call && (place.at === at || place.at.startsWith(`${at}/`));
  return index.figuresIn(call).flatMap(({ index: variable, place, of }): VariableFinding[] => {
    const [number, list] = [bindings.valueOf(variable), bindings.listAt(of)];
    if (!(isHere(place) || isHere(of)) || number === undefined || list === undefined) return [];
    const figure = figureOf(of, list.live, list.recorded, place);
    const { name, seen = [] } = index.variable(variable) ?? {};
    if (figure === undefined || name === undefined || Math.abs(figure - (readAmount(number) ?? figure)) < 1e-6)
      return [];
    const sides = { recorded: seen[0] ?? null, now: isHere(place) ? number : String(figure) };
    const where = isHere(place) ? place.at : of.at;
    const was = figureInWords(of);
    return [
      { call, at: where, class: "changed", why: "relation", variable: name, was, ...sides, lost: sides.recorded },
    ];
  });
}
