// Defines what a cassette says about values that the server makes again in each run.
import * as z from "zod/mini";
import { isKeptNumber, type JsonValue, type KeptNumber } from "../json/value.js";
import { MOST_LINES_BESIDE, MOST_VARYING_ROWS } from "../variables/varying-limits.js";
import "./schema-messages.js";

/** More than any recording needs: the readers compare them with each other. */
export const MOST_VARIABLES = 10_000;
export const MOST_PLACES = 100_000;

const json = z.custom<JsonValue>((value) => value !== undefined, "expected a value");
const ordinal = z.int().check(z.gt(0));
const pointer = z.string().check(z.refine(isPointer, "expected a JSON pointer"));
const name = z.string().check(z.regex(/^[a-z0-9-]+$/, "expected a name of a-z, 0-9 and -"));
const token = z.optional(
  z.union(
    [
      ordinal,
      z
        .tuple([ordinal, ordinal])
        .check(z.refine(([from, to]) => from < to, "expected the first token and a later one")),
    ],
    "expected a token, or the first and the last of several, counted from 1",
  ),
);
const value = z.custom<string | number | KeptNumber>(
  (one) => typeof one === "string" || typeof one === "number" || isKeptNumber(one),
  "expected a string or a number",
);

/** A place: in the result of a call, or in the contract. */
function located<T extends z.core.$ZodShape>(more: T, what: string) {
  return z.union(
    [z.strictObject({ call: ordinal, at: pointer, ...more }), z.strictObject({ contract: pointer, ...more })],
    `expected call (an ordinal) and at (a JSON pointer), or contract (a JSON pointer); and ${what}`,
  );
}

const leftRow = z.union(
  [z.strictObject({ row: z.int().check(z.gte(0)) }), z.strictObject({ is: json })],
  "expected row (the index of a recorded row), or is (a row)",
);
const figure = z.strictObject({
  call: ordinal,
  at: pointer,
  is: z.enum(["rows", "sum", "most", "least", "length", "bytes"]),
  column: z.optional(z.string()),
  times: z.optional(z.string()),
  less: z.optional(z.number()),
  cell: z.optional(z.string()),
});

const variable = z.strictObject({
  name,
  kind: z.enum(["value", "time", "quantity"]),
  /** The values: in the recorded run, then in each check. */
  seen: z.array(value).check(z.minLength(1)),
  /** Replay reads the value at the first place. */
  places: z
    .array(located({ token, key: z.optional(z.literal(true)) }, "perhaps token and key: true"))
    .check(z.minLength(1)),
  sent: z.optional(
    z.array(
      z.strictObject({
        call: ordinal,
        at: pointer,
        token,
        by: z.enum(["pin", "value", "word", "name", "mention", "literal"]),
      }),
    ),
  ),
  /** What the value was of a list in every run. */
  of: z.optional(figure),
  /** How far a time lay from its call in all runs, in milliseconds. */
  off: z.optional(z.strictObject({ from: z.int(), to: z.int(), days: z.optional(z.int()) })),
});

