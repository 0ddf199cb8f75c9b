// Defines a drift: a difference between what is recorded and what happens now.
import type { JsonValue } from "../json/value.js";
import type { DriftClass } from "./drift-classes.js";

/** Where a drift is. Steps, turns and calls count from 1, in the order of the recorded run. */
export interface DriftPlace {
  part: "result" | "arguments" | "tool" | "instructions" | "server" | "model" | "run";
  step?: number;
  turn?: number;
  call?: number;
  /** Of several servers: the one that differs. */
  server?: string;
  /** Where the suite has several servers, after the server's name: `travel/book`. */
  tool?: string;
  /** A JSON pointer; JSON inside a text block of a result at `/content/0` is below `/content/0/json`. */
  path: string;
}

export interface Drift {
  /** `d-` and hex digits: a hash of workflow, place, class and both values; of the contract without the workflow (drift-id.ts). */
  id: string;
  class: DriftClass;
  where: DriftPlace;
  /** With placeholders for what belongs to the machine; absent where nothing was recorded. */
  recorded?: JsonValue;
  present?: JsonValue;
  /** One line on why it has its class, where that is not obvious. */
  note?: string;
  /** Somebody accepted it: its class in the config, or this one drift by its id. */
  accepted?: true;
  /** Nobody can accept it: a value or an answer is missing, so the replay cannot continue. */
  acceptable?: false;
}

/** A variable of the cassette in one run. */
export interface ReadVariable {
  name: string;
  kind: "value" | "time" | "quantity";
  recorded: string;
  now: string;
  /** The arguments that contain it. */
  sent: { call: number; at: string; token?: number | [number, number] }[];
}

/** A value from the server that replaced the recorded one in a call. */
export interface Substitution {
  recorded: JsonValue;
  live: JsonValue;
  /** Where the live value was found. */
  from: DriftPlace;
}
