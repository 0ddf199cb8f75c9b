// Drives a check, a second run of the recording on the same server: says what to send, and aligns the answers.
import type { JsonObject } from "../json/value.js";
import { Beside, Observations, type RecordingBeside } from "./beside.js";
import { chosenOtherwise } from "./chosen-in-checks.js";
import { argumentsOf, planCall, type Question } from "./plan.js";
import type { Pin } from "./pins.js";
import type { Run, RunCall } from "./run.js";

/** What a turn of a check sends, or the questions that prevent it: a guess is never sent. */
export type CheckTurn = { arguments: JsonObject[] } | { questions: Question[] };

/**
 * One check in progress. The conversations of an agent ask and settle in any order; what is learned is the same in each.
 */
export class Check {
  private beside: Beside;
  private observations: Observations;
  private readonly besides: readonly Beside[];
  private readonly index: number;
  /** The highest turn that was asked for. */
  private asked = 0;
  private isInOrder = true;

  constructor(
    private readonly recording: RecordingBeside,
    earlier: readonly Beside[],
    private readonly live: Pick<Run, "contract" | "startedAt">,
    private readonly pins: readonly Pin[] = [],
  ) {
    this.beside = new Beside(recording, live);
    this.besides = [...earlier, this.beside];
    this.observations = new Observations(recording, this.besides);
    this.index = earlier.length;
  }

  /** Returns the arguments of the calls of a turn, in order. `tried`: pins that hold in this turn only. */
  turn(turn: number, tried: readonly Pin[] = []): CheckTurn {
    if (turn < this.asked) this.readAgain();
    this.asked = Math.max(this.asked, turn);
    const { run } = this.recording;
    const calls = run.calls.filter((call) => call.turn === turn);
    const observed = this.observations.before(turn);
    const lost = this.observations.lostBefore(turn);
    const pins = [...this.pins, ...tried];
    const plans = calls.map((call) => planCall(this.observations.given(call.id), call, observed, pins, lost));
    const questions = plans.flatMap((plan, at) => {
      const call = calls[at];
      return call === undefined || plan.questions.length > 0
        ? plan.questions
        : chosenOtherwise(run, call, plan, this.besides, pins);
    });
    if (questions.length > 0) return { questions };
    return { arguments: calls.map((call, at) => argumentsOf(call.arguments, plans[at]?.sendings ?? [], this.index)) };
  }

  /** Adds the live side of the recorded call with this id. */
  settle(call: RunCall): void {
    if (call.turn < this.asked) this.readAgain();
    const at = this.recording.run.calls.findIndex(({ id }) => id === call.id);
    this.isInOrder &&= at === this.beside.calls.length;
    this.beside.add(call, at);
  }

  /** Returns the check so far, up to the first call that is missing, for the next check and for learning. */
  done(): Beside {
    if (!this.isInOrder) {
      this.recording.forget(this.beside);
      const { calls } = this.beside;
      this.beside = new Beside(this.recording, this.live);
      for (let at = 0, call = calls[0]; call !== undefined; call = calls[(at += 1)]) this.beside.add(call);
      this.isInOrder = true;
    }
    return this.beside;
  }

  /** Observations are read in the order of the run; a turn or a call before the last one begins them again. */
  private readAgain(): void {
    this.observations = new Observations(this.recording, this.besides);
  }
}
