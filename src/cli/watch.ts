// Runs `replay --watch`: again and again what a change concerns, until a key or a signal ends it.
import { existsSync } from "node:fs";
import { basename, relative, resolve } from "node:path";
import { isConfigName } from "../config/config-name.js";
import { EXIT, McpvalsError } from "../errors.js";
import { escapeControls } from "../render/safe/shown-text.js";
import { killAllServers } from "../run/kill-all.js";
import { readConcern, realOf, type Concern } from "../suite/concern.js";
import { WatchedFolders } from "../suite/watched-folders.js";
import { selectDue } from "../suite/selection.js";
import type { CommandContext } from "./context.js";
import { renderFailure } from "./failure.js";
import { allOf } from "./flag-values.js";
import type { Invocation } from "./invocation.js";
import type { Planned } from "./plan-suites.js";
import { refuseWatch } from "./refuse-watch.js";
import { planReporters } from "./reporters.js";
import type { SuiteCommand } from "./run-planned.js";
import { planWhole, runRound } from "./run-suites.js";
import { describeRound, dueOf, NO_WISH, updateOpen, type WatchWish, type Open } from "./watch-due.js";
import { listenForKeys, type Keys } from "./watch-keys.js";

/** What comes within this time is one change: editors and git write several files. */
const SETTLE_MS = 50;
/** A file that is written without a pause does not put the run off for longer. */
const LONGEST_MS = 1000;

/** A file that changes in so many runs in a row is one that the runs write; a program is mostly written by a person. */
const RUNS_IN_A_ROW = 1;
const RUNS_OF_A_PROGRAM = 5;
const PROGRAM = /\.(?:[cm]?[jt]sx?|py|rb|php|go|rs|java|kt|cs|sh)$/;

/** Resolves to the exit code of the last run that was not broken off. */
export async function watchSuites(
  invocation: Invocation,
  context: CommandContext,
  spec: SuiteCommand,
): Promise<number> {
  refuseWatch(invocation, context.env);
  return new Watch(invocation, context, spec).work();
}

interface Watched {
  one: Planned;
  file: string;
  concern: Concern;
}

class Watch {
  private asked: WatchWish = { ...NO_WISH, all: true };
  private open: Open = new Map();
  private watched: Watched[] = [];
  /** The configs did not load: any change may be the one that helps. */
  private isBroken = false;
  /** Something was asked since the last attempt to run. */
  private isStirred = false;
  private own = new Set<string>();
  private code: number = EXIT.interrupted;
  private isEnding = false;
  /** Of the run that is going on. */
  private running: { due: readonly Planned[]; end: AbortController } | undefined;
  /** Files that changed during the run that is going on, and in how many runs in a row before it. */
  private during = new Set<string>();
  private inARow = new Map<string, number>();
  /** Files of which is said that nothing beside them is watched. */
  private readonly saidAlone = new Set<string>();
  private wake: (() => void) | undefined;
  private readonly fresh = new Set<string>();
  private firstFresh = 0;
  private timer: NodeJS.Timeout | undefined;
  private keys: Keys | undefined;
  private readonly folders: WatchedFolders;

  constructor(
    private readonly invocation: Invocation,
    private readonly context: CommandContext,
    private readonly spec: SuiteCommand,
  ) {
    this.folders = new WatchedFolders({
      onChange: (path) => this.note(path),
      onBlind: (folder, error) => {
        void this.say(`Changes in ${folder} are not seen, and perhaps in others: ${error.message}`);
      },
    });
  }

  async work(): Promise<number> {
    this.context.takeSignals((signal) => {
      if (this.isEnding) killAllServers();
      if (this.code === EXIT.interrupted && signal === "SIGTERM") this.code = EXIT.terminated;
      this.end();
    });
    this.keys = listenForKeys(process.stdin, (key) => this.press(key));
    try {
      while (!this.isEnding) {
        const isSaid = await this.runAsked();
        if (isSaid && !this.isEnding) await this.sayWaiting();
        await this.nextChange();
      }
    } finally {
      clearTimeout(this.timer);
      this.folders.close();
      this.keys?.stop();
    }
    return this.code;
  }

