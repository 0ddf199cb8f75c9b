// The server of bench/scale.mjs: as many tools as the first argument says, each with a schema of a usual size; every call
// returns about 1 KB of JSON, the same in each run.
import { hello, readMessages, send, text } from "../../fixtures/servers/json-rpc.mjs";

const tools = Array.from({ length: Number(process.argv[2]) }, (_, at) => ({
  name: `look_up_${at}`,
  description: `Looks up the orders of a customer in the list number ${at}. Returns each with its state, newest first.`,
  inputSchema: {
    type: "object",
    properties: {
      customer: { type: "string", description: "The customer's name, as it is written in the address book." },
      limit: { type: "integer", minimum: 1, maximum: 100, description: "How many orders to return at most." },
      states: { type: "array", items: { type: "string", enum: ["open", "paid", "shipped", "returned"] } },
    },
    required: ["customer"],
    additionalProperties: false,
  },
}));

const orders = (customer) =>
  Array.from({ length: 8 }, (_, at) => ({
    order: `${customer}-${at}`,
    state: at === 7 ? "returned" : "shipped",
    items: [{ name: `A shelf of ${at + 1} boards`, price: at * 12.5 }],
    note: "Leave it with the neighbour.",
  }));

readMessages(({ id, method, params }) => {
  if (id === undefined) return;
  const results = {
    initialize: () => hello("scale"),
    "tools/list": () => ({ tools }),
    "tools/call": () => text(JSON.stringify(orders(params.arguments.customer))),
  };
  send({ jsonrpc: "2.0", id, result: results[method]?.() ?? {} });
});
