// Lets the runs of a suite overlap: a server exits while the next run goes on, and servers are started before their run is
// there. Only for suites whose runs may be at the same time anyway: see `mayOverlap`.
import { isRunText } from "../config/run-variables.js";
import { ServerFailure } from "../server/session.js";
import type { RunSettings } from "./settings.js";
import type { Stage, Stages } from "./stage.js";
import type { Offer } from "./stage-server.js";
import type { GiveBack, Turns } from "./turns.js";

/**
 * Milliseconds that a started server waits for its run. The runs of a suite where one waits longer are so long that
 * starts do not matter, and a server that is older than its run may show it.
 */
const LONGEST_WAIT = 2000;

export interface OverlapOptions {
  /** How many servers of this suite are started ahead. 0: none. */
  ahead: number;
  /** What they count among, with those of other suites. */
  turns: Turns;
  /** How many servers may be about to exit before a run waits for one of them. */
  leaving: number;
}

/**
 * True where a run may begin before the server of the run before it has exited: several run at a time, each with a
 * server of its own, and no shell command is to happen between them.
 */
export function mayOverlap({ suite, servers, isolation, concurrency }: RunSettings): boolean {
  const { reset, setup, teardown } = suite.config;
  if (concurrency === 1 || isolation === "suite") return false;
  if (reset !== undefined || setup !== undefined || teardown !== undefined) return false;
  if (servers.length === 0) return false;
  return servers.every(({ server }) => server.transport === "stdio" || isRunText(server.url));
}

/** Stages over `open`, whose servers may overlap. */
export class OverlappingStages implements Stages {
  private readonly openStage: () => Promise<Stage>;
  private readonly options: OverlapOptions;
  private readonly waiting: Waiting[] = [];
  private readonly leaving = new Set<Promise<void>>();
  private toCome = 0;
  private isOff = false;
  private fault: { error: unknown } | undefined;

  constructor(open: () => Promise<Stage>, options: OverlapOptions) {
    this.openStage = open;
    this.options = options;
  }

  expect(runs: number): void {
    this.toCome += runs;
  }

  async open(): Promise<Stage> {
    this.toCome -= 1;
    const waiting = this.waiting.shift();
    waiting?.claim();
    return this.lend(await (waiting?.stage ?? this.openStage()), waiting);
  }

  async settle(): Promise<void> {
    while (this.leaving.size > 0) await Promise.all(this.leaving);
    const { fault } = this;
    this.fault = undefined;
    if (fault !== undefined) throw fault.error;
  }

  async close(): Promise<void> {
    this.isOff = true;
    for (const waiting of this.waiting.splice(0)) this.endUnused(waiting);
    await this.settle();
  }

  private lend(stage: Stage, waiting: Waiting | undefined): Stage {
    let isUsed = false;
    let gone = Promise.resolve();
    return {
      ...stage,
      start: async (offer, more) => {
        isUsed = true;
        waiting?.giveBack();
        const session = await stage.start(offer, more);
        if (offer !== undefined && !(session instanceof ServerFailure)) this.startNext(offer);
        return session;
      },
      close: async () => {
        // A run without a recording needs no server: the next one takes it.
        if (waiting !== undefined && !isUsed && !this.isOff) return this.keepWaiting(waiting);
        gone = this.leave(Promise.resolve(stage));
        if (this.leaving.size > this.options.leaving) await Promise.race(this.leaving);
      },
      gone: () => gone,
    };
  }

  /** The next run is offered what this one was: the server learns it at its start. */
  private startNext(offer: Offer): void {
    if (this.isOff || this.waiting.length >= Math.min(this.options.ahead, this.toCome)) return;
    const giveBack = this.options.turns.tryTake();
    if (giveBack === undefined) return;
    const waiting = new Waiting(this.openStage(), offer, giveBack);
    this.keepWaiting(waiting);
  }

  private keepWaiting(waiting: Waiting): void {
    this.waiting.push(waiting);
    waiting.wait(() => {
      this.isOff = true;
      const at = this.waiting.indexOf(waiting);
      if (at < 0) return;
      this.waiting.splice(at, 1);
      this.endUnused(waiting);
    });
  }

  private endUnused(waiting: Waiting): void {
    waiting.claim();
    waiting.giveBack();
    // Where no stage could be made, there is nothing to end.
    void this.leave(waiting.stage.catch(() => undefined));
  }

  /** Ends a stage; nobody waits for it but `settle`. */
  private leave(stage: Promise<Stage | undefined>): Promise<void> {
    const tracked = stage
      .then((one) => one?.close())
      .catch((error: unknown) => void (this.fault ??= { error }))
      .finally(() => this.leaving.delete(tracked));
    this.leaving.add(tracked);
    return tracked;
  }
}

/** A stage whose server was started, or is being started, before its run is there. */
class Waiting {
  readonly stage: Promise<Stage>;
  /** Ends its turn among the servers that wait. */
  readonly giveBack: GiveBack;
  private readonly ready: Promise<boolean>;
  private timer: NodeJS.Timeout | undefined;
  private isClaimed = false;

  constructor(stage: Promise<Stage>, offer: Offer, giveBack: GiveBack) {
    this.stage = stage;
    this.giveBack = giveBack;
    this.ready = stage.then((one) => one.startAhead(offer)).catch(() => false);
  }

  /** Calls `onEnd` where the server failed, or nobody claims it in time. */
  wait(onEnd: () => void): void {
    this.isClaimed = false;
    void this.ready.then((isReady) => {
      if (this.isClaimed) return;
      if (isReady) this.timer = setTimeout(onEnd, LONGEST_WAIT);
      else onEnd();
    });
  }

  /** It waits no longer. */
  claim(): void {
    this.isClaimed = true;
    clearTimeout(this.timer);
  }
}
