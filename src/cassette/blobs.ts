// Splits a value into a readable part and blobs named by hash, and joins them again. Pure: store.ts reads and writes
// the files.
import { createHash } from "node:crypto";
import { isJsonObject, type JsonObject, type JsonValue } from "../json/value.js";
import { isBase64Field, mimeTypeOf } from "../trace/opaque.js";

/** Bytes above which binary content becomes a blob. */
const LARGE_BINARY = 1024;
/** Bytes above which a text becomes a blob. */
export const LARGE_TEXT = 32 * 1024;
/** The most bytes of a blob. */
export const BLOB_LIMIT = 64 * 1024 * 1024;

const BLOB_NAME = /^[0-9a-f]{64}\.[a-z0-9]{1,8}$/;
/** A literal object that looks like a reference gets one more `$`. */
const REFERENCE = /^\$+(?:text|base64)$/;

const EXTENSIONS: Readonly<Record<string, string>> = {
  "image/png": "png",
  "image/jpeg": "jpg",
  "image/gif": "gif",
  "image/webp": "webp",
  "image/svg+xml": "svg",
  "audio/wav": "wav",
  "audio/x-wav": "wav",
  "audio/mpeg": "mp3",
  "audio/ogg": "ogg",
  "application/pdf": "pdf",
  "application/zip": "zip",
};

/** File name (`<sha256>.<extension>`) to content. */
export type Blobs = ReadonlyMap<string, Uint8Array>;

/**
 * Replaces binary contents over 1 KiB by `{ $base64: name }` and texts over 32 KiB by `{ $text: name }`. Leaves what
 * would not come back byte for byte (odd base64, lone surrogates).
 */
export function extractBlobs(value: JsonValue): { value: JsonValue; blobs: Map<string, Uint8Array> } {
  const blobs = new Map<string, Uint8Array>();
  const keep = (bytes: Uint8Array, extension: string): string => {
    const name = `${sha256(bytes)}.${extension}`;
    blobs.set(name, bytes);
    return name;
  };
  const textOrBlob = (text: string): JsonValue => {
    if (text.length * 3 <= LARGE_TEXT) return text;
    if (!text.isWellFormed()) return text;
    const bytes = Buffer.from(text, "utf8");
    if (bytes.length <= LARGE_TEXT) return text;
    return { $text: keep(bytes, "txt") };
  };
  const walk = (part: JsonValue): JsonValue => {
    if (typeof part === "string") return textOrBlob(part);
    if (Array.isArray(part)) return part.map(walk);
    if (!isJsonObject(part)) return part;
    return mapEntries(part, (key, inner, only) => {
      const bytes = typeof inner === "string" && isBase64Field(part, key) ? bytesOf(inner) : undefined;
      const put = bytes === undefined ? walk(inner) : { $base64: keep(bytes, EXTENSIONS[mimeTypeOf(part)] ?? "bin") };
      return [only && REFERENCE.test(key) ? `$${key}` : key, put];
    });
  };
  return { value: walk(value), blobs };
}

/** The value as {@link extractBlobs} writes it where nothing is large: keys that look like a reference are escaped. */
export function escapeReferences(value: JsonValue): JsonValue {
  if (Array.isArray(value)) return value.map(escapeReferences);
  if (!isJsonObject(value)) return value;
  return mapEntries(value, (key, inner, only) => [
    only && REFERENCE.test(key) ? `$${key}` : key,
    escapeReferences(inner),
  ]);
}

/** The names of all blobs that a value refers to, each once. */
export function blobNamesIn(value: JsonValue): string[] {
  const names = new Set<string>();
  const walk = (part: JsonValue): void => {
    const name = referenceIn(part)?.name;
    if (name !== undefined) names.add(name);
    else if (typeof part === "object" && part !== null) Object.values(part).forEach(walk);
  };
  walk(value);
  return [...names];
}

/**
 * Restores the value that was split. `blobs` holds every name of {@link blobNamesIn}; a reference without a blob stays.
 */
export function insertBlobs(value: JsonValue, blobs: Blobs): JsonValue {
  // Share one string between all references to a blob, however many a file has.
  const texts = new Map<string, string>();
  const textOf = (kind: string, name: string): string | undefined => {
    const bytes = blobs.get(name);
    const known = texts.get(`${kind}${name}`);
    if (known !== undefined || bytes === undefined) return known;
    const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    const text = buffer.toString(kind === "$text" ? "utf8" : "base64");
    texts.set(`${kind}${name}`, text);
    return text;
  };
  const walk = (part: JsonValue): JsonValue => {
    if (Array.isArray(part)) return part.map(walk);
    if (!isJsonObject(part)) return part;
    const reference = referenceIn(part);
    const text = reference === undefined ? undefined : textOf(reference.kind, reference.name);
    if (text !== undefined) return text;
    return mapEntries(part, (key, inner, only) => [
      only && REFERENCE.test(key) && key.startsWith("$$") ? key.slice(1) : key,
      walk(inner),
    ]);
  };
  return walk(value);
}

/** True where the content fits the hash in the name. */
export function isBlob(name: string, bytes: Uint8Array): boolean {
  return BLOB_NAME.test(name) && name.startsWith(`${sha256(bytes)}.`);
}

function referenceIn(value: JsonValue): { kind: string; name: string } | undefined {
  if (!isJsonObject(value) || Object.keys(value).length !== 1) return undefined;
  for (const kind of ["$text", "$base64"]) {
    const name = Object.hasOwn(value, kind) ? value[kind] : undefined;
    if (typeof name === "string" && BLOB_NAME.test(name)) return { kind, name };
  }
  return undefined;
}

function mapEntries(
  owner: JsonObject,
  change: (key: string, value: JsonValue, only: boolean) => [string, JsonValue],
): JsonObject {
  const entries = Object.entries(owner);
  return Object.fromEntries(entries.map(([key, value]) => change(key, value, entries.length === 1)));
}

/** The bytes of a base64 text, if there are many and they encode to exactly this text again. */
function bytesOf(text: string): Uint8Array | undefined {
  if (text.length <= (LARGE_BINARY * 4) / 3) return undefined;
  const bytes = Buffer.from(text, "base64");
  return bytes.length > LARGE_BINARY && bytes.toString("base64") === text ? bytes : undefined;
}

function sha256(bytes: Uint8Array): string {
  return createHash("sha256").update(bytes).digest("hex");
}
