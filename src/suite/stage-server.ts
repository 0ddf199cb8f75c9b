// Holds the server of a stage: the run starts it, or it was started before the run was there.
import { ServerFailure, type ServerSession } from "../server/session.js";
import { identitiesIn } from "../trace/servers.js";
import type { ClientFeature, ServerIdentity } from "../trace/trace.js";

/** What a server is offered, and in which protocol version. Default: what a live run offers. */
export interface Offer {
  features: readonly ClientFeature[];
  /** The protocol version of the recording, whose era is tried first. */
  recorded?: string;
  /** The same of each of several servers, by its name. */
  recordedOf?: Readonly<Record<string, string>>;
}

/** The offer that was made when a run was recorded. All of several servers were made the same one. */
export function offerOf(identity: ServerIdentity): Offer {
  const all = identitiesIn(identity);
  const { client = [], protocol } = all[0]?.identity ?? identity;
  if (identity.servers === undefined) return { features: client, recorded: protocol };
  const recordedOf = Object.fromEntries(all.map(({ server = "", identity: own }) => [server, own.protocol]));
  return { features: client, recordedOf };
}

export interface StartsServers {
  /** `ms`: by how much to move the server's clock. */
  start(offer: Offer, ms: number): Promise<ServerSession | ServerFailure>;
  /** Removes what a server left that no run has used. */
  clear(): Promise<void>;
}

export class StageServer {
  private readonly world: StartsServers;
  private started: { key: string; session: Promise<ServerSession | ServerFailure> } | undefined;
  /** When the server was started that waits for its run. */
  private since: number | undefined;
  private waitedMs = 0;

  constructor(world: StartsServers) {
    this.world = world;
  }

  /** The server that was started for this offer, or a new one: the server learns an offer only at its start. */
  async take(offer: Offer, ms: number): Promise<ServerSession | ServerFailure> {
    const key = keyOf(offer, ms);
    if (this.since !== undefined) await this.claim(key, this.since);
    // Runs that share a stage may have been recorded with different offers.
    if (this.started !== undefined && this.started.key !== key) await this.end();
    if (this.started?.key !== key) this.started = { key, session: this.world.start(offer, ms) };
    return this.started.session;
  }

  /** Starts a server that nobody has asked for yet. Resolves to whether it is there; never rejects. */
  async startAhead(offer: Offer): Promise<boolean> {
    this.since = performance.now();
    this.started = { key: keyOf(offer, 0), session: this.world.start(offer, 0) };
    return isThere(await this.started.session.catch(() => undefined));
  }

  /** Milliseconds that the server was there, or on its way, before it was taken. */
  waited(): number {
    return this.waitedMs;
  }

  /** Ends a server that waits for its run, and leaves no trace of it. */
  async discard(): Promise<void> {
    if (this.since === undefined) return;
    this.since = undefined;
    await this.remove();
  }

  wasStarted(): boolean {
    return this.started !== undefined;
  }

  async end(): Promise<void> {
    const session = await this.started?.session.catch(() => undefined);
    if (session !== undefined && !(session instanceof ServerFailure)) await session.close();
  }

  /** Keeps the server that waits, or leaves no trace of it: it is no fault of the run that it is gone. */
  private async claim(key: string, since: number): Promise<void> {
    this.since = undefined;
    const session = this.started?.key === key ? await this.started.session.catch(() => undefined) : undefined;
    if (isThere(session)) {
      this.waitedMs = performance.now() - since;
      return;
    }
    await this.remove();
  }

  private async remove(): Promise<void> {
    await this.end();
    this.started = undefined;
    await this.world.clear();
  }
}

function keyOf(offer: Offer, ms: number): string {
  return JSON.stringify([offer, ms]);
}

function isThere(session: ServerSession | ServerFailure | undefined): boolean {
  return session !== undefined && !(session instanceof ServerFailure) && session.ended() === undefined;
}
