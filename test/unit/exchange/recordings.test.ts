// `replay --offline` and `serve` answer a request with the same recording.
import fc from "fast-check";
import { expect, it } from "vitest";
import { createTapedServer } from "../../../src/server/taped-server.js";
import { createPlayback } from "../../../src/session/serve/playback.js";
import { sessionOfTrace } from "../../../src/session/serve/session-of-trace.js";
import { buildTape } from "../../../src/session/serve/tape.js";
import type { JsonObject } from "../../../src/json/value.js";
import { call, ok, traceOf } from "../metrics/traces.js";

const args = fc.constantFrom<JsonObject>(
  {},
  { a: 1 },
  { a: { $number: "1.0" } },
  { a: 2 },
  { a: 1, b: null },
  { b: null, a: 1 },
  { a: [1] },
);
const asked = fc.record({ tool: fc.constantFrom("x", "y"), args });

it("whatever is recorded, and whatever is asked", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(asked, { maxLength: 8 }), fc.array(asked, { maxLength: 8 }), async (recorded, asks) => {
      const said = recorded.map(({ tool, args: sent }, at) => call(tool, ok(`result ${at}`), sent));
      const trace = traceOf([[said, "done"]]);
      const offline = createTapedServer(trace);
      const serve = createPlayback(buildTape(sessionOfTrace(trace)));
      for (const { tool, args: sent } of asks) {
        const { outcome } = await offline.call(tool, sent, new AbortController().signal);
        const found = serve.take("tools/call", { name: tool, arguments: sent });
        const served = "recording" in found ? found.recording.exchange.answer?.["result"] : undefined;
        expect(outcome.kind === "result" ? outcome.result : undefined).toEqual(served);
      }
    }),
  );
});
