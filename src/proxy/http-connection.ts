// Carries one client connection over one upstream connection, which is opened and closed with it: a client meets the end of
// the connection where it would meet it without a proxy. Reads the requests on their way, because it refuses foreign ones,
// and the responses from a copy.
import type { Socket } from "node:net";
import { ResponsesBack } from "./http-back.js";
import {
  asksForTunnel,
  endsConnection,
  findRequestFraming,
  findResponseFraming,
  parseRequestHead,
  parseResponseHead,
  valuesOf,
  type RequestHead,
} from "./http-head.js";
import { isRedirect } from "./http-redirect.js";
import { reasonOf, reset } from "./sockets.js";
import { HttpFault, HttpReader, type Framing, type MessageSink } from "./http-reader.js";
import { CLIENT_LEFT, tapRequest, type HttpCopy, type HttpTap } from "./http-tap.js";

/** How requests go up. */
export interface Way {
  /** The upstream's, for messages. */
  origin: string;
  /** Opens a connection to the upstream. */
  dial(connected: () => void): Socket;
  tap: HttpTap;
  onTapFault: ((error: unknown) => void) | undefined;
  /** Counts the requests of a proxy from 1. */
  nextRequest(): number;
  /** Why a request is not served. */
  refusal(request: RequestHead): string | undefined;
  /** The head as the upstream gets it; `text` itself where nothing changes. Decoded as latin1. */
  rewrite(text: string, request: RequestHead): string;
  /** The head of a redirect as the client gets it; `text` itself where nothing changes. Decoded as latin1. */
  redirect(text: string, request: RequestHead): string;
}

/** A request whose response is not complete. */
interface Asked {
  head: RequestHead;
  mayTunnel: boolean;
  copy: HttpCopy;
}

interface Upstream {
  socket: Socket;
  responses: HttpReader;
  back: ResponsesBack;
  isConnected: boolean;
  /** It sends nothing more. */
  hasEnded: boolean;
}

const REASONS = { 400: "Bad Request", 403: "Forbidden", 431: "Request Header Fields Too Large", 502: "Bad Gateway" };
/** Why a response breaks off that says how long it is; as Node names it. */
const BROKEN_OFF = "ECONNRESET";

export class HttpConnection {
  private readonly client: Socket;
  private readonly way: Way;
  private readonly requests: HttpReader;
  private readonly asked: Asked[] = [];
  private upstream: Upstream | undefined;
  /** `tunnel`: no HTTP any more. `over`: nothing of the client goes up any more. */
  private state: "messages" | "tunnel" | "over" = "messages";
  /** Written once the responses before it are complete. */
  private refusal: string | undefined;
  /** A side has said that the connection ends after a message. */
  private isLast = false;
  private clientEnded = false;
  /** Why responses are no longer read. */
  private unreadable: string | undefined;
  /** Bytes for the upstream, and what the tap does with them once they are sent. */
  private out: Buffer[] = [];
  private after: (() => void)[] = [];

  constructor(client: Socket, way: Way) {
    this.client = client;
    this.way = way;
    this.requests = new HttpReader(this.requestSink(), { isStrict: true });
    client.on("data", (chunk: Buffer) => this.fromClient(chunk));
    client.on("drain", () => this.upstream?.socket.resume());
    client.on("end", () => this.clientEnd());
    client.on("error", () => reset(this.upstream?.socket));
    client.on("close", () => this.clientClosed());
    this.upstream = this.open();
  }

  /** Ends both connections at once. */
  destroy(): void {
    this.client.destroy();
    this.upstream?.socket.destroy();
  }

  private open(): Upstream {
    const socket = this.way.dial(() => {
      upstream.isConnected = true;
      for (const { copy } of this.asked) copy.connected();
    });
    const back = new ResponsesBack(this.client);
    const responses = new HttpReader(this.responseSink(back), { isStrict: false });
    const upstream: Upstream = { socket, responses, back, isConnected: false, hasEnded: false };
    const ifCurrent = (act: () => void) => (): void => {
      if (this.upstream === upstream) act();
    };
    socket.on("data", (chunk: Buffer) => this.fromUpstream(upstream, chunk));
    socket.on(
      "drain",
      ifCurrent(() => this.read()),
    );
    socket.on(
      "end",
      ifCurrent(() => this.upstreamEnd(upstream)),
    );
    socket.on("error", (error) => ifCurrent(() => this.upstreamFailed(upstream, error))());
    return upstream;
  }

