import { expect, it } from "vitest";
import type { RecorderOptions } from "../../../src/run/proxy-recorder.js";
import { startTape } from "../../../src/run/proxy-tape.js";

it("does not wait for ever for a thread that says nothing, and tells it", async () => {
  const told: string[] = [];
  const file = new URL("data:text/javascript,setInterval(()=>{},1000)");
  const options: RecorderOptions = {
    out: "/none/session.yaml",
    name: "session",
    mode: "number",
    server: { command: "none", args: [] },
    startedAt: "2026-11-28T01:00:00.000Z",
    records: true,
  };
  const tape = startTape(options, (message) => told.push(message), { file, silent: 20 });
  tape.chunk("client", Buffer.from("{}\n"));
  await tape.finish();
  expect(told).toEqual([
    "the session is not written: nothing was heard of its thread for 0.02 s. The next start tries again",
  ]);
});
