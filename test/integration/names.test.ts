// Checks that each exported name of src has one meaning: one file exports it.
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";

const SRC = fileURLToPath(new URL("../../src/", import.meta.url));

/** The public API exports again what other files export. */
const PUBLIC = ["index.ts", "vitest.ts"];

const DECLARED =
  /^export (?:declare )?(?:abstract )?(?:async )?(?:function\*?|const|let|class|interface|type|enum) ([\w$]+)/gm;
const LISTED = /^export (?:type )?\{([^}]*)\}/gm;

/** The names that a file exports, where it declares them or lists them. */
function exportedBy(text: string): Set<string> {
  const declared = [...text.matchAll(DECLARED)].map(([, name = ""]) => name);
  const listed = [...text.matchAll(LISTED)].flatMap(([, names = ""]) =>
    names
      .split(",")
      .map((name) => name.trim().replace(/^type /, ""))
      .map((name) => / as ([\w$]+)$/.exec(name)?.[1] ?? name)
      .filter((name) => name !== ""),
  );
  return new Set([...declared, ...listed]);
}

test("the names that a text exports are found", () => {
  const text = [
    "export function one() {}",
    "export async function two() {}",
    "export abstract class Three {}",
    "export type Four = { five: 5 };",
    'export { six, seven as eight, type Nine } from "./nine.js";',
    "const ten = 10;",
    "export {\n  ten,\n};",
  ].join("\n");
  expect([...exportedBy(text)]).toEqual(["one", "two", "Three", "Four", "six", "eight", "Nine", "ten"]);
});

test("every exported name is exported by one file only", () => {
  const filesOf = new Map<string, string[]>();
  for (const file of readdirSync(SRC, { recursive: true, encoding: "utf8" })) {
    if (!file.endsWith(".ts") || PUBLIC.includes(file)) continue;
    const text = readFileSync(join(SRC, file), "utf8");
    expect([file, /^export \*/m.test(text)]).toEqual([file, false]);
    for (const name of exportedBy(text)) filesOf.set(name, [...(filesOf.get(name) ?? []), file]);
  }
  expect(filesOf.size).toBeGreaterThan(1000);
  expect([...filesOf].filter(([, files]) => files.length > 1)).toEqual([]);
});

test("members of a class are private in one way: by the keyword", () => {
  const files = readdirSync(SRC, { recursive: true, encoding: "utf8" }).filter((file) => file.endsWith(".ts"));
  const hashed = files.filter((file) => /^ +[\w *]*#\w|this\.#\w/m.test(readFileSync(join(SRC, file), "utf8")));
  expect(hashed).toEqual([]);
});
