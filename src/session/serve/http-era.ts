// What both eras of HTTP have: the seam to the server that listens, and the answer to a request that is refused.
import type { IncomingMessage, ServerResponse } from "node:http";
import type { JsonValue } from "../../json/value.js";
import { errorText, type RpcError } from "./outlet.js";

/** How one era answers requests whose form is checked. */
export interface EraHttp {
  /** `value` is undefined for what is no JSON. */
  post(request: IncomingMessage, response: ServerResponse, value: JsonValue | undefined): void;
  /** The other methods. */
  other(request: IncomingMessage, response: ServerResponse): void;
  /** Ends all streams. */
  close(): void;
}

/** Answers with an error. */
export function refuseHttp(response: ServerResponse, error: RpcError, id: JsonValue = null): void {
  response.writeHead(error.status ?? 400, { "content-type": "application/json" });
  response.end(errorText(id, error));
}