  /** Resolves to false where nothing was run and nothing was said. */
  private async runAsked(): Promise<boolean> {
    const { asked } = this;
    this.isStirred = false;
    try {
      const planned = await this.plan();
      const due = await this.chooseDue(planned, asked);
      if (due.length === 0) {
        this.drop(asked);
        if (!asked.failed) return false;
        await this.say("Everything passed, or was not run yet.");
        return true;
      }
      if (this.watched.length > 0) {
        // Editors write beside a file and rename: what is gone says nothing.
        const there = [...asked.changed].filter((path) => existsSync(path));
        const shown = there.length === 0 ? asked : { ...asked, changed: new Set(there) };
        await this.say(describeRound(shown, due, planned, await realOf(this.context.cwd)));
      }
      return await this.run(due, asked);
    } catch (error) {
      if (!(error instanceof McpvalsError) || error.code === "BUG") throw error;
      this.isBroken = true;
      this.code = error.exitCode;
      await this.context.stderr.write(`${renderFailure(error, this.invocation.values["debug"] === true)}\n`);
      await this.folders.follow([...(await this.roots()), ...this.watched.flatMap(({ concern }) => concern.places)]);
      return true;
    }
  }

  private async plan(): Promise<Planned[]> {
    const planned = await planWhole(this.invocation, this.context, this.spec);
    const suites = planned.map(({ suite }) => suite);
    const targets = planReporters(allOf(this.invocation.values, "reporter"), suites, this.context.cwd);
    this.own = new Set(await Promise.all(targets.flatMap(({ file }) => (file === undefined ? [] : [realOf(file)]))));
    this.watched = await Promise.all(
      planned.map(async (one) => ({ one, file: one.suite.file ?? "", concern: await readConcern(one.suite) })),
    );
    await this.folders.follow([...(await this.roots()), ...this.watched.flatMap(({ concern }) => concern.places)]);
    this.isBroken = false;
    return planned;
  }

  /** Where the configs are looked for. */
  private roots(): Promise<string[]> {
    const { configs } = this.invocation;
    return Promise.all((configs.length === 0 ? ["."] : configs).map((path) => realOf(resolve(this.context.cwd, path))));
  }

  private async chooseDue(planned: readonly Planned[], asked: WatchWish): Promise<Planned[]> {
    const due: Planned[] = [];
    for (const [at, one] of planned.entries()) {
      const watched = this.watched[at];
      const share = watched === undefined ? undefined : dueOf(watched, asked, this.open);
      if (share === undefined) continue;
      if (share === "whole") {
        due.push(one);
        continue;
      }
      const { tags } = this.spec.options;
      const left = await selectDue(one.suite, { workflows: one.workflows, tags, share }, "replay");
      if (left.tests || left.workflows.length > 0) due.push({ ...one, share });
    }
    return due;
  }

  private async run(due: readonly Planned[], asked: WatchWish): Promise<boolean> {
    const end = new AbortController();
    this.running = { due, end };
    if (this.isEnding) end.abort();
    const context = { ...this.context, signal: end.signal };
    try {
      const ran = await runRound(due, { invocation: this.invocation, context }, this.spec, end.signal);
      // A run that was broken off proves nothing; what it was for is asked again.
      if (end.signal.aborted) return false;
      this.drop(asked);
      this.open = updateOpen(this.open, due, ran.reports);
      this.code = await ran.show();
      return true;
    } finally {
      this.running = undefined;
      this.inARow = new Map([...this.during].map((path) => [path, (this.inARow.get(path) ?? 0) + 1]));
      this.during = new Set();
    }
  }

  /** What came meanwhile stays. */
  private drop(done: WatchWish): void {
    const { asked } = this;
    if (asked === done) this.asked = NO_WISH;
    else
      this.asked = {
        all: asked.all && !done.all,
        failed: asked.failed && !done.failed,
        changed: new Set([...asked.changed].filter((path) => !done.changed.has(path))),
      };
  }

