// What became of the contracts of published servers from version to version: test/fixtures/diff-contract/*.jsonl, one
// change a line, and below, by hand from the dumps, which changes there have to be and why. UPDATE_GOLDEN=1 writes the files.
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { diffContracts } from "../../src/contract/diff-contracts.js";
import type { ContractChange } from "../../src/contract/change.js";
import { parsePointer } from "../../src/json/pointer.js";
import { isJsonObject, type JsonValue } from "../../src/json/value.js";
import type { Contract } from "../../src/trace/contract.js";
import { hasToolLists, readDump } from "../helpers/tool-lists.js";

const GOLDEN = join(import.meta.dirname, "../fixtures/diff-contract");
if (!hasToolLists) console.warn("skipped: no shared/data/tool-lists");

const EMPTY = { contract: { server: {}, capabilities: {}, tools: [] }, protocol: "" };

/** Changes of one kind, and why they are right. */
interface Expected {
  change: string;
  /** Names of the tools; none where it is about the server. */
  on?: readonly string[];
  at: string;
  why: string;
}

const READERS = [
  "read_file",
  "read_text_file",
  "read_media_file",
  "read_multiple_files",
  "list_directory",
  "list_directory_with_sizes",
  "directory_tree",
  "search_files",
  "get_file_info",
  "list_allowed_directories",
];
const WRITERS = ["write_file", "edit_file", "create_directory", "move_file"];
const FILES = [...READERS, ...WRITERS];
/** Those that took anything in the dump of 2025.8.21, whose schemas say nothing. */
const SCHEMALESS = FILES.filter((name) => name !== "list_allowed_directories");
const THINK = ["sequentialthinking"];

