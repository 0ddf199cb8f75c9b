// The model of a random workflow: the arguments of each call, from the ids that the server made in this run.
import type { JsonObject } from "../../../src/json/value.js";
import type { Action, Spec } from "./spec.js";

/** The arguments of an action. `made` has the ids of each entity in the order in which they were made. */
export function argumentsFor(spec: Spec, action: Action, made: readonly (string | number)[][]): JsonObject {
  const entity = spec.entities[action.entity];
  const id = made[action.entity]?.[action.object] ?? 0;
  const noun = entity?.noun ?? "thing";
  const extra: JsonObject = action.quantity === undefined ? {} : { [action.quantity.name]: action.quantity.value };
  switch (action.kind) {
    case "create":
      return { title: `${entity?.words.join(" ") ?? ""}`, ...extra };
    case "list":
      return action.quantity === undefined ? {} : { limit: 50 };
    case "status":
    case "members":
    case "map":
      return {};
    case "book":
      return { date: spec.date, seats: action.quantity?.value ?? 2 };
    case "use":
    case "note": {
      const wanted = action.derived === undefined ? id : derive(id, action.derived);
      const comment: JsonObject = action.prose ? { comment: `Done with ${noun} ${String(id)} as asked` } : {};
      return { ...refer(action, noun, wanted, spec.camel), ...extra, ...(action.derived === undefined ? comment : {}) };
    }
  }
}

function refer(action: Action, noun: string, id: string | number, camel: boolean): JsonObject {
  switch (action.reference) {
    case "id":
      return { id };
    case "nounId":
      return { [camel ? `${noun}Id` : `${noun}_id`]: id };
    case "nounIdCamel":
      return { [`${noun}Id`]: id };
    case "ref":
      return { ref: id };
    case "unknown":
      return { which: id };
    case "path":
      return { path: `/${noun}s/${String(id)}` };
    case "sql":
      return { sql: `SELECT * FROM ${noun}s WHERE id = ${typeof id === "number" ? String(id) : `'${id}'`}` };
    case "json":
      return { payload: JSON.stringify({ [`${noun}_id`]: id }) };
  }
}

function derive(id: string | number, how: NonNullable<Action["derived"]>): string | number {
  const text = String(id);
  switch (how) {
    case "upper":
      return text === text.toUpperCase() ? text.toLowerCase() : text.toUpperCase();
    case "next":
      return typeof id === "number" ? id + 1 : `${text}0`;
    case "padded":
      return text.padStart(12, "0");
    case "base64":
      return Buffer.from(`id:${text}`).toString("base64");
    case "part":
      return text.slice(0, Math.max(4, Math.floor(text.length / 2)));
  }
}
