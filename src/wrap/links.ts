// Receives the traffic of all servers of the wrapped agent: from the processes that stand in for servers over stdio,
// and from the proxies of servers over HTTP. Waits for calls by the id of their `tool_use` block.
import { Waiters } from "../waiters.js";
import { chmodSync, mkdtempSync, rmSync } from "node:fs";
import { createServer, type Socket } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { randomBytes } from "node:crypto";
import { LineSplitter } from "../proxy/framing.js";
import { readAddedHeaders, RUN_HEADER, type AddedToRequests } from "../proxy/http-added.js";
import { startHttpProxy, type HttpProxy } from "../proxy/http.js";
import { buildFrame } from "../proxy/tap.js";
import { judgeUrl } from "../redaction/given-values.js";
import { PieceReader, type LinkPiece } from "./shim/frames.js";
import type { ServerStart } from "./shim/start.js";
import { ServerLink, type LinkCall } from "./server-link.js";

/** A server over HTTP. */
export interface HttpPlace {
  url: URL;
  /** Our proxy sends them; the agent does not learn them. */
  headers: Readonly<Record<string, string>>;
}

/** What an agent's configuration says of a server over HTTP: nothing secret. */
export interface HttpEntry {
  url: string;
  /** Undefined where the agent has to send none. */
  headers: Record<string, string> | undefined;
}

/** All servers of one run. */
export class Links {
  /** In order of their connections; a server that was started twice is there twice. */
  readonly all: ServerLink[] = [];
  readonly calls: LinkCall[] = [];
  private readonly waiters = new Waiters();
  private readonly proxies: HttpProxy[] = [];
  private readonly sockets = new Set<Socket>();
  private closeServer = (): void => {};
  /** What the stand-in process of a server starts: secrets of a server are no argument and in no file. */
  private readonly starts = new Map<string, ServerStart>();
  /** The first connection of the agent's present process. */
  private from = 0;
  /**
   * When the agent did something last, or got an answer, on the clock of `performance`. What a server says without being
   * asked is no such thing.
   */
  activeAt = performance.now();

  private constructor(
    /** Where the stand-in processes connect to. */
    readonly socket: string,
    private readonly folder: string,
  ) {}

  static async open(): Promise<Links> {
    const folder = mkdtempSync(join(tmpdir(), "mcpvals-wrap-"));
    chmodSync(folder, 0o700);
    const name = `mcpvals-wrap-${randomBytes(16).toString("hex")}`;
    const socket = process.platform === "win32" ? `\\\\.\\pipe\\${name}` : join(folder, "links");
    const links = new Links(socket, folder);
    const server = createServer((connection) => links.connected(connection));
    await new Promise<void>((resolve, reject) => {
      server.once("error", reject);
      server.listen(socket, resolve);
    });
    links.closeServer = () => server.close();
    return links;
  }

  /** The stand-in process for this server learns here what to start. */
  lend(name: string, start: ServerStart): void {
    this.starts.set(name, start);
  }

  /** The agent is started again: only connections from now on say which servers it has. */
  startAgain(): void {
    this.from = this.all.length;
  }

  /** The agent did something, here or at the model. */
  touch(): void {
    this.activeAt = performance.now();
  }

  /** Resolves when no stand-in process is connected, or after `ms`. */
  async disconnected(ms: number): Promise<void> {
    const until = performance.now() + ms;
    for (let left = ms; this.sockets.size > 0 && left > 0; left = until - performance.now()) await this.change(left);
  }

