// Serves the recorded server over streamable HTTP, on loopback, with sessions in the legacy era and without in the
// modern one. Listens and reads; the player decides what a client is answered.
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { Socket } from "node:net";
import { McpvalsError, messageOf } from "../../errors.js";
import { refuseForeign, refuseMedia } from "./http-headers.js";
import { refuseHttp, type EraHttp } from "./http-era.js";
import { createLegacyHttp } from "./http-legacy.js";
import { createModernHttp } from "./http-modern.js";
import type { PlayerOptions } from "./player.js";
import { readKept } from "../../json/read-json.js";

/** The most bytes that a request may have. */
const BODY_LIMIT = 64 * 1024 * 1024;

export interface HttpServe {
  /** `http://127.0.0.1:PORT/mcp`. */
  url: string;
  /** Ends everything that is open. */
  close(): Promise<void>;
}

/** Listens on 127.0.0.1; port 0 is any free one. Throws PORT_TAKEN. */
export async function serveHttp(options: Omit<PlayerOptions, "general">, port: number): Promise<HttpServe> {
  const era = options.tape.session.era === "legacy" ? createLegacyHttp(options) : createModernHttp(options);
  const server = createServer({ requestTimeout: 0, keepAliveTimeout: 60_000 }, (request, response) => {
    handle(request, response, era).catch((error: unknown) => {
      if (!response.headersSent) refuseHttp(response, { code: -32603, message: messageOf(error), status: 500 });
      else response.destroy();
    });
  });
  // By default, Node silently drops all headers after the first thousand.
  server.maxHeadersCount = 0;
  const sockets = new Set<Socket>();
  server.on("connection", (socket) => {
    sockets.add(socket);
    socket.once("close", () => sockets.delete(socket));
  });
  await new Promise<void>((resolve, reject) => {
    server.once("error", (error) => reject(portFault(error, port)));
    server.listen(port, "127.0.0.1", resolve);
  });
  const address = server.address();
  const listening = typeof address === "object" && address !== null ? address.port : port;
  return {
    url: `http://127.0.0.1:${listening}/mcp`,
    async close() {
      era.close();
      const closed = new Promise<void>((resolve) => {
        server.close(() => resolve());
      });
      // Let the last text leave first.
      for (const socket of sockets) socket.destroySoon();
      await closed;
    },
  };
}

async function handle(request: IncomingMessage, response: ServerResponse, era: EraHttp): Promise<void> {
  const foreign = refuseForeign(request.headers);
  if (foreign !== undefined) return refuseHttp(response, foreign);
  const path = (request.url ?? "/").split("?")[0];
  if (path !== "/mcp" && path !== "/") return refuseHttp(response, { code: -32000, message: "Not Found", status: 404 });
  if (request.method !== "POST") return era.other(request, response);
  const media = refuseMedia(request.headers);
  if (media !== undefined) return refuseHttp(response, media);
  const body = await readBody(request);
  if (body === undefined) {
    return refuseHttp(response, { code: -32000, message: `The body is over ${BODY_LIMIT} bytes`, status: 413 });
  }
  era.post(request, response, readKept(body));
}

async function readBody(request: IncomingMessage): Promise<string | undefined> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request) {
    const bytes: Buffer = chunk;
    size += bytes.length;
    if (size > BODY_LIMIT) return undefined;
    chunks.push(bytes);
  }
  return Buffer.concat(chunks).toString("utf8");
}

function portFault(error: Error, port: number): McpvalsError {
  return new McpvalsError("PORT_TAKEN", `Cannot listen on 127.0.0.1:${port}: ${error.message}`, {
    fix: "Choose another port, or --http 0 for a free one.",
    cause: error,
  });
}
