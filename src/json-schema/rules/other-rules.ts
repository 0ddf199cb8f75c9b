// Lists the rules for alternatives, conditions, what cannot be decided, and what a schema only says.
import { NARROWED, rule, UNDECIDED, WIDENED } from "./rule.js";

const DOCS = ["docs", "docs"] as const;
const STEERS = "No caller breaks, but the model reads it: it steers what is called, and with what.";
const CAR = { type: "object", properties: { wheels: { type: "integer" } }, required: ["wheels"] };
const BOAT = { type: "object", properties: { sails: { type: "integer" } }, required: ["sails"] };
const HORSE = { type: "object", properties: { name: { type: "string" } }, required: ["name"] };
const IF = { if: { required: ["from"] } };

export const OTHER_RULES = {
  "alternative-removed": rule(
    NARROWED,
    "narrows",
    "An alternative of `anyOf` or `oneOf` is gone, and no other is seen to take all its values.",
    [{ anyOf: [CAR, BOAT] }, { anyOf: [CAR] }],
  ),
  "alternative-added": rule(WIDENED, "widens", "There is a new alternative in `anyOf` or `oneOf`.", [
    { anyOf: [CAR, BOAT] },
    { anyOf: [CAR, BOAT, HORSE] },
  ]),
  "one-of-added": rule(NARROWED, "narrows", "A value may follow only one of alternatives that overlap.", [
    { anyOf: [CAR, BOAT] },
    { oneOf: [CAR, BOAT] },
  ]),
  "one-of-removed": rule(WIDENED, "widens", "A value may follow several of the alternatives now.", [
    { oneOf: [CAR, BOAT] },
    { anyOf: [CAR, BOAT] },
  ]),
  "one-of-changed": rule(
    UNDECIDED,
    "changes",
    "Alternatives of a `oneOf` that overlap are others.",
    [{ oneOf: [CAR, BOAT] }, { oneOf: [CAR, BOAT, HORSE] }],
    {
      why: "A value that followed one of them may follow two now, or the reverse; this is not decided, so it counts as breaking.",
    },
  ),
  "not-added": rule(NARROWED, "narrows", "There is a new `not`.", [
    { type: "object" },
    { type: "object", not: { required: ["all"] } },
  ]),
  "not-removed": rule(WIDENED, "widens", "A `not` is gone.", [
    { type: "object", not: { required: ["all"] } },
    { type: "object" },
  ]),
  "not-tightened": rule(NARROWED, "narrows", "A `not` forbids more.", [
    { type: "object", not: { required: ["all", "one"] } },
    { type: "object", not: { required: ["all"] } },
  ]),
  "not-loosened": rule(WIDENED, "widens", "A `not` forbids less.", [
    { type: "object", not: { required: ["all"] } },
    { type: "object", not: { required: ["all", "one"] } },
  ]),
  "not-changed": rule(UNDECIDED, "changes", "A `not` forbids something else.", [
    { type: "object", not: { required: ["all"] } },
    { type: "object", not: { required: ["one"] } },
  ]),
  "condition-added": rule(NARROWED, "narrows", "There is a new condition, `if` or `dependentSchemas`.", [
    { type: "object" },
    { type: "object", ...IF, else: { required: ["to"] } },
  ]),
  "condition-removed": rule(WIDENED, "widens", "A condition, `if` or `dependentSchemas`, is gone.", [
    { type: "object", ...IF, else: { required: ["to"] } },
    { type: "object" },
  ]),
  "condition-changed": rule(UNDECIDED, "changes", "The `if` of a condition is another.", [
    { type: "object", ...IF, else: { required: ["to"] } },
    { type: "object", if: { required: ["start"] }, else: { required: ["to"] } },
  ]),
  "undecided-added": rule(NARROWED, "narrows", "There is a new rule that cannot be read.", [
    { type: "object" },
    { type: "object", unevaluatedProperties: false, anyOf: [true] },
  ]),
  "undecided-removed": rule(WIDENED, "widens", "A rule that cannot be read is gone.", [
    { type: "object", unevaluatedProperties: false, anyOf: [true] },
    { type: "object" },
  ]),
  "undecided-changed": rule(
    UNDECIDED,
    "changes",
    "Something has changed whose meaning cannot be decided.",
    [{ $ref: "https://example.com/v1.json" }, { $ref: "https://example.com/v2.json" }],
    { why: "A reference to elsewhere is not fetched, and a few keywords are not compared; both count as breaking." },
  ),
  "schema-added": rule(
    ["breaking", "compatible"],
    "narrows",
    "There was no schema, and now there is one that not every object follows.",
    [null, { type: "object", required: ["city"] }],
  ),
  "schema-removed": rule(
    ["compatible", "breaking"],
    "widens",
    "The schema is gone.",
    [{ type: "object", required: ["city"] }, null],
    { why: "Everything that a caller sends is still taken; a reader is promised nothing any more." },
  ),
  "schema-rewritten": rule(DOCS, "annotates", "The schema is written in another way and means the same.", [
    { type: ["string", "null"] },
    { anyOf: [{ type: "string" }, { type: "null" }] },
  ]),
  "dialect-changed": rule(DOCS, "annotates", "`$schema` is another.", [
    { type: "object" },
    { $schema: "https://json-schema.org/draft/2020-12/schema", type: "object" },
  ]),
  "title-changed": rule(
    DOCS,
    "annotates",
    "A title is new, gone or another. One that only repeats the property's name says nothing.",
    [{ title: "City" }, { title: "Town" }],
    { why: STEERS },
  ),
  "description-changed": rule(
    DOCS,
    "annotates",
    "A description is new, gone or another.",
    [{ description: "A city" }, { description: "A city, in English" }],
    { why: STEERS },
  ),
  "comment-changed": rule(
    DOCS,
    "annotates",
    "A `$comment` is new, gone or another.",
    [{ type: "string" }, { type: "string", $comment: "Never an alias." }],
    { why: "It is for maintainers, but the model is given the schema with it." },
  ),
  "examples-changed": rule(
    DOCS,
    "annotates",
    "Examples are new, gone or others.",
    [{ type: "string" }, { type: "string", examples: ["Berlin"] }],
    { why: STEERS },
  ),
  "default-added": rule(
    DOCS,
    "annotates",
    "A default is named now.",
    [{ type: "integer" }, { type: "integer", default: 10 }],
    { why: "What it meant to leave the value out was not said before." },
  ),
  "default-removed": rule(
    ["risky", "docs"],
    "annotates",
    "A default is no longer named.",
    [{ type: "integer", default: 10 }, { type: "integer" }],
    { why: "To leave the value out may mean something else now." },
  ),
  "default-changed": rule(
    ["risky", "docs"],
    "annotates",
    "A default is another.",
    [
      { type: "integer", default: 10 },
      { type: "integer", default: 20 },
    ],
    { why: "To leave the value out means something else now." },
  ),
  "deprecated-changed": rule(
    DOCS,
    "annotates",
    "Something is deprecated now, or no longer.",
    [{ type: "string" }, { type: "string", deprecated: true }],
    { why: "It still works; the model may avoid it." },
  ),
  "read-only-changed": rule(
    ["risky", "docs"],
    "annotates",
    "Something is `readOnly` now, or no longer.",
    [{ type: "string" }, { type: "string", readOnly: true }],
    { why: "A server may ignore or refuse what is sent in a property that is only to be read." },
  ),
  "write-only-changed": rule(
    ["docs", "risky"],
    "annotates",
    "Something is `writeOnly` now, or no longer.",
    [{ type: "string" }, { type: "string", writeOnly: true }],
    { why: "A server may leave out of its results a property that is only to be written." },
  ),
  "content-changed": rule(
    ["risky", "risky"],
    "annotates",
    "What a text holds (`contentMediaType`, `contentEncoding`, `contentSchema`) is another.",
    [{ type: "string" }, { type: "string", contentEncoding: "base64" }],
    { why: "No validator refuses it, but who reads the text reads it by this." },
  ),
  "keyword-changed": rule(
    DOCS,
    "annotates",
    "A keyword that JSON Schema does not know is new, gone or another.",
    [{ type: "object" }, { type: "object", "x-order": 1 }],
    { why: "Validators ignore it." },
  ),
};