  private note(path: string): void {
    if (this.own.has(path) || this.isWrittenByRuns(path)) return;
    if (this.fresh.size === 0) this.firstFresh = performance.now();
    this.fresh.add(path);
    clearTimeout(this.timer);
    const rest = LONGEST_MS - (performance.now() - this.firstFresh);
    this.timer = setTimeout(() => this.settle(), Math.max(0, Math.min(SETTLE_MS, rest)));
  }

  /** A server that writes beside its config would be run for ever. A save between two runs always counts. */
  private isWrittenByRuns(path: string): boolean {
    if (this.running === undefined) return false;
    const isNew = !this.during.has(path);
    this.during.add(path);
    const isMeant =
      isConfigName(basename(path)) || this.watched.some(({ concern }) => concern.workflowOf(path) !== undefined);
    const most = isMeant || PROGRAM.test(path) ? RUNS_OF_A_PROGRAM : RUNS_IN_A_ROW;
    if ((this.inARow.get(path) ?? 0) < most) return false;
    const shown = relative(this.context.cwd, path);
    if (isNew) void this.say(`${shown} changes while the server runs, so that starts no other run: see "inputs"`);
    return true;
  }

  private settle(): void {
    const isHeeded = (path: string): boolean =>
      this.isBroken || isConfigName(basename(path)) || this.watched.some(({ concern }) => concern.concerns(path));
    const heeded = [...this.fresh].filter(isHeeded);
    this.fresh.clear();
    if (heeded.length === 0) return;
    this.ask({ ...this.asked, changed: new Set([...this.asked.changed, ...heeded]) }, heeded);
  }

  private press(key: string): void {
    if (key === "q" || key === "\u0003" || key === "\u0004") this.end();
    else if (key === "a") this.ask({ ...this.asked, all: true });
    else if (key === "f") this.ask({ ...this.asked, failed: true });
  }

  private ask(asked: WatchWish, changed: readonly string[] = []): void {
    this.asked = asked;
    this.isStirred = true;
    if (this.running === undefined) this.wake?.();
    else if (this.concernsRun(changed)) this.running.end.abort();
  }

  private concernsRun(changed: readonly string[]): boolean {
    const due = new Map((this.running?.due ?? []).map(({ suite, share }) => [suite.file, share ?? ("whole" as const)]));
    return this.watched.some(({ one, concern }) => {
      const share = due.get(one.suite.file);
      return changed.some((path) => {
        if (share === undefined || !concern.concerns(path)) return false;
        const workflow = concern.workflowOf(path);
        return share === "whole" || workflow === undefined || share.workflows.includes(workflow);
      });
    });
  }

  private end(): void {
    this.isEnding = true;
    this.running?.end.abort();
    this.wake?.();
  }

  /** Resolves at once where something is asked already. */
  private async nextChange(): Promise<void> {
    const { all, failed, changed } = this.asked;
    const isAsked = all || failed || changed.size > 0;
    if (this.isEnding || (isAsked && (!this.isBroken || this.isStirred))) return;
    await new Promise<void>((resolve) => (this.wake = resolve));
    this.wake = undefined;
  }

  private async sayWaiting(): Promise<void> {
    for (const path of this.watched.flatMap(({ concern }) => concern.alone)) {
      if (this.saidAlone.has(path)) continue;
      this.saidAlone.add(path);
      await this.say(
        `Of ${relative(this.context.cwd, path)} only the file itself is watched: name what it needs in "inputs"`,
      );
    }
    const count = this.watched.length;
    const what = this.isBroken ? "for a config that loads" : `${count} ${count === 1 ? "suite" : "suites"}`;
    const how = this.keys === undefined ? "Ctrl-C ends it." : "Keys: a all, f what did not pass, q quit";
    await this.say(`Watching ${what}. ${how}`);
  }

  private async say(line: string): Promise<void> {
    await this.context.stderr.write(`${escapeControls(line)}\n`);
  }
}
