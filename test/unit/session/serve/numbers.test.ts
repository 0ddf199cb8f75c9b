// Numbers that JSON.parse changes: which recording they find, and how they are served.
import { describe, expect, it } from "vitest";
import { parseKept, parseLossless } from "../../../../src/json/kept-numbers.js";
import type { JsonObject } from "../../../../src/json/value.js";
import { createLedger } from "../../../../src/session/serve/ledger.js";
import { createPlayer } from "../../../../src/session/serve/player.js";
import { readKept } from "../../../../src/json/read-json.js";
import { receiveValue } from "../../../../src/session/serve/receive-text.js";
import { sessionOfTrace } from "../../../../src/session/serve/session-of-trace.js";
import { buildTape } from "../../../../src/session/serve/tape.js";
import type { Session, SessionExchange } from "../../../../src/trace/session.js";
import { exchange, initialize, makeSession } from "../../../helpers/make-session.js";
import { makeTrace, raw } from "../../../helpers/make-trace.js";

/** Lines in, lines out, as texts. */
function serve(session: Session): (line: string) => string | undefined {
  const tape = buildTape(session);
  const ledger = createLedger(tape);
  const sent: string[] = [];
  const take = (message: string): void => void sent.push(message);
  const player = createPlayer({ tape, ledger, recordedTime: false, timeout: 1000, general: take, onMiss: () => {} });
  return (line) => {
    receiveValue(player, readKept(line), { send: take, answer: take }, false);
    return sent.pop();
  };
}
const recorded = (args: string, result: string): SessionExchange =>
  exchange("tools/call", parseKept(`{"name":"n","arguments":{"v":${args}}}`), parseKept(result));
const ask = (args: string, id = "1"): string =>
  `{"jsonrpc":"2.0","id":${id},"method":"tools/call","params":{"name":"n","arguments":{"v":${args}}}}`;

describe("a call whose number a double does not hold", () => {
  const session = makeSession([
    initialize(),
    recorded("12345678901234567890", '{"a":0}'),
    recorded("12345678901234567891", '{"n":12345678901234567891,"f":1.0,"z":1e400}'),
  ]);

  it("is given its own answer, whose numbers are what they were", () => {
    expect(serve(session)(ask("12345678901234567891"))).toBe(
      '{"jsonrpc":"2.0","id":1,"result":{"n":12345678901234567891,"f":1.0,"z":1e400}}',
    );
  });

  it("is a miss where only its neighbours are recorded", () => {
    const answer = serve(session)(ask("12345678901234567892"));
    expect(answer).toContain('"code":-32602');
    expect(answer).toContain(
      '"nearest":{"name":"n","arguments":{"v":12345678901234567890}},"differs":["/arguments/v"]',
    );
  });

  it("has such a number for its id, too", () => {
    expect(serve(session)(ask("12345678901234567890", "9007199254740993"))).toBe(
      '{"jsonrpc":"2.0","id":9007199254740993,"result":{"a":0}}',
    );
  });
});

describe("one number in two notations", () => {
  const session = makeSession([initialize(), recorded("1", '{"a":1}'), recorded("1.0", '{"a":2}')]);

  it("finds the recording of its own, whichever comes first", () => {
    const answer = serve(session);
    expect(answer(ask("1.0"))).toContain('{"a":2}');
    expect(answer(ask("1"))).toContain('{"a":1}');
    expect(answer(ask("1"))).toContain("-32602");
  });

  it("finds that of the other where its own was never recorded, and once", () => {
    const answer = serve(makeSession([initialize(), recorded("2.0", '{"a":2}')]));
    expect(answer(ask("2"))).toContain('{"a":2}');
    expect(answer(ask("2.0"))).toContain("-32602");
  });

  it("is not so of 0 and -0", () => {
    const answer = serve(makeSession([initialize(), recorded("0", '{"a":1}'), recorded("-0", '{"a":2}')]));
    expect(answer(ask("-0"))).toContain('{"a":2}');
    expect(answer(ask("0"))).toContain('{"a":1}');
    expect(serve(makeSession([initialize(), recorded("0", '{"a":1}')]))(ask("-0"))).toContain("-32602");
  });
});

it("serves an object of a workflow's cassette that only looks like a number", () => {
  const result: JsonObject = { content: [], structuredContent: parseLossless('{"$number":"1.0"}') };
  const session = sessionOfTrace(makeTrace({ turns: [[["n", { v: 1 }, raw(result)]]] }));
  expect(serve(session)(ask("1"))).toContain('"structuredContent":{"$number":"1.0"}');
});
