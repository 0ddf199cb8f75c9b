// Reads the cassette of a workflow as the session that its server had.
import type { Places } from "../../places/places.js";
import { readCassette } from "../../cassette/read-cassette.js";
import { readTrace } from "../../cassette/read-trace.js";
import { showWritten } from "../../places/written.js";
import { McpvalsError } from "../../errors.js";
import { saysIn } from "../../trace/servers.js";
import { changeTrace } from "../../trace/change-trace.js";
import { sessionOfTrace } from "./session-of-trace.js";
import type { Session } from "../../trace/session.js";

/** Throws what {@link readCassette} throws, and BAD_USAGE for a cassette of several servers. */
export async function readServerSide(file: string, places: Places): Promise<Session> {
  const { cassette, contract } = await readCassette(file);
  if (contract.servers !== undefined) {
    const names = saysIn(contract).flatMap(({ server }) => server ?? []);
    throw new McpvalsError("BAD_USAGE", `${file} is of a suite with several servers, and a client of serve meets one`, {
      evidence: `It has ${names.join(", ")}`,
      fix: "Serve a recording of one server: mcpvals proxy writes one.",
    });
  }
  return sessionOfTrace(changeTrace(readTrace(cassette, contract), (value) => showWritten(places.show(value))));
}
