import { expect, test } from "vitest";
import { readAddedHeaders } from "../../../src/proxy/http-added.js";

test("white space around a value is taken off, as fetch does it, such as the line break after a key from a file", () => {
  expect(readAddedHeaders({ Authorization: " Bearer k3y\r\n", "X-Empty": "", "X-Inner": "a \t b" }, "orders")).toEqual([
    ["Authorization", "Bearer k3y"],
    ["X-Empty", ""],
    ["X-Inner", "a \t b"],
  ]);
});

test.each([
  ["Host", "example.org"],
  ["content-length", "5"],
  ["Transfer-Encoding", "chunked"],
  ["CONNECTION", "close"],
  ["Keep-Alive", "timeout=5"],
  ["TE", "trailers"],
  ["Upgrade", "websocket"],
  ["Expect", "100-continue"],
  ["X-Mcpvals-Run", "guessed"],
  ["X-Key", "s3cret\r\nX-Other: 1"],
  ["X-Key", "s3cret\nX-Other: 1"],
  ["X-Key", "s3cret\rX-Other: 1"],
  ["X-Key", "s3cret\0"],
  ["X-Key", "s3cret\u2713"],
  ["X Key", "s3cret"],
  ["X-Key:", "s3cret"],
  ["", "s3cret"],
  ["X-K\r\nX-Other", "s3cret"],
])("a header that cannot be sent is one error with its name and without its value: %j", (name, value) => {
  const read = (): unknown => readAddedHeaders({ Authorization: "Bearer k3y", [name]: value }, "orders");
  expect(read).toThrow(expect.objectContaining({ code: "CONFIG_INVALID" }));
  expect(read).toThrow(`the header ${JSON.stringify(name)} of the server orders cannot be sent`);
  expect(read).not.toThrow(/s3cret|k3y/);
});
