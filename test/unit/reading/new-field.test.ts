import { describe, expect, it } from "vitest";
import { isHarmlessField, isHarmlessOfDeed } from "../../../src/reading/new-field.js";
import type { JsonValue } from "../../../src/json/value.js";

describe("a new field of a result", () => {
  it.each<[string, JsonValue]>([
    ["id", "u_8f3a"],
    ["createdAt", "2026-11-01T09:00:00Z"],
    ["updated_at", "2026-11-01T09:00:00Z"],
    ["email", "ann@example.com"],
    ["team", "The Orchard"],
    ["count", 3],
    ["speed", 12.5],
    ["zipCode", 12345],
    ["feed", "https://example.com/feed"],
    ["labels", []],
    ["labels", ["A 1", "B 2"]],
    ["owner", { id: 7, name: "Ann Lee" }],
    ["warnings", []],
    ["note", ""],
    ["error", null],
    ["hasMore", false],
    ["truncated", false],
    ["ok", true],
    ["remaining", 0],
  ])("%s: %j is harmless", (key, value) => {
    expect(isHarmlessField(key, value)).toBe(true);
  });

  it.each<[string, JsonValue]>([
    ["dryRun", true],
    ["dryRun", false],
    ["confirmed", false],
    ["archived", true],
    ["hasMore", true],
    ["ok", false],
    ["status", "declined"],
    ["state", "Awaiting approval"],
    ["pages", 7],
    ["remaining", 3],
    ["nextCursor", "p2"],
    ["note", "Saved in the sandbox"],
    ["message", "Saved without errors"],
    ["deletedAt", "2026-11-01T09:00:00Z"],
    ["lockedBy", "Bob Ray"],
    ["suspended_until", "2026-12-01"],
    ["exitCode", 1],
    ["rc", -1],
    ["reason", "No stock left"],
    ["mode", "read-only"],
    ["kind", "draft"],
    ["payment", { state: "On hold" }],
    ["rows", [{ id: 1 }, { expired: true }]],
  ])("%s: %j may change what Claude would say", (key, value) => {
    expect(isHarmlessField(key, value)).toBe(false);
  });
});

describe("a new field in the result of a call that did something", () => {
  const isAsked = (value: unknown): boolean => value === "Stand-up";
  it.each<[string, JsonValue]>([
    ["id", "u_8f3a"],
    ["requestId", "r-17"],
    ["updatedAt", "2026-11-01T09:00:00Z"],
    ["receiptUrl", "https://pay.example/r"],
    ["etag", "k3j4"],
    ["title", "Stand-up"],
    ["owner", { id: 7, href: "/users/7" }],
    ["labels", []],
  ])("%s: %j says nothing of what it did", (key, value) => {
    expect(isHarmlessOfDeed(key, value, isAsked)).toBe(true);
  });

  it.each<[string, JsonValue]>([
    ["recurrence", ["RRULE:FREQ=DAILY"]],
    ["surcharge", 2.5],
    ["interval", 2],
    ["bcc", ["all@example.org"]],
    ["sendAt", "tomorrow 08:00"],
    ["expiresAt", "2026-11-01T09:00:00Z"],
    ["owner", { id: 7, name: "Ann Lee" }],
  ])("%s: %j may qualify what it did", (key, value) => {
    expect(isHarmlessOfDeed(key, value, isAsked)).toBe(false);
  });
});
