import { mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { loadSession } from "../../src/cassette/load-session.js";
import { findLeftSessions, openSessionJournal, startSessionJournal } from "../../src/cassette/session-journal.js";
import { SessionWriter, type SessionMode, type SessionWritten } from "../../src/cassette/session-store.js";
import { openCassette } from "../../src/cassette/open-text.js";
import { parseSession } from "../../src/cassette/session-read.js";
import { serializeSession } from "../../src/cassette/session-text.js";
import { lint } from "../../src/lint/lint.js";
import { readShownSession } from "../../src/show/show.js";
import { renderTranscriptText } from "../../src/render/transcript/render-transcript-text.js";
import type { Session } from "../../src/trace/session.js";

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "mcpvals-session-"));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const header = { name: "demo", transport: "stdio", startedAt: "2026-11-28T01:00:00.000Z" } as const;
const request = (id: number): object => ({ jsonrpc: "2.0", id, method: "tools/call", params: { name: `tool ${id}` } });

function write(id: number, mode: SessionMode, text = "done"): Promise<SessionWritten> {
  const writer = new SessionWriter(header, {
    out: join(folder, "s.yaml"),
    mode,
    by: "mcpvals 0.1.0",
    hide: (value) => value,
    scan: () => {},
  });
  writer.push({ from: "client", at: 1, message: { jsonrpc: "2.0", id, method: "tools/call", params: { name: "t" } } });
  writer.push({
    from: "server",
    at: 2,
    message: { jsonrpc: "2.0", id, result: { content: [{ type: "text", text }] } },
  });
  return writer.finish();
}

describe("a session on the disk", () => {
  test("is numbered, replaced or kept, and no half file is left", async () => {
    expect(await write(1, "number")).toMatchObject({ file: join(folder, "s.yaml"), entries: 1 });
    expect(await write(2, "number")).toMatchObject({ file: join(folder, "s-2.yaml") });
    await writeFile(join(folder, "s-7.yaml"), "somebody's own");
    expect(await write(3, "number")).toMatchObject({ file: join(folder, "s-8.yaml") });
    expect(await write(4, "keep")).toEqual({ kind: "kept" });
    expect(await write(5, "replace", "new")).toMatchObject({ file: join(folder, "s.yaml") });
    expect((await loadSession(join(folder, "s.yaml"))).entries).toMatchObject([
      { answer: { result: { content: [{ text: "new" }] } } },
    ]);
    expect((await readdir(folder)).toSorted()).toEqual(["s-2.yaml", "s-7.yaml", "s-8.yaml", "s.yaml"]);
  });

  test("two at once get two files", async () => {
    const written = await Promise.all([write(1, "number"), write(2, "number"), write(3, "number")]);
    expect(new Set(written.map((one) => one.kind === "written" && one.file)).size).toBe(3);
  });

  test("a secret in it aborts the write", async () => {
    const writer = new SessionWriter(header, {
      out: join(folder, "s.yaml"),
      mode: "number",
      by: "x",
      hide: (value) => value,
      scan: () => {
        throw new Error("a secret");
      },
    });
    writer.push({ from: "client", at: 1, message: { jsonrpc: "2.0", method: "m" } });
    await expect(writer.finish()).rejects.toThrow("a secret");
    expect(await readdir(folder)).toEqual([]);
  });
});

describe("the journal of a session", () => {
  test("is read while it grows, line by line, and never a half line", async () => {
    const out = join(folder, "s.yaml");
    const journal = await startSessionJournal(out, header);
    const reader = openSessionJournal(journal.file);
    expect(reader?.header).toEqual(header);
    expect(reader?.next()).toBeUndefined();
    const long = "x".repeat(200_000);
    const lines = [
      { from: "client", at: 1.5, message: request(1) },
      { from: "server", at: 2, noise: long },
      { end: { request: 3, status: 500 } },
      { finding: "odd" },
    ];
    const text = lines.map((line) => `${JSON.stringify(line)}\n`).join("");
    journal.write(text.slice(0, 100_000));
    expect(reader?.next()).toEqual(lines[0]);
    expect(reader?.next()).toBeUndefined();
    journal.write(text.slice(100_000));
    expect([reader?.next(), reader?.next(), reader?.next(), reader?.next()]).toEqual([...lines.slice(1), undefined]);
    reader?.close();
    journal.remove();
    expect(await readdir(join(folder, ".mcpvals", "journal", "proxy"))).toEqual([]);
  });

  test("is found when its process is gone, and not before", async () => {
    const out = join(folder, "s.yaml");
    const journal = await startSessionJournal(out, header);
    await startSessionJournal(join(folder, "s.yaml.yaml"), header);
    expect(findLeftSessions(out)).toEqual([]);
    await writeFile(`${journal.file}.lock`, "999999999 dead\n");
    expect(findLeftSessions(out)).toEqual([journal.file]);
    expect(await readFile(join(folder, ".mcpvals", ".gitignore"), "utf8")).toBe("*\n");
  });
});

