// Gives drift in `structuredContent` the class that it has for programs.
// A replay calls it docs, because Claude is not given it; code that calls the tool reads nothing else.
import { saysTrouble } from "../../reading/trouble.js";
import { canonicalJson } from "../../json/canonical.js";
import { parsePointer } from "../../json/pointer.js";
import type { Drift, DriftPlace } from "../../trace/drift.js";
import { factsOf, type DriftClass } from "../../trace/drift-classes.js";

/** True for a place in the structured part of a result. */
export function isStructured({ part, path }: DriftPlace): boolean {
  return part === "result" && (path === "/structuredContent" || path.startsWith("/structuredContent/"));
}

/** Keeps the ids, so that an acceptance holds here and in a replay. */
export function judgeStructured(
  drift: readonly Drift[],
  { acceptedIds, strict }: { acceptedIds: ReadonlySet<string>; strict: boolean },
): Drift[] {
  return drift.map((one) => {
    if (factsOf(one.class).isGiven || !isStructured(one.where) || drift.some((other) => saysTheSame(other, one)))
      return one;
    const { accepted: _, ...rest } = one;
    const kind = classOf(one);
    const isAccepted = kind === "additive" ? one.accepted === true : !strict && acceptedIds.has(one.id);
    return { ...rest, class: kind, ...(isAccepted ? { accepted: true } : {}) };
  });
}

function classOf({ where: { path }, recorded, present }: Drift): DriftClass {
  if (present === undefined) return "breaking";
  if (recorded !== undefined) return "changed";
  const key = parsePointer(path)?.at(-1) ?? "";
  return saysTrouble(key, present) ? "changed" : "additive";
}

/** True where the text of the same result is JSON with the same difference at the same place. */
function saysTheSame(text: Drift, structured: Drift): boolean {
  if (text.where.part !== "result" || text.where.call !== structured.where.call || !factsOf(text.class).isGiven)
    return false;
  const place = /^\/content\/\d+\/json(?<below>(?:\/.*)?)$/s.exec(text.where.path)?.groups?.["below"];
  if (place === undefined || `/structuredContent${place}` !== structured.where.path) return false;
  const values = ({ recorded, present }: Drift): string => canonicalJson([recorded ?? null, present ?? null]);
  return values(text) === values(structured);
}
