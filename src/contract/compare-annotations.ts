// Compares the annotations of a tool, and finds the hints whose meaning changed, with the defaults of the protocol.
import { buildPointer } from "../json/pointer.js";
import { isJsonObject, type JsonObject, type JsonValue } from "../json/value.js";
import type { ContractChange, ContractSubject } from "./change.js";
import { fieldOf, fieldsOf, isSame } from "./compare-fields.js";
import { buildChange } from "./contract-change.js";
import type { ContractRuleId } from "./rules.js";

interface Hint {
  /** The value where a tool has no hint. */
  default: boolean;
  /** The rules for becoming true and becoming false. */
  true: ContractRuleId;
  false: ContractRuleId;
  /** How a value counts that is neither true nor false. */
  unclear: "true" | "false";
}

const HINTS: Readonly<Record<string, Hint>> = {
  readOnlyHint: {
    default: false,
    true: "annotation-read-only-flipped",
    false: "annotation-read-only-flipped",
    unclear: "false",
  },
  destructiveHint: {
    default: true,
    true: "annotation-destructive-flipped",
    false: "annotation-destructive-flipped",
    unclear: "true",
  },
  idempotentHint: {
    default: false,
    true: "annotation-idempotent-gained",
    false: "annotation-idempotent-lost",
    unclear: "false",
  },
  openWorldHint: {
    default: true,
    true: "annotation-open-world-gained",
    false: "annotation-open-world-lost",
    unclear: "true",
  },
};

/** The protocol gives these a meaning only where the tool is not read-only. */
const OF_WRITERS = new Set(["destructiveHint", "idempotentHint"]);

/** Compares `annotations`, whatever a server puts there; a missing hint has its default. */
export function compareAnnotations(
  subject: ContractSubject,
  before: JsonValue | undefined,
  after: JsonValue | undefined,
): ContractChange[] {
  if (isSame(before, after)) return [];
  const [one, other] = [isJsonObject(before) ? before : {}, isJsonObject(after) ? after : {}];
  const keys = fieldsOf(one, other).filter((key) => !isSame(fieldOf(one, key), fieldOf(other, key)));
  if (keys.length > 0) return keys.map((key) => compareHint(subject, key, one, other));
  // Missing, null or {}: neither side has a hint.
  const empty = [before, after].every((value) => value === undefined || value === null || isJsonObject(value));
  const values = { path: "/annotations", before, after };
  return [
    empty
      ? buildChange("default-spelled-out", subject, {
          ...values,
          message: "Both versions have no annotations, written differently.",
        })
      : buildChange("annotation-changed", subject, { ...values, message: "The annotations are not an object." }),
  ];
}

function compareHint(subject: ContractSubject, key: string, one: JsonObject, other: JsonObject): ContractChange {
  const [before, after] = [fieldOf(one, key), fieldOf(other, key)];
  const values = { path: buildPointer(["annotations", key]), before, after };
  if (key === "title") {
    return buildChange("title-changed", subject, { ...values, message: "The title in the annotations changed." });
  }
  const hint = Object.hasOwn(HINTS, key) ? HINTS[key] : undefined;
  if (hint === undefined) {
    return buildChange("annotation-changed", subject, { ...values, message: `The annotation \`${key}\` changed.` });
  }
  const [was, is] = [meaningOf(before, hint.default), meaningOf(after, hint.default)];
  if (was === is && was !== "unclear") {
    return buildChange("default-spelled-out", subject, {
      ...values,
      message: `\`${key}\` is ${wordOf(is, after)}, as before.`,
      note: `Without the hint it is ${String(hint.default)}.`,
    });
  }
  const message = `\`${key}\` was ${wordOf(was, before)} and is ${wordOf(is, after)}.`;
  if (OF_WRITERS.has(key) && (isReadOnly(one) || isReadOnly(other))) {
    return buildChange("annotation-changed", subject, {
      ...values,
      message,
      note: "It has no meaning for a tool that only reads.",
    });
  }
  const isUnclear = was === "unclear" || is === "unclear";
  return buildChange(hint[isUnclear ? hint.unclear : is], subject, {
    ...values,
    message,
    note: isUnclear ? "A value that is neither true nor false counts as the worse one." : undefined,
  });
}

type Meaning = "true" | "false" | "unclear";

/** Some servers write null for what others leave out. */
function meaningOf(value: JsonValue | undefined, missing: boolean): Meaning {
  const meant = value ?? missing;
  return typeof meant === "boolean" ? (meant ? "true" : "false") : "unclear";
}

function wordOf(meaning: Meaning, value: JsonValue | undefined): string {
  const implied = value === undefined || value === null ? " (the default)" : "";
  return meaning === "unclear" ? "unclear" : `${meaning}${implied}`;
}

function isReadOnly(annotations: JsonObject): boolean {
  return annotations["readOnlyHint"] === true;
}