/** The keys have the order of the file. All but the first are present only where they hold something. */
export const learnedShape = {
  variables: z.array(variable).check(z.maxLength(MOST_VARIABLES)),
  orders: z.optional(z.array(located({}, "nothing else"))),
  grows: z.optional(
    z.array(
      located(
        {
          end: z.enum(["head", "tail"]),
          window: z.optional(z.enum(["first", "last"])),
          /** How many rows the window shows, where the recording had fewer. */
          size: z.optional(ordinal),
          apart: z.optional(z.literal(true)),
          /** The rows that each run leaves: a row of the recorded list, or what a later run finds in its place. */
          left: z.optional(z.array(leftRow).check(z.minLength(1))),
        },
        "end: head or tail, perhaps window: first or last, size (a number), apart: true and left (a list)",
      ),
    ),
  ),
  /** Lists that have another number of rows in each run. */
  lengths: z.optional(
    z.array(
      z.strictObject({
        call: ordinal,
        at: pointer,
        /** How many lines of a text are above the rows, and below them. */
        head: z.optional(z.int().check(z.minimum(1), z.maximum(MOST_LINES_BESIDE))),
        foot: z.optional(z.int().check(z.minimum(1), z.maximum(MOST_LINES_BESIDE))),
        /** The rows of each check. */
        seen: z.array(z.array(json).check(z.minLength(1), z.maxLength(MOST_VARYING_ROWS))).check(z.minLength(1)),
        /** Words of the rows that a prompt or Claude said. */
        said: z.optional(z.array(z.string()).check(z.minLength(1))),
        /** How far the times of a column lay from their call in all runs, and the column that says it of each row. */
        off: z.optional(
          z.array(
            z.strictObject({
              column: z.string(),
              from: z.int(),
              to: z.int(),
              days: z.optional(z.int()),
              as: z.optional(z.string()),
            }),
          ),
        ),
      }),
    ),
  ),
  /** What held of the columns of lists in every run. */
  columns: z.optional(
    z.array(
      z.strictObject({
        call: ordinal,
        at: pointer,
        is: z.enum([
          "sorted",
          "counted",
          "balance",
          "product",
          "sum",
          "percent",
          "quotient",
          "change",
          "follows",
          "within",
          "below",
          "said",
          "together",
          "multiple",
        ]),
        column: z.string(),
        of: z.optional(z.array(z.string()).check(z.minLength(1), z.maxLength(2))),
        down: z.optional(z.literal(true)),
        minus: z.optional(z.literal(true)),
        row: z.optional(z.string()),
      }),
    ),
  ),
  races: z.optional(z.array(z.array(ordinal).check(z.minLength(2)))),
  unstable: z.optional(
    z.array(
      located(
        { token, why: z.optional(z.string()), seen: z.array(json).check(z.minLength(1)) },
        "seen (a list), perhaps token and why",
      ),
    ),
  ),
  doubtful: z.optional(
    z.array(
      z.strictObject({
        call: ordinal,
        at: pointer,
        token,
        value: json,
        readings: z.array(name),
        /** The readings with which the call failed when it was tried. */
        excluded: z.optional(z.array(name)),
        derived: z.optional(z.string()),
      }),
    ),
  ),
};

const learnedKeys = z.strictObject(learnedShape);
export type LearnedKeys = z.output<typeof learnedKeys>;

/** Not a regular expression: it would overflow the stack for a very long text. */
function isPointer(text: string): boolean {
  return text === "" || (text.startsWith("/") && !/~(?![01])/.test(text));
}

/** Finds faults that no single key shows: calls that are not in the script, a name given twice, too many entries. */
export function oddLearned(
  learned: LearnedKeys,
  calls: ReadonlySet<number>,
): { path: (string | number)[]; message: string } | undefined {
  const issue = (path: (string | number)[], message: string) => ({ path, message });
  const names = new Set<string>();
  let places = 0;
  for (const [index, one] of learned.variables.entries()) {
    if (names.has(one.name)) return issue(["variables", index, "name"], `a second variable ${one.name}`);
    names.add(one.name);
    places += one.places.length + (one.sent?.length ?? 0);
    if (places > MOST_PLACES) return issue(["variables", index], `more than ${MOST_PLACES} places`);
  }
  for (const [path, call] of callsNamed(learned)) {
    if (call !== undefined && !calls.has(call)) return issue([...path, "call"], `call ${call} is not in the script`);
  }
  for (const [index, group] of (learned.races ?? []).entries()) {
    const gone = group.findIndex((call) => !calls.has(call));
    if (gone >= 0) return issue(["races", index, gone], `call ${group[gone] ?? 0} is not in the script`);
  }
  return undefined;
}

function* callsNamed(learned: LearnedKeys): Iterable<[(string | number)[], number | undefined]> {
  for (const [index, { places, sent = [], of }] of learned.variables.entries()) {
    yield [["variables", index, "of"], of?.call];
    for (const [at, place] of places.entries()) yield [["variables", index, "places", at], callOf(place)];
    for (const [at, { call }] of sent.entries()) yield [["variables", index, "sent", at], call];
  }
  for (const key of ["orders", "grows", "lengths", "columns", "unstable", "doubtful"] as const) {
    for (const [index, place] of (learned[key] ?? []).entries()) yield [[key, index], callOf(place)];
  }
}

function callOf(place: object): number | undefined {
  return "call" in place && typeof place.call === "number" ? place.call : undefined;
}
