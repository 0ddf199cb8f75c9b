// Private keys that are printed line by line: in a log, in records, as items of a list, or in one message after the other.
import { createPrivateKey, generateKeyPairSync } from "node:crypto";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { makeRedactor } from "./make-redactor.js";

const keyOf = (kind: "rsa" | "ec" | "sec1" | "ed25519"): string => {
  if (kind === "rsa") return pem(generateKeyPairSync("rsa", { modulusLength: 1024 }).privateKey);
  if (kind === "ed25519") return pem(generateKeyPairSync("ed25519").privateKey);
  const { privateKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
  return kind === "ec" ? pem(privateKey) : String(privateKey.export({ type: "sec1", format: "pem" }));
};
const pem = (key: ReturnType<typeof createPrivateKey>): string => String(key.export({ type: "pkcs8", format: "pem" }));
const keys = (["rsa", "ec", "sec1", "ed25519"] as const).map((kind): [string, string[]] => [
  kind,
  keyOf(kind).trim().split("\n"),
]);
/** The lines that nobody may read. */
const secretsOf = (lines: readonly string[]): string[] => lines.slice(1, -1);

const clock = (at: number): string => `2026-11-28T12:00:${String(at).padStart(2, "0")}.123Z`;
const ways: [string, (lines: string[]) => unknown][] = [
  ["in a log", (lines) => lines.map((line, at) => `${clock(at)} INFO app.server: ${line}`).join("\n")],
  [
    "in a log with names",
    (lines) => lines.map((line, at) => `[worker-3] (${String(at)}) debug | ${line}`).join("\r\n"),
  ],
  [
    "in a log of JSON",
    (lines) => lines.map((msg, at) => JSON.stringify({ time: clock(at), level: 30, msg })).join("\n"),
  ],
  [
    "as records in text",
    (lines) =>
      JSON.stringify(
        lines.map((text, at) => ({ line: at + 1, text, kind: "added" })),
        null,
        2,
      ),
  ],
  ["as a list in text", (lines) => JSON.stringify(lines)],
  ["as a list", (lines) => ({ lines })],
  ["as a list with numbers", (lines) => lines.map((line, at) => `${String(at + 1)}: ${line}`)],
  ["as records", (lines) => lines.map((text, at) => ({ line: at + 1, text, kind: "added" }))],
  ["as blocks of a result", (lines) => ({ content: lines.map((text) => ({ type: "text", text })) })],
];

describe.each(keys)("a private key (%s)", (_, lines) => {
  it.each(ways)("goes line by line %s", (_way, write) => {
    const redacted = JSON.stringify(makeRedactor().redact(write(lines)));
    for (const secret of secretsOf(lines)) expect(redacted).not.toContain(secret);
    expect(redacted).toContain("[redacted:private-key-");
    expect(redacted).toContain("END");
  });

  it("goes in one message after the other, also the second time, and with others between", () => {
    const redactor = makeRedactor();
    const say = (data: string): string =>
      JSON.stringify(
        redactor.redact({
          jsonrpc: "2.0",
          method: "notifications/message",
          params: { level: "info", logger: "app", data },
        }),
      );
    for (const name of ["one", "other"]) {
      const own = name === "one" ? lines : keyOf("ed25519").trim().split("\n");
      const redacted = own.flatMap((line) => [say(line), say(`working on ${name}`)]).join("\n");
      for (const secret of secretsOf(own)) expect(redacted).not.toContain(secret);
      expect(redacted.match(/working on/g)).toHaveLength(own.length);
    }
  });
});

it("more keys than are looked for go too", () => {
  const bodies = fc.sample(line, 600);
  const fake = Array.from({ length: 60 }, (_, at) => [
    "-----BEGIN PRIVATE KEY-----",
    ...bodies.slice(at * 10, at * 10 + 10),
    "-----END PRIVATE KEY-----",
  ]);
  const redacted = JSON.stringify(makeRedactor().redact({ lines: fake.flat() }));
  for (const body of fake) for (const secret of body.slice(1, -1)) expect(redacted).not.toContain(secret);
});

const digit = fc.constantFrom(..."ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".split(""));
const line = fc.array(digit, { minLength: 64, maxLength: 64 }).map((digits) => digits.join(""));

describe("what is not a key stays", () => {
  it.each<[string, unknown]>([
    ["hashes in a list", { lines: ["-----BEGIN PRIVATE KEY-----", "deadbeef".repeat(8), "-----END PRIVATE KEY-----"] }],
    ["prose after its first line", ["-----BEGIN PRIVATE KEY-----", "is how a key begins", "information", "hello"]],
    [
      "prose about it",
      `It begins with -----BEGIN PRIVATE KEY----- and ${"some words follow it, and more, ".repeat(9)}`,
    ],
    [
      "a certificate",
      ["-----BEGIN CERTIFICATE-----", "MIIBIjANBgkqhkiG9w0BAQEFAAOCAQ8AMIIBCgKCAQEAq3n4", "-----END CERTIFICATE-----"],
    ],
    [
      "base64 long after it",
      ["-----BEGIN PRIVATE KEY-----", ...Array(70).fill("word"), "MIIBIjANBgkqhkiG9w0BAQEFAAOCAQ8AMIIBCgKCAQEAq3n4"],
    ],
  ])("%s", (_, value) => {
    expect(makeRedactor().redact(value)).toEqual(value);
  });
});
