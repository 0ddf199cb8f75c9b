// When bytes came is when they were read: a server may answer before the write that passed them on returns.
import { PassThrough, Writable } from "node:stream";
import { setTimeout as sleep } from "node:timers/promises";
import { expect, it } from "vitest";
import { now } from "../../../src/proxy/clock.js";
import { splice } from "../../../src/proxy/splice.js";

it("tells of bytes when they came, not when they were passed on", async () => {
  const from = new PassThrough();
  let passedAt = 0;
  const to = new Writable({
    write(_chunk, _encoding, done) {
      const start = now();
      while (now() - start < 20);
      passedAt = now();
      done();
    },
  });
  const came: number[] = [];
  splice(from, to, (_, at) => came.push(at));
  from.write("a");
  while (came.length === 0) await sleep(1);
  expect(passedAt - (came[0] ?? Infinity)).toBeGreaterThanOrEqual(20);
});