const PAIRS: { server: string; from: string; to: string; expected: Expected[] }[] = [
  {
    server: "server-filesystem",
    from: "2025.1.14",
    to: "2025.7.29",
    expected: [
      {
        change: "compatible tool-added",
        on: ["read_text_file", "read_media_file", "list_directory_with_sizes"],
        at: "",
        why: "Only the newer dump lists them, and no tool is gone, so none of them can be a renaming.",
      },
      {
        change: "compatible protocol-newer",
        at: "/protocolVersion",
        why: "2024-11-05, and then 2025-11-25 with the same client.",
      },
      {
        change: "docs description-changed",
        on: ["read_file", "list_allowed_directories"],
        at: "/description",
        why: "read_file says that it is deprecated, the other speaks of root directories; their schemas are the same.",
      },
    ],
  },
  {
    server: "server-filesystem",
    from: "2025.7.29",
    to: "2025.8.21",
    expected: [
      {
        change: "docs description-changed",
        on: ["list_allowed_directories"],
        at: "/description",
        why: "Subdirectories are mentioned. Nothing else differs in the dumps.",
      },
    ],
  },
  {
    server: "server-filesystem",
    from: "2025.8.21",
    to: "2025.12.18",
    expected: [
      {
        change: "breaking required-property-added",
        on: SCHEMALESS.filter((name) => name !== "read_multiple_files" && name !== "move_file"),
        at: "/inputSchema/properties/path",
        why: "The schema took any object; now `path` is a property and among the required.",
      },
      {
        change: "breaking required-property-added",
        on: ["read_multiple_files"],
        at: "/inputSchema/properties/paths",
        why: "The same: required, and not there before.",
      },
      {
        change: "breaking required-property-added",
        on: ["write_file"],
        at: "/inputSchema/properties/content",
        why: "The same: required, and not there before.",
      },
      {
        change: "breaking required-property-added",
        on: ["edit_file"],
        at: "/inputSchema/properties/edits",
        why: "The same: required, and not there before.",
      },
      {
        change: "breaking required-property-added",
        on: ["move_file"],
        at: "/inputSchema/properties/source",
        why: "The same: required, and not there before.",
      },
      {
        change: "breaking required-property-added",
        on: ["move_file"],
        at: "/inputSchema/properties/destination",
        why: "The same: required, and not there before.",
      },
      {
        change: "breaking required-property-added",
        on: ["search_files"],
        at: "/inputSchema/properties/pattern",
        why: "The same: required, and not there before.",
      },
      {
        change: "compatible property-added",
        on: ["read_file", "read_text_file"],
        at: "/inputSchema/properties/head",
        why: "New, and not among the required.",
      },
      {
        change: "compatible property-added",
        on: ["read_file", "read_text_file"],
        at: "/inputSchema/properties/tail",
        why: "New, and not among the required.",
      },
      {
        change: "compatible property-added",
        on: ["edit_file"],
        at: "/inputSchema/properties/dryRun",
        why: "New, and not among the required.",
      },
      {
        change: "compatible property-added",
        on: ["list_directory_with_sizes"],
        at: "/inputSchema/properties/sortBy",
        why: "New, and not among the required.",
      },
      {
        change: "compatible property-added",
        on: ["directory_tree", "search_files"],
        at: "/inputSchema/properties/excludePatterns",
        why: "New, and not among the required.",
      },
      {
        change: "docs default-spelled-out",
        on: SCHEMALESS,
        at: "/inputSchema/type",
        why: "The schemas had only `$schema`; arguments are an object by the protocol, so `type: object` narrows nothing.",
      },
      {
        change: "docs dialect-changed",
        on: ["list_allowed_directories"],
        at: "/inputSchema/$schema",
        why: "It alone had no `$schema`. Its `required: []` is gone, which means the same.",
      },
      {
        change: "compatible capability-added",
        at: "/listChanged",
        why: "`tools` was `{}` and has `listChanged: true`.",
      },
      {
        change: "risky annotation-read-only-flipped",
        on: READERS,
        at: "/annotations/readOnlyHint",
        why: "There was none, which means that a tool writes; now it is true.",
      },
      {
        change: "docs default-spelled-out",
        on: WRITERS,
        at: "/annotations/readOnlyHint",
        why: "There was none, which means false; now it is said.",
      },
      {
        change: "risky annotation-destructive-flipped",
        on: ["create_directory", "move_file"],
        at: "/annotations/destructiveHint",
        why: "There was none, which means true; now it is false, and both are tools that write.",
      },
      {
        change: "docs default-spelled-out",
        on: ["write_file", "edit_file"],
        at: "/annotations/destructiveHint",
        why: "There was none, which means true; now it is said.",
      },
      {
        change: "compatible annotation-idempotent-gained",
        on: ["write_file", "create_directory"],
        at: "/annotations/idempotentHint",
        why: "There was none, which means false; now it is true.",
      },
      {
        change: "docs default-spelled-out",
        on: ["edit_file", "move_file"],
        at: "/annotations/idempotentHint",
        why: "There was none, which means false; now it is said.",
      },
      {
        change: "docs default-spelled-out",
        on: FILES,
        at: "/execution/taskSupport",
        why: "`forbidden` is what holds without it.",
      },
      {
        change: "compatible output-schema-added",
        on: FILES,
        at: "/outputSchema",
        why: "No tool had one, all have one.",
      },
      { change: "docs title-changed", on: FILES, at: "/title", why: "No tool had one, all have one." },
      {
        change: "docs description-changed",
        on: ["search_files"],
        at: "/description",
        why: "It speaks of glob patterns; the other descriptions are the same.",
      },
    ],
  },
  { server: "server-filesystem", from: "2025.12.18", to: "2026.1.14", expected: [] },
  {
    server: "server-filesystem",
    from: "2026.1.14",
    to: "2026.8.31",
    expected: [
      {
        change: "risky alternative-added",
        on: ["read_media_file"],
        at: "/outputSchema/properties/content/items/anyOf/1",
        why: "A content block may be an embedded resource now, which no reader expects.",
      },
      {
        change: "compatible enum-value-removed",
        on: ["read_media_file"],
        at: "/outputSchema/properties/content/items/anyOf/0/properties/type/enum",
        why: "The alternative that is the schema of before has `image` and `audio`, and no `blob`: a reader gets less.",
      },
      {
        change: "risky annotation-destructive-flipped",
        on: ["move_file"],
        at: "/annotations/destructiveHint",
        why: "It was said to be false and is said to be true; the tool writes.",
      },
      {
        change: "compatible annotation-open-world-lost",
        on: FILES,
        at: "/annotations/openWorldHint",
        why: "There was none, which means true; now all are false.",
      },
      {
        change: "docs description-changed",
        on: ["read_media_file"],
        at: "/description",
        why: "It returns any file now, not only images and audio.",
      },
    ],
  },
  {
    server: "server-sequential-thinking",
    from: "2025.7.1",
    to: "2025.11.25",
    expected: [
      {
        change: "docs description-changed",
        on: THINK,
        at: "/inputSchema/properties/thoughtNumber/description",
        why: "`(numeric value, e.g., 1, 2, 3)` is new.",
      },
      {
        change: "docs description-changed",
        on: THINK,
        at: "/inputSchema/properties/totalThoughts/description",
        why: "`(numeric value, e.g., 5, 10)` is new.",
      },
      { change: "docs dialect-changed", on: THINK, at: "/inputSchema/$schema", why: "It had none." },
      {
        change: "compatible protocol-newer",
        at: "/protocolVersion",
        why: "2024-11-05, and then 2025-11-25 with the same client.",
      },
      {
        change: "compatible capability-added",
        at: "/listChanged",
        why: "`tools` was `{}` and has `listChanged: true`.",
      },
      { change: "compatible output-schema-added", on: THINK, at: "/outputSchema", why: "It had none." },
      { change: "docs title-changed", on: THINK, at: "/title", why: "It had none." },
      {
        change: "docs default-spelled-out",
        on: THINK,
        at: "/execution/taskSupport",
        why: "`forbidden` is what holds without it.",
      },
      {
        change: "docs description-changed",
        on: THINK,
        at: "/description",
        why: "Its parameters are spelled in camel case now, as the schema always did.",
      },
    ],
  },
  {
    server: "server-sequential-thinking",
    from: "2025.11.25",
    to: "2025.12.18",
    expected: [
      {
        change: "docs description-changed",
        on: THINK,
        at: "/description",
        why: "next_thought_needed is spelled nextThoughtNeeded. Nothing else differs in the dumps.",
      },
    ],
  },
  {
    server: "server-sequential-thinking",
    from: "2025.12.18",
    to: "2026.8.31",
    expected: [
      {
        change: "compatible type-widened",
        on: THINK,
        at: "/inputSchema/properties/nextThoughtNeeded/type",
        why: "A boolean, and then a boolean or a string.",
      },
      {
        change: "compatible type-widened",
        on: THINK,
        at: "/inputSchema/properties/isRevision/type",
        why: "A boolean, and then a boolean or a string.",
      },
      {
        change: "compatible type-widened",
        on: THINK,
        at: "/inputSchema/properties/needsMoreThoughts/type",
        why: "A boolean, and then a boolean or a string.",
      },
      { change: "docs server-info-changed", at: "/version", why: "0.2.0, and then 2026.8.31." },
      {
        change: "risky annotation-read-only-flipped",
        on: THINK,
        at: "/annotations/readOnlyHint",
        why: "There was none, which means false; now it is true.",
      },
      {
        change: "docs annotation-changed",
        on: THINK,
        at: "/annotations/destructiveHint",
        why: "True by default, and then false; but of a tool that only reads it says nothing, and that flip is listed.",
      },
      {
        change: "docs annotation-changed",
        on: THINK,
        at: "/annotations/idempotentHint",
        why: "False by default, and then true; of a tool that only reads it says nothing.",
      },
      {
        change: "compatible annotation-open-world-lost",
        on: THINK,
        at: "/annotations/openWorldHint",
        why: "There was none, which means true; now it is false.",
      },
    ],
  },
];

