// Waits until every server of the agent has said what it is, as it has to before the agent asks the model for the first
// time.
import type { Links } from "./links.js";
import { nameAgentServer, type MetServer } from "./joined-server.js";

/** Milliseconds for messages that are on their way from a stand-in process. */
const ON_THE_WAY = 1000;

export type Meeting = { kind: "met"; servers: MetServer[] } | { kind: "missing"; server: string; message: string };

/** `names`: the servers of the agent's configuration. */
export async function meetServers(links: Links, names: readonly string[]): Promise<Meeting> {
  const until = performance.now() + ON_THE_WAY;
  for (;;) {
    const met = names.map((name) => ({ name, link: links.of(name) }));
    const missing = met.find(({ link }) => link?.met() === undefined || link.gone() !== undefined);
    const left = until - performance.now();
    // Some agents read the first page only.
    const isListing = left > 0 && met.some(({ link }) => link?.hasMorePages() === true);
    if (missing === undefined && !isListing) return { kind: "met", servers: readMet(links, names) };
    if (missing === undefined) {
      await links.change(left);
      continue;
    }
    const { link, name } = missing;
    if (left <= 0)
      return { kind: "missing", server: name, message: describeMissing(name, link?.gone(), link !== undefined) };
    await links.change(left);
  }
}

/** What the servers that were met say of themselves now. */
export function readMet(links: Links, names: readonly string[]): MetServer[] {
  return names.flatMap((name) => {
    const met = links.of(name)?.met();
    return met === undefined ? [] : [{ name, ...met }];
  });
}

function describeMissing(name: string, gone: string | undefined, wasStarted: boolean): string {
  const when = "when the agent asked the model for the first time";
  if (gone !== undefined) return `${nameAgentServer(name)} was not there ${when}: ${gone}`;
  return wasStarted
    ? `${nameAgentServer(name)} had not listed its tools ${when}`
    : `${nameAgentServer(name)} was not started through mcpvals ${when}`;
}
