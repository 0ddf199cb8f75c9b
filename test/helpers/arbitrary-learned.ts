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
} from "../../src/variables/learned.js";
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

/** Without keys that are undefined. */
const made = <T extends object>(arbitrary: fc.Arbitrary<object>): fc.Arbitrary<T> =>
  arbitrary.map((one) => Object.fromEntries(Object.entries(one).filter(([, part]) => part !== undefined)) as T);

/** What may be learned of a run with these calls. */
export function learnedOf(calls: readonly number[]): fc.Arbitrary<Learned> {
  const call = fc.constantFrom(0, ...calls);
  const real = calls.length === 0 ? undefined : fc.constantFrom(...calls);
  const listOf = <T>(one: (id: fc.Arbitrary<number>) => fc.Arbitrary<T>) =>
    real === undefined ? fc.constant<T[]>([]) : fc.array(one(real), few);
  const place = made<Place>(
    fc.record({ call, at: pointer, token, key: fc.option(fc.constant(true), { nil: undefined }) }),
  );
  const by = fc.constantFrom("pin", "value", "word", "name", "mention", "literal");
  const figure = (id: fc.Arbitrary<number>) =>
    made<ListFigure>(
      fc.record({
        call: id,
        at: pointer,
        is: fc.constantFrom("rows", "sum", "most", "least"),
        column: fc.option(nastyString, { nil: undefined }),
        times: fc.option(nastyString, { nil: undefined }),
        less: fc.option(fc.constantFrom(1, 3, -4.9), { nil: undefined }),
      }),
    );
  const variable = made<Variable>(
    fc.record({
      name,
      kind: fc.constantFrom("value" as const, "time" as const, "quantity" as const),
      seen: fc.array(value, { minLength: 1, maxLength: 3 }),
      places: fc.array(place, { minLength: 1, maxLength: 3 }),
      sent: listOf((id) => made<SentPlace>(fc.record({ call: id, at: pointer, token, by }))),
      of: real === undefined ? fc.constant(undefined) : fc.option(figure(real), { nil: undefined }),
      off: fc.option(fc.constantFrom({ from: -50_000, to: -900 }, { from: 1, to: 99_000_000, days: 1 }), {
        nil: undefined,
      }),
    }),
  );
  const rule = (id: fc.Arbitrary<number>) =>
    made<ColumnRule>(
      fc.record({
        call: id,
        at: pointer,
        is: fc.constantFrom("sorted", "balance", "product", "sum", "follows"),
        column: nastyString,
        of: fc.option(fc.array(nastyString, { minLength: 1, maxLength: 2 }), { nil: undefined }),
        down: fc.option(fc.constant(true), { nil: undefined }),
        minus: fc.option(fc.constant(true), { nil: undefined }),
      }),
    );
  return made<Learned>(
    fc.record({
      columns:
        real === undefined
          ? fc.constant(undefined)
          : fc.option(fc.array(rule(real), { minLength: 1, maxLength: 3 }), { nil: undefined }),
      variables: fc.uniqueArray<Variable, string>(variable, { maxLength: 5, selector: (one) => one.name }),
      orders: fc.array(fc.record({ call, at: pointer }), few),
      grows: fc.array(
        made<GrownList>(
          fc.record({
            call,
            at: pointer,
            end: fc.constantFrom("head", "tail"),
            apart: fc.option(fc.constant(true), { nil: undefined }),
            left: fc.option(fc.array(leftRow, { minLength: 1, maxLength: 3 }), { nil: undefined }),
          }),
        ),
        few,
      ),
      races:
        calls.length < 2 ? fc.constant([]) : fc.array(fc.uniqueArray(fc.constantFrom(...calls), { minLength: 2 }), few),
      unstable: fc.array(
        made<Unstable>(
          fc.record({
            call,
            at: pointer,
            token,
            why: nastyString,
            seen: fc.array(shown, { minLength: 1, maxLength: 3 }),
          }),
        ),
        few,
      ),
      doubtful: listOf((id) =>
        made<Doubt>(
          fc.record({
            call: id,
            at: pointer,
            token,
            value: shown,
            readings: fc.array(name, few),
            excluded: fc.option(fc.array(name, few), { nil: undefined }),
            derived: fc.option(nastyString, { nil: undefined }),
          }),
        ),
      ),
      state: fc.constant([]),
    }),
  );
}
