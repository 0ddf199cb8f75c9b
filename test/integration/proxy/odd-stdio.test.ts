// The built `mcpvals proxy` in front of a server that writes odd bytes, and behind a client that does: the same bytes as
// without it, and all of it recorded without harm.
import { execFileSync, spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { setImmediate as turn } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { loadSession } from "../../../src/cassette/load-session.js";
import { cleanEnvironment } from "../../helpers/clean-environment.js";

const ROOT = path.resolve(import.meta.dirname, "../../..");
const RAW = path.join(ROOT, "fixtures/servers/raw.mjs");
const MAIN = fileURLToPath(new URL("../../../dist/bin/main.cjs", import.meta.url));
const names: string[] = JSON.parse(execFileSync(process.execPath, [RAW, "--list"], { encoding: "utf8" }));
/** These end the server, or end without a newline: each needs a server of its own. */
const AT_THE_END = ["last line without newline", "a crash with calls open", "no output at all"];
/** All that the proxy may say of its own here: on a busy machine the end may take so long that it says how far it is. */
const OF_ITS_OWN =
  /^mcpvals proxy: (?:no message passed, so there is no session to be written|writing the session, .*)\n/gm;

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "mcpvals-odd-"));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

interface Seen {
  stdout: Buffer;
  stderr: string;
  code: number | null;
}

/** Runs `raw.mjs` to its end, directly or behind the proxy, whose recording is then `out`. */
async function run(args: readonly string[], chunks: readonly Buffer[], out?: string): Promise<Seen> {
  const server = [process.execPath, RAW, ...args];
  const [command = "", ...rest] =
    out === undefined
      ? server
      : [process.execPath, MAIN, "proxy", "--wait", "0", "--out", path.join(folder, out), "--", ...server];
  const child = spawn(command, rest, { env: cleanEnvironment(), stdio: "pipe" });
  const stdout: Buffer[] = [];
  const stderr: Buffer[] = [];
  child.stdout.on("data", (chunk: Buffer) => stdout.push(chunk));
  child.stderr.on("data", (chunk: Buffer) => stderr.push(chunk));
  child.stdin.on("error", () => {});
  const closed = once(child, "close");
  for (const chunk of chunks) {
    child.stdin.write(chunk);
    if (chunks.length > 1) await turn();
  }
  child.stdin.end();
  const [code] = (await closed) as [number | null];
  const said = Buffer.concat(stderr).toString().replace(OF_ITS_OWN, "");
  return { stdout: Buffer.concat(stdout), stderr: said, code };
}

/** The bytes of each case, of the output of a server that was asked for all of them. */
function parts(output: Buffer): Map<string, string> {
  const found = new Map<string, string>();
  let from = 0;
  for (const name of asked) {
    // Where the case's own last line has no newline, `#end` stands right behind it.
    const end = output.indexOf("#end\n", from);
    found.set(name, createHash("sha256").update(output.subarray(from, end)).digest("hex"));
    from = end + 5;
  }
  expect(from).toBe(output.length);
  return found;
}

const asked = names.filter((name) => !AT_THE_END.includes(name));

describe("what an odd server says comes through byte for byte", () => {
  let direct: Seen;
  let through: Seen;
  beforeAll(async () => {
    const input = [Buffer.from(`${asked.join("\n")}\n`)];
    [direct, through] = await Promise.all([run([], input), run([], input, "server.yaml")]);
  });

  it.each(asked)("%s", (name) => {
    const expected = parts(direct.stdout).get(name);
    expect(expected).toMatch(/^[0-9a-f]{64}$/);
    expect(parts(through.stdout).get(name)).toBe(expected);
  });

  it("in the same order, with the same exit code and nothing beside it", () => {
    expect(through.stdout.equals(direct.stdout)).toBe(true);
    expect(direct.stdout.length).toBeGreaterThan(13_000_000);
    expect({ ...through, stdout: "" }).toEqual({ ...direct, stdout: "" });
  });

  it("and the recording of it can be read", async () => {
    const { findings, entries } = await loadSession(path.join(folder, "server.yaml"));
    expect(entries.length).toBeGreaterThan(20_000);
    expect(findings.join("\n")).toMatch(/no JSON/i);
  });

  it.each(AT_THE_END)("%s", async (name) => {
    const input = [Buffer.from("go\n")];
    const out = `${AT_THE_END.indexOf(name)}.yaml`;
    const [expected, seen] = await Promise.all([run([name], input), run([name], input, out)]);
    expect(seen).toEqual(expected);
    expect(expected.code).toBe(name === "a crash with calls open" ? 9 : 0);
  });
});

const result = (id: number, text: string): string => `{"jsonrpc":"2.0","id":${id},"result":{"x":"${text}"}}\n`;
/** No JSON, invalid UTF-8, NUL, a byte order mark, CRLF, single bytes, large, many, and no newline at the end. */
const fromClient = [
  "hello?\n\n  \n{\n",
  Buffer.from([0xff, 0xfe, 0x00, 0xc3, 0x28, 0x0a]),
  `\ufeff${result(1, "bom")}`,
  result(1, "a").replace("\n", "\r\n"),
  ...[...Buffer.from(result(1, "é🙂"))].map((byte) => Buffer.from([byte])),
  '{"jsonrpc":"2.0","id":9007199254740993,"id":1.0,"x":1e400}\n',
  '{"a":"\\ud800\\u0041\\/","__proto__":{"x":1}}\n',
  '[{"jsonrpc":"2.0","method":"a"},7,[]]\n',
  result(1, "y".repeat(12 * 1024 * 1024)),
  result(1, "z").repeat(50_000),
  '{"jsonrpc":"2.0","id":1,',
].map((chunk) => Buffer.from(chunk));

describe("what an odd client says", () => {
  it("reaches the server byte for byte", async () => {
    // With this case the server writes nothing, and says on stderr what it has read.
    const seen = await run(["no output at all"], fromClient, "client.yaml");
    const sent = createHash("sha256").update(Buffer.concat(fromClient)).digest("hex");
    expect(seen).toEqual({ stdout: Buffer.alloc(0), stderr: `read ${sent}\n`, code: 0 });
  });
});
