// Schemas in the shapes that servers publish: by zod 3 and 4, pydantic, hand; closed and open, with and without references.
import type { JsonObject } from "../../src/json/value.js";

const DRAFT_7 = "http://json-schema.org/draft-07/schema#";
const DRAFT_2020 = "https://json-schema.org/draft/2020-12/schema";

export const SCHEMA_CORPUS: JsonObject[] = [
  { type: "object", properties: {} },
  { type: "object", properties: {}, additionalProperties: false, $schema: DRAFT_7 },
  {
    type: "object",
    properties: { query: { type: "string", description: "What to look for" }, limit: { type: "number", default: 5 } },
    required: ["query"],
  },
  {
    $schema: DRAFT_7,
    type: "object",
    additionalProperties: false,
    properties: {
      path: { type: "string", minLength: 1 },
      edits: {
        type: "array",
        minItems: 1,
        items: {
          type: "object",
          properties: { oldText: { type: "string" }, newText: { type: "string", maxLength: 400 } },
          required: ["oldText", "newText"],
          additionalProperties: false,
        },
      },
      dryRun: { type: "boolean", default: false },
    },
    required: ["path", "edits"],
  },
  {
    title: "searchArguments",
    type: "object",
    properties: {
      url: { title: "Url", type: "string", format: "uri", minLength: 1 },
      max_length: {
        title: "Max Length",
        type: "integer",
        exclusiveMinimum: 0,
        exclusiveMaximum: 1000000,
        default: 5000,
      },
      filter: { anyOf: [{ type: "string" }, { type: "null" }], default: null, title: "Filter" },
      tags: { anyOf: [{ type: "array", items: { type: "string" } }, { type: "null" }], default: null },
    },
    required: ["url"],
  },
  {
    type: "object",
    properties: {
      sort: { type: "string", enum: ["hot", "new", "top"], default: "hot" },
      kind: {
        anyOf: [
          { const: "user", type: "string" },
          { const: "group", type: "string" },
        ],
      },
      depth: { type: ["integer", "null"], minimum: 1, maximum: 10 },
      flag: { type: ["boolean", "string"] },
    },
  },
  {
    type: "object",
    properties: {
      filter: {
        oneOf: [
          { type: "object", properties: { by: { const: "name" }, name: { type: "string" } }, required: ["by", "name"] },
          { type: "object", properties: { by: { const: "age" }, least: { type: "integer" } }, required: ["by"] },
        ],
      },
    },
    required: ["filter"],
  },
  {
    type: "object",
    properties: { labels: { type: "object", additionalProperties: { type: "string" } } },
    required: ["labels"],
    additionalProperties: false,
  },
  {
    type: "object",
    properties: { env: { type: "object", additionalProperties: {}, propertyNames: { pattern: "^[A-Z_]+$" } } },
  },
  {
    $schema: DRAFT_2020,
    type: "object",
    properties: { root: { $ref: "#/$defs/node" }, name: { $ref: "#/$defs/name" }, other: { $ref: "#/$defs/name" } },
    required: ["root"],
    $defs: {
      name: { type: "string", minLength: 1, description: "A name" },
      node: {
        type: "object",
        properties: {
          name: { $ref: "#/$defs/name" },
          children: { type: "array", items: { $ref: "#/$defs/node" }, maxItems: 3 },
        },
        required: ["name"],
      },
    },
  },
  {
    $schema: DRAFT_7,
    type: "object",
    properties: {
      point: { type: "array", items: [{ type: "number" }, { type: "number" }], minItems: 2, maxItems: 2 },
      code: { type: "string", pattern: "^[A-Z]{2}[0-9]+$", maxLength: 8 },
      entity: { $ref: "#/definitions/entity" },
    },
    definitions: {
      entity: { allOf: [{ $ref: "#/definitions/base" }, { properties: { size: { type: "integer", minimum: 0 } } }] },
      base: { type: "object", properties: { id: { type: "integer" } }, required: ["id"] },
    },
  },
  {
    type: "object",
    properties: {
      range: { type: "array", prefixItems: [{ type: "integer" }, { type: "integer" }], items: false },
      step: { type: "number", multipleOf: 5, minimum: -100 },
      ids: { type: "array", items: { type: "integer" }, uniqueItems: true, contains: { const: 7 } },
    },
  },
  {
    type: "object",
    properties: { from: { type: "string" }, to: { type: "string" }, all: { type: "boolean" } },
    dependentRequired: { from: ["to"] },
    not: { required: ["all", "from"] },
    minProperties: 1,
  },
  {
    type: "object",
    properties: { mode: { enum: ["fast", "exact", 3, null] }, budget: { type: "integer", minimum: 0 } },
    if: { properties: { mode: { const: "exact" } }, required: ["mode"] },
    else: { maxProperties: 3 },
    patternProperties: { "^x-": { type: "string" } },
  },
  {
    type: "object",
    properties: { id: { type: "string" }, name: { type: "string" }, email: { type: "string", format: "email" } },
    anyOf: [{ required: ["id"] }, { required: ["name"] }],
  },
  { properties: { result: { title: "Result", type: "integer" } }, required: ["result"], type: "object" },
  {
    type: "object",
    properties: {
      content: {
        type: "array",
        items: {
          anyOf: [
            {
              type: "object",
              properties: { type: { const: "text" }, text: { type: "string" } },
              required: ["type", "text"],
            },
            { type: "object", properties: { type: { const: "image" }, data: { type: "string" } }, required: ["type"] },
            {
              type: "object",
              properties: { type: { const: "link" }, uri: { type: "string" } },
              required: ["type", "uri"],
            },
          ],
        },
      },
      isError: { type: "boolean" },
    },
    required: ["content"],
  },
  { type: "object", properties: { value: {}, anything: true, never: false, version: { const: "v1" } } },
];
