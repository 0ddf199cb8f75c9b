// The rules for what stands around the schemas of a contract: their ids, which are stable, and what each means.
// docs/diff.md holds the same table.
import { LIST_RULES } from "./list-rules.js";
import type { ContractRule } from "./rule.js";

export const CONTRACT_RULES = {
  "server-info-changed": {
    class: "docs",
    summary: "The server's name, version, title or another part of `serverInfo` is another.",
    why: "Callers do not act on it.",
    example: "`version`: `1.4.0` → `1.5.0`",
  },
  "protocol-era-changed": {
    class: "breaking",
    summary:
      "The server speaks a protocol of the other era: with `initialize`, or with `server/discover` since 2026-07-28.",
    why: "A client that knows only the one era cannot connect to a server of the other.",
    example: "`2025-11-25` → `2026-07-28`",
  },
  "protocol-older": {
    class: "risky",
    summary: "The server agrees on an older protocol version with the same client.",
    why: "What the newer version brought is not there any more.",
    example: "`2025-11-25` → `2024-11-05`",
  },
  "protocol-newer": {
    class: "compatible",
    summary: "The server agrees on a newer protocol version with the same client.",
    why: "The client has offered it; older clients get what they ask for.",
    example: "`2024-11-05` → `2025-11-25`",
  },
  "instructions-changed": {
    class: "docs",
    summary: "The server's instructions are new, gone or others.",
    why: "No caller breaks, but hosts give them to the model: they steer it.",
    example: "`Ask before you delete.` → nothing",
  },
  "capability-removed": {
    class: "breaking",
    summary: "A capability is gone, or a part of one that stands for methods.",
    why: "Its methods are refused. Of a capability that mcpvals does not know nothing can be decided, so it counts as well.",
    example: '`"resources": {"subscribe": true}` → `"resources": {}`',
  },
  "capability-notification-removed": {
    class: "risky",
    summary: "The server does not tell any more when a list changes.",
    why: "A client that waits for it works with an old list.",
    example: '`"tools": {"listChanged": true}` → `"tools": {}`',
  },
  "capability-changed": {
    class: "risky",
    summary: "A capability has another value, neither on nor off.",
    why: "What the value means is between the server and its clients.",
    example: '`"experimental": {"x": {"level": 1}}` → `{"level": 2}`',
  },
  "capability-added": {
    class: "compatible",
    summary: "A capability, or a part of one, is new.",
    why: "Nobody has relied on it.",
    example: '`{}` → `"logging": {}`',
  },
  "list-unanswered": {
    class: "breaking",
    summary: "The server promises prompts or resources, but does not list them any more.",
    why: "What was in the list cannot be found, and what became of it not be compared.",
    example: "`prompts/list` → an error",
  },
  "list-answered": {
    class: "compatible",
    summary: "A list that was promised and not answered is answered now.",
    why: "Nobody has relied on it.",
    example: "an error → `prompts/list`",
  },
  ...LIST_RULES,
  "mime-type-changed": {
    class: "risky",
    summary: "The MIME type of a resource or template is another, or gone.",
    why: "Readers take the content for what the type says.",
    example: "`application/json` → `text/plain`",
  },
  "mime-type-added": {
    class: "compatible",
    summary: "The MIME type of a resource or template is said now.",
    why: "Readers had to find out by themselves.",
    example: "nothing → `text/plain`",
  },
  "duplicate-appeared": {
    class: "risky",
    summary: "One name or URI is listed more often than before.",
    why: "Which of them a caller gets is not defined.",
    example: "`search` → `search`, `search`",
  },
  "duplicate-gone": {
    class: "compatible",
    summary: "One name or URI is listed less often than before, and still is.",
    why: "Callers know by the name which one they get.",
    example: "`search`, `search` → `search`",
  },
  "annotation-read-only-flipped": {
    class: "risky",
    summary: "`readOnlyHint` is another; without one a tool is taken to write.",
    why: "Hosts decide by it whether a person is asked before a call.",
    example: "`true` → `false`",
  },
  "annotation-destructive-flipped": {
    class: "risky",
    summary: "`destructiveHint` of a tool that writes is another; without one it is taken to destroy.",
    why: "Hosts decide by it whether a person is asked before a call.",
    example: "`false` → `true`",
  },
  "annotation-idempotent-lost": {
    class: "risky",
    summary: "A tool that writes is not said to be idempotent any more.",
    why: "A client that makes a call again after a lost answer does it twice.",
    example: "`idempotentHint`: `true` → `false`",
  },
  "annotation-idempotent-gained": {
    class: "compatible",
    summary: "A tool that writes is said to be idempotent.",
    why: "A client may make a call again after a lost answer, which it had better not before.",
    example: "`idempotentHint`: nothing → `true`",
  },
  "annotation-open-world-gained": {
    class: "risky",
    summary: "A tool that kept to its own world is said to reach outside; without the hint it is taken to.",
    why: "Hosts trust its results less, or ask before a call.",
    example: "`openWorldHint`: `false` → `true`",
  },
  "annotation-open-world-lost": {
    class: "compatible",
    summary: "A tool that was taken to reach outside is said to keep to its own world.",
    why: "Hosts may trust it more.",
    example: "`openWorldHint`: nothing → `false`",
  },
  "annotation-changed": {
    class: "docs",
    summary: "Another annotation changed, or a hint that says nothing of a tool that only reads.",
    why: "The protocol gives it no meaning.",
    example: '`"audience": ["user"]` → `["assistant"]`',
  },
  "default-spelled-out": {
    class: "docs",
    summary: "A value is said that held without it, or is not said any more and holds all the same.",
    why: "It means the same.",
    example: "nothing → `readOnlyHint`: `false`",
  },
  "claude-name-changed": {
    class: "risky",
    summary: "Claude knows a tool by another name, for the name that it had is that of another tool now.",
    why: "Claude takes no dots and few other characters in names; a prompt that names the tool as before names another.",
    example: "`files.get`: `files_get` → `files_get_3f9a1c20`",
  },
  "output-schema-removed": {
    class: "breaking",
    summary: "A tool promises no structured result any more.",
    why: "Readers of `structuredContent` have nothing to rely on.",
    example: "`outputSchema` → nothing",
  },
  "output-schema-added": {
    class: "compatible",
    summary: "A tool promises a structured result.",
    why: "Nobody has relied on it; clients check the results against it from now on.",
    example: "nothing → `outputSchema`",
  },
  "task-support-narrowed": {
    class: "breaking",
    summary: "A way to call the tool is gone: as a task, or as a plain call.",
    why: "Calls made that way are refused.",
    example: "`taskSupport`: `optional` → `required`",
  },
  "task-support-widened": {
    class: "compatible",
    summary: "The tool can be called in one more way: as a task, or as a plain call.",
    why: "Calls made as before still work.",
    example: "`taskSupport`: `forbidden` → `optional`",
  },
  "title-changed": {
    class: "docs",
    summary: "A title, or the display name of a resource, is another.",
    why: "It is for people; a host that gives it to the model steers it, too.",
    example: "`Search` → `Search the catalogue`",
  },
  "description-changed": {
    class: "docs",
    summary: "A description is another.",
    why: "No caller breaks, but the model reads it: it steers what is called, and with what.",
    example: "`Finds users.` → `Finds users by name.`",
  },
  "icons-changed": {
    class: "docs",
    summary: "The icons are others.",
    why: "They are for people.",
    example: "nothing → `icons`",
  },
  "field-changed": {
    class: "docs",
    summary: "A part of `_meta`, or a field that mcpvals does not know, is another.",
    why: "The protocol gives it no meaning; a host that knows it may act on it.",
    example: '`_meta`: nothing → `{"owner": "search"}`',
  },
} as const satisfies Readonly<Record<string, ContractRule>>;

export type ContractRuleId = keyof typeof CONTRACT_RULES;
