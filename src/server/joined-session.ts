// Joins the sessions of several servers into one: its tools are named `server/tool`, a call goes to the server that has
// the tool, and whatever a server says is told with its name.
import { byServerName, joinContracts, joinIdentities, onServer, splitTool } from "../trace/servers.js";
import type { Contract, Tool } from "../trace/contract.js";
import type { ServerIdentity } from "../trace/trace.js";
import type { JsonObject } from "../json/value.js";
import type { AnswerServer, ReviewAnswer } from "./client-side.js";
import type { ClockState } from "./moved-clock.js";
import { ServerFailure, type CallFacts, type ServerSession } from "./session.js";

/** Several connected servers, by their names in the config. */
export class JoinedSession implements ServerSession {
  readonly identity: ServerIdentity;
  private readonly sessions: ReadonlyMap<string, ServerSession>;
  /** The tools of each server as last listed. */
  private readonly lists = new Map<string, readonly Tool[]>();
  /** Servers that said that their tools changed, and were not listed since. */
  private readonly changed = new Set<string>();

  constructor(sessions: Iterable<readonly [string, ServerSession]>) {
    this.sessions = new Map(byServerName(sessions));
    this.identity = joinIdentities(this.map((session) => session.identity));
  }

  async readContract(): Promise<Contract> {
    const contracts = await this.ofEach((session) => session.readContract());
    for (const [name, { tools }] of contracts) this.lists.set(name, tools);
    return joinContracts(contracts);
  }

  async listTools(): Promise<Tool[]> {
    const asked = this.changed.size === 0 ? new Set(this.sessions.keys()) : new Set(this.changed);
    this.changed.clear();
    const listed = await this.ofEach((session, name) =>
      asked.has(name) ? session.listTools() : Promise.resolve([...(this.lists.get(name) ?? [])]),
    );
    for (const [name, tools] of listed) this.lists.set(name, tools);
    return listed.flatMap(([name, tools]) => onServer(name, tools));
  }

  takeToolsChanged(): boolean {
    for (const [name, session] of this.sessions) if (session.takeToolsChanged()) this.changed.add(name);
    return this.changed.size > 0;
  }

  call(tool: string, args: JsonObject, signal: AbortSignal): Promise<CallFacts> {
    const { server, tool: own } = splitTool(tool);
    const session = this.sessions.get(server);
    if (session !== undefined) return session.call(own, args, signal);
    const message = `No server has a tool named "${tool}".`;
    return Promise.resolve({
      outcome: { kind: "unknown-tool", message },
      notifications: [],
      serverRequests: [],
      ms: 0,
    });
  }

  sampleWith(sample: AnswerServer | undefined, review?: ReviewAnswer): void {
    for (const session of this.sessions.values()) session.sampleWith(sample, review);
  }

  ended(): string | undefined {
    return this.firstEnded()?.message;
  }

  endedServer(): string | undefined {
    return this.firstEnded()?.name;
  }

  findings(): string[] {
    return this.map((session) => session.findings()).flatMap(([name, all]) => all.map((one) => `${name}: ${one}`));
  }

  stderr(): string {
    return this.map((session) => session.stderr())
      .filter(([, text]) => text.trim() !== "")
      .map(([name, text]) => text.replaceAll(/^(?=.)/gm, `${name}: `))
      .join("\n");
  }

  async close(): Promise<void> {
    await closeAll([...this.sessions.values()]);
  }

  private firstEnded(): { name: string; message: string } | undefined {
    for (const [name, session] of this.sessions) {
      const why = session.ended();
      if (why !== undefined) return { name, message: `${name}: ${why}` };
    }
    return undefined;
  }

  private map<T>(read: (session: ServerSession) => T): [string, T][] {
    return [...this.sessions].map(([name, session]) => [name, read(session)]);
  }

  /** At the same time; a failure says whose it is. */
  private ofEach<T>(ask: (session: ServerSession, name: string) => Promise<T>): Promise<[string, T][]> {
    return Promise.all(
      [...this.sessions].map(async ([name, session]): Promise<[string, T]> => {
        try {
          return [name, await ask(session, name)];
        } catch (error) {
          throw error instanceof ServerFailure ? failureOf(name, error) : error;
        }
      }),
    );
  }
}

/** The failure of one of several servers. */
export function failureOf(name: string, { phase, message }: ServerFailure): ServerFailure {
  return new ServerFailure(phase, `${name}: ${message}`, name);
}

/** Ends them all, and rejects with the first that cannot be ended. */
export async function closeAll(sessions: readonly ServerSession[]): Promise<void> {
  const ends = await Promise.allSettled(sessions.map((session) => session.close()));
  for (const end of ends) if (end.status === "rejected") throw end.reason;
}

/** Moved where one of them is, since its times are then ahead; says which are not, and why. */
export function joinClocks(clocks: readonly (readonly [string | undefined, ClockState])[]): ClockState | undefined {
  const still = clocks.flatMap(([name, clock]) => {
    const why = clock.moved === false ? clock.why : clock.still;
    return why === undefined ? [] : [name === undefined ? why : `${name}: ${why}`];
  });
  const why = still.join("; ");
  for (const [, { moved }] of clocks) {
    if (moved !== false) return why === "" ? { moved } : { moved, still: why };
  }
  return clocks.length === 0 ? undefined : { moved: false, why };
}
