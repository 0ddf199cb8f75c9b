// Serves HTTP of the 2026-07-28 era: every POST is independent, there are no sessions, and a client cancels a request
// by closing it. All clients together play the tape once.
import { refuseHttp, type EraHttp } from "./http-era.js";
import { refuseMismatch } from "./http-headers.js";
import { createReply } from "./http-reply.js";
import { isJsonObject } from "../../json/value.js";
import { createPlayer, type PlayerOptions } from "./player.js";
import { countRequests, receiveValue } from "./receive-text.js";

export function createModernHttp(options: Omit<PlayerOptions, "general">): EraHttp {
  // A message that belongs to no request has no stream here.
  const player = createPlayer({ ...options, general: () => {} });
  return {
    post(request, response, value) {
      const mismatch = value === undefined ? undefined : refuseMismatch(request.headers, value);
      if (mismatch !== undefined) {
        const id = isJsonObject(value) ? value["id"] : undefined;
        return refuseHttp(response, mismatch, id);
      }
      const reply = createReply(response);
      const playing = receiveValue(player, value, reply, false);
      if (countRequests(value) === 0) response.writeHead(202).end();
      else reply.open();
      if (playing !== undefined) response.once("close", () => playing.cancel());
    },
    other(_request, response) {
      response.setHeader("allow", "POST");
      refuseHttp(response, { code: -32000, message: "Method not allowed.", status: 405 });
    },
    close() {
      player.close();
      player.finish();
    },
  };
}
