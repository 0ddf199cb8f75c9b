// Lists the rules for types, values, numbers, texts and lists.
import { NARROWED, rule, UNDECIDED, WIDENED } from "./rule.js";

const OTHER = ["breaking", "risky"] as const;

export const VALUE_RULES = {
  "type-narrowed": rule(NARROWED, "narrows", "A type is taken no more, or `number` is `integer` now.", [
    { type: ["string", "null"] },
    { type: "string" },
  ]),
  "type-widened": rule(
    ["compatible", "breaking"],
    "widens",
    "A type more is taken (`null`, too), any type, or `number` in place of `integer`.",
    [{ type: "string" }, { type: ["string", "null"] }],
    {
      why: "Everything that a caller sends is still taken. A reader that takes the value for what it was fails on another type.",
    },
  ),
  "type-changed": rule(UNDECIDED, "changes", "A type is taken no more, and another is.", [
    { type: "string" },
    { type: "boolean" },
  ]),
  "enum-value-removed": rule(NARROWED, "narrows", "Values have left the enumeration.", [
    { enum: ["day", "week", "month"] },
    { enum: ["day", "week"] },
  ]),
  "enum-value-added": rule(WIDENED, "widens", "The enumeration has new values.", [
    { enum: ["day", "week"] },
    { enum: ["day", "week", "month"] },
  ]),
  "enum-added": rule(NARROWED, "narrows", "Only enumerated values are taken now.", [
    { type: "string" },
    { type: "string", enum: ["day", "week"] },
  ]),
  "enum-removed": rule(WIDENED, "widens", "The enumeration is gone; its values are still taken.", [
    { type: "string", enum: ["day", "week"] },
    { type: "string" },
  ]),
  "enum-replaced": rule(
    OTHER,
    "changes",
    "An enumeration has given way to a rule that not all its values follow, or the reverse.",
    [
      { type: "string", enum: ["day", "week"] },
      { type: "string", minLength: 4 },
    ],
  ),
  "const-changed": rule(UNDECIDED, "changes", "The only value that is taken is another.", [
    { const: "v1" },
    { const: "v2" },
  ]),
  "minimum-tightened": rule(NARROWED, "narrows", "The least number is greater, or new.", [
    { type: "integer", minimum: 0 },
    { type: "integer", minimum: 1 },
  ]),
  "minimum-loosened": rule(WIDENED, "widens", "The least number is smaller, or gone.", [
    { type: "integer", minimum: 1 },
    { type: "integer" },
  ]),
  "maximum-tightened": rule(NARROWED, "narrows", "The greatest number is smaller, or new.", [
    { type: "number", maximum: 100 },
    { type: "number", exclusiveMaximum: 100 },
  ]),
  "maximum-loosened": rule(WIDENED, "widens", "The greatest number is greater, or gone.", [
    { type: "number", maximum: 50 },
    { type: "number", maximum: 100 },
  ]),
  "multiple-of-tightened": rule(NARROWED, "narrows", "Numbers must be multiples of something that fewer are.", [
    { type: "integer" },
    { type: "integer", multipleOf: 5 },
  ]),
  "multiple-of-loosened": rule(WIDENED, "widens", "Numbers need no longer be such multiples.", [
    { type: "integer", multipleOf: 10 },
    { type: "integer", multipleOf: 5 },
  ]),
  "multiple-of-changed": rule(OTHER, "changes", "Numbers must be multiples of something else.", [
    { type: "integer", multipleOf: 10 },
    { type: "integer", multipleOf: 4 },
  ]),
  "min-length-tightened": rule(NARROWED, "narrows", "The least length of a text is greater, or new.", [
    { type: "string" },
    { type: "string", minLength: 1 },
  ]),
  "min-length-loosened": rule(WIDENED, "widens", "The least length of a text is smaller, or gone.", [
    { type: "string", minLength: 3 },
    { type: "string", minLength: 1 },
  ]),
  "max-length-tightened": rule(NARROWED, "narrows", "The greatest length of a text is smaller, or new.", [
    { type: "string", maxLength: 400 },
    { type: "string", maxLength: 200 },
  ]),
  "max-length-loosened": rule(WIDENED, "widens", "The greatest length of a text is greater, or gone.", [
    { type: "string", maxLength: 200 },
    { type: "string" },
  ]),
  "pattern-added": rule(NARROWED, "narrows", "Texts must match a pattern now.", [
    { type: "string" },
    { type: "string", pattern: "^AS\\d+$" },
  ]),
  "pattern-removed": rule(WIDENED, "widens", "Texts need not match the pattern any more.", [
    { type: "string", pattern: "^AS\\d+$" },
    { type: "string" },
  ]),
  "pattern-changed": rule(
    UNDECIDED,
    "changes",
    "Texts must match another pattern.",
    [
      { type: "string", pattern: "^AS\\d+$" },
      { type: "string", pattern: "^(AS)?\\d+$" },
    ],
    { why: "Whether one pattern takes all that another takes is not decided, so it counts as breaking." },
  ),
  "format-added": rule(
    ["risky", "compatible"],
    "narrows",
    "Texts or numbers must have a format now.",
    [{ type: "string" }, { type: "string", format: "uri" }],
    { why: "To JSON Schema 2020-12 a format is a remark, but many servers check it, and the model writes by it." },
  ),
  "format-removed": rule(["compatible", "risky"], "widens", "The format is gone.", [
    { type: "string", format: "uri" },
    { type: "string" },
  ]),
  "format-changed": rule(
    ["risky", "risky"],
    "changes",
    "The format is another.",
    [
      { type: "string", format: "date" },
      { type: "string", format: "date-time" },
    ],
    { why: "To JSON Schema 2020-12 a format is a remark, but many servers check it, and the model writes by it." },
  ),
  "min-items-tightened": rule(NARROWED, "narrows", "A list must have more items.", [
    { type: "array" },
    { type: "array", minItems: 1 },
  ]),
  "min-items-loosened": rule(WIDENED, "widens", "A list may have fewer items.", [
    { type: "array", minItems: 2 },
    { type: "array", minItems: 1 },
  ]),
  "max-items-tightened": rule(NARROWED, "narrows", "A list may no longer have so many items.", [
    { type: "array", maxItems: 20 },
    { type: "array", maxItems: 10 },
  ]),
  "max-items-loosened": rule(WIDENED, "widens", "A list may have more items.", [
    { type: "array", maxItems: 10 },
    { type: "array", maxItems: 20 },
  ]),
  "unique-items-added": rule(NARROWED, "narrows", "No item of a list may occur twice now.", [
    { type: "array" },
    { type: "array", uniqueItems: true },
  ]),
  "unique-items-removed": rule(WIDENED, "widens", "Items of a list may occur twice now.", [
    { type: "array", uniqueItems: true },
    { type: "array" },
  ]),
  "contains-tightened": rule(NARROWED, "narrows", "A list must contain something that it needed not, or more of it.", [
    { type: "array" },
    { type: "array", contains: { const: "id" } },
  ]),
  "contains-loosened": rule(WIDENED, "widens", "A list need no longer contain something, or so much of it.", [
    { type: "array", contains: { const: "id" }, minContains: 2 },
    { type: "array", contains: { const: "id" } },
  ]),
  "contains-changed": rule(UNDECIDED, "changes", "A list must contain something else.", [
    { type: "array", contains: { const: "id" } },
    { type: "array", contains: { const: "key" } },
  ]),
};
