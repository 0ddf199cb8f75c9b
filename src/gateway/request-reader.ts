// Reads the requests of an agent, each of which has all of its conversation: parses only what the requests before did not
// have. What it returns is what `readAgentRequest` returns for the whole body.
import { Buffer } from "node:buffer";
import { readLossless } from "../json/read-json.js";
import { isJsonObject } from "../json/value.js";
import {
  addMessage,
  readAgentRequest,
  readRequestEnvelope,
  type AgentRequest,
  type RequestEnvelope,
  type RequestItem,
} from "./agent-request.js";
import { commonLength, findMessages, findSpans } from "./message-spans.js";

/** A request as it came, and where its parts are. */
interface ReadRequest {
  bytes: Buffer;
  /** Offsets: after the bracket that opens the list of messages, and of the one that closes it. */
  open: number;
  close: number;
  envelope: RequestEnvelope;
  said: RequestItem[];
  /** Offsets after the last message of each item. */
  ends: number[];
}

/** How much of an earlier request a new one has: so many items. */
interface Beginning {
  of: ReadRequest;
  items: number;
}

/** Conversations that are remembered: an agent and its subagents. */
const MOST = 16;
/** Bytes of their requests. */
const MOST_BYTES = 32 * 1024 * 1024;
/** In the place of the messages, while the rest is parsed. */
const NO_BYTES = Buffer.alloc(0);
const MESSAGES = "the messages of this request";

/** Reads the requests of one run. */
export class RequestReader {
  /** The last request of each conversation, the newest first. */
  private requests: ReadRequest[] = [];

  /** Undefined for a body that is no request for a message. */
  read(bytes: Buffer): AgentRequest | undefined {
    const beginning = this.beginningOf(bytes);
    const read = readParts(bytes, beginning);
    if (read === undefined) return readAgentRequest(readLossless(bytes.toString()));
    this.remember(read, beginning);
    return { ...read.envelope, said: read.said };
  }

  private beginningOf(bytes: Buffer): Beginning | undefined {
    let longest: Beginning | undefined;
    for (const of of this.requests) {
      const same = commonLength(of.bytes, bytes);
      if (same < of.open) continue;
      const other = of.ends.findIndex((end) => end > same);
      const items = other < 0 ? of.ends.length : other;
      if (longest === undefined || items > longest.items) longest = { of, items };
    }
    return longest;
  }

  private remember(read: ReadRequest, beginning: Beginning | undefined): void {
    // The last message of the one before may have lost its cache mark.
    const goesOn = beginning !== undefined && beginning.items >= beginning.of.said.length - 1;
    const others = goesOn ? this.requests.filter((one) => one !== beginning.of) : this.requests;
    // It may be old in memory, and would keep its bytes until all of memory is looked through.
    if (goesOn) beginning.of.bytes = NO_BYTES;
    let left = MOST_BYTES;
    this.requests = [read, ...others].slice(0, MOST).filter(({ bytes }) => (left -= bytes.length) >= 0);
  }
}

/** Undefined where the body has to be read as a whole. */
function readParts(bytes: Buffer, beginning: Beginning | undefined): ReadRequest | undefined {
  const before = beginning?.of;
  const open = before?.open ?? findMessages(bytes);
  if (open === undefined) return undefined;
  const known = beginning?.items ?? 0;
  const from = before?.ends[known - 1] ?? open;
  const spans = findSpans(bytes, from);
  if (spans === undefined) return undefined;
  const { close } = spans;
  // After a message comes a comma, so another value is put before it.
  const list = readLossless(`[${known > 0 ? '""' : ""}${bytes.toString("utf8", from, close)}]`);
  if (!Array.isArray(list)) return undefined;
  const messages = known > 0 ? list.slice(1) : list;
  const isSameRest = before !== undefined && bytes.subarray(close).equals(before.bytes.subarray(before.close));
  const envelope = isSameRest ? before.envelope : envelopeAround(bytes, open, close);
  if (envelope === undefined || messages.length !== spans.ends.length) return undefined;
  const said = before?.said.slice(0, known) ?? [];
  const ends = before?.ends.slice(0, known) ?? [];
  for (const [at, message] of messages.entries()) {
    const [count, last] = [said.length, said.at(-1)];
    addMessage(said, message);
    if (said.length > count || said.at(-1) !== last) ends[said.length - 1] = spans.ends[at] ?? close;
  }
  return { bytes, open, close, envelope, said, ends };
}

/** Undefined where the list is not the one that counts: JSON takes the last of two keys. */
function envelopeAround(bytes: Buffer, open: number, close: number): RequestEnvelope | undefined {
  const text = `${bytes.toString("utf8", 0, open)}${JSON.stringify(MESSAGES)}${bytes.toString("utf8", close)}`;
  const body = readLossless(text);
  const messages = isJsonObject(body) ? body["messages"] : undefined;
  const isOurs = Array.isArray(messages) && messages.length === 1 && messages[0] === MESSAGES;
  return isOurs && isJsonObject(body) ? readRequestEnvelope(body) : undefined;
}
