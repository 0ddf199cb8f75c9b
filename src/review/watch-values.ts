// Finds results that changed although the call has the same arguments: the server, or its data, returns something else.
import type { RunChanges, ValueChange } from "../diff/recordings/changes.js";
import type { Learned } from "../variables/learned.js";
import type { ReviewEvidence } from "./review.js";

/** Leaves out what is new, and places that may differ on their own by what the new recording learned. */
export function findChangedValues({ calls, values }: RunChanges, learned: Learned): ReviewEvidence[] {
  const others = new Set(calls.filter(({ otherArguments }) => otherArguments === true).map(({ call }) => call));
  const free = freePlacesOf(learned);
  return values
    .filter(({ part, before, call }) => part === "result" && before !== undefined && !others.has(call))
    .filter((value) => !isFree(value, free))
    .map(({ call, tool, path, before, after }) => ({
      label: `call ${call}, ${tool}${path === "" ? "" : ` ${path}`}`,
      ...(before === undefined ? {} : { before }),
      ...(after === undefined ? {} : { after }),
    }));
}

interface FreePlace {
  call: number;
  at: string;
}

function freePlacesOf({ variables, orders, grows, lengths = [], unstable, races }: Learned): FreePlace[] {
  return [
    ...variables.flatMap(({ places }) => places),
    ...orders,
    ...grows,
    ...lengths,
    ...unstable,
    ...races.flatMap((group) => group.map((call) => ({ call, at: "" }))),
  ];
}

/** True where the value is at such a place, below it, or around it. */
function isFree({ call, path }: ValueChange, free: readonly FreePlace[]): boolean {
  const isWithin = (inner: string, outer: string): boolean => inner === outer || inner.startsWith(`${outer}/`);
  return free.some((place) => place.call === call && (isWithin(path, place.at) || isWithin(place.at, path)));
}
