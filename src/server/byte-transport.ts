// Implements the SDKs' transport over two byte streams, for either era. The SDKs' own stdio transports would start the
// server themselves, and limit the length of lines.
import type { Readable, Writable } from "node:stream";
import type { Transport } from "@modelcontextprotocol/sdk/shared/transport.js";
import type { JSONRPCMessage } from "@modelcontextprotocol/sdk/types.js";
import { parseLossless, restoreNumbers } from "../json/kept-numbers.js";
import { isJsonObject, type JsonObject, type JsonValue } from "../json/value.js";
import { LineSplitter } from "../proxy/framing.js";
import { withoutMark } from "../proxy/tap.js";

/**
 * Lines of JSON both ways. Leaves lines that are not JSON to the tap. Closing it leaves the streams to their owner.
 */
export class ByteTransport implements Transport {
  onclose?: () => void;
  onerror?: (error: Error) => void;
  onmessage?: Transport["onmessage"];
  private readonly readable: Readable;
  private readonly writable: Writable;
  private readonly lines = new LineSplitter();
  private closed = false;

  constructor(readable: Readable, writable: Writable) {
    this.readable = readable;
    this.writable = writable;
  }

  start(): Promise<void> {
    this.readable.on("data", this.take);
    // A listener does not start a stream that was paused.
    this.readable.resume();
    this.readable.once("end", () => {
      const last = this.lines.end();
      if (last !== undefined) this.line(last);
      this.end();
    });
    this.readable.once("close", () => this.end());
    this.writable.on("error", (error) => this.onerror?.(error));
    return Promise.resolve();
  }

  send(message: JSONRPCMessage): Promise<void> {
    return new Promise((resolve, reject) => {
      this.writable.write(`${restoreNumbers(JSON.stringify(message))}\n`, (error) =>
        error ? reject(error) : resolve(),
      );
    });
  }

  close(): Promise<void> {
    this.end();
    return Promise.resolve();
  }

  private readonly take = (chunk: Buffer): void => {
    for (const line of this.lines.push(chunk)) this.line(line);
  };

  private line(line: Uint8Array): void {
    if (this.closed) return;
    try {
      const message = parseLossless(new TextDecoder("utf-8", { ignoreBOM: true }).decode(withoutMark(line)));
      if (!isJsonRpc(message)) throw new Error("Expected a JSON-RPC message");
      this.onmessage?.(message);
    } catch (error) {
      this.onerror?.(error instanceof Error ? error : new Error(String(error)));
    }
  }

  private end(): void {
    if (this.closed) return;
    this.closed = true;
    this.readable.off("data", this.take);
    this.onclose?.();
  }
}

function isJsonRpc(message: JsonValue): message is JsonObject & JSONRPCMessage {
  return isJsonObject(message) && message["jsonrpc"] === "2.0";
}
