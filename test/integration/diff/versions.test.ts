// `diff` of official servers in the versions that people had: recorded on the older, compared with the newer.
// test/fixtures/diff/*.jsonl hold all that it says, one finding a line, *.txt and *.md what people read of it; below stands what has to be in it, and why, by hand
// from the servers' own code and lists. UPDATE_GOLDEN=1 writes the files. Contracts: see diff-contract-golden.test.ts.
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { sortChanges } from "../../../src/contract/sort-changes.js";
import type { DiffReport } from "../../../src/diff/diff.js";
import { diff } from "../../../src/library.js";
import { renderDiffConsole } from "../../../src/render/formats/diff/console.js";
import { renderDiffMarkdown } from "../../../src/render/formats/diff/markdown.js";
import { driftCase, type DriftCase } from "../../helpers/drift-case.js";

const MODULES = join(import.meta.dirname, "../../../node_modules");
const GOLDEN = join(import.meta.dirname, "../../fixtures/diff");
const RUN = "${MCPVALS_TMP}";

interface Expected {
  what: string;
  why: string;
}

interface Pair {
  name: string;
  from: string[];
  to: string[];
  given: Pick<DriftCase, "steps" | "turns" | "expect" | "env" | "config">;
  verdict: [string, number];
  /** Every line of the workflow's calls, drift and scores, and how many changes of the contract of each rule. */
  expected: Expected[];
}

const turnsOf = (...calls: unknown[]): unknown[] => [...calls.map((call) => ({ calls: [call] })), { text: "Done." }];
const root = { $result: 1, match: "directories:\\n(.*)" };
const entities = [
  { name: "Ada", entityType: "person", observations: ["likes plums"] },
  { name: "orchard", entityType: "place", observations: [] },
];

