// Answers the server's requests: those of a declared feature by the model or the config, all others by a refusal.
// Measures the time that answers take, because it is not the server's time.
import { messageOf } from "../errors.js";
import {
  featureOf,
  unknownMethod,
  type AnswerServer,
  type ClientSide,
  type ReviewAnswer,
  type ServerAnswer,
  type ServerAsks,
} from "./client-side.js";

/** Answers the requests of one connection. */
export class Answering {
  readonly #client: ClientSide;
  #sample: AnswerServer | undefined;
  #review: ReviewAnswer | undefined;
  #open = 0;
  #since = 0;
  #spent = 0;
  #idle: Promise<void> = Promise.resolve();
  #becomeIdle = (): void => {};

  constructor(client: ClientSide) {
    this.#client = client;
  }

  get client(): ClientSide {
    return this.#client;
  }

  /** Sets who answers sampling, and who reviews all other answers before they are sent. */
  sampleWith(sample: AnswerServer | undefined, review?: ReviewAnswer): void {
    this.#sample = sample;
    this.#review = review;
  }

  async answer(asks: ServerAsks, signal: AbortSignal): Promise<ServerAnswer> {
    const feature = featureOf(asks.method);
    if (feature === undefined || !this.#client.features.includes(feature)) return unknownMethod();
    const answer = feature === "sampling" ? this.#sample : this.#client.answer;
    if (answer === undefined)
      return { error: { code: -32603, message: "No conversation is on that could be sampled" } };
    this.#begin();
    try {
      const given = await answer(asks, signal);
      return feature === "sampling" ? given : (this.#review?.(asks, given) ?? given);
    } catch (error) {
      return { error: { code: -32603, message: messageOf(error) } };
    } finally {
      this.#finish();
    }
  }

  /** Milliseconds spent on answers so far. */
  spent(): number {
    return this.#spent + (this.#open > 0 ? performance.now() - this.#since : 0);
  }

  /** Resolves when no answer is in progress. */
  idle(): Promise<void> {
    return this.#idle;
  }

  #begin(): void {
    this.#open += 1;
    if (this.#open > 1) return;
    this.#since = performance.now();
    this.#idle = new Promise((resolve) => (this.#becomeIdle = resolve));
  }

  #finish(): void {
    this.#open -= 1;
    if (this.#open > 0) return;
    this.#spent += performance.now() - this.#since;
    this.#becomeIdle();
  }
}
