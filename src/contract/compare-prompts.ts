// Compares the prompts of two contracts for their callers. Arguments are matched by name.
import { buildPointer } from "../json/pointer.js";
import { isJsonObject, type JsonObject, type JsonValue } from "../json/value.js";
import type { ContractChange, ContractSubject } from "./change.js";
import { compareFields, isSame } from "./compare-fields.js";
import { compareLists, type ListKind } from "./compare-lists.js";
import { buildChange } from "./contract-change.js";
import { pairItems } from "./pair-items.js";

const PROMPTS: ListKind<JsonObject> = {
  kind: "prompt",
  word: "prompt",
  key: "name",
  likeness: (prompt) => ({
    text: typeof prompt["description"] === "string" ? prompt["description"] : "",
    form: argumentsOf(prompt).map((argument) => JSON.stringify([argument["name"] ?? null, isRequired(argument)])),
  }),
  alike: "arguments and description",
  compare: (subject, before, after) => [
    ...compareArguments(subject, before, after),
    ...compareFields(subject, [], before, after, new Set(["name", "arguments"])),
  ],
};

/** In the order of the prompts before; new ones follow. */
export function comparePrompts(before: readonly JsonObject[], after: readonly JsonObject[]): ContractChange[] {
  return compareLists(PROMPTS, before, after);
}

function compareArguments(subject: ContractSubject, before: JsonObject, after: JsonObject): ContractChange[] {
  const [listed, present] = [before["arguments"], after["arguments"]];
  if (isSame(listed, present)) return [];
  const values = { path: "/arguments", before: listed, after: present };
  if (!isReadable(listed) || !isReadable(present)) {
    return [
      buildChange("prompt-arguments-unreadable", subject, {
        ...values,
        message: "The arguments changed, and are not a list of objects.",
        note: "How it affects callers cannot be decided.",
      }),
    ];
  }
  const [was, is] = [argumentsOf(before), argumentsOf(after)];
  if (was.length + is.length === 0) {
    return [buildChange("default-spelled-out", subject, { ...values, message: "There are no arguments, as before." })];
  }
  const pairings = pairItems(was, is, (argument) => JSON.stringify(argument["name"] ?? null));
  return pairings.flatMap((pairing) => {
    switch (pairing.kind) {
      case "pair":
        return compareArgument(subject, is.indexOf(pairing.after), pairing.before, pairing.after);
      case "gone":
      case "duplicate-gone":
        return [
          buildChange("prompt-argument-removed", subject, {
            path: pathOf(was.indexOf(pairing.before)),
            before: pairing.before,
            message: `The argument ${shown(pairing.before)} is gone.`,
          }),
        ];
      case "new":
      case "duplicate-appeared": {
        const required = isRequired(pairing.after);
        return [
          buildChange(required ? "prompt-argument-required-added" : "prompt-argument-added", subject, {
            path: pathOf(is.indexOf(pairing.after)),
            after: pairing.after,
            message: `There is a new ${required ? "required" : "optional"} argument ${shown(pairing.after)}.`,
          }),
        ];
      }
    }
  });
}

function compareArgument(
  subject: ContractSubject,
  at: number,
  before: JsonObject,
  after: JsonObject,
): ContractChange[] {
  const [was, is] = [before["required"], after["required"]];
  const changes: ContractChange[] = [];
  if (was !== is) {
    const [required, name] = [isRequired(after), shown(after)];
    const [rule, message] =
      isRequired(before) === required
        ? ([
            "default-spelled-out",
            `The argument ${name} is ${required ? "required" : "optional"}, as before.`,
          ] as const)
        : required
          ? (["prompt-argument-became-required", `The argument ${name} is required now.`] as const)
          : (["prompt-argument-became-optional", `The argument ${name} is optional now.`] as const);
    changes.push(buildChange(rule, subject, { path: `${pathOf(at)}/required`, before: was, after: is, message }));
  }
  return [...changes, ...compareFields(subject, ["arguments", at], before, after, new Set(["name", "required"]))];
}

function isReadable(list: JsonValue | undefined): boolean {
  return list === undefined || list === null || (Array.isArray(list) && list.every(isJsonObject));
}

function argumentsOf(prompt: JsonObject): JsonObject[] {
  const list = prompt["arguments"];
  return Array.isArray(list) ? list.filter(isJsonObject) : [];
}

function isRequired(argument: JsonObject): boolean {
  return argument["required"] === true;
}

function pathOf(at: number): string {
  return buildPointer(["arguments", at]);
}

function shown(argument: JsonObject): string {
  return typeof argument["name"] === "string" ? `\`${argument["name"]}\`` : "without a name";
}