const PAIRS: Pair[] = [
  {
    name: "server-filesystem@2025.8.21..2025.11.25",
    from: [join(MODULES, "server-filesystem-2025.8.21/dist/index.js"), RUN],
    to: [join(MODULES, "server-filesystem-2025.11.25/dist/index.js"), RUN],
    given: {
      steps: [{ user: "When is the festival" }],
      turns: turnsOf(
        { tool: "list_allowed_directories", input: {} },
        { tool: "search_files", input: { path: root, pattern: "festival" } },
        { tool: "read_text_file", input: { path: { $text: [root, "/notes/festival.md"] } } },
      ),
      config: {
        setup: 'mkdir "$MCPVALS_TMP/notes" && echo "The festival is on 4 October" > "$MCPVALS_TMP/notes/festival.md"',
      },
    },
    verdict: ["BREAKING", 1],
    expected: [
      {
        what: "contract: 1 breaking min-items-tightened",
        why: "read_multiple_files takes at least one path now; an empty list was taken before.",
      },
      {
        what: "contract: 10 risky annotation-read-only-flipped",
        why: "The ten readers say readOnlyHint now; without it a tool counts as one that writes.",
      },
      {
        what: "contract: 2 risky annotation-destructive-flipped",
        why: "create_directory and move_file say that they destroy nothing; write_file and edit_file say what counted without words.",
      },
      { what: "contract: 1 compatible capability-added", why: "tools.listChanged." },
      {
        what: "contract: 14 compatible output-schema-added",
        why: "All fourteen tools have an output schema now, and none had one.",
      },
      { what: "contract: 2 compatible annotation-idempotent-gained", why: "write_file and create_directory." },
      {
        what: "contract: 1 compatible property-added-to-closed",
        why: "directory_tree takes excludePatterns; the old schema refused what it did not name.",
      },
      {
        what: "contract: 1 compatible protocol-newer",
        why: "The pinned old SDK ends at 2025-06-18, the new one speaks 2025-11-25.",
      },
      {
        what: "contract: 14 docs undeclared-properties-ignored",
        why: "All fourteen input schemas lost additionalProperties: false.",
      },
      {
        what: "contract: 22 docs default-spelled-out",
        why: "taskSupport of all fourteen, and eight hints of the four writers, say what holds without them.",
      },
      { what: "contract: 14 docs title-changed", why: "All tools have a title now." },
      {
        what: "contract: 2 docs description-changed",
        why: "search_files takes globs, and the paths of read_multiple_files are described.",
      },
      {
        what: "contract: 1 docs dialect-changed",
        why: "list_allowed_directories: its input schema says which dialect it is in; the others did before.",
      },
      {
        what: "call 1 list_allowed_directories: drift",
        why: "The text is the same; structuredContent beside it is new, for programs.",
      },
      {
        what: "call 2 search_files: drift",
        why: "A part of a name was enough; now the pattern is a glob and finds nothing.",
      },
      {
        what: "call 3 read_text_file: impossible, for information",
        why: "Its path stood in the result that finds nothing now.",
      },
      { what: "drift: reworded tool search_files /description", why: "Globs." },
      { what: "drift: additive result 1 list_allowed_directories /structuredContent", why: "New, beside the text." },
      {
        what: "drift: changed result 2 search_files /content/0/text",
        why: "The path of the file, and then: No matches found.",
      },
      { what: "drift: additive result 2 search_files /structuredContent", why: "New, beside the text." },
      { what: "score end-to-end-success: not-applicable, not-applicable", why: "No state is expected." },
      { what: "score tool-invocation-order: not-applicable, not-applicable", why: "No tools are expected." },
      { what: "score tool-call-health: passed, inconclusive", why: "The third call is not made." },
    ],
  },
  {
    name: "server-memory@2025.4.25..2026.8.31",
    from: [join(MODULES, "server-memory-2025.4.25/dist/index.js")],
    to: [join(MODULES, "@modelcontextprotocol/server-memory/dist/index.js")],
    given: {
      steps: [{ user: "Remember and look up" }],
      turns: turnsOf(
        { tool: "create_entities", input: { entities } },
        { tool: "create_relations", input: { relations: [{ from: "Ada", to: "orchard", relationType: "works at" }] } },
        { tool: "search_nodes", input: { query: "Ada" } },
        { tool: "read_graph", input: {} },
      ),
      env: { MEMORY_FILE_PATH: `${RUN}/memory.jsonl` },
    },
    verdict: ["BREAKING", 1],
    expected: [
      {
        what: "contract: 3 risky annotation-destructive-flipped",
        why: "create_entities, create_relations and add_observations say that they destroy nothing.",
      },
      {
        what: "contract: 3 risky annotation-read-only-flipped",
        why: "read_graph, search_nodes and open_nodes say that they only read.",
      },
      { what: "contract: 2 compatible capability-added", why: "resources, and tools.listChanged." },
      { what: "contract: 9 compatible output-schema-added", why: "All nine tools." },
      {
        what: "contract: 9 compatible annotation-open-world-lost",
        why: "All nine say that they keep to their own world.",
      },
      { what: "contract: 3 compatible annotation-idempotent-gained", why: "The three that delete." },
      { what: "contract: 1 compatible resource-added", why: "memory://knowledge-graph." },
      {
        what: "contract: 1 compatible protocol-newer",
        why: "The old server speaks 2024-11-05 only, the new one 2025-11-25.",
      },
      { what: "contract: 9 docs dialect-changed", why: "The nine input schemas say $schema now." },
      {
        what: "contract: 21 docs default-spelled-out",
        why: "taskSupport of all nine, and two hints of each of the six writers, say what holds without them.",
      },
      { what: "contract: 9 docs title-changed", why: "All tools have a title now." },
      {
        what: "contract: 6 docs annotation-changed",
        why: "Two hints of each reader that mean nothing for a tool that only reads.",
      },
      { what: "call 1 create_entities: drift", why: "The text is the same; structuredContent is new." },
      { what: "call 2 create_relations: drift", why: "The text is the same; structuredContent is new." },
      { what: "call 3 search_nodes: drift", why: "It gives out relations to others now, and no inner type any more." },
      {
        what: "call 4 read_graph: drift, for information",
        why: "The inner type is gone here, too; played on after call 3.",
      },
      { what: "drift: additive result 1 create_entities /structuredContent", why: "New, beside the text." },
      { what: "drift: additive result 2 create_relations /structuredContent", why: "New, beside the text." },
      {
        what: "drift: breaking result 3 search_nodes /content/0/json/entities/0/type",
        why: "The field is gone: who reads it breaks.",
      },
      {
        what: "drift: changed result 3 search_nodes /content/0/json/relations",
        why: "Empty then: the other end was not found. Now the relation is in it.",
      },
      { what: "drift: additive result 3 search_nodes /structuredContent", why: "New, beside the text." },
      { what: "drift: breaking result 4 read_graph /content/0/json/entities/0/type", why: "As above, of each entity." },
      { what: "drift: breaking result 4 read_graph /content/0/json/entities/1/type", why: "As above, of each entity." },
      {
        what: "drift: breaking result 4 read_graph /content/0/json/relations/0/type",
        why: "As above, of the relation.",
      },
      { what: "drift: additive result 4 read_graph /structuredContent", why: "New, beside the text." },
      { what: "score end-to-end-success: not-applicable, not-applicable", why: "No state is expected." },
      { what: "score tool-invocation-order: not-applicable, not-applicable", why: "No tools are expected." },
      { what: "score tool-call-health: passed, inconclusive", why: "The fourth call is no evidence, healthy or not." },
    ],
  },
  {
    name: "server-everything@2025.12.18..2026.8.31",
    from: [join(MODULES, "server-everything-2025.12.18/dist/index.js"), "stdio"],
    to: [join(MODULES, "@modelcontextprotocol/server-everything/dist/index.js"), "stdio"],
    given: {
      steps: [{ user: "Say hello, then add 15 and 27", expectedState: "42" }],
      turns: turnsOf({ tool: "echo", input: { message: "hello" } }, { tool: "add", input: { a: 15, b: 27 } }),
    },
    verdict: ["BREAKING", 1],
    expected: [
      {
        what: "contract: 6 breaking tool-removed",
        why: "add, sampleLLM, getTinyImage, getResourceReference, zip and startElicitation; the new ones for them take or say too much else for a guess.",
      },
      {
        what: "contract: 5 breaking tool-renamed",
        why: "longRunningOperation, printEnv, annotatedMessage, getResourceLinks and structuredContent: the same parameters under a new name.",
      },
      {
        what: "contract: 1 breaking enum-added",
        why: "The location of get-structured-content is one of a few cities, that of structuredContent was any text.",
      },
      { what: "contract: 3 breaking prompt-removed", why: "simple_prompt, complex_prompt and resource_prompt." },
      { what: "contract: 100 breaking resource-removed", why: "test://static/resource/1 to 100." },
      { what: "contract: 1 breaking resource-template-removed", why: "test://static/resource/{id}." },
      {
        what: "contract: 6 risky annotation-read-only-flipped",
        why: "echo, and the five renamed ones, say that they only read.",
      },
      {
        what: "contract: 4 compatible capability-added",
        why: "tasks, and listChanged of prompts, resources and tools.",
      },
      { what: "contract: 6 compatible annotation-open-world-lost", why: "echo, and the five renamed ones." },
      { what: "contract: 10 compatible tool-added", why: "get-sum and nine others that stand for none of the old." },
      {
        what: "contract: 4 compatible prompt-added",
        why: "simple-prompt, args-prompt, completable-prompt and resource-prompt.",
      },
      { what: "contract: 7 compatible resource-added", why: "The seven documents." },
      { what: "contract: 2 compatible resource-template-added", why: "Dynamic texts and blobs." },
      { what: "contract: 6 docs undeclared-properties-ignored", why: "echo, and the five renamed ones." },
      {
        what: "contract: 12 docs annotation-changed",
        why: "Two hints of each of the six that mean nothing for a tool that only reads.",
      },
      { what: "contract: 6 docs default-spelled-out", why: "taskSupport: forbidden, which holds without a word." },
      {
        what: "contract: 6 docs description-changed",
        why: "echo, four of the renamed ones, and the location of get-structured-content.",
      },
      { what: "contract: 6 docs title-changed", why: "echo, and the five renamed ones, have a title now." },
      { what: "contract: 3 docs server-info-changed", why: "name, title and version." },
      { what: "contract: 1 docs instructions-changed", why: "They are others." },
      { what: "call 1 echo: same", why: "Echo: hello." },
      { what: "call 2 add: impossible, for information", why: "The tool is gone." },
      { what: "drift: reworded instructions", why: "They stand in Claude's system prompt." },
      { what: "drift: reworded tool echo /description", why: "A called tool in other words." },
      { what: "drift: breaking tool add", why: "A called tool is gone." },
      { what: "drift: breaking result 2 add", why: "A result then, no such tool now; for information." },
      {
        what: "score end-to-end-success: passed, inconclusive",
        why: "42 stood in the result of add; what Claude says after it is no evidence.",
      },
      { what: "score tool-invocation-order: not-applicable, not-applicable", why: "No tools are expected." },
      { what: "score tool-call-health: passed, inconclusive", why: "add is not called." },
    ],
  },
];

