import fc from "fast-check";
import { expect, it } from "vitest";
import { classifyMessage, kindOf } from "../../../src/exchange/message.js";
import { OpenRequests } from "../../../src/exchange/open-requests.js";
import { parseKept } from "../../../src/json/kept-numbers.js";
import type { JsonValue } from "../../../src/json/value.js";
import { jsonValue } from "../../helpers/arbitrary-json.js";

/** With and without each member, of the right type and of others; as it comes from the wire. */
const messageLike = fc
  .oneof(
    jsonValue,
    fc.record(
      {
        jsonrpc: fc.constantFrom<JsonValue>("2.0", 2),
        id: fc.oneof(fc.constantFrom<JsonValue>(1, "1", null), jsonValue),
        method: fc.constantFrom<JsonValue>("tools/call", "notifications/cancelled", 3, null),
        params: fc.oneof(jsonValue, fc.record({ requestId: fc.constantFrom<JsonValue>(1, "1", 2, null) })),
        result: jsonValue,
        error: fc.oneof(fc.constant(null), jsonValue),
      },
      { requiredKeys: [] },
    ),
  )
  .map((value) => parseKept(JSON.stringify(value)));

it("the kind of a message is that of the message with all that is odd about it", () => {
  fc.assert(
    fc.property(messageLike, (value) => {
      expect(kindOf(value)).toBe(classifyMessage(value).kind);
    }),
  );
});

it("open are the requests of the client that nobody has answered or taken back", () => {
  const sent = fc.tuple(fc.constantFrom("client" as const, "server" as const), messageLike);
  fc.assert(
    fc.property(fc.array(sent, { maxLength: 12 }), (messages) => {
      const open = new OpenRequests();
      const expected = new Map<string, { id: JsonValue; method: string }>();
      for (const [from, value] of messages) {
        open.push(from, value);
        for (const one of Array.isArray(value) ? value : [value]) {
          const message = classifyMessage(one);
          if (from === "server") {
            if (message.kind === "response") expected.delete(JSON.stringify(message.id));
          } else if (message.kind === "request") {
            expected.set(JSON.stringify(message.id), { id: message.id, method: message.method });
          } else if (message.kind === "notification" && message.method === "notifications/cancelled") {
            const { requestId }: { requestId?: JsonValue } = Object(message.params);
            expected.delete(JSON.stringify(requestId));
          }
        }
      }
      expect(open.list()).toEqual([...expected.values()]);
    }),
  );
});
