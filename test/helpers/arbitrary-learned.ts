// Anything that may be learned of a run: for what must hold for every cassette.
import fc from "fast-check";
import { buildPointer } from "../../src/json/pointer.js";
import type { JsonValue } from "../../src/json/value.js";
import type {
  ColumnRule,
  Doubt,
  GrownList,
  Learned,
  LeftRow,
  ListFigure,
  Place,
  SentPlace,
  Unstable,
  Variable,
  VaryingList,
} from "../../src/variables/learned.js";
import type { TimeOff } from "../../src/variables/off-times.js";
import { MOST_LINES_BESIDE } from "../../src/variables/varying-limits.js";
import { nastyString } from "./arbitrary-json.js";

const few = { maxLength: 3 };
const pointer = fc.array(fc.oneof(nastyString, fc.constantFrom("content", "0", "a b#c", "~/")), few).map(buildPointer);
const token = fc.option(
  fc.oneof(
    fc.integer({ min: 1, max: 500 }),
    fc.tuple(fc.integer({ min: 1, max: 50 }), fc.integer({ min: 51, max: 99 })),
  ),
  { nil: undefined },
);
const short = nastyString.filter((text) => JSON.stringify(text).length <= 200);
const value: fc.Arbitrary<JsonValue> = fc.oneof(
  short,
  fc.integer(),
  fc.double({ noNaN: true, noDefaultInfinity: true }).filter((number) => !Object.is(number, -0)),
  fc.constantFrom<JsonValue>({ $number: "9007199254740993" }, { $number: "1.0" }, "2026-11-28T10:00:02Z", "12", "true"),
);
const shown: fc.Arbitrary<JsonValue> = fc.oneof(
  value,
  fc.constantFrom<JsonValue>(null, true, [], { a: [1] }, { $text: "x" }, { $json: "[1]" }),
);
const leftRow: fc.Arbitrary<LeftRow> = fc.oneof(fc.record({ row: fc.nat(9) }), fc.record({ is: shown }));
const name = fc.stringMatching(/^[a-z0-9-]{1,12}$/);

/** Anything with all the keys of a type, each of which it may leave out: one that is new there has to be added here. */
const made = <T extends object>(parts: {
  [K in keyof T]-?: fc.Arbitrary<T[K] | (undefined extends T[K] ? undefined : never)>;
}): fc.Arbitrary<T> =>
  fc
    .record(parts as Record<string, fc.Arbitrary<unknown>>)
    .map((one) => Object.fromEntries(Object.entries(one).filter(([, part]) => part !== undefined)) as T);

const maybe = <T>(arbitrary: fc.Arbitrary<T>): fc.Arbitrary<T | undefined> => fc.option(arbitrary, { nil: undefined });

const off = made<TimeOff>({
  from: fc.integer({ min: -50_000, max: 0 }),
  to: fc.integer({ min: 1, max: 99_000_000 }),
  days: maybe(fc.constantFrom(-1, 0, 1)),
});
const least = { minLength: 1, maxLength: 3 };

/** What may be learned of a run with these calls. */
export function learnedOf(calls: readonly number[]): fc.Arbitrary<Learned> {
  const call = fc.constantFrom(0, ...calls);
  const real = calls.length === 0 ? undefined : fc.constantFrom(...calls);
  const listOf = <T>(one: (id: fc.Arbitrary<number>) => fc.Arbitrary<T>) =>
    real === undefined ? fc.constant<T[]>([]) : fc.array(one(real), few);
  const place = made<Place>({ call, at: pointer, token, key: maybe(fc.constant(true)) });
  const by = fc.constantFrom("pin", "value", "word", "name", "mention", "literal");
  const figure = (id: fc.Arbitrary<number>) =>
    made<ListFigure>({
      call: id,
      at: pointer,
      is: fc.constantFrom("rows", "sum", "most", "least"),
      column: maybe(nastyString),
      times: maybe(nastyString),
      less: maybe(fc.constantFrom(1, 3, -4.9)),
      cell: maybe(nastyString),
    });
  const variable = made<Variable>({
    name,
    kind: fc.constantFrom("value" as const, "time" as const, "quantity" as const),
    seen: fc.array(value, least),
    places: fc.array(place, least),
    sent: listOf((id) => made<SentPlace>({ call: id, at: pointer, token, by })),
    of: real === undefined ? fc.constant(undefined) : maybe(figure(real)),
    off: maybe(off),
  });
  const rule = (id: fc.Arbitrary<number>) =>
    made<ColumnRule>({
      call: id,
      at: pointer,
      is: fc.constantFrom(
        "sorted",
        "balance",
        "product",
        "sum",
        "quotient",
        "change",
        "follows",
        "within",
        "below",
        "said",
        "together",
        "multiple",
      ),
      column: nastyString,
      of: maybe(fc.array(nastyString, { minLength: 1, maxLength: 2 })),
      down: maybe(fc.constant(true)),
      minus: maybe(fc.constant(true)),
      row: maybe(nastyString),
    });
  const length = (id: fc.Arbitrary<number>) =>
    made<VaryingList>({
      call: id,
      at: pointer,
      head: maybe(fc.integer({ min: 1, max: MOST_LINES_BESIDE })),
      foot: maybe(fc.integer({ min: 1, max: MOST_LINES_BESIDE })),
      seen: fc.array(fc.array(shown, least), least),
      said: maybe(fc.array(nastyString, least)),
      off: maybe(
        fc.array(
          fc
            .tuple(off, made<{ column: string; as?: string }>({ column: nastyString, as: maybe(nastyString) }))
            .map(([times, columns]) => ({ ...times, ...columns })),
          least,
        ),
      ),
    });
  return made<Learned>({
    columns: real === undefined ? fc.constant(undefined) : maybe(fc.array(rule(real), least)),
    lengths: real === undefined ? fc.constant(undefined) : maybe(fc.array(length(real), least)),
    variables: fc.uniqueArray<Variable, string>(variable, { maxLength: 5, selector: (one) => one.name }),
    orders: fc.array(fc.record({ call, at: pointer }), few),
    grows: fc.array(
      made<GrownList>({
        call,
        at: pointer,
        end: fc.constantFrom("head", "tail"),
        window: maybe(fc.constantFrom("first", "last")),
        size: maybe(fc.integer({ min: 1, max: 99 })),
        apart: maybe(fc.constant(true)),
        left: maybe(fc.array(leftRow, least)),
      }),
      few,
    ),
    races:
      calls.length < 2 ? fc.constant([]) : fc.array(fc.uniqueArray(fc.constantFrom(...calls), { minLength: 2 }), few),
    unstable: fc.array(
      made<Unstable>({
        call,
        at: pointer,
        token,
        why: nastyString,
        seen: fc.array(shown, least),
      }),
      few,
    ),
    doubtful: listOf((id) =>
      made<Doubt>({
        call: id,
        at: pointer,
        token,
        value: shown,
        readings: fc.array(name, few),
        excluded: maybe(fc.array(name, few)),
        derived: maybe(nastyString),
      }),
    ),
    state: fc.constant([]),
  });
}
