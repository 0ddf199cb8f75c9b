// Hands the text of one message or of a batch to the player; a batch is answered by one array.
import type { JsonValue } from "../../json/value.js";
import { errorText, type Outlet } from "./outlet.js";
import type { Playing } from "./play-exchange.js";
import type { Player } from "./player.js";

/** Hands a value to the player. `takesBatches`: protocol versions up to 2025-03-26 have batches. */
export function receiveValue(
  player: Player,
  value: JsonValue | undefined,
  outlet: Outlet,
  takesBatches: boolean,
): Playing | undefined {
  if (player.isOver()) return undefined;
  if (value === undefined) {
    outlet.answer(errorText(null, { code: -32700, message: "Parse error: not JSON" }), 400);
    return undefined;
  }
  if (!Array.isArray(value)) return player.receive(value, outlet);
  if (!takesBatches || value.length === 0) {
    const message = value.length === 0 ? "an empty batch" : "this protocol version has no batches";
    outlet.answer(errorText(null, { code: -32600, message: `Invalid Request: ${message}` }), 400);
    return undefined;
  }
  return receiveBatch(player, value, outlet);
}

/** True for a protocol version that has batches. */
export function hasBatches(protocol: string): boolean {
  return protocol <= "2025-03-26";
}

/** How many answers a client expects. */
export function countRequests(value: JsonValue | undefined): number {
  if (Array.isArray(value)) return value.reduce<number>((sum, one) => sum + countRequests(one), 0);
  if (typeof value !== "object" || value === null) return 1;
  const isAnswered = Object.hasOwn(value, "method") ? Object.hasOwn(value, "id") : !isResponse(value);
  return isAnswered ? 1 : 0;
}

function isResponse(value: object): boolean {
  return Object.hasOwn(value, "result") || Object.hasOwn(value, "error");
}

function receiveBatch(player: Player, values: readonly JsonValue[], outlet: Outlet): Playing | undefined {
  const expected = values.reduce<number>((sum, one) => sum + countRequests(one), 0);
  const answers: string[] = [];
  const shared: Outlet = {
    send: (message) => outlet.send(message),
    answer(message) {
      answers.push(message);
      if (answers.length === expected) outlet.answer(`[${answers.join(",")}]`);
    },
  };
  const handles = values.flatMap((value) => player.receive(value, shared) ?? []);
  if (handles.length === 0) return undefined;
  return {
    cancel: () => handles.forEach((one) => one.cancel()),
    hurry: () => handles.forEach((one) => one.hurry()),
  };
}
