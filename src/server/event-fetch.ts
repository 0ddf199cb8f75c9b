// Wraps the fetch of the SDK's client to correct two faults in its event streams: they lose a lone CR at their end,
// which is a line end, and the id at which a resumed stream should continue if it is cut again before an event arrives.
import { readJson } from "../json/read-json.js";
import type { FetchLike } from "@modelcontextprotocol/sdk/shared/transport.js";
import { isJsonObject } from "../json/value.js";
import { LineEnds } from "../proxy/line-ends.js";
import { SseEvents, type SseEvent } from "../proxy/sse-events.js";

const LAST_EVENT = "last-event-id";

/** The same fetch for a client, with event streams that end and resume as the standards say. */
export function fetchEvents(fetch: FetchLike): FetchLike {
  /** Where to continue streams that were resumed and cut again without an id. */
  const cut: string[] = [];
  return async (url, init) => {
    const headers = new Headers(init?.headers);
    const isGet = (init?.method ?? "GET") === "GET" && headers.get("accept") === "text/event-stream";
    const named = headers.get(LAST_EVENT) ?? undefined;
    const known = isGet && named === undefined ? cut.shift() : undefined;
    if (known !== undefined) headers.set(LAST_EVENT, known);
    const from = named ?? known;
    const response = await fetch(url, { ...init, headers }).catch((error: unknown) => {
      if (known !== undefined) cut.unshift(known);
      throw error;
    });
    if (known !== undefined && !response.ok) cut.unshift(known);
    if (response.body === null || !isEventStream(response)) return response;
    const body = followEvents(response.body, (wentOn) => {
      if (!wentOn && from !== undefined && isGet) cut.push(from);
    });
    return new Response(body, response);
  };
}

function isEventStream(response: Response): boolean {
  return (response.headers.get("content-type") ?? "").split(";")[0]?.trim().toLowerCase() === "text/event-stream";
}

/** `onEnd`: whether an event with an id arrived, or the answer after which nothing more is requested. */
function followEvents(body: ReadableStream<Uint8Array>, onEnd: (wentOn: boolean) => void): ReadableStream<Uint8Array> {
  const reader = body.getReader();
  const ends = new LineEnds();
  const events = new SseEvents();
  let answered = false;
  const end = (): void => onEnd(answered || events.resumable);
  return new ReadableStream<Uint8Array>({
    async pull(controller) {
      try {
        const { done, value } = await reader.read();
        if (done) {
          end();
          controller.close();
          return;
        }
        answered ||= events.push(value).some(isResult);
        controller.enqueue(ends.push(value));
      } catch (error) {
        end();
        controller.error(error);
      }
    },
    cancel: (reason) => reader.cancel(reason),
  });
}

function isResult({ data }: SseEvent): boolean {
  const message = readJson(data);
  return isJsonObject(message) && message["result"] !== undefined;
}
