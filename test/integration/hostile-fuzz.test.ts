// The committed cassettes, changed at random in bytes, lines and values, sealed again or not: they are read or refused.
import { readdirSync, readFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { parseCassette } from "../../src/cassette/cassette-text.js";
import { openCassette } from "../../src/cassette/open-text.js";
import { parseContract } from "../../src/cassette/contract-file.js";
import { createPlaces } from "../../src/places/places.js";
import { readTrace } from "../../src/cassette/read-trace.js";
import { addSeal, splitSeal } from "../../src/cassette/seal.js";
import { showTrace } from "../../src/places/trace-places.js";
import { McpvalsError } from "../../src/errors.js";
import { scoreTrace } from "../../src/metrics/score-trace.js";
import { createTapedServer } from "../../src/server/taped-server.js";
import type { Contract } from "../../src/trace/contract.js";

const CASSETTES = fileURLToPath(new URL("../../cassettes", import.meta.url));
const RUNS = Number(process.env["MCPVALS_FUZZ_RUNS"] ?? 300);

interface Committed {
  text: string;
  blobs: Map<string, Uint8Array>;
  contract: Contract;
}

const files = readdirSync(CASSETTES, { recursive: true })
  .map((name) => join(CASSETTES, String(name)))
  .filter((file) => file.endsWith(".yaml") && basename(dirname(file)) !== "contracts");
const committed = files.map((file): Committed => {
  const text = readFileSync(file, "utf8");
  const opened = openCassette(text, file);
  const blobs = new Map(opened.blobs.map((name) => [name, readFileSync(join(dirname(file), "blobs", name))]));
  const id = parseCassette(opened, blobs).server?.contract;
  if (typeof id !== "string") throw new Error("a contract in line");
  const path = join(dirname(file), "contracts", `${id}.yaml`);
  return { text, blobs, contract: parseContract(readFileSync(path, "utf8"), id, path) };
});

const places = createPlaces({ root: ["/work"], home: ["/home/x"], tmp: ["/tmp"], env: {} });

/** Everything that replay does with a file before it knows that the file is good. */
function read({ blobs, contract }: Committed, text: string): void {
  const cassette = parseCassette(openCassette(text, "cassettes/x.yaml"), blobs);
  const trace = readTrace(cassette, contract);
  scoreTrace(trace, { name: cassette.workflow, steps: [{ user: "x" }] });
  createTapedServer(showTrace(trace, places));
}

function expectReadOrRefused(one: Committed, text: string): void {
  try {
    read(one, text);
  } catch (error) {
    if (!(error instanceof McpvalsError)) throw error;
    expect(error.code).toMatch(/^CASSETTE_/);
    expect(error.exitCode).toBe(3);
    expect(error.message).toMatch(/^cassettes\/x\.yaml:\d+: ./);
    expect(error.message).not.toContain("\n");
  }
}

const NASTY = [
  "&a ",
  "*a",
  "!!js/function ",
  "!<x> ",
  "<<: ",
  "__proto__: { a: 1 }",
  "constructor: x",
  "? ",
  "- ",
  "{",
  "}",
  "[",
  "]",
  ": ",
  "'",
  '"',
  "|",
  ">",
  "|+\n",
  "%YAML 1.1\n",
  "---\n",
  "...\n",
  "#",
  "\t",
  "\u0000",
  "\u001b[2J",
  "\u202e",
  "\ufeff",
  "\ud800",
  "\r\n",
  "null",
  "true",
  "~",
  "1e999",
  "-0",
  ".nan",
  "0x10",
  "2026-11-27",
  "yes",
  "[root]/../..",
  "[env:HOME]",
  "$text",
  "$base64: ../../x",
  "{ $text: 0000 }",
  "{ $json: '[' }",
  "9".repeat(400),
  "a".repeat(5000),
  "[".repeat(120),
  "{ a: ".repeat(120),
  "\n".repeat(50),
];
const place = fc.double({ min: 0, max: 1, noNaN: true });
const mutation = fc.oneof(
  fc.record({
    kind: fc.constant("insert" as const),
    at: place,
    put: fc.oneof(fc.constantFrom(...NASTY), fc.string({ unit: "binary", maxLength: 8 })),
  }),
  fc.record({ kind: fc.constant("cut" as const), at: place, length: fc.nat(60) }),
  fc.record({
    kind: fc.constant("line" as const),
    at: place,
    to: place,
    how: fc.constantFrom("move", "copy", "drop", "indent", "outdent"),
  }),
  fc.record({ kind: fc.constant("value" as const), at: place, put: fc.constantFrom(...NASTY) }),
);
type Mutation = typeof mutation extends fc.Arbitrary<infer T> ? T : never;

function mutate(text: string, change: Mutation): string {
  const at = Math.floor(change.at * text.length);
  switch (change.kind) {
    case "insert":
      return text.slice(0, at) + change.put + text.slice(at);
    case "cut":
      return text.slice(0, at) + text.slice(at + change.length);
    case "line": {
      const lines = text.split("\n");
      const from = Math.floor(change.at * lines.length);
      const to = Math.floor(change.to * lines.length);
      const line = lines[from] ?? "";
      if (change.how === "indent") lines[from] = `  ${line}`;
      else if (change.how === "outdent") lines[from] = line.replace(/^ {2}/, "");
      else {
        if (change.how !== "copy") lines.splice(from, 1);
        if (change.how !== "drop") lines.splice(to, 0, line);
      }
      return lines.join("\n");
    }
    case "value": {
      const colon = text.indexOf(": ", at);
      if (colon < 0) return text;
      const end = text.indexOf("\n", colon);
      return `${text.slice(0, colon + 2)}${change.put}${text.slice(end)}`;
    }
  }
}

describe("a committed cassette that somebody changed", () => {
  test("is there to be changed", () => {
    expect(committed.length).toBeGreaterThan(5);
    for (const one of committed) read(one, one.text);
  });

  test("and sealed again is read, or refused with file and line; nothing else is ever thrown", () => {
    fc.assert(
      fc.property(fc.constantFrom(...committed), fc.array(mutation, { minLength: 1, maxLength: 3 }), (one, changes) => {
        expectReadOrRefused(one, addSeal(changes.reduce(mutate, splitSeal(one.text).body)));
      }),
      { numRuns: RUNS },
    );
  });

  test("and did not seal is refused", () => {
    fc.assert(
      fc.property(fc.constantFrom(...committed), mutation, (one, change) => {
        const other = mutate(one.text, change);
        fc.pre(other !== one.text);
        let thrown: unknown;
        try {
          read(one, other);
        } catch (error) {
          thrown = error;
        }
        expect(thrown).toBeInstanceOf(McpvalsError);
        expect(thrown).toMatchObject({ exitCode: 3, message: expect.stringMatching(/^cassettes\/x\.yaml:\d+: ./) });
      }),
      { numRuns: RUNS },
    );
  });

  test("and two of them spliced together are refused", () => {
    fc.assert(
      fc.property(fc.constantFrom(...committed), fc.constantFrom(...committed), place, place, (one, other, at, to) => {
        const text = one.text.slice(0, at * one.text.length) + other.text.slice(to * other.text.length);
        fc.pre(!committed.some((each) => each.text === text));
        expect(() => read(one, text)).toThrow(expect.objectContaining({ exitCode: 3 }));
      }),
      { numRuns: RUNS },
    );
  });
});
