// Compares the capabilities of two contracts: which methods and notifications appeared or disappeared.
import { buildPointer } from "../json/pointer.js";
import { isJsonObject, type JsonObject, type JsonValue } from "../json/value.js";
import type { ContractChange } from "./change.js";
import { fieldOf, fieldsOf, isSame } from "./compare-fields.js";
import { buildChange } from "./contract-change.js";

/** The methods that are refused without a capability. */
const METHODS: Readonly<Record<string, string>> = {
  completions: "`completion/complete`",
  logging: "`logging/setLevel`",
  prompts: "`prompts/list` and `prompts/get`",
  resources: "`resources/list` and `resources/read`",
  "resources/subscribe": "`resources/subscribe`",
  tasks: "tasks",
  "tasks/cancel": "`tasks/cancel`",
  "tasks/list": "`tasks/list`",
  "tasks/requests": "calls as tasks",
  "tasks/requests/tools": "calls of tools as tasks",
  "tasks/requests/tools/call": "calls of tools as tasks",
  tools: "`tools/list` and `tools/call`",
};

/** Compares only off and on: `false`, `null` and a missing value are off, `true` and any object are on. */
export function compareCapabilities(before: JsonObject, after: JsonObject): ContractChange[] {
  return compareMembers([], before, after);
}

function compareMembers(place: readonly string[], before: JsonObject, after: JsonObject): ContractChange[] {
  return fieldsOf(before, after).flatMap((key) =>
    compareOne([...place, key], fieldOf(before, key), fieldOf(after, key)),
  );
}

function compareOne(
  place: readonly string[],
  before: JsonValue | undefined,
  after: JsonValue | undefined,
): ContractChange[] {
  if (isSame(before, after)) return [];
  const [name = "", ...below] = place;
  const subject = { kind: "capability", name } as const;
  const finding = { path: buildPointer(below), before, after };
  const shown = `\`${place.join(".")}\``;
  const [was, is] = [isOn(before), isOn(after)];
  if (was && is) {
    if (isJsonObject(before) && isJsonObject(after)) return compareMembers(place, before, after);
    return [
      buildChange("capability-changed", subject, {
        ...finding,
        message: `The capability ${shown} changed.`,
        note: "The meaning of the value is known only to the server and its clients.",
      }),
    ];
  }
  if (!was && !is) {
    return [
      buildChange("default-spelled-out", subject, {
        ...finding,
        message: `The capability ${shown} is off, as before.`,
      }),
    ];
  }
  if (is) return [buildChange("capability-added", subject, { ...finding, message: `The capability ${shown} is new.` })];
  const gone = `The capability ${shown} is gone`;
  if (place.at(-1) === "listChanged") {
    return [
      buildChange("capability-notification-removed", subject, {
        ...finding,
        message: `${gone}: the server no longer announces changes of the list.`,
      }),
    ];
  }
  const key = place.join("/");
  const methods = Object.hasOwn(METHODS, key) ? METHODS[key] : undefined;
  return [
    buildChange("capability-removed", subject, {
      ...finding,
      message: methods === undefined ? `${gone}.` : `${gone}: the server refuses ${methods} now.`,
      note: methods === undefined ? "mcpvals does not know what it does, so it counts as breaking." : undefined,
    }),
  ];
}

function isOn(value: JsonValue | undefined): boolean {
  return value !== undefined && value !== null && value !== false;
}