/** All that a diff says, in lines, but for names of folders, times and the clock. */
function linesOf(report: DiffReport): string[] {
  const { contracts, workflows, timestamp: _, by: __, from, to, ...rest } = report;
  const { label: ___, ...before } = from;
  const { label: ____, ...after } = to;
  return [
    { ...rest, from: before, to: after },
    ...contracts.flatMap(({ changes, ...pair }) => [
      pair,
      ...changes.map(({ id, class: kind, rule, subject, path }) => ({ id, class: kind, rule, subject, path })),
    ]),
    ...workflows.flatMap(({ calls, drift, scores, ...workflow }) => [
      workflow,
      ...calls.map(({ before: { ms: _ms, ...one }, after: { ms: __ms, ...other }, latency: _latency, ...call }) => ({
        ...call,
        before: one,
        after: other,
      })),
      ...drift,
      ...scores,
    ]),
  ].map((value) => JSON.stringify(value));
}

/** What a person checks: each call, each drift, each score, and the changes of the contract by class and rule. */
function gistOf({ contracts, workflows }: DiffReport): string[] {
  const rules = contracts.flatMap(({ changes }) => sortChanges(changes).map((one) => `${one.class} ${one.rule}`));
  return [
    ...[...new Set(rules)].map((rule) => `contract: ${rules.filter((one) => one === rule).length} ${rule}`),
    ...workflows.flatMap(({ calls, drift, scores }) => [
      ...calls.map(
        ({ call, tool, change, ungrounded }) =>
          `call ${call} ${tool}: ${change}${ungrounded ? ", for information" : ""}`,
      ),
      ...drift.map(({ class: kind, where: { part, call, tool, path } }) =>
        ["drift:", kind, part, ...(call === undefined ? [] : [call]), tool ?? "", path].join(" ").trim(),
      ),
      ...scores.map(({ id, before, after }) => `score ${id}: ${before.verdict}, ${after.verdict}`),
    ]),
  ];
}

