// What each of several workflows says is asked for all others of it at once: the answers are those of their calls.
import fc from "fast-check";
import { expect, it } from "vitest";
import { SaidByEach, SaidWords, type LeavingCall } from "../../../src/variables/left-words.js";

const WORDS = ["red", "blue", "7", "a1"];
const word = fc.constantFrom(...WORDS);
const key = fc.constantFrom("name", "colour");
const calls: fc.Arbitrary<LeavingCall[]> = fc.array(
  fc.record({ key, sent: word, answered: fc.array(word, { maxLength: 3 }) }).map(({ key: name, sent, answered }) => ({
    tool: "make",
    arguments: { [name]: sent },
    outcome: { kind: "result" as const, result: { content: [{ type: "text", text: answered.join(" ") }] } },
  })),
  { maxLength: 2 },
);

it("says for each workflow what the calls of all others say", () => {
  fc.assert(
    fc.property(fc.array(calls, { minLength: 1, maxLength: 4 }), (workflows) => {
      const all = new SaidByEach();
      for (const [at, own] of workflows.entries()) all.add(`w${at}`, own);
      for (const at of workflows.keys()) {
        const rest = workflows.filter((_, other) => other !== at).flat();
        const [found, wanted] = [all.without(`w${at}`), new SaidWords(rest)];
        expect(found === undefined).toBe(rest.length === 0);
        for (const text of WORDS) {
          expect(found?.hasWord(text) ?? false).toBe(wanted.hasWord(text));
          for (const name of ["name", "colour"]) {
            expect(found?.hasValue(name, text) ?? false).toBe(wanted.hasValue(name, text));
          }
        }
      }
    }),
  );
});
