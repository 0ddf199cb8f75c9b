// Groups numbers of an object with those of the objects in it: the answers of a survey with the counts of each kind, and
// with the count and the share of one kind.
import { appendTo } from "../append-to.js";
import { keyOf, surroundingsOf, type Amount } from "./amounts.js";

/** Among more numbers some meet by chance. */
const MOST = 6;

/** Returns each number with a column of the objects beside it, and all of an object with those of one beside it. */
export function nestedAmounts(groups: readonly (readonly Amount[])[]): Amount[][] {
  const outer = new Map<string, readonly Amount[]>();
  const inner = new Map<string, (readonly Amount[])[]>();
  for (const group of groups) {
    const [first] = group;
    if (first === undefined || first.place.token !== undefined) continue;
    const at = surroundingsOf(first.place.at);
    outer.set(placeOf(first, at), group);
    // The elements of an array are rows.
    if (!/\/\d+$/.test(at)) appendTo(inner, placeOf(first, at.slice(0, at.lastIndexOf("/"))), group);
  }
  return [...outer].flatMap(([place, amounts]) => {
    const within = inner.get(place) ?? [];
    if (within.length < 2) return [];
    const columns = new Map<string, Amount[]>();
    for (const amount of within.flat()) appendTo(columns, keyOf(amount), amount);
    const ofColumns = [...columns.values()].flatMap((column) =>
      column.length < 2 ? [] : amounts.map((amount) => [amount, ...column]),
    );
    return [...ofColumns, ...within.map((one) => [...amounts, ...one])].filter((group) => group.length <= MOST);
  });
}

function placeOf({ place: { call } }: Amount, at: string): string {
  return `${String(call)} ${at}`;
}
