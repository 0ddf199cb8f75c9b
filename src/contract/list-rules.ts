// Lists the rules for what a server lists by name: what is gone, new, or renamed. Their ids are stable.
import type { ContractRule } from "./rule.js";

const GONE = "The old name is gone for every caller, whatever replaced it. The renaming is a guess.";

export const LIST_RULES = {
  "tool-removed": {
    class: "breaking",
    summary: "A tool is gone.",
    why: "Every call of it is refused.",
    example: "`read_file` → nothing",
  },
  "tool-renamed": {
    class: "breaking",
    summary: "A tool is gone, and a new one has nearly the same parameters and description.",
    why: GONE,
    example: "`read_file` → `read_text_file`?",
  },
  "tool-added": {
    class: "compatible",
    summary: "A tool is new.",
    why: "No call breaks; the model has one more tool to choose from.",
    example: "nothing → `read_media_file`",
  },
  "prompt-removed": {
    class: "breaking",
    summary: "A prompt is gone.",
    why: "Every `prompts/get` of it is refused.",
    example: "`review` → nothing",
  },
  "prompt-renamed": {
    class: "breaking",
    summary: "A prompt is gone, and a new one has nearly the same arguments and description.",
    why: GONE,
    example: "`review` → `review_code`?",
  },
  "prompt-added": {
    class: "compatible",
    summary: "A prompt is new.",
    why: "Nobody relies on it yet.",
    example: "nothing → `review`",
  },
  "prompt-argument-required-added": {
    class: "breaking",
    summary: "A prompt has a new required argument.",
    why: "Every existing caller leaves it out.",
    example: 'nothing → `{"name": "language", "required": true}`',
  },
  "prompt-argument-became-required": {
    class: "breaking",
    summary: "An optional argument of a prompt is required.",
    why: "Callers that leave it out are refused.",
    example: '`"required": false` → `"required": true`',
  },
  "prompt-arguments-unreadable": {
    class: "breaking",
    summary: "The arguments of a prompt changed, and are not a list of objects, before or after.",
    why: "How it affects a caller cannot be decided.",
    example: '`[]` → `"language"`',
  },
  "prompt-argument-removed": {
    class: "risky",
    summary: "An argument of a prompt is gone.",
    why: "A caller that still sends it is refused or ignored; the protocol leaves this to the server.",
    example: '`{"name": "language"}` → nothing',
  },
  "prompt-argument-added": {
    class: "compatible",
    summary: "A prompt has a new optional argument.",
    why: "Callers may leave it out.",
    example: 'nothing → `{"name": "language"}`',
  },
  "prompt-argument-became-optional": {
    class: "compatible",
    summary: "A required argument of a prompt is optional.",
    why: "Callers may still send it.",
    example: '`"required": true` → `"required": false`',
  },
  "resource-removed": {
    class: "breaking",
    summary: "A resource is gone from the list.",
    why: "Callers that read its URI rely on it.",
    example: "`docs://guide` → nothing",
  },
  "resource-renamed": {
    class: "breaking",
    summary: "A resource is gone, and a new one has nearly the same name, description and type at another URI.",
    why: GONE,
    example: "`docs://guide` → `docs://manual`?",
  },
  "resource-added": {
    class: "compatible",
    summary: "A resource is new.",
    why: "Nobody relies on it yet.",
    example: "nothing → `docs://guide`",
  },
  "resource-template-removed": {
    class: "breaking",
    summary: "A resource template is gone.",
    why: "The URIs that it described are no longer promised.",
    example: "`docs://{page}` → nothing",
  },
  "resource-template-renamed": {
    class: "breaking",
    summary: "A resource template is gone, and a new one has nearly the same name, description and type.",
    why: GONE,
    example: "`docs://{page}` → `docs://{chapter}/{page}`?",
  },
  "resource-template-added": {
    class: "compatible",
    summary: "A resource template is new.",
    why: "Nobody relies on it yet.",
    example: "nothing → `docs://{page}`",
  },
} as const satisfies Readonly<Record<string, ContractRule>>;
