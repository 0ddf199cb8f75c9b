// Checks the result of a call against MCP's own schema: what official clients of its era refuse, with the reason in one
// line.
// The shapes are those of the SDKs; a test compares them, because `metrics` must not know an SDK.
import * as z from "zod";
import { buildPointer } from "../json/pointer.js";
import { isJsonObject, isKeptNumber, type JsonValue } from "../json/value.js";
import type { Era } from "../trace/session.js";

/** Returns why a client refuses the result; undefined where it accepts it. */
export function whyRefused(result: JsonValue, era: Era): string | undefined {
  if (!isJsonObject(result) || isKeptNumber(result)) return "the result is not an object";
  const parsed = (era === "modern" ? modernResult : legacyResult).safeParse(result);
  const issue = parsed.error?.issues[0];
  if (issue === undefined) return undefined;
  return `not a valid MCP result, clients refuse it: ${issue.path.length === 0 ? "" : `${pointerOf(issue.path)}: `}${issue.message}`;
}

function pointerOf(path: readonly PropertyKey[]): string {
  return buildPointer(path.map((part) => (typeof part === "number" ? part : String(part))));
}

/** A placeholder in a recorded result may replace any string. */
const isHidden = (value: unknown): boolean => typeof value === "string" && value.includes("[redacted:");

const hidden = z.string().refine(isHidden);
const text = z.string();
/** A number that a double cannot hold is kept as an object, but clients read it as a double. */
const isNoNumber = (value: unknown): boolean => !isKeptNumber(value);
const NO_OBJECT = { error: "expected object, received number" };
const fields = z.record(text, z.unknown()).refine(isNoNumber, NO_OBJECT);
const meta = fields.optional();
const double = (schema: z.ZodNumber): z.ZodType =>
  z.preprocess((value) => (isKeptNumber(value) ? Number(value.$number) : value), schema);
const base64 = text.refine((value) => isBase64(value) || isHidden(value), { error: "is not base64" });

const annotations = z
  .looseObject({
    audience: z.array(z.enum(["user", "assistant"])).optional(),
    priority: z
      .union([double(z.number().min(0).max(1)), hidden], { error: "expected a number from 0 to 1" })
      .optional(),
    lastModified: z
      .union([z.iso.datetime({ offset: true }), hidden], { error: "expected an ISO 8601 time with its zone" })
      .optional(),
  })
  .refine(isNoNumber, NO_OBJECT)
  .optional();

const binary = { data: base64, mimeType: text, annotations, _meta: meta };
const contents = { uri: text, mimeType: text.optional(), _meta: meta };
const icon = z.object({
  src: text,
  mimeType: text.optional(),
  sizes: z.array(text).optional(),
  theme: z.enum(["light", "dark"]).optional(),
});

const block = z.discriminatedUnion(
  "type",
  [
    z.object({ type: z.literal("text"), text, annotations, _meta: meta }),
    z.object({ type: z.literal("image"), ...binary }),
    z.object({ type: z.literal("audio"), ...binary }),
    z.object({
      type: z.literal("resource"),
      resource: z.union([z.object({ ...contents, text }), z.object({ ...contents, blob: base64 })], {
        error: "expected a uri with a text string, or with a base64 blob",
      }),
      annotations,
      _meta: meta,
    }),
    z.object({
      type: z.literal("resource_link"),
      name: text,
      title: text.optional(),
      uri: text,
      description: text.optional(),
      mimeType: text.optional(),
      size: z.union([double(z.number()), hidden], { error: "expected a number" }).optional(),
      icons: z.array(icon).optional(),
      annotations,
      _meta: z.looseObject({}).refine(isNoNumber, NO_OBJECT).optional(),
    }),
  ],
  { error: ({ input }) => (isJsonObject(input) ? "has a type that MCP does not define" : "expected a content block") },
);

/** The era of `initialize`: missing content counts as empty. */
const legacyResult = z.looseObject({
  _meta: z
    .looseObject({
      progressToken: z.union([text, z.int()], { error: "expected a string or a whole number" }).optional(),
      "io.modelcontextprotocol/related-task": z.object({ taskId: text }).optional(),
    })
    .refine(isNoNumber, NO_OBJECT)
    .optional(),
  content: z.array(block).default([]),
  structuredContent: fields.optional(),
  isError: z.boolean().optional(),
});

/** The era of `server/discover`. The fields that mark it as complete and name its sender were removed on arrival. */
const modernResult = z.looseObject({
  _meta: z.looseObject({}).refine(isNoNumber, NO_OBJECT).optional(),
  resultType: z.undefined({ error: "has a type that MCP does not define" }).optional(),
  content: z.array(block),
  structuredContent: z.unknown().optional(),
  isError: z.boolean().optional(),
});

function isBase64(value: string): boolean {
  try {
    atob(value);
    return true;
  } catch {
    return false;
  }
}
