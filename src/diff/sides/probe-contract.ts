// Reads what the server of a live side declares about itself, places and secrets hidden, or why it failed.
import { hideContract } from "../../places/trace-places.js";
import { changeIdentity } from "../../trace/change-trace.js";
import type { MetContract } from "../contracts.js";
import { ServerFailure } from "../../server/session.js";
import type { LiveSide } from "./diff-live.js";
import { openStage } from "../../suite/stage.js";

/** `failure`: the server's own fault, in a sentence. */
export type Probed = { met: MetContract; failure?: undefined } | { met?: undefined; failure: string };

/** Starts the server only for its contract. Throws McpvalsError for a fault of the environment. */
export async function probeContract({ name, settings }: Pick<LiveSide, "name" | "settings">): Promise<Probed> {
  const side = name === "from" ? "old" : "new";
  const stage = await openStage(settings);
  try {
    const server = await stage.start();
    if (server instanceof ServerFailure) {
      return { failure: `The server of the ${side} side failed: ${stage.places.hide(server.message)}` };
    }
    try {
      const contract = hideContract(await server.readContract(), stage.places);
      return { met: { server: changeIdentity(server.identity, (value) => stage.places.hide(value)), contract } };
    } catch (error) {
      if (!(error instanceof ServerFailure)) throw error;
      return { failure: `The server of the ${side} side failed: ${stage.places.hide(error.message)}` };
    }
  } finally {
    await stage.close();
  }
}