  private fromClient(chunk: Buffer): void {
    if (this.state === "messages") this.attempt(() => this.requests.push(chunk));
    else if (this.state === "tunnel") this.out.push(chunk);
    // It wrote to a connection that the upstream has closed.
    else if (this.refusal === undefined) reset(this.client);
    this.send();
  }

  private attempt(read: () => void): void {
    try {
      read();
    } catch (error) {
      if (!(error instanceof HttpFault)) throw error;
      this.refuse(error.status, `This is not HTTP/1 as it should be: ${error.message}.`);
    }
  }

  /** Sends what was read, and only then passes the copies on. */
  private send(): void {
    const { out, after } = this;
    this.out = [];
    this.after = [];
    const socket = this.upstream?.socket;
    if (out.length > 0) {
      if (socket?.writable === true)
        socket.write(out.length === 1 && out[0] !== undefined ? out[0] : Buffer.concat(out));
      else if (this.state !== "over") reset(this.client);
    }
    this.read();
    for (const act of after) act();
  }

  /** Reads from the client, at the speed of the upstream. */
  private read(): void {
    if (this.upstream?.socket.writableNeedDrain === true || this.requests.isFull) this.client.pause();
    else this.client.resume();
  }

  private requestSink(): MessageSink {
    let asked: Asked | undefined;
    return {
      head: (bytes) => {
        const text = bytes.toString("latin1");
        const head = parseRequestHead(text);
        const framing = findRequestFraming(head);
        if (valuesOf(head.rawHeaders, "host").length > 1) throw new HttpFault(400, "it names two hosts");
        const refusal = this.way.refusal(head);
        if (refusal !== undefined) {
          asked = undefined;
          this.refuse(403, refusal);
          return framing;
        }
        // The upstream closed before a byte of this request was sent.
        if (this.upstream === undefined && !this.clientEnded) this.upstream = this.open();
        const up = this.way.rewrite(text, head);
        this.out.push(up === text ? bytes : Buffer.from(up, "latin1"));
        const { tap, onTapFault } = this.way;
        const copy = tapRequest(tap, this.way.nextRequest(), head, onTapFault);
        if (this.upstream?.isConnected === true) copy.connected();
        asked = { head, mayTunnel: asksForTunnel(head), copy };
        if (this.unreadable === undefined) this.asked.push(asked);
        else copy.end(this.unreadable);
        this.isLast ||= endsConnection(head);
        return framing;
      },
      raw: (bytes) => void this.out.push(bytes),
      data: (bytes) => {
        const copy = asked?.copy;
        if (copy !== undefined) this.after.push(() => copy.clientChunk(bytes));
      },
      end: () => {
        const copy = asked?.copy;
        if (copy !== undefined) this.after.push(() => copy.clientEnd());
        // What follows may be another protocol.
        if (asked?.mayTunnel === true && this.asked.includes(asked)) this.requests.hold();
      },
    };
  }

  private fromUpstream(upstream: Upstream, chunk: Buffer): void {
    const { responses, back } = upstream;
    const isRead = this.state !== "tunnel" && this.unreadable === undefined;
    back.take(chunk, !isRead || (back.isEmpty && !this.mayRedirect(responses, chunk)));
    try {
      if (isRead) responses.push(chunk);
    } catch (error) {
      if (!(error instanceof HttpFault)) throw error;
      back.flush();
      this.giveUpReading(`its response is not HTTP/1: ${error.message}`);
    }
    back.settle();
    if (this.client.writableNeedDrain) upstream.socket.pause();
  }

  /** True where the head of a redirect may be in what came, which `responses` has not read yet. */
  private mayRedirect(responses: HttpReader, chunk: Buffer): boolean {
    // The head has begun, and its beginning is written: it is none.
    if (responses.isInHead) return false;
    if (this.asked.length > 1) return true;
    return (
      responses.isBetween && !(/^HTTP\/1\.[01] 2/.test(chunk.toString("latin1", 0, 10)) && chunk.includes("\r\n\r\n"))
    );
  }