describe.skipIf(!hasToolLists).each(PAIRS)("$server $from and then $to", ({ server, from, to, expected }) => {
  const [before, after] = hasToolLists ? [readDump(`${server}@${from}`), readDump(`${server}@${to}`)] : [EMPTY, EMPTY];
  const changes = diffContracts(before.contract, after.contract, { before, after });

  test("differ in what stands in the dumps, and nothing else", () => {
    const wanted = expected.flatMap(({ change, on, at }) => (on ?? [""]).map((tool) => `${change} ${tool}${at}`));
    expect(changes.map(brief).toSorted()).toEqual(wanted.toSorted());
  });

  test("the values are those of the dumps, at the place that is named", () => {
    // Of an enum only the value that went is named, and the schema of before had no `anyOf` around it.
    const whole = changes.filter(({ subject, rule }) => subject.kind === "tool" && rule !== "enum-value-removed");
    for (const change of whole) {
      expect([change.path, change.before]).toEqual([change.path, valueIn(before.contract, change)]);
      expect([change.path, change.after]).toEqual([change.path, valueIn(after.contract, change)]);
    }
  });

  test("the full result is the golden file", () => {
    const text = changes.map((change) => `${JSON.stringify(change)}\n`).join("");
    const file = join(GOLDEN, `${server}@${from}..${to}.jsonl`);
    if (process.env["UPDATE_GOLDEN"] === "1") {
      mkdirSync(GOLDEN, { recursive: true });
      writeFileSync(file, text);
    }
    expect(text).toBe(readFileSync(file, "utf8"));
  });
});

function brief({ class: kind, rule, subject, path }: ContractChange): string {
  return `${kind} ${rule} ${subject.kind === "tool" ? subject.name : ""}${path}`;
}

function valueIn({ tools }: Contract, { subject, path }: ContractChange): JsonValue | undefined {
  let value: JsonValue | undefined = tools.find(({ name }) => name === subject.name);
  for (const part of parsePointer(path) ?? []) {
    if (Array.isArray(value)) value = value[Number(part)];
    else value = isJsonObject(value) ? value[part] : undefined;
  }
  return value;
}
