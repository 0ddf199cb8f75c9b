// Prompts, resources and resource templates before and after, one change at a time.
import { describe, expect, test } from "vitest";
import { diffContracts } from "../../../src/contract/diff-contracts.js";
import type { ContractChange } from "../../../src/contract/change.js";
import type { JsonObject, JsonValue } from "../../../src/json/value.js";
import type { Contract } from "../../../src/trace/contract.js";
import { makeContract } from "../../helpers/make-trace.js";

function diff(before: Partial<Contract>, after: Partial<Contract>): string[] {
  return diffContracts(makeContract([], before), makeContract([], after)).map(brief);
}

function brief(change: ContractChange): string {
  return `${change.class} ${change.rule} ${change.subject.name ?? "-"}${change.path}`;
}

function prompts(before: JsonValue | undefined, after: JsonValue | undefined): string[] {
  const list = (value: JsonValue | undefined): JsonObject[] => [
    { name: "p", ...(value === undefined ? {} : { arguments: value }) },
  ];
  return diff({ prompts: list(before) }, { prompts: list(after) });
}

const templates = (before: JsonObject[], after: JsonObject[]): string[] =>
  diff({ resourceTemplates: before }, { resourceTemplates: after });
const resources = (before: JsonObject[], after: JsonObject[]): string[] =>
  diff({ resources: before }, { resources: after });

describe("prompts", () => {
  test("gone is breaking, new is compatible, order is nothing", () => {
    const [a, b] = [{ name: "a" }, { name: "b", description: "Other." }];
    expect(diff({ prompts: [a, b] }, { prompts: [b] })).toEqual(["breaking prompt-removed a"]);
    expect(diff({ prompts: [b] }, { prompts: [a, b] })).toEqual(["compatible prompt-added a"]);
    expect(diff({ prompts: [b] }, { prompts: [b, b] })).toEqual(["risky duplicate-appeared b"]);
    expect(diff({ prompts: [a, b] }, { prompts: [b, a] })).toEqual([]);
    expect(diff({}, { prompts: [] })).toEqual([]);
  });

  test("a renaming is guessed by arguments and description", () => {
    const prompt = { name: "review", description: "Reviews a file of code.", arguments: [{ name: "path" }] };
    expect(diff({ prompts: [prompt] }, { prompts: [{ ...prompt, name: "review_code" }] })).toEqual([
      "breaking prompt-renamed review/name",
    ]);
  });

  test.each<[JsonValue | undefined, JsonValue | undefined, string[]]>([
    [[], [{ name: "a", required: true }], ["breaking prompt-argument-required-added p/arguments/0"]],
    [undefined, [{ name: "a" }], ["compatible prompt-argument-added p/arguments/0"]],
    [[{ name: "a" }], [], ["risky prompt-argument-removed p/arguments/0"]],
    [
      [{ name: "a" }],
      [{ name: "a", required: true }],
      ["breaking prompt-argument-became-required p/arguments/0/required"],
    ],
    [
      [{ name: "a", required: true }],
      [{ name: "a" }],
      ["compatible prompt-argument-became-optional p/arguments/0/required"],
    ],
    [[{ name: "a" }], [{ name: "a", required: false }], ["docs default-spelled-out p/arguments/0/required"]],
    [[{ name: "a", description: "x" }], [{ name: "a" }], ["docs description-changed p/arguments/0/description"]],
    [
      [{ name: "a" }, { name: "b" }],
      [{ name: "b" }, { name: "a", title: "A" }],
      ["docs title-changed p/arguments/1/title"],
    ],
    [undefined, [], ["docs default-spelled-out p/arguments"]],
    [[], "a", ["breaking prompt-arguments-unreadable p/arguments"]],
    [[{ name: "a" }, { name: "b" }], [{ name: "b" }, { name: "a" }], []],
  ])("arguments %j and then %j are %j", (before, after, expected) => {
    expect(prompts(before, after)).toEqual(expected);
  });
});

describe("resources", () => {
  const guide = { uri: "docs://guide", name: "guide", mimeType: "text/plain" };

  test("are known by their URI", () => {
    const other = { uri: "docs://other", name: "something else" };
    expect(resources([guide], [other])).toEqual([
      "breaking resource-removed docs://guide",
      "compatible resource-added docs://other",
    ]);
    expect(resources([guide, other], [other, guide])).toEqual([]);
    expect(resources([guide], [{ ...guide, uri: "docs://manual" }])).toEqual([
      "breaking resource-renamed docs://guide/uri",
    ]);
  });

  test.each<[JsonObject, string[]]>([
    [{ ...guide, mimeType: "text/html" }, ["risky mime-type-changed docs://guide/mimeType"]],
    [{ uri: guide.uri, name: guide.name }, ["risky mime-type-changed docs://guide/mimeType"]],
    [{ ...guide, name: "Guide" }, ["docs title-changed docs://guide/name"]],
    [{ ...guide, description: "For you." }, ["docs description-changed docs://guide/description"]],
    [{ ...guide, size: 3 }, ["docs field-changed docs://guide/size"]],
  ])("%j instead of the guide is %j", (after, expected) => {
    expect(resources([guide], [after])).toEqual(expected);
  });

  test("a type that is said for the first time is compatible", () => {
    expect(resources([{ uri: "a" }], [{ uri: "a", mimeType: "text/plain" }])).toEqual([
      "compatible mime-type-added a/mimeType",
    ]);
  });
});

describe("resource templates", () => {
  const pages = { uriTemplate: "docs://{page}", name: "pages" };

  test("are known by their template", () => {
    expect(templates([pages], [])).toEqual(["breaking resource-template-removed docs://{page}"]);
    expect(templates([], [pages])).toEqual(["compatible resource-template-added docs://{page}"]);
    expect(templates([pages], [{ ...pages, uriTemplate: "docs://{chapter}/{page}" }])).toEqual([
      "breaking resource-template-renamed docs://{page}/uriTemplate",
    ]);
  });
});

test("what has no name at all is compared all the same", () => {
  expect(diff({ prompts: [{ title: "x" }] }, { prompts: [{ title: "y" }] })).toEqual(["docs title-changed -/title"]);
});
