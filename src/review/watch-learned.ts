// Finds what changed in a cassette's variables, starting with how calls are made.
import { callsOf } from "../trace/read.js";
import type { Doubt, Learned, Place, SentPlace } from "../variables/learned.js";
import { describeGrowth } from "../variables/describe-growth.js";
import { describeVarying } from "../variables/describe-varying.js";
import { columnRuleInWords, nameOfColumn } from "../variables/column-words.js";
import { figureInWords } from "../variables/list-figures.js";
import { seenText } from "../variables/learned.js";
import { alignSequences } from "../diff/recordings/align-sequences.js";
import type { RecordingSide } from "../diff/recordings/recording.js";
import type { AttentionKind, ReviewEvidence } from "./review.js";

type Found = [AttentionKind, string, ReviewEvidence[]];
type Spot = Pick<Place, "call" | "at" | "token" | "key">;

/** The call of the new recording that matches a call of the old one; undefined where it is gone. 0 is the contract. */
type CallNow = (call: number) => number | undefined;

/** Empty where both sides say the same about their values. Calls that are gone are left out. */
export function watchLearned(before: RecordingSide, after: RecordingSide): Found[] {
  const now = callsNow(before, after);
  const tools = new Map(callsOf(after.trace).map(({ id, tool }) => [id, tool]));
  const nameOf = (spot: Spot): string => describeSpot(spot, tools);
  const sent = compare(sentOf(before.learned, now), sentOf(after.learned), nameOf);
  const doubts = compare(doubtsOf(before.learned, now), doubtsOf(after.learned), nameOf).filter(
    (one) => one.after !== undefined,
  );
  const places = [
    ...compareVariables(before.learned, after.learned, now, nameOf),
    ...compare(othersOf(before.learned, now), othersOf(after.learned), nameOf),
  ];
  return [
    ...entry("sent", sent, "argument is", "arguments are", "made differently"),
    ...entry("doubtful", doubts, "argument is", "arguments are", "doubtful, and not sent"),
    ...entry(
      "variables",
      places,
      "place that may differ on its own has",
      "places that may differ on their own have",
      "changed",
    ),
  ];
}

function entry(kind: AttentionKind, evidence: ReviewEvidence[], one: string, many: string, what: string): Found[] {
  if (evidence.length === 0) return [];
  const count = evidence.length === 1 ? `one ${one}` : `${evidence.length} ${many}`;
  return [[kind, `${count} ${what}`, evidence]];
}

function callsNow(before: RecordingSide, after: RecordingSide): CallNow {
  const [old, present] = [callsOf(before.trace), callsOf(after.trace)];
  const known = new Map([[0, 0]]);
  for (const pair of alignSequences(old, present, (one, other) => one.tool === other.tool)) {
    const one = pair.before === undefined ? undefined : old[pair.before];
    const other = pair.after === undefined ? undefined : present[pair.after];
    if (one !== undefined && other !== undefined) known.set(one.id, other.id);
  }
  return (call) => known.get(call);
}

const SAME: CallNow = (call) => call;

/** A place, and what is said about it. */
interface Said {
  spot: Spot;
  text: string;
}

function compare(
  before: Map<string, Said>,
  after: Map<string, Said>,
  nameOf: (spot: Spot) => string,
): ReviewEvidence[] {
  const gone = [...before].filter(([key]) => !after.has(key));
  const others = [...after].filter(([key, { text }]) => before.get(key)?.text !== text);
  return [
    ...others.map(([key, { spot, text }]): ReviewEvidence => {
      const was = before.get(key)?.text;
      return { label: nameOf(spot), ...(was === undefined ? {} : { before: was }), after: text };
    }),
    ...gone.map(([, { spot, text }]): ReviewEvidence => ({ label: nameOf(spot), before: text })),
  ];
}

function sentOf({ variables }: Learned, now: CallNow = SAME): Map<string, Said> {
  return mapOf(
    variables.flatMap(({ name, sent }) => sent.map((place) => ({ place, text: describeSending(name, place) }))),
    now,
  );
}

function describeSending(name: string, { by }: SentPlace): string {
  return by === "literal" ? `as recorded, though ${name} had this value` : `${name} (${by})`;
}

