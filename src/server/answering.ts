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
  private readonly clientSide: ClientSide;
  private sample: AnswerServer | undefined;
  private review: ReviewAnswer | undefined;
  private open = 0;
  private since = 0;
  private spentMs = 0;
  private whenIdle: Promise<void> = Promise.resolve();
  private becomeIdle = (): void => {};

  constructor(client: ClientSide) {
    this.clientSide = client;
  }

  get client(): ClientSide {
    return this.clientSide;
  }

  /** Sets who answers sampling, and who reviews all other answers before they are sent. */
  sampleWith(sample: AnswerServer | undefined, review?: ReviewAnswer): void {
    this.sample = sample;
    this.review = review;
  }

  async answer(asks: ServerAsks, signal: AbortSignal): Promise<ServerAnswer> {
    const feature = featureOf(asks.method);
    if (feature === undefined || !this.clientSide.features.includes(feature)) return unknownMethod();
    const answer = feature === "sampling" ? this.sample : this.clientSide.answer;
    if (answer === undefined)
      return { error: { code: -32603, message: "No conversation is on that could be sampled" } };
    this.begin();
    try {
      const given = await answer(asks, signal);
      return feature === "sampling" ? given : (this.review?.(asks, given) ?? given);
    } catch (error) {
      return { error: { code: -32603, message: messageOf(error) } };
    } finally {
      this.finish();
    }
  }

  /** Milliseconds spent on answers so far. */
  spent(): number {
    return this.spentMs + (this.open > 0 ? performance.now() - this.since : 0);
  }

  /** Resolves when no answer is in progress. */
  idle(): Promise<void> {
    return this.whenIdle;
  }

  private begin(): void {
    this.open += 1;
    if (this.open > 1) return;
    this.since = performance.now();
    this.whenIdle = new Promise((resolve) => (this.becomeIdle = resolve));
  }

  private finish(): void {
    this.open -= 1;
    if (this.open > 0) return;
    this.spentMs += performance.now() - this.since;
    this.becomeIdle();
  }
}
