// Collects what prompts and the arguments of earlier calls said. Grows with the run, like the known places.
import { argumentLeaves } from "./arguments.js";
import { nounsOfTool, wordBefore } from "./names.js";
import { numbersIn } from "./numbers-in.js";
import { piecesOf } from "./pieces.js";
import type { Run } from "./run.js";
import { tokensOf } from "./tokens.js";
import { wordsIn } from "./word-around.js";

/** What was said before a call. */
export class GivenWords {
  readonly inPrompts = new Map<string, { word: string }[]>();
  /** Values of arguments, with the first call that sent them. */
  readonly sent = new Map<string, number>();
  /** Words of prompts and of arguments, with the first call that sent them; 0 for those of prompts. */
  readonly words = new Map<string, number>();
  /** Words of prompts and of the arguments of earlier calls, in lower case. */
  readonly small = new Set<string>();
  /** Numbers of prompts, and of the arguments of earlier calls. */
  readonly numbers: { prompts: ReadonlySet<number>; sent: Set<number> };
  /** Nouns of the tools that the run calls. */
  readonly entities: ReadonlySet<string>;
  private read = 0;

  constructor(private readonly run: Pick<Run, "prompts" | "calls">) {
    for (const prompt of run.prompts) {
      for (const word of wordsIn(prompt)) this.words.set(word, 0);
      for (const { text, start } of [...tokensOf(prompt), ...piecesOf(prompt)]) {
        const places = this.inPrompts.get(text) ?? [];
        this.small.add(text.toLowerCase());
        places.push({ word: wordBefore(prompt, start) });
        this.inPrompts.set(text, places);
      }
    }
    const said = run.prompts.flatMap((prompt) => numbersIn(prompt).map(({ value }) => value));
    this.numbers = { prompts: new Set(said), sent: new Set() };
    this.entities = new Set(run.calls.flatMap(({ tool }) => nounsOfTool(tool)));
  }

  get prompts(): readonly string[] {
    return this.run.prompts;
  }

  /** Reads the arguments of the calls before one. Ask in the order of the run. */
  before(call: number): this {
    const { calls } = this.run;
    for (let next = calls[this.read]; next !== undefined && next.id < call; next = calls[this.read]) {
      this.read++;
      for (const { value } of argumentLeaves(next.arguments)) {
        for (const { value: number } of numbersIn(value)) this.numbers.sent.add(number);
        for (const word of wordsIn(value)) if (!this.words.has(word)) this.words.set(word, next.id);
        for (const { text } of [...tokensOf(value), ...piecesOf(value)]) {
          this.small.add(text.toLowerCase());
          if (!this.sent.has(text)) this.sent.set(text, next.id);
        }
      }
    }
    return this;
  }
}
