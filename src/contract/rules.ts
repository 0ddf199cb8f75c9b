// Lists the rules for the contract around the schemas, with stable ids and what each means. docs/diff.md has the same
// table.
import { LIST_RULES } from "./list-rules.js";
import type { ContractRule } from "./rule.js";

export const CONTRACT_RULES = {
  "server-info-changed": {
    class: "docs",
    summary: "The server's name, version, title or another part of `serverInfo` changed.",
    why: "Callers do not act on it.",
    example: "`version`: `1.4.0` → `1.5.0`",
  },
  "protocol-era-changed": {
    class: "breaking",
    summary:
      "The server speaks a protocol of the other era: with `initialize`, or with `server/discover` since 2026-07-28.",
    why: "A client that supports only one era cannot connect to a server of the other.",
    example: "`2025-11-25` → `2026-07-28`",
  },
  "protocol-older": {
    class: "risky",
    summary: "The server agrees on an older protocol version with the same client.",
    why: "The features of the newer version are gone.",
    example: "`2025-11-25` → `2024-11-05`",
  },
  "protocol-newer": {
    class: "compatible",
    summary: "The server agrees on a newer protocol version with the same client.",
    why: "The client offered it; older clients still get the version that they request.",
    example: "`2024-11-05` → `2025-11-25`",
  },
  "instructions-changed": {
    class: "docs",
    summary: "The server's instructions are new, gone or changed.",
    why: "No caller breaks, but hosts give them to the model: they influence it.",
    example: "`Ask before you delete.` → nothing",
  },
  "capability-removed": {
    class: "breaking",
    summary: "A capability is gone, or a part of one that enables methods.",
    why: "Its methods are refused. A capability that mcpvals does not know counts as well, because nothing can be decided about it.",
    example: '`"resources": {"subscribe": true}` → `"resources": {}`',
  },
  "capability-notification-removed": {
    class: "risky",
    summary: "The server no longer announces when a list changes.",
    why: "A client that waits for the announcement works with an old list.",
    example: '`"tools": {"listChanged": true}` → `"tools": {}`',
  },
  "capability-changed": {
    class: "risky",
    summary: "A capability has a different value, neither on nor off.",
    why: "The meaning of the value is known only to the server and its clients.",
    example: '`"experimental": {"x": {"level": 1}}` → `{"level": 2}`',
  },
  "capability-added": {
    class: "compatible",
    summary: "A capability, or a part of one, is new.",
    why: "Nobody relies on it yet.",
    example: '`{}` → `"logging": {}`',
  },
  "list-unanswered": {
    class: "breaking",
    summary: "The server promises prompts or resources, but no longer lists them.",
    why: "The former items cannot be found or compared.",
    example: "`prompts/list` → an error",
  },
  "list-answered": {
    class: "compatible",
    summary: "A list that was promised but not answered is answered now.",
    why: "Nobody relies on it yet.",
    example: "an error → `prompts/list`",
  },
  ...LIST_RULES,
  "mime-type-changed": {
    class: "risky",
    summary: "The MIME type of a resource or template changed, or is gone.",
    why: "Readers interpret the content by its type.",
    example: "`application/json` → `text/plain`",
  },
  "mime-type-added": {
    class: "compatible",
    summary: "A resource or template has a MIME type now.",
    why: "Readers had to guess the type.",
    example: "nothing → `text/plain`",
  },
  "duplicate-appeared": {
    class: "risky",
    summary: "One name or URI is listed more often than before.",
    why: "It is undefined which of them a caller gets.",
    example: "`search` → `search`, `search`",
  },
  "duplicate-gone": {
    class: "compatible",
    summary: "One name or URI is listed less often than before, and still is.",
    why: "The name now says more clearly which one a caller gets.",
    example: "`search`, `search` → `search`",
  },
  "annotation-read-only-flipped": {
    class: "risky",
    summary: "`readOnlyHint` changed; a tool without it counts as one that writes.",
    why: "Hosts decide by it whether a person is asked before a call.",
    example: "`true` → `false`",
  },
  "annotation-destructive-flipped": {
    class: "risky",
    summary: "`destructiveHint` of a tool that writes changed; without it the tool counts as destructive.",
    why: "Hosts decide by it whether a person is asked before a call.",
    example: "`false` → `true`",
  },
  "annotation-idempotent-lost": {
    class: "risky",
    summary: "A tool that writes no longer declares that it is idempotent.",
    why: "A client that repeats a call after a lost answer does it twice.",
    example: "`idempotentHint`: `true` → `false`",
  },
  "annotation-idempotent-gained": {
    class: "compatible",
    summary: "A tool that writes declares that it is idempotent.",
    why: "A client may now repeat a call after a lost answer.",
    example: "`idempotentHint`: nothing → `true`",
  },
  "annotation-open-world-gained": {
    class: "risky",
    summary: "A tool with a closed world now has an open one; without the hint it counts as open.",
    why: "Hosts trust its results less, or ask before a call.",
    example: "`openWorldHint`: `false` → `true`",
  },
  "annotation-open-world-lost": {
    class: "compatible",
    summary: "A tool that counted as open-world now declares a closed world.",
    why: "Hosts may trust it more.",
    example: "`openWorldHint`: nothing → `false`",
  },
  "annotation-changed": {
    class: "docs",
    summary: "Another annotation changed, or a hint that has no meaning for a tool that only reads.",
    why: "The protocol gives it no meaning.",
    example: '`"audience": ["user"]` → `["assistant"]`',
  },
  "default-spelled-out": {
    class: "docs",
    summary: "A value that equals the default was added or removed.",
    why: "It means the same.",
    example: "nothing → `readOnlyHint`: `false`",
  },
  "claude-name-changed": {
    class: "risky",
    summary: "Claude knows a tool by a different name, because its former name belongs to another tool now.",
    why: "Claude accepts only few characters in names, and no dots; a prompt with the former name means a different tool now.",
    example: "`files.get`: `files_get` → `files_get_3f9a1c20`",
  },
  "output-schema-removed": {
    class: "breaking",
    summary: "A tool no longer promises a structured result.",
    why: "Readers of `structuredContent` have nothing to rely on.",
    example: "`outputSchema` → nothing",
  },
  "output-schema-added": {
    class: "compatible",
    summary: "A tool promises a structured result.",
    why: "Nobody relies on it yet; clients check the results against it from now on.",
    example: "nothing → `outputSchema`",
  },
  "task-support-narrowed": {
    class: "breaking",
    summary: "A way to call the tool is gone: as a task, or directly.",
    why: "Calls made that way are refused.",
    example: "`taskSupport`: `optional` → `required`",
  },
  "task-support-widened": {
    class: "compatible",
    summary: "The tool can be called in one more way: as a task, or directly.",
    why: "Calls made as before still work.",
    example: "`taskSupport`: `forbidden` → `optional`",
  },
  "title-changed": {
    class: "docs",
    summary: "A title, or the display name of a resource, changed.",
    why: "It is for people; a host that gives it to the model influences the model too.",
    example: "`Search` → `Search the catalogue`",
  },
  "description-changed": {
    class: "docs",
    summary: "A description changed.",
    why: "No caller breaks, but the model reads it: it influences which tool is called, and with which arguments.",
    example: "`Finds users.` → `Finds users by name.`",
  },
  "icons-changed": {
    class: "docs",
    summary: "The icons changed.",
    why: "They are for people.",
    example: "nothing → `icons`",
  },
  "field-changed": {
    class: "docs",
    summary: "A part of `_meta`, or a field that mcpvals does not know, changed.",
    why: "The protocol gives it no meaning; a host that knows it may act on it.",
    example: '`_meta`: nothing → `{"owner": "search"}`',
  },
} as const satisfies Readonly<Record<string, ContractRule>>;

export type ContractRuleId = keyof typeof CONTRACT_RULES;
