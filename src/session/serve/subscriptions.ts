// Keeps the open subscriptions of a client of the 2026-07-28 era: acknowledges them as recorded, or by what the server
// offers, and sends changes to those that requested them, under their own subscription ids.
import { canonicalJson } from "../../json/canonical.js";
import { isJsonObject, type JsonObject, type JsonValue } from "../../json/value.js";
import { SUBSCRIPTION_ID } from "../../exchange/envelope.js";
import { SERVER_INFO, withMeta } from "./envelope.js";
import type { Introduction } from "./introduction.js";
import { notificationText, resultText, type Outlet } from "./outlet.js";
import type { Playing } from "./play-exchange.js";
import type { RecordedExchange } from "./tape.js";

const ACKNOWLEDGED = "notifications/subscriptions/acknowledged";

export interface Subscriptions {
  /** Opens a subscription; undefined where nothing in it can change, so that it ends at once. */
  open(id: JsonValue, params: JsonValue | undefined, outlet: Outlet): Playing | undefined;
  /** Sends a notification to all that requested it. */
  deliver(method: string, params: JsonValue | undefined): void;
  /** Ends all subscriptions, with the result for that. */
  close(): void;
}

interface Subscription {
  id: JsonValue;
  filter: JsonObject;
  outlet: Outlet;
}

/** `recorded`: what the recorded client subscribed to. */
export function createSubscriptions(
  recorded: readonly RecordedExchange[],
  { capabilities, serverInfo }: Introduction,
): Subscriptions {
  const all = new Set<Subscription>();
  const end = ({ id, outlet }: Subscription): void => {
    outlet.answer(
      resultText(id, { resultType: "complete", _meta: { [SUBSCRIPTION_ID]: id, [SERVER_INFO]: serverInfo } }),
    );
  };
  return {
    open(id, params, outlet) {
      const wanted = filterOf(params);
      const said = acknowledgedIn(recorded, wanted) ?? { notifications: honoured(wanted, capabilities) };
      const subscription = { id, filter: filterOf(said), outlet };
      outlet.send(notificationText(ACKNOWLEDGED, withMeta(said, SUBSCRIPTION_ID, id)));
      if (Object.keys(subscription.filter).length === 0) {
        end(subscription);
        return undefined;
      }
      all.add(subscription);
      return { cancel: () => void all.delete(subscription), hurry: () => {} };
    },
    deliver(method, params) {
      for (const { id, filter, outlet } of all) {
        if (accepts(filter, method, params))
          outlet.send(notificationText(method, withMeta(params, SUBSCRIPTION_ID, id)));
      }
    },
    close() {
      for (const subscription of all) end(subscription);
      all.clear();
    },
  };
}

/** True for notifications that only subscribers get. */
export function isSubscribed(method: string): boolean {
  return Object.hasOwn(FIELD_OF, method) || method === UPDATED;
}

const UPDATED = "notifications/resources/updated";
const FIELD_OF: Readonly<Record<string, string>> = {
  "notifications/tools/list_changed": "toolsListChanged",
  "notifications/prompts/list_changed": "promptsListChanged",
  "notifications/resources/list_changed": "resourcesListChanged",
};

function accepts(filter: JsonObject, method: string, params: JsonValue | undefined): boolean {
  const field = Object.hasOwn(FIELD_OF, method) ? FIELD_OF[method] : undefined;
  if (field !== undefined) return filter[field] === true;
  const uris = filter["resourceSubscriptions"];
  return Array.isArray(uris) && isJsonObject(params) && uris.some((uri) => uri === params["uri"]);
}

function filterOf(params: JsonValue | undefined): JsonObject {
  const filter = isJsonObject(params) ? params["notifications"] : undefined;
  return isJsonObject(filter) ? filter : {};
}

/** What the recorded server acknowledged to a client that wanted the same. */
function acknowledgedIn(recorded: readonly RecordedExchange[], wanted: JsonObject): JsonValue | undefined {
  const same = recorded.find(({ exchange }) => canonicalJson(filterOf(exchange.params)) === canonicalJson(wanted));
  return same?.exchange.during.find(({ method }) => method === ACKNOWLEDGED)?.params;
}

/** The part of what is wanted that the server says it supports. */
function honoured(wanted: JsonObject, capabilities: JsonObject): JsonObject {
  const can = (group: string, feature: string): boolean => {
    const capability = capabilities[group];
    return isJsonObject(capability) && capability[feature] === true;
  };
  const filter: JsonObject = {};
  for (const group of ["tools", "prompts", "resources"]) {
    const field = `${group}ListChanged`;
    if (wanted[field] === true && can(group, "listChanged")) filter[field] = true;
  }
  const uris = wanted["resourceSubscriptions"];
  if (Array.isArray(uris) && uris.length > 0 && can("resources", "subscribe")) filter["resourceSubscriptions"] = uris;
  return filter;
}
