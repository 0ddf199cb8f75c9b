// Plays servers and shell commands that do nothing but take a random time, and writes down when each began and ended.
import type { HookName } from "../../src/suite/hook.js";
import { ServerFailure, type ServerSession } from "../../src/server/session.js";
import type { StartOptions } from "../../src/server/wire.js";

export interface Event {
  suite: string;
  what: "start" | "up" | "taken" | "exit" | `${HookName} begins` | `${HookName} ends` | "run begins" | "run ends";
  /** Of a server. */
  server?: number;
}

interface World {
  events: Event[];
  /** 0 up to 1, the same in every run of a seed. */
  random: () => number;
  /** How many of a hundred servers die while they wait, or do not start. */
  dying: number;
}

let world: World = { events: [], random: () => 0, dying: 0 };
let servers = 0;

/** Begins a new world. */
export function createWorld(seed: number, dying: number): Event[] {
  let state = seed | 1;
  const random = (): number => {
    state = Math.imul(state ^ (state >>> 15), 0x2c1b3c6d) ^ (state << 7);
    return (state >>> 0) / 2 ** 32;
  };
  servers = 0;
  world = { events: [], random, dying };
  return world.events;
}

/** True so many times in a hundred. */
export function chance(percent: number): boolean {
  return world.random() * 100 < percent;
}

/** A random while. */
export function aWhile(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, world.random() * 2));
}

/** The server's command, or the header of one that somebody else runs, names its suite. */
export async function simulateStart({ server }: Pick<StartOptions, "server">): Promise<ServerSession> {
  const { events, random, dying } = world;
  const id = (servers += 1);
  const suite = server.command ?? (server.transport === "stdio" ? "" : (server.headers?.["x-suite"] ?? ""));
  events.push({ suite, what: "start", server: id });
  await aWhile();
  const exits = async (): Promise<void> => {
    await aWhile();
    events.push({ suite, what: "exit", server: id });
  };
  if (chance(dying)) {
    await exits();
    throw new ServerFailure("start", `server ${id} did not start`);
  }
  events.push({ suite, what: "up", server: id });
  const diesAt = chance(dying) ? performance.now() + random() * 3 : undefined;
  let closing: Promise<void> | undefined;
  const unused = (): never => {
    throw new Error("not simulated");
  };
  return {
    identity: { name: suite, version: String(id), protocol: "2025-11-25" },
    readContract: unused,
    listTools: unused,
    takeToolsChanged: unused,
    call: unused,
    sampleWith: unused,
    ended: () => (diesAt !== undefined && performance.now() > diesAt ? "it died" : undefined),
    findings: () => [],
    stderr: () => "",
    close: () => (closing ??= exits()),
  };
}

/** The command names its suite. */
export async function simulateHook(name: HookName, suite: string): Promise<void> {
  world.events.push({ suite, what: `${name} begins` });
  await aWhile();
  world.events.push({ suite, what: `${name} ends` });
}
