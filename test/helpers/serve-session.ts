// A session written as a cassette, and served in process over HTTP.
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { PassThrough } from "node:stream";
import { serializeSession } from "../../src/cassette/session-text.js";
import { serveCassette, type Served, type ServeOptions } from "../../src/session/serve/serve.js";
import type { Session } from "../../src/trace/session.js";

export interface SessionFile {
  file: string;
  remove: () => Promise<void>;
}

/** A cassette in a folder of its own. */
export async function writeSession(session: Session): Promise<SessionFile> {
  const folder = await mkdtemp(join(tmpdir(), "mcpvals-serve-"));
  const { text, blobs } = serializeSession({ session, by: "mcpvals test" });
  const file = join(folder, "session.yaml");
  await writeFile(file, text);
  if (blobs.size > 0) await mkdir(join(folder, "blobs"));
  for (const [name, bytes] of blobs) await writeFile(join(folder, "blobs", name), bytes);
  return { file, remove: () => rm(folder, { recursive: true, force: true }) };
}

export interface HttpServed {
  url: URL;
  /** Ends it and gives what it says in the end. */
  stop: () => Promise<Served>;
}

/** Serves a session over HTTP at a free port. */
export async function serveOverHttp(session: Session, options: Partial<ServeOptions> = {}): Promise<HttpServed> {
  const { file, remove } = await writeSession(session);
  const end = new AbortController();
  let served: Promise<Served> | undefined;
  const url = await new Promise<string>((resolve, reject) => {
    served = serveCassette({
      file,
      port: 0,
      onMiss: "error",
      timing: "none",
      timeout: 5000,
      cwd: process.cwd(),
      env: {},
      streams: { input: new PassThrough(), output: new PassThrough() },
      signal: end.signal,
      onListening: resolve,
      ...options,
    });
    served.catch(reject);
  });
  return {
    url: new URL(url),
    async stop() {
      end.abort();
      const said = await served;
      await remove();
      if (said === undefined) throw new Error("nothing was served");
      return said;
    },
  };
}