/**
 * As a console of 80 columns and a pull request show it, with the names of the sides in place of folders, and without how
 * long calls took: on a busy machine one takes twice as long as the other.
 */
function textsOf(report: DiffReport, name: string): { console: string; markdown: string } {
  const [package_ = "", versions = ""] = name.split("@");
  const [from = "", to = ""] = versions.split("..");
  const shown: DiffReport = {
    ...report,
    from: { ...report.from, label: `cassettes/${package_}-${from}` },
    to: { ...report.to, label: `npx -y ${package_}@${to}` },
    workflows: report.workflows.map((workflow) => ({
      ...workflow,
      calls: workflow.calls.map(({ latency: _latency, ...call }) => call),
    })),
  };
  const options = { color: false, full: false, columns: 80, config: "mcp-eval.config.json" };
  return { console: renderDiffConsole(shown, options), markdown: renderDiffMarkdown(shown, options) };
}

/** What a person asks where something is not fine, and the words that answer it. */
const ANSWERS: Record<string, RegExp> = {
  "what failed": /Workflow: case [✗?] \w+/,
  why: /call \d+, \w+ .*(can no longer be made|fails now)|(breaking|changed): call \d+/,
  "what did Claude do": /Claude called [\w, -]+;\s+its\s+last\s+words: "Done\."/,
  "is it my server or the recording": /what differs is the server, not Claude/,
  "what do I type now": /look: {2}mcpvals show case --diff/,
};

describe("a new version of", () => {
  it.each(PAIRS)("$name", async ({ name, from, to, given, verdict, expected }) => {
    const recorded = driftCase({ ...given, server: from, check: false });
    await recorded.record();
    const [command, args] = [process.execPath, to];
    const report = await diff(recorded.config, { cwd: recorded.folder, to: { command, args } });

    const lines = `${linesOf(report).join("\n")}\n`;
    const file = join(GOLDEN, `${name}.jsonl`);
    if (process.env["UPDATE_GOLDEN"] === "1") {
      mkdirSync(GOLDEN, { recursive: true });
      writeFileSync(file, lines);
    }
    expect(gistOf(report)).toEqual(expected.map(({ what }) => what));
    expect([report.verdict, report.exitCode]).toEqual(verdict);
    expect(lines).toBe(readFileSync(file, "utf8"));
    const texts = textsOf(report, name);
    for (const [kind, text] of [
      ["txt", texts.console],
      ["md", texts.markdown],
    ] as const) {
      const golden = join(GOLDEN, `${name}.${kind}`);
      if (process.env["UPDATE_GOLDEN"] === "1") writeFileSync(golden, text);
      expect(text).toBe(readFileSync(golden, "utf8"));
    }
    const screen = texts.console.split("\n").slice(0, 24).join("\n");
    for (const [question, answer] of Object.entries(ANSWERS))
      expect([question, screen]).toEqual([question, expect.stringMatching(answer)]);
  });
});
