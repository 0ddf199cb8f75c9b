// Reads the cassette of a workflow as the session that its server had.
import type { Places } from "../../places/places.js";
import { readCassette } from "../../cassette/read-cassette.js";
import { readTrace } from "../../cassette/read-trace.js";
import { showWritten } from "../../places/written.js";
import { changeTrace } from "../../trace/change-trace.js";
import { sessionOfTrace } from "./session-of-trace.js";
import type { Session } from "../../trace/session.js";

/** Throws what {@link readCassette} throws. */
export async function readServerSide(file: string, places: Places): Promise<Session> {
  const { cassette, contract } = await readCassette(file);
  return sessionOfTrace(changeTrace(readTrace(cassette, contract), (value) => showWritten(places.show(value))));
}