describe("show and lint know sessions", () => {
  const session: Session = {
    ...header,
    era: "legacy",
    server: { name: "shop", version: "3", protocol: "2025-06-18" },
    findings: ["the server greets"],
    ms: 20,
    entries: [
      {
        kind: "exchange",
        method: "tools/call",
        params: { name: "buy" },
        answer: { result: { content: [{ type: "text", text: "bought" }] } },
        during: [
          { kind: "notification", from: "server", method: "notifications/progress", params: { progress: 1 }, at: 0.1 },
          { kind: "request", method: "roots/list", at: 0.2 },
        ],
        at: 0,
        ms: 12,
      },
      { kind: "notification", from: "client", method: "notifications/roots/list_changed", at: 1 },
    ],
  };

  test("show reads like a conversation", async () => {
    const file = join(folder, "s.yaml");
    await writeFile(file, serializeSession({ session, by: "mcpvals 0.1.0" }).text);
    const shown = await readShownSession(file, { alone: false });
    if (shown === undefined) throw new Error("it is a session");
    const text = renderTranscriptText(shown, { color: false, width: 80, full: false, timeless: true });
    expect(text).toBe(`Session   demo
Server    shop 3, protocol 2025-06-18, over stdio
Finding   the server greets

Request 1 tools/call
  {"name":"buy"}

Server notifications/progress
  {"progress":1}

Server asks roots/list

Client answers
  (no answer)

Result 1
  bought

Client notifications/roots/list_changed
`);
  });

  test("lint finds nothing in what was written, and a seal that does not fit; it undoes a formatter", async () => {
    const file = join(folder, "s.yaml");
    const { text } = serializeSession({ session, by: "mcpvals 0.1.0" });
    const rules = async (fix = false): Promise<string[]> => {
      const { findings } = await lint({ paths: ["s.yaml"], cwd: folder, env: {}, fix });
      return findings.map(({ rule }) => rule);
    };
    await writeFile(file, text);
    expect(await rules()).toEqual([]);
    await writeFile(file, text.replace("bought", "sold"));
    expect(await rules()).toEqual(["seal"]);
    await writeFile(file, text.replace("name: demo", "name:   demo").replace("session: demo", 'session: "demo"'));
    expect(await rules()).toEqual(["canonical-form"]);
    expect(await rules(true)).toEqual([]);
    expect(await readFile(file, "utf8")).toBe(text);
  });
});

test("lint looks at the blobs of a session that is named alone", async () => {
  expect(await write(1, "number", "x".repeat(40_000))).toMatchObject({ kind: "written" });
  const look = () => lint({ cwd: folder, env: {}, paths: ["s.yaml"] });
  expect(await look()).toMatchObject({ findings: [], count: { cassettes: 1, blobs: 1 } });
  const [blob = ""] = await readdir(join(folder, "blobs"));
  await writeFile(join(folder, "blobs", blob), "y".repeat(40_000));
  expect((await look()).findings).toMatchObject([{ rule: "wrong-hash", file: join(folder, "blobs", blob) }]);
});

test("the example in the documentation is a session, in canonical form", async () => {
  const docs = await readFile(new URL("../../docs/cassette-format.md", import.meta.url), "utf8");
  const [, example = ""] = /```yaml\n(cassette: 2\nkind: session\n[^]*?)```/.exec(docs) ?? [];
  const read = parseSession(openCassette(example, "example.yaml"), new Map());
  expect(read.session.entries).toHaveLength(3);
  expect(serializeSession(read).text).toBe(example);
});
