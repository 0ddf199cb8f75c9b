import { PassThrough } from "node:stream";
import { expect, it } from "vitest";
import { listenForKeys } from "../../../src/cli/watch-keys.js";

it("reads single keys from a terminal, and gives it back", () => {
  const raw: boolean[] = [];
  const input = Object.assign(new PassThrough(), { isTTY: true, setRawMode: (is: boolean) => raw.push(is) });
  const keys: string[] = [];
  const listening = listenForKeys(input, (key) => keys.push(key));
  input.emit("data", Buffer.from("af"));
  input.emit("data", "\u0003");
  listening?.stop();
  input.emit("data", "q");
  expect(keys).toEqual(["a", "f", "\u0003"]);
  expect(raw).toEqual([true, false]);
  expect(input.isPaused()).toBe(true);
});

it("listens to nothing else than a terminal", () => {
  expect(listenForKeys(new PassThrough(), () => {})).toBeUndefined();
});
