// Prepares the servers of a run for an agent that starts or connects to them itself.
import { expandServer } from "../config/expand.js";
import { requireServers } from "../config/require-server.js";
import { serverKey, type NamedServer } from "../config/servers.js";
import { McpvalsError } from "../errors.js";
import type { CommandLine } from "../proxy/command-error.js";
import { buildCommandLine } from "../server/command-line.js";
import { startHttpProcess, type HttpProcess } from "../server/http-process.js";
import { ServerFailure } from "../server/session.js";
import { portsFor, type RunPort } from "./run-ports.js";
import type { RunSettings } from "./settings.js";

/** A server as its agent meets it: started by the agent, or there at a URL. */
export type LentServer = {
  /** Undefined where the suite has one server without a name. */
  name: string | undefined;
} & ({ start: CommandLine } | { url: URL; headers: Readonly<Record<string, string>> });

interface LentServers {
  servers: readonly LentServer[];
  /** Ends what was started here. */
  stop(): Promise<void>;
}

/** Starts the servers over HTTP that have a command. Throws CONFIG_INVALID, COMMAND_NOT_FOUND, SERVER_UNREACHABLE. */
export async function lendServers(
  { suite, servers, isolation, timeout, env: ours, signal }: RunSettings,
  env: Readonly<Record<string, string | undefined>>,
  ports: readonly RunPort[],
): Promise<LentServers | ServerFailure> {
  const processes: HttpProcess[] = [];
  const stop = async (): Promise<void> => {
    await Promise.all(processes.map((one) => one.stop()));
  };
  const lend = async ({ name, server: written }: NamedServer): Promise<LentServer> => {
    const where = serverKey(name);
    const { server } = expandServer(written, { ...env, ...portsFor(name, ports) }, where);
    const options = { server, folder: suite.folder, env: ours };
    if (server.transport === "stdio") {
      if (isolation === "suite") throw notShared(where);
      return { name, start: buildCommandLine(server.command, options) };
    }
    if (server.transport === "sse") throw noSse(where);
    const url = new URL(server.url);
    const port = ports.find((one) => one.server === name)?.port;
    if (server.command !== undefined) {
      processes.push(await startHttpProcess(server.command, url, { ...options, timeout, port, signal }));
    }
    return { name, url, headers: server.headers ?? {} };
  };
  try {
    const lent: LentServer[] = [];
    for (const one of requireServers(suite, servers)) lent.push(await lend(one));
    return { servers: lent, stop };
  } catch (error) {
    await stop();
    if (error instanceof ServerFailure) return error;
    throw error;
  }
}

function notShared(where: string): McpvalsError {
  return new McpvalsError("CONFIG_INVALID", `"isolation": "suite" needs a server over HTTP where an agent works`, {
    evidence: `${where} is over stdio: the agent starts it again in each step.`,
    fix: 'Leave "isolation" out, or give the server "transport": "shttp", a "url" and a "command".',
  });
}

function noSse(where: string): McpvalsError {
  return new McpvalsError(
    "CONFIG_INVALID",
    `${where} is over SSE, which cannot be put between an agent and its server`,
    {
      fix: 'Use "transport": "shttp" or "stdio".',
    },
  );
}

/** Lends the servers of one run, at most once. */
export class Lending {
  private lent: Promise<LentServers | ServerFailure> | undefined;

  constructor(
    private readonly prepare: () => Promise<void>,
    private readonly start: () => Promise<LentServers | ServerFailure>,
  ) {}

  async lend(): Promise<readonly LentServer[] | ServerFailure> {
    const lent = await (this.lent ??= this.prepare().then(this.start));
    return lent instanceof ServerFailure ? lent : lent.servers;
  }

  /** Ends what was started; true where the run was prepared. */
  async end(): Promise<boolean> {
    const lent = await this.lent?.catch(() => undefined);
    if (lent !== undefined && !(lent instanceof ServerFailure)) await lent.stop();
    return this.lent !== undefined;
  }
}
