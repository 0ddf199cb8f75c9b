// Writes what was learned about a run as the keys of a cassette, and reads them. Pure.
import type { JsonValue } from "../json/value.js";
import { isNumber } from "../json/digits.js";
import type {
  ColumnRule,
  Doubt,
  GrownList,
  Learned,
  Place,
  SentPlace,
  Unstable,
  Variable,
  VaryingList,
} from "../variables/learned.js";
import type { TimeOff } from "../variables/off-times.js";
import { McpvalsError } from "../errors.js";
import { MOST_PLACES, MOST_VARIABLES, type LearnedKeys } from "./learned-schema.js";

type WrittenColumn = NonNullable<LearnedKeys["columns"]>[number];

type WrittenLength = NonNullable<LearnedKeys["lengths"]>[number];

/** Code units of a value that is only shown, never compared. */
const SHOWN = 200;

/**
 * The keys of a cassette. Leaves out state that the recording left: it does not concern the next run. Throws
 * CASSETTE_TOO_LARGE for more than can be read again.
 */
export function buildLearned(learned: Learned): LearnedKeys {
  const { orders, grows, lengths = [], columns = [], races, unstable, doubtful } = learned;
  const places = learned.variables.reduce((sum, one) => sum + one.places.length + one.sent.length, 0);
  if (learned.variables.length > MOST_VARIABLES) throw tooMany(learned.variables.length, "values", MOST_VARIABLES);
  if (places > MOST_PLACES) throw tooMany(places, "places", MOST_PLACES);
  return {
    variables: learned.variables.map(buildVariable),
    ...(orders.length === 0 ? {} : { orders: orders.map(({ call, at }) => locate(call, at)) }),
    ...(grows.length === 0 ? {} : { grows: grows.map(buildGrown) }),
    ...(lengths.length === 0 ? {} : { lengths: lengths.map(varyingOf) }),
    ...(columns.length === 0 ? {} : { columns: columns.map(buildColumn) }),
    ...(races.length === 0 ? {} : { races: races.map((group) => [...group]) }),
    ...(unstable.length === 0 ? {} : { unstable: unstable.map(buildUnstable) }),
    ...(doubtful.length === 0 ? {} : { doubtful: doubtful.map(buildDoubt) }),
  };
}

/** What a cassette of version 2 says about its run. */
export function readLearned(keys: LearnedKeys): Learned {
  const { orders = [], grows = [], lengths = [], columns = [], races = [], unstable = [], doubtful = [] } = keys;
  return {
    variables: keys.variables.map(({ name, kind, seen, places, sent = [], of, off }): Variable => {
      const read = places.map((place): Place => {
        return { ...placeOf(place), ...tokenOf(place), ...(place.key === undefined ? {} : { key: place.key }) };
      });
      const put = sent.map(({ call, at, token, by }): SentPlace => ({ call, at, ...tokenOf({ token }), by }));
      return {
        name,
        kind,
        seen,
        places: read,
        sent: put,
        ...(of !== undefined && { of: figureOf(of) }),
        ...(off !== undefined && { off: offOf(off) }),
      };
    }),
    orders: orders.map(placeOf),
    grows: grows.map((one): GrownList => {
      const { end, apart, left } = one;
      return { ...placeOf(one), end, ...shownOf(one), ...(apart && { apart }), ...(left && { left }) };
    }),
    ...(lengths.length === 0 ? {} : { lengths: lengths.map(varyingOf) }),
    ...(columns.length === 0 ? {} : { columns: columns.map(buildColumn) }),
    races,
    unstable: unstable.map((one): Unstable => {
      return { ...placeOf(one), ...tokenOf(one), why: one.why ?? "", seen: one.seen };
    }),
    doubtful: doubtful.map(({ call, at, token, value, readings, excluded, derived }): Doubt => {
      return { call, at, ...tokenOf({ token }), value, readings, ...given({ excluded, derived }) };
    }),
    state: [],
  };
}

function tooMany(count: number, what: string, most: number): McpvalsError {
  return new McpvalsError(
    "CASSETTE_TOO_LARGE",
    `${count} ${what} of this run differ on their own, at most ${most} can`,
    {
      fix: "Make the run or the server's answers smaller, or list places in `ignore` of the config.",
    },
  );
}

