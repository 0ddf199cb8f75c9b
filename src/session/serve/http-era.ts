// Defines what both eras of HTTP share: the interface for the listening server, and the answer to a refused request.
import type { IncomingMessage, ServerResponse } from "node:http";
import type { JsonValue } from "../../json/value.js";
import { errorText, type RpcError } from "./outlet.js";

/** Answers the requests of one era, once their form is checked. */
export interface EraHttp {
  /** `value` is undefined for a body that is not JSON. */
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