  private responseSink(back: ResponsesBack): MessageSink {
    let answered: Asked | undefined;
    return {
      head: (bytes): Framing => {
        const text = bytes.toString("latin1");
        const head = parseResponseHead(text);
        answered = undefined;
        const [first] = this.asked;
        const led = first !== undefined && isRedirect(head) ? this.way.redirect(text, first.head) : text;
        back.pass(bytes, led === text ? bytes : Buffer.from(led, "latin1"));
        if (head.status >= 100 && head.status < 200 && head.status !== 101) return { kind: "none" };
        this.isLast ||= endsConnection(head);
        if (first === undefined) return findResponseFraming(head, "GET");
        first.copy.response(head);
        const isTunnel = head.status === 101 || (first.head.method === "CONNECT" && head.status < 300);
        if (isTunnel && first.mayTunnel) {
          this.startTunnel();
          return { kind: "until-end" };
        }
        answered = first;
        return findResponseFraming(head, first.head.method);
      },
      raw: (bytes) => back.pass(bytes),
      data: (bytes) => answered?.copy.serverChunk(bytes),
      end: () => {
        if (answered === undefined) return;
        this.asked.shift();
        answered.copy.end();
        if (answered.mayTunnel) this.attempt(() => this.requests.release());
        this.send();
        if (this.asked.length === 0 && this.refusal !== undefined && this.state !== "over") this.answer(this.refusal);
      },
    };
  }

  /** From now on, other bytes than HTTP pass. */
  private startTunnel(): void {
    this.state = "tunnel";
    for (const { copy } of this.asked.splice(0)) copy.end();
    this.out.push(this.requests.takeRest());
    this.send();
  }

  /** The client may read the responses in its own way; requests are still read, because they are refused or not. */
  private giveUpReading(why: string): void {
    this.unreadable = why;
    this.isLast = true;
    for (const { copy } of this.asked.splice(0)) copy.end(why);
    if (this.refusal !== undefined) return this.answer(this.refusal);
    this.attempt(() => this.requests.release());
    this.send();
  }

  /** Answers the client ourselves, after the responses that it still waits for, and ends the connection. */
  private refuse(status: keyof typeof REASONS, message: string): void {
    const body = `${message}\n`;
    this.refusal = `HTTP/1.1 ${status} ${REASONS[status]}\r\nContent-Type: text/plain\r\nContent-Length: ${Buffer.byteLength(body)}\r\nConnection: close\r\n\r\n${body}`;
    if (this.asked.length === 0) this.answer(this.refusal);
    else this.requests.hold();
  }

  private answer(response: string): void {
    this.refusal = response;
    this.state = "over";
    this.out = [];
    this.client.end(response);
    this.upstream?.socket.destroy();
    this.upstream = undefined;
    this.requests.hold();
    this.client.resume();
  }

  private upstreamEnd(upstream: Upstream): void {
    upstream.back.flush();
    upstream.responses.finish();
    upstream.hasEnded = true;
    if (this.isIdle()) return this.drop(() => this.client.end());
    this.breakOff(BROKEN_OFF);
    this.client.end();
  }

  private upstreamFailed(upstream: Upstream, error: Error): void {
    const reason = reasonOf(error);
    if (upstream.isConnected) {
      upstream.back.flush();
      if (this.isIdle()) return this.drop(() => reset(this.client));
      this.breakOff(reason);
      if (!upstream.hasEnded) reset(this.client);
      return;
    }
    this.upstream = undefined;
    if (this.asked.length === 0) {
      // The next request tries again.
      if (this.clientEnded) this.client.end();
      return;
    }
    for (const { copy } of this.asked.splice(0)) copy.end(reason);
    this.refuse(502, `${this.way.origin} cannot be reached: ${reason}`);
  }

  /** Open requests get no response any more, unless the client left first: then that is why. */
  private breakOff(reason: string): void {
    if (!this.clientEnded) for (const { copy } of this.asked.splice(0)) copy.end(reason);
  }

  /** True where no byte of a request is on its way, and another one may come. */
  private isIdle(): boolean {
    const isBefore = this.requests.isBetween || this.requests.isInHead;
    return this.state === "messages" && this.asked.length === 0 && isBefore && !this.isLast && !this.clientEnded;
  }

  /**
   * The upstream closed an idle connection. Closes the client's as well, unless a request is already here: it gets
   * another connection, because nothing of it was sent.
   */
  private drop(close: () => void): void {
    this.upstream?.socket.destroy();
    this.upstream = undefined;
    setImmediate(() => {
      if (this.upstream !== undefined || this.state !== "messages" || this.requests.isInHead) return;
      this.state = "over";
      close();
    });
  }

  private clientEnd(): void {
    this.clientEnded = true;
    if (this.upstream === undefined) this.client.end();
    else this.upstream.socket.end();
  }

  private clientClosed(): void {
    for (const { copy } of this.asked.splice(0)) copy.end(CLIENT_LEFT);
    this.upstream?.socket.destroy();
  }
}
