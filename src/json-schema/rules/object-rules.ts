// Lists the rules for objects: their properties, what is required, and what else they may hold.
import { NARROWED, rule, WIDENED } from "./rule.js";

const CLOSED = { type: "object", additionalProperties: false };
const CITY = { city: { type: "string" } };
const HABIT = ["docs", "docs"] as const;
const WRITTEN_BY_HABIT =
  "Generators write it or leave it out for the same code (zod 3 does, zod 4 does not), and nobody sends what is not listed.";
const BOTH = { city: { type: "string" }, unit: { type: "string" } };

export const OBJECT_RULES = {
  "required-added": rule(NARROWED, "narrows", "A property that was optional must be there now.", [
    { type: "object", properties: CITY },
    { type: "object", properties: CITY, required: ["city"] },
  ]),
  "required-removed": rule(
    ["compatible", "breaking"],
    "widens",
    "A property that had to be there is optional now.",
    [
      { type: "object", properties: CITY, required: ["city"] },
      { type: "object", properties: CITY },
    ],
    { why: "A caller may go on to send it. A reader that relies on it finds nothing." },
  ),
  "required-property-added": rule(
    ["breaking", "compatible"],
    "changes",
    "There is a new property, and it must be there.",
    [
      { type: "object", properties: CITY },
      { type: "object", properties: BOTH, required: ["unit"] },
    ],
    { why: "What a caller sends without it is refused now.", only: "input" },
  ),
  "property-added": rule(
    ["compatible", "compatible"],
    "narrows",
    "There is a new property where the schema did not say what else there may be.",
    [
      { type: "object", properties: CITY },
      { type: "object", properties: BOTH },
    ],
    {
      why: "Nobody sends what is not listed, and readers ignore it. A caller that has sent the name all the same must follow its schema now.",
    },
  ),
  "property-added-to-closed": rule(
    ["compatible", "risky"],
    "widens",
    "There is a new property where nothing else was allowed.",
    [
      { ...CLOSED, properties: CITY },
      { ...CLOSED, properties: BOTH },
    ],
    { why: "A caller need not send it. A reader was told that there is nothing else, and a strict one refuses it." },
  ),
  "property-added-to-map": rule(
    ["breaking", "compatible"],
    "narrows",
    "There is a new property under a name that callers were invited to send, and it does not take all that was taken.",
    [
      { type: "object", additionalProperties: true },
      { type: "object", additionalProperties: true, properties: CITY },
    ],
    {
      why: "`additionalProperties`, `patternProperties` or `required` told callers of the name, or that they may choose their own.",
    },
  ),
  "option-added-in-effect": rule(
    ["risky", "compatible"],
    "narrows",
    "There is a new optional property, and by its default a call does something else without it.",
    [
      { type: "object", properties: CITY },
      { type: "object", properties: { ...CITY, dry_run: { type: "boolean", default: true } } },
    ],
    { why: "A call that does not name it may do less, or more, than it did.", only: "input" },
  ),
  "property-removed": rule(
    ["breaking", "risky"],
    "changes",
    "A property is gone, and what was sent in it is refused now.",
    [
      { ...CLOSED, properties: BOTH },
      { ...CLOSED, properties: CITY },
    ],
    { why: "A caller that sends it is refused. A reader that uses it, where it is there, finds nothing." },
  ),
  "property-removed-from-open": rule(
    ["risky", "risky"],
    "widens",
    "A property is no longer listed, and nothing refuses it.",
    [
      { type: "object", properties: BOTH },
      { type: "object", properties: CITY },
    ],
    { why: "What a caller sends in it was checked and used; now it is most likely ignored without a word." },
  ),
  "guaranteed-property-removed": rule(
    ["risky", "breaking"],
    "changes",
    "A property that was always there is gone.",
    [
      { type: "object", properties: BOTH, required: ["unit"] },
      { type: "object", properties: CITY },
    ],
    { why: "A reader that relies on it finds nothing.", only: "output" },
  ),
  "additional-properties-closed": rule(
    NARROWED,
    "narrows",
    "Properties that are not listed are refused now, and callers were told that they may send some.",
    [
      { type: "object", properties: CITY, additionalProperties: true },
      { ...CLOSED, properties: CITY },
    ],
  ),
  "additional-properties-opened": rule(
    WIDENED,
    "widens",
    "Properties that are not listed are taken now, and callers are told so.",
    [
      { ...CLOSED, properties: CITY },
      { type: "object", properties: CITY, additionalProperties: true },
    ],
  ),
  "undeclared-properties-refused": rule(
    HABIT,
    "narrows",
    "`additionalProperties: false` is new, where nobody was told of other properties.",
    [
      { type: "object", properties: CITY },
      { ...CLOSED, properties: CITY },
    ],
    { why: WRITTEN_BY_HABIT },
  ),
  "undeclared-properties-ignored": rule(
    HABIT,
    "widens",
    "`additionalProperties: false` is gone.",
    [
      { ...CLOSED, properties: CITY },
      { type: "object", properties: CITY },
    ],
    { why: WRITTEN_BY_HABIT },
  ),
  "pattern-property-added": rule(
    ["compatible", "risky"],
    "widens",
    "Properties whose names match a pattern are described now, and nothing is refused that was not.",
    [CLOSED, { ...CLOSED, patternProperties: { "^x-": { type: "string" } } }],
  ),
  "pattern-property-claimed": rule(
    NARROWED,
    "narrows",
    "Properties whose names match a pattern must follow a schema now.",
    [{ type: "object" }, { type: "object", patternProperties: { "^x-": { type: "string" } } }],
  ),
  "pattern-property-removed": rule(
    ["breaking", "risky"],
    "changes",
    "Properties whose names match a pattern are refused now, or most of their values.",
    [{ ...CLOSED, patternProperties: { "^x-": { type: "string" } } }, CLOSED],
  ),
  "pattern-property-removed-from-open": rule(
    ["risky", "risky"],
    "widens",
    "Properties whose names match a pattern are no longer described, and nothing refuses them.",
    [{ type: "object", patternProperties: { "^x-": { type: "string" } } }, { type: "object" }],
    { why: "What a caller sends in them was checked and used; now it is most likely ignored without a word." },
  ),
  "min-properties-tightened": rule(NARROWED, "narrows", "An object must have more properties.", [
    { type: "object" },
    { type: "object", minProperties: 1 },
  ]),
  "min-properties-loosened": rule(WIDENED, "widens", "An object may have fewer properties.", [
    { type: "object", minProperties: 2 },
    { type: "object", minProperties: 1 },
  ]),
  "max-properties-tightened": rule(NARROWED, "narrows", "An object may no longer have so many properties.", [
    { type: "object" },
    { type: "object", maxProperties: 5 },
  ]),
  "max-properties-loosened": rule(WIDENED, "widens", "An object may have more properties.", [
    { type: "object", maxProperties: 5 },
    { type: "object", maxProperties: 10 },
  ]),
  "dependent-required-added": rule(NARROWED, "narrows", "A property must be there where another is.", [
    { type: "object" },
    { type: "object", dependentRequired: { from: ["to"] } },
  ]),
  "dependent-required-removed": rule(
    ["compatible", "breaking"],
    "widens",
    "A property need no longer be there where another is.",
    [
      { type: "object", dependentRequired: { from: ["to", "zone"] } },
      { type: "object", dependentRequired: { from: ["to"] } },
    ],
    { why: "A caller may go on to send it. A reader that relies on it finds nothing." },
  ),
};
