// Compares the resources and resource templates of two contracts for their readers.
import type { JsonObject } from "../json/value.js";
import type { ContractChange, ContractSubject } from "./change.js";
import { compareFields, isSame } from "./compare-fields.js";
import { compareLists, type ListKind } from "./compare-lists.js";
import { buildChange } from "./contract-change.js";

const RESOURCES = kindOf("resource", "resource", "uri");
const TEMPLATES = kindOf("resource-template", "resource template", "uriTemplate");

/** In the order of the resources before; new ones follow. */
export function compareResources(before: readonly JsonObject[], after: readonly JsonObject[]): ContractChange[] {
  return compareLists(RESOURCES, before, after);
}

/** In the order of the templates before; new ones follow. */
export function compareTemplates(before: readonly JsonObject[], after: readonly JsonObject[]): ContractChange[] {
  return compareLists(TEMPLATES, before, after);
}

function kindOf(kind: "resource" | "resource-template", word: string, key: string): ListKind<JsonObject> {
  const apart = new Set([key, "mimeType"]);
  return {
    kind,
    word,
    key,
    likeness: (item) => ({
      text: [item["name"], item["description"]].filter((text) => typeof text === "string").join(" "),
      form: typeof item["mimeType"] === "string" ? [item["mimeType"]] : [],
    }),
    alike: "name, description and type",
    compare: (subject, before, after) => [
      ...compareType(subject, before, after),
      ...compareFields(subject, [], before, after, apart),
    ],
  };
}

function compareType(subject: ContractSubject, before: JsonObject, after: JsonObject): ContractChange[] {
  const [was, is] = [before["mimeType"], after["mimeType"]];
  if (isSame(was, is)) return [];
  const values = { path: "/mimeType", before: was, after: is };
  if (was === undefined) {
    return [buildChange("mime-type-added", subject, { ...values, message: "There is a MIME type now." })];
  }
  const message = `The MIME type ${is === undefined ? "is gone" : "changed"}.`;
  return [buildChange("mime-type-changed", subject, { ...values, message })];
}