function doubtsOf({ doubtful }: Learned, now: CallNow = SAME): Map<string, Said> {
  return mapOf(
    doubtful.map((doubt) => ({ place: doubt, text: describeDoubt(doubt) })),
    now,
  );
}

function describeDoubt({ value, readings, excluded = [], derived }: Doubt): string {
  const not = excluded.length === 0 ? "" : `, not ${excluded.join(" or ")}`;
  return `${seenText(value)}: ${readings.join(" or ")}${derived === undefined ? "" : ` (${derived})`}${not}`;
}

/** Returns figures of lists, orders, grown lists, races and unstable places. */
function othersOf(
  { variables, orders, grows, lengths = [], columns = [], races, unstable }: Learned,
  now: CallNow = SAME,
): Map<string, Said> {
  return mapOf(
    [
      ...variables.flatMap(({ places: [place], of }) =>
        place === undefined || of === undefined ? [] : [{ place, text: figureInWords(of) }],
      ),
      ...orders.map((place) => ({ place, text: "any order" })),
      ...grows.map((place) => ({ place, text: describeGrowth(place) })),
      ...lengths.map((place) => ({ place, text: `any number of rows: ${describeVarying(place)}` })),
      ...columns.map((rule) => ({ place: rule, text: `${nameOfColumn(rule.column)} is ${columnRuleInWords(rule)}` })),
      ...unstable.map((place) => ({ place, text: "unstable" })),
      ...races.flatMap((group) =>
        group.map((call) => ({ place: { call, at: "" }, text: "races with the other calls of its turn" })),
      ),
    ],
    now,
  );
}

function mapOf(all: readonly { place: Spot; text: string }[], now: CallNow): Map<string, Said> {
  const found = new Map<string, Said>();
  for (const { place, text } of all) {
    const call = now(place.call);
    if (call === undefined) continue;
    const spot = { ...place, call };
    const [key, known] = [keyOf(spot), found.get(keyOf(spot))];
    found.set(key, { spot, text: known === undefined ? text : `${known.text}, ${text}` });
  }
  return found;
}

function compareVariables(
  before: Learned,
  after: Learned,
  now: CallNow,
  nameOf: (spot: Spot) => string,
): ReviewEvidence[] {
  const old = before.variables.flatMap(({ name, kind, places }) => {
    const there = placesNow(places, now);
    return there.length === 0 ? [] : [{ name, kind, places: there }];
  });
  const open = new Set(old);
  const changed = after.variables.flatMap(({ name, kind, places }): ReviewEvidence[] => {
    const candidates = [...open];
    const first = keyOf(places[0] ?? { call: 0, at: "" });
    const was =
      candidates.find((one) => one.name === name) ??
      candidates.find((one) => one.places.some((p) => keyOf(p) === first));
    const text = `${kind} at ${places.map(nameOf).join(", ")}`;
    if (was === undefined) return [{ label: name, after: text }];
    open.delete(was);
    const wasText = `${was.kind} at ${was.places.map(nameOf).join(", ")}`;
    return wasText === text ? [] : [{ label: name, before: wasText, after: text }];
  });
  const gone = [...open].map(({ name, kind, places }): ReviewEvidence => {
    return { label: name, before: `${kind} at ${places.map(nameOf).join(", ")}` };
  });
  return [...changed, ...gone];
}

function placesNow(places: readonly Place[], now: CallNow): Place[] {
  return places.flatMap((place) => {
    const call = now(place.call);
    return call === undefined ? [] : [{ ...place, call }];
  });
}

function keyOf({ call, at, token, key }: Spot): string {
  return JSON.stringify([call, at, token ?? null, key ?? null]);
}

function describeSpot({ call, at, token, key }: Spot, tools: ReadonlyMap<number, string>): string {
  const tool = tools.get(call);
  const where = call === 0 ? "contract" : `${tool === undefined ? "" : `${tool}, `}call ${call}`;
  const tokens =
    token === undefined ? "" : typeof token === "number" ? ` token ${token}` : ` tokens ${token.join("–")}`;
  return `${where}${at === "" ? "" : ` ${at}`}${tokens}${key === true ? " (its name)" : ""}`;
}
