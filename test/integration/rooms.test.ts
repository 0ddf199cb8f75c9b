// Compares src/build/rooms.mjs with what the files of src import: all of it, types and imports at run time too.
import { readdirSync, readFileSync } from "node:fs";
import { dirname, join, normalize } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";

interface Rooms {
  importsOf: (room: string) => string[];
  renderLintRules: () => unknown;
  renderRooms: () => string;
}

// JavaScript without types: the script that writes the rules runs on Node 20.
const { importsOf, renderLintRules, renderRooms }: Rooms = await import(
  new URL("../../src/build/render-rooms.mjs", import.meta.url).href
);
const { ROOMS }: { ROOMS: object } = await import(new URL("../../src/build/rooms.mjs", import.meta.url).href);

const ROOT = fileURLToPath(new URL("../../", import.meta.url));
const names = Object.keys(ROOMS);

/** The room of a file, by the longest name that it begins with. */
function roomOf(file: string): string {
  if (["index.ts", "library.ts", "vitest.ts"].includes(file)) return "library";
  if (!file.includes("/")) return "base";
  const [longest] = names.filter((name) => file.startsWith(`${name}/`)).toSorted((a, b) => b.length - a.length);
  return longest ?? `no room for ${file}`;
}

const imports = readdirSync(join(ROOT, "src"), { recursive: true, encoding: "utf8" })
  .filter((file) => file.endsWith(".ts"))
  .flatMap((file) => {
    const text = readFileSync(join(ROOT, "src", file), "utf8");
    const found = [...text.matchAll(/(?:from\s+|import\s+|import\()"(\.[^"]+)"/g)].map(([, name = ""]) => name);
    return found.map((name) => ({ file, from: roomOf(file), to: roomOf(normalize(join(dirname(file), name))) }));
  });

test("every room imports what src/build/rooms.mjs says, and nothing that it says in vain", () => {
  expect(imports.length).toBeGreaterThan(1000);
  const met = new Map(names.map((name) => [name, new Set<string>()]));
  for (const { from, to } of imports) if (from !== to) met.get(from)?.add(to);
  for (const name of names)
    expect([name, [...(met.get(name) ?? [])].toSorted()]).toEqual([name, importsOf(name).toSorted()]);
});

test("rooms stand in order: each imports only from those before it", () => {
  for (const [i, name] of names.entries()) {
    for (const other of importsOf(name)) expect([name, other, names.indexOf(other) < i]).toEqual([name, other, true]);
  }
});

test("the lint rules and the table in docs/architecture.md are those of src/build/rooms.mjs", () => {
  const rules: unknown = JSON.parse(readFileSync(join(ROOT, "src/build/rooms.oxlintrc.json"), "utf8"));
  expect(rules).toEqual(renderLintRules());
  const text = readFileSync(join(ROOT, "docs/architecture.md"), "utf8");
  const cells = (table: string): string[][] =>
    table.split("\n").map((row) => row.split("|").map((cell) => cell.trim().replace(/^-+$/, "-")));
  const written = /<!-- rooms -->\n\n([^]*?)\n\n<!-- \/rooms -->/.exec(text)?.[1] ?? "";
  expect(cells(written)).toEqual(cells(renderRooms()));
});