  /** Stands in front of a server over HTTP. Throws CONFIG_INVALID for headers that cannot be sent. */
  async openHttp(
    name: string,
    { url, headers }: HttpPlace,
    onCredentials: (rawHeaders: readonly string[], path?: string) => void,
  ): Promise<HttpEntry> {
    const real = `${url.pathname}${url.search}`;
    const given = judgeUrl(`http://host${url.pathname}`).length === 0 ? url.pathname : "/mcp";
    const sent = readAddedHeaders(headers, name);
    const added: AddedToRequests | undefined =
      sent.length === 0 && given === real
        ? undefined
        : { token: randomBytes(24).toString("base64url"), headers: sent, targets: new Map([[given, real]]) };
    if (added !== undefined) onCredentials(sent.flat(), real);
    const link = this.add(name);
    const proxy = await startHttpProxy({
      upstream: url,
      serves: "loopback",
      added,
      tap: {
        frame: (frame) => link.push({ ...frame, at: performance.timeOrigin + performance.now() }),
        anyType: true,
        head: onCredentials,
      },
    });
    this.proxies.push(proxy);
    return {
      url: `http://127.0.0.1:${proxy.port}${given}`,
      headers: added === undefined ? undefined : { [RUN_HEADER]: added.token },
    };
  }

  /** The connection to a server that says the most: the last that has listed its tools, else the last. */
  of(name: string): ServerLink | undefined {
    const own = this.all.slice(this.from).filter(({ server }) => server === name);
    return own.findLast((link) => link.met() !== undefined) ?? own.at(-1);
  }

  /** The first of these servers that ended although the agent's present process had not ended it. */
  findBroken(names: readonly string[]): { server: string; why: string } | undefined {
    for (const server of names) {
      const why = this.of(server)?.broke();
      if (why !== undefined) return { server, why };
    }
    return undefined;
  }

  /** The call with this id of its `tool_use` block, once it is answered; undefined where it is not within `ms`. */
  async answered(useId: string, ms: number): Promise<LinkCall | undefined> {
    const until = performance.now() + ms;
    for (;;) {
      const call = this.calls.find((one) => one.useId === useId);
      if (call?.outcome !== undefined) return call;
      const left = until - performance.now();
      if (left <= 0) return undefined;
      await this.change(left);
    }
  }

  /** Resolves at the next message of a server, or after `ms`. */
  change(ms: number): Promise<void> {
    return this.waiters.change(ms);
  }

  async close(): Promise<void> {
    this.closeServer();
    for (const socket of this.sockets) socket.destroy();
    await Promise.all(this.proxies.map((proxy) => proxy.close()));
    rmSync(this.folder, { recursive: true, force: true });
  }

  private add(name: string): ServerLink {
    const link = new ServerLink(name, {
      called: (call) => {
        this.calls.push(call);
        this.touch();
      },
      answered: () => {
        this.touch();
        this.waiters.wake();
      },
    });
    this.all.push(link);
    return link;
  }

  private connected(socket: Socket): void {
    this.sockets.add(socket);
    const pieces = new PieceReader();
    const lines = { client: new LineSplitter(), server: new LineSplitter() };
    let link: ServerLink | undefined;
    const take = ({ kind, at, bytes }: LinkPiece): void => {
      if (kind === "hello") {
        link ??= this.add(bytes.toString());
        this.touch();
        const start = this.starts.get(link.server);
        if (start !== undefined) socket.write(`${JSON.stringify(start)}\n`);
      } else if (kind === "exit") link?.end(...readExit(bytes));
      else for (const line of lines[kind].push(bytes)) link?.push(buildFrame(kind, at, line));
      this.waiters.wake();
    };
    socket.on("data", (chunk) => {
      try {
        for (const piece of pieces.push(chunk)) take(piece);
      } catch {
        socket.destroy();
      }
    });
    socket.on("error", () => {});
    socket.on("close", () => {
      this.sockets.delete(socket);
      link?.end("the connection to it was closed");
      this.waiters.wake();
    });
  }
}

/** Undefined where the agent may know all that is sent to the server. */
/** Why the server is gone, and whether the agent had not ended it. */
function readExit(bytes: Buffer): [why: string, unasked: boolean] {
  const { code, signal, message, asked = false } = JSON.parse(bytes.toString());
  if (typeof message === "string") return [message, true];
  return [code === null ? `it was ended by ${signal}` : `it exited with code ${code}`, asked !== true];
}