function buildVariable({ name, kind, seen, places, sent, of, off }: Variable): LearnedKeys["variables"][number] {
  return {
    name,
    kind,
    seen: seen.map((value) => (typeof value === "string" || isNumber(value) ? value : JSON.stringify(value))),
    places: places.map(({ call, at, token, key }) => {
      return { ...locate(call, at), ...tokenOf({ token }), ...(key === undefined ? {} : { key }) };
    }),
    ...(sent.length === 0
      ? {}
      : { sent: sent.map(({ call, at, token, by }) => ({ call, at, ...tokenOf({ token }), by })) }),
    ...(of !== undefined && { of: figureOf(of) }),
    ...(off !== undefined && { off: offOf(off) }),
  };
}

/** Both ways: a cassette says it in the same words. */
function offOf({ from, to, days }: { from: number; to: number; days?: number | undefined }): TimeOff {
  return { from, to, ...(days !== undefined && { days }) };
}

/** Both ways: a cassette says it in the same words. */
function shownOf({
  window,
  size,
}: { [K in "window" | "size"]?: GrownList[K] | undefined }): Pick<GrownList, "window" | "size"> {
  return { ...(window !== undefined && { window }), ...(size !== undefined && { size }) };
}

function buildGrown(list: GrownList): NonNullable<LearnedKeys["grows"]>[number] {
  const { call, at, end, apart, left } = list;
  return { ...locate(call, at), end, ...shownOf(list), ...(apart && { apart }), ...(left && { left: [...left] }) };
}

/** Both ways: a cassette says it in the same words. */
function buildColumn({ call, at, is, column, of, down, minus, row }: WrittenColumn): ColumnRule {
  const flags = { ...(down && { down }), ...(minus && { minus }), ...(row !== undefined && { row }) };
  return { call, at, is, column, ...(of && { of: [...of] }), ...flags };
}

/** Both ways: a cassette says it in the same words. */
function varyingOf({ call, at, head, foot, seen, said, off }: WrittenLength): VaryingList {
  const beside = { ...(head !== undefined && { head }), ...(foot !== undefined && { foot }) };
  const offs = off?.map(({ column, as, ...times }) => ({ column, ...offOf(times), ...(as !== undefined && { as }) }));
  const more = { ...(said && { said: [...said] }), ...(offs && { off: offs }) };
  return { call, at, ...beside, seen: seen.map((rows) => [...rows]), ...more };
}

function figureOf({
  call,
  at,
  is,
  column,
  times,
  less,
  cell,
}: NonNullable<LearnedKeys["variables"][number]["of"]>): NonNullable<Variable["of"]> {
  const more = {
    ...(times !== undefined && { times }),
    ...(less !== undefined && { less }),
    ...(cell !== undefined && { cell }),
  };
  return { call, at, is, ...(column !== undefined && { column }), ...more };
}

function buildUnstable({ call, at, token, why, seen }: Unstable): NonNullable<LearnedKeys["unstable"]>[number] {
  const said = why === "" ? {} : { why };
  return { ...locate(call, at), ...tokenOf({ token }), ...said, seen: seen.map(shorten) };
}

function buildDoubt({
  call,
  at,
  token,
  value,
  readings,
  excluded,
  derived,
}: Doubt): NonNullable<LearnedKeys["doubtful"]>[number] {
  const more = given({ excluded, derived });
  return { call, at, ...tokenOf({ token }), value: shorten(value), readings: [...readings], ...more };
}

function given({ excluded, derived }: { [K in "excluded" | "derived"]: Doubt[K] | undefined }): Partial<Doubt> {
  return { ...(excluded === undefined ? {} : { excluded }), ...(derived === undefined ? {} : { derived }) };
}

function shorten(value: JsonValue): JsonValue {
  const text = typeof value === "string" ? value : JSON.stringify(value);
  return text.length <= SHOWN ? value : `${text.slice(0, SHOWN).replace(/[\uD800-\uDBFF]$/, "")}…`;
}

function locate(call: number, at: string): { call: number; at: string } | { contract: string } {
  return call === 0 ? { contract: at } : { call, at };
}

function placeOf(place: { call: number; at: string } | { contract: string }): { call: number; at: string } {
  return "contract" in place ? { call: 0, at: place.contract } : { call: place.call, at: place.at };
}

function tokenOf({ token }: { token?: Place["token"] | undefined }): Pick<Place, "token"> {
  return token === undefined ? {} : { token };
}
