import { PassThrough } from "node:stream";
import { expect, it } from "vitest";
import { serveCassette, type Served } from "../../../src/session/serve/serve.js";
import type { Session } from "../../../src/trace/session.js";
import { call, exchange, initialize, makeSession, told } from "../../helpers/make-session.js";
import { writeSession } from "../../helpers/serve-session.js";

interface Wire {
  input: PassThrough;
  output: PassThrough;
  lines: () => { [key: string]: unknown }[];
  served: Promise<Served>;
}

async function serve(session: Session, options: Partial<Parameters<typeof serveCassette>[0]> = {}): Promise<Wire> {
  const { file, remove } = await writeSession(session);
  const [input, output] = [new PassThrough(), new PassThrough()];
  let text = "";
  output.setEncoding("utf8");
  output.on("data", (chunk: string) => {
    text += chunk;
  });
  const served = serveCassette({
    file,
    onMiss: "error",
    timing: "none",
    timeout: 5000,
    cwd: process.cwd(),
    env: {},
    streams: { input, output },
    signal: new AbortController().signal,
    ...options,
  }).finally(remove);
  const lines = (): { [key: string]: unknown }[] =>
    text.split("\n").flatMap((line) => (line === "" ? [] : [JSON.parse(line)]));
  return { input, output, lines, served };
}

const request = (id: unknown, method: string, params: object = {}): string =>
  JSON.stringify({ jsonrpc: "2.0", id, method, params });

it("reads lines however they are cut, the last without its end, and answers all before it ends", async () => {
  const { input, lines, served } = await serve(makeSession([initialize(), call("n", {}, "größe 😀")]));
  const bytes = Buffer.from(`${request(1, "ping")}\r\n\n${request("größe", "tools/call", { name: "n" })}`);
  for (const byte of bytes) input.write(Buffer.of(byte));
  input.end();
  const { report, misses } = await served;
  expect(lines()).toEqual([
    { jsonrpc: "2.0", id: 1, result: {} },
    { jsonrpc: "2.0", id: "größe", result: { content: [{ type: "text", text: "größe 😀" }] } },
  ]);
  expect([report, misses]).toEqual(["mcpvals serve: 1 of 1 recorded exchange played, 0 missed", 0]);
});

it("answers what is not JSON, and goes on", async () => {
  const { input, lines, served } = await serve(makeSession([initialize()]));
  input.end(`{"jsonrpc": oops\n${request(2, "ping")}\n`);
  await served;
  expect(lines()).toMatchObject([
    { id: null, error: { code: -32700 } },
    { id: 2, result: {} },
  ]);
});

it("refuses batches where the recorded version has none", async () => {
  const { input, lines, served } = await serve(makeSession([initialize()]));
  input.end(`[${request(1, "ping")}]\n[]\n`);
  await served;
  expect(lines()).toMatchObject([{ error: { code: -32600 } }, { error: { code: -32600 } }]);
});

it("answers a batch of an old version with one array", async () => {
  const server = { name: "f", version: "1", protocol: "2024-11-05" };
  const { input, lines, served } = await serve(makeSession([initialize(), call("n", {}, "1")], { server }));
  input.end(`[${request(1, "ping")},{"jsonrpc":"2.0","method":"x"},${request(2, "tools/call", { name: "n" })}]\n`);
  await served;
  expect(lines()).toMatchObject([[{ id: 1 }, { id: 2 }]]);
});

it("loses nothing where the client is slow to read", async () => {
  const text = "x".repeat(10_000);
  const read = exchange("resources/read", { uri: "mem://a" }, { contents: [{ uri: "mem://a", text }] });
  const { file, remove } = await writeSession(makeSession([initialize({ resources: {} }), read]));
  const [input, output] = [new PassThrough(), new PassThrough({ highWaterMark: 1000 })];
  const end = new AbortController();
  const served = serveCassette({
    file,
    onMiss: "error",
    timing: "none",
    timeout: 5000,
    cwd: process.cwd(),
    env: {},
    streams: { input, output },
    signal: end.signal,
  }).finally(remove);
  const count = 500;
  for (let id = 0; id < count; id++) input.write(`${request(id, "resources/read", { uri: "mem://a" })}\n`);
  input.end();
  let answers = 0;
  for await (const chunk of output) {
    answers += String(chunk).split("\n").length - 1;
    if (answers === count) break;
  }
  await served;
  expect(answers).toBe(count);
});

it("ends after the first miss where that is asked for, once it is answered", async () => {
  const { lines, input, served } = await serve(makeSession([initialize()]), { onMiss: "fail" });
  input.write(`${request(1, "tools/call", { name: "n" })}\n`);
  expect((await served).misses).toBe(1);
  expect(lines()).toMatchObject([{ id: 1, error: { code: -32602 } }]);
});

it("tells here what belongs to this machine", async () => {
  const listed = call("where", { path: "[home]/a" }, "[home]/a [tmp] [literal:root]", {
    during: [told("notifications/message", { data: "[home]" })],
  });
  const { input, lines, served } = await serve(makeSession([initialize(), listed]));
  const { homedir, tmpdir } = await import("node:os");
  input.end(`${request(1, "tools/call", { name: "where", arguments: { path: `${homedir()}/a` } })}\n`);
  await served;
  expect(lines()).toMatchObject([
    { params: { data: homedir() } },
    { id: 1, result: { content: [{ text: `${homedir()}/a ${tmpdir()} [root]` }] } },
  ]);
});

it("refuses a file that is not there, and one that is not a cassette", async () => {
  const options = {
    onMiss: "error",
    timing: "none",
    timeout: 1,
    cwd: "/",
    env: {},
    signal: new AbortController().signal,
  } as const;
  const streams = { input: new PassThrough(), output: new PassThrough() };
  await expect(serveCassette({ ...options, streams, file: "/no/such.yaml" })).rejects.toMatchObject({
    code: "FILE_NOT_FOUND",
  });
  const here = new URL(import.meta.url).pathname;
  await expect(serveCassette({ ...options, streams, file: here })).rejects.toMatchObject({
    code: expect.stringMatching(/^CASSETTE_/),
  });
});

it("answers nothing after the first miss where that ends it, not even what came in the same moment", async () => {
  const session = makeSession([initialize(), call("n", {}, "one")]);
  const { input, lines, served } = await serve(session, { onMiss: "fail" });
  const asked = ["zzz", "n"].map((name, id) => request(id, "tools/call", { name }));
  input.write(`${asked.join("\n")}\noops\n`);
  expect(await served).toMatchObject({ misses: 1 });
  expect(lines()).toMatchObject([{ id: 0, error: { code: -32602 } }]);
});
