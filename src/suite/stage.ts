// Prepares and ends the stage of a run: its own folder, a port for each server, `setup`, and the servers.
import { readdir, rm } from "node:fs/promises";
import { join } from "node:path";
import { copyState } from "./copy-state.js";
import { createPlaces } from "../places/places.js";
import { expandText } from "../config/expand.js";
import { isPlaceholder } from "../redaction/placeholder.js";
import { createVeil, type Veil } from "../redaction/veil.js";
import { requireServers } from "../config/require-server.js";
import type { ClockState } from "../server/moved-clock.js";
import type { ServerFailure, ServerSession } from "../server/session.js";
import { readAddresses } from "./addresses.js";
import { buildClientSide, featuresOf, readClientScript } from "./client-script.js";
import { runHook, type HookName } from "./hook.js";
import { readForms, readMachine } from "../places/machine.js";
import { makeRunFolder } from "./run-folder.js";
import { findPorts, fixedPorts, placesOfPorts, portsFor, portVariables, type RunPort } from "./run-ports.js";
import { Lending, lendServers, type LentServer } from "./lend-servers.js";
import type { RunSettings } from "./settings.js";
import { StageServer, type Offer } from "./stage-server.js";
import { startServers } from "./start-servers.js";

export interface Stage {
  /** The environment, with MCPVALS_TMP and MCPVALS_PORT, or the MCPVALS_PORT_NAME of several servers. */
  env: Readonly<Record<string, string | undefined>>;
  /** Hides and shows secrets and places in all texts of the run. */
  places: Veil;
  /** The run's own folder, absolute, and the port of each server. */
  folder: string;
  ports: readonly RunPort[];
  /**
   * Copies `state`, runs `reset` and `setup`, and starts the server, or says why it did not start; returns the same server for the same
   * offer. Throws for a fault outside the server.
   */
  start(offer?: Offer, more?: StartedWith): Promise<ServerSession | ServerFailure>;
  /**
   * Starts the server before the run is there, without a hook. Resolves to whether it answered; never rejects. `start`
   * takes it if it is still there and was made the same offer, and else starts another in its place, in an empty folder.
   */
  startAhead(offer: Offer): Promise<boolean>;
  /**
   * Prepares the run as `start` does, for an agent that starts the servers over stdio itself. Throws as `start` does, and
   * CONFIG_INVALID for servers that no agent can be given.
   */
  lend(): Promise<readonly LentServer[] | ServerFailure>;
  /** Milliseconds from the start of the server to the `start` that took it; 0 where the run started it. */
  waited(): number;
  /** Whether the clock that was asked for at the last start was moved; undefined where none was asked for. */
  clock(): ClockState | undefined;
  /** Ends the server, runs `teardown`, removes the folder; where runs may overlap, in the background. */
  close(): Promise<void>;
  /** Resolves when nothing is left of a stage that was closed, whether its `teardown` failed or not. */
  gone(): Promise<void>;
}

export interface StartedWith {
  /** By how many milliseconds to move the server's clock. Default and 0: not at all. */
  clock?: number | undefined;
}

export interface Stages {
  open(): Promise<Stage>;
  /** Says how many more runs will open a stage: for no more than those a server is started ahead. */
  expect(runs: number): void;
  /** Resolves when nothing is left of the stages that were closed. */
  settle(): Promise<void>;
  /** Ends everything that is shared, and what still waits or exits. */
  close(): Promise<void>;
}

/** Makes a stage for one run. Starts nothing yet. */
export async function openStage(settings: RunSettings, borrowed?: { folder: string }): Promise<Stage> {
  const { suite } = settings;
  const folder = borrowed?.folder ?? (await makeRunFolder());
  const ports = borrowed === undefined ? await findPorts(settings.servers) : fixedPorts(settings.servers);
  const env = { ...settings.env, MCPVALS_TMP: folder, ...portVariables(ports) };
  const hook = (key: HookName): Promise<void> => runHookOf(settings, key, env);
  let prepared: Promise<void> | undefined;
  let clock: ClockState | undefined;
  const prepare = (): Promise<void> => (prepared ??= prepareRun(suite, folder, hook));
  const start = async (offer: Offer, ms: number): Promise<ServerSession | ServerFailure> => {
    const servers = requireServers(suite, settings.servers);
    clock = undefined;
    await prepare();
    const client = buildClientSide(readClientScript(suite, env), offer.features);
    const started = await startServers({ settings, servers, env, ports, offer, client, ms });
    ({ clock } = started);
    return started.session;
  };
  const own = new StageServer({
    start,
    async clear() {
      await clearFolder(folder);
      prepared = undefined;
    },
  });
  const lending = new Lending(
    () => own.discard().then(prepare),
    () => lendServers(settings, env, ports),
  );
  const close = async (): Promise<void> => {
    try {
      await own.end();
      const wasLent = await lending.end();
      if (own.wasStarted() || wasLent) await hook("teardown");
    } finally {
      if (borrowed === undefined) await rm(folder, { recursive: true, force: true, maxRetries: 3 });
    }
  };
  let closing: Promise<void> | undefined;
  return {
    env,
    folder,
    ports,
    places: createStageVeil(settings, { env, folder, ports }),
    async start(offer = { features: featuresOf(suite.config) }, { clock: asked = 0 } = {}) {
      // A shared server keeps running from run to run, and its clock with it.
      const ms = settings.isolation === "suite" ? 0 : asked;
      const session = await own.take(offer, ms);
      if (ms !== asked) clock = { moved: false, why: 'all workflows share it ("isolation": "suite")' };
      return session;
    },
    lend: () => lending.lend(),
    startAhead: (offer) => own.startAhead(offer),
    waited: () => own.waited(),
    clock: () => clock,
    close: () => (closing ??= close()),
    gone: () => (closing ?? Promise.resolve()).catch(() => {}),
  };
}

async function runHookOf({ suite, timeout }: RunSettings, key: HookName, env: Stage["env"]): Promise<void> {
  const command = suite.config[key];
  if (command !== undefined) await runHook(key, expandText(command, env, key), { folder: suite.folder, env, timeout });
}

async function prepareRun(
  suite: RunSettings["suite"],
  folder: string,
  hook: (key: HookName) => Promise<void>,
): Promise<void> {
  await copyState(suite, folder);
  await hook("reset");
  await hook("setup");
}

async function clearFolder(folder: string): Promise<void> {
  for (const name of await readdir(folder)) await rm(join(folder, name), { recursive: true, force: true });
}

function createStageVeil(
  settings: RunSettings,
  { env, folder, ports }: Pick<Stage, "env" | "folder" | "ports">,
): Stage["places"] {
  const { suite, redactor } = settings;
  return createVeil({
    redactor,
    paths: suite.config.redact?.paths ?? [],
    places: createPlaces({
      ...readMachine(suite.folder),
      run: readForms(folder),
      ...placesOfPorts(ports),
      ...readAddresses(settings.servers, (name) => ({ ...env, ...portsFor(name, ports) })),
      env: readVariables(settings),
    }),
  });
}

/** The variables that are places: those without secrets, with the values that they have once secrets are hidden. */
function readVariables({ suite, redactor }: RunSettings): Record<string, string> {
  const known = suite.variables.flatMap(({ name, value }) =>
    value === undefined ? [] : [[name, redactor.redact(value)] as const],
  );
  return Object.fromEntries(known.filter(([, value]) => !isPlaceholder(value)));
}
