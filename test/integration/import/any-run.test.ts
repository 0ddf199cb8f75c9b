import fc from "fast-check";
import { expect, test } from "vitest";
import { importProject, REPEAT, said } from "../../helpers/import-project.js";
import { asClaudeCode, asMessages, type Told, type ToldCall } from "../../helpers/transcripts.js";

/** Content that no call or answer needs is marked with this. */
const UNNEEDED = "unneeded";

const word = fc.stringMatching(/^[a-z]{1,8}$/);
const call = fc.record({
  tool: fc.constantFrom("say" as const, "fail" as const, "look" as const, "Bash" as const, "mcp__other__say" as const),
  words: fc.array(word, { maxLength: 3 }),
});
const turns = fc.array(fc.record({ text: fc.boolean(), calls: fc.array(call, { minLength: 1, maxLength: 4 }) }), {
  minLength: 1,
  maxLength: 4,
});
const steps = fc.array(turns, { minLength: 1, maxLength: 3 });

interface Planned {
  run: Told[];
  /** The calls of the server, in order: their tool, arguments and result. */
  own: { tool: string; input: string; result: string }[];
  /** What other tools were given and gave, in steps with a call of the server. */
  given: string[];
}

/** Makes every content unique, and marks what nobody needs. */
function plan(all: readonly { text: boolean; calls: { tool: string; words: string[] }[] }[][]): Planned {
  let count = 0;
  const planned: Planned = { run: [], own: [], given: [] };
  for (const [step, made] of all.entries()) {
    const isUsed = made.some(({ calls }) => calls.some(({ tool }) => ["say", "fail", "look"].includes(tool)));
    const mark = isUsed ? "needed" : UNNEEDED;
    planned.run.push({
      prompt: `${mark} prompt ${step}`,
      turns: made.map(({ text, calls }) => ({
        text: text ? `${mark} text ${++count}` : "",
        calls: calls.map(({ tool, words }): ToldCall => {
          const input = { n: ++count, words: [mark, ...words] };
          if (tool === "say" || tool === "fail" || tool === "look") {
            planned.own.push({ tool, input: JSON.stringify(input), result: JSON.stringify(input) });
            return said(tool, input);
          }
          if (isUsed) planned.given.push(`given ${count}`);
          const result = `${mark} given ${count}`;
          return tool === "Bash"
            ? { server: null, tool, input, result }
            : { server: "other", tool: "say", input, result };
        }),
      })),
      answer: `${mark} answer ${step}`,
    });
  }
  return planned;
}

/** Adds what clients write beside the conversation. */
function withNoise(text: string): string {
  return text
    .replaceAll(
      '"type":"user","message"',
      `"type":"user","toolUseResult":{"stdout":"${UNNEEDED}"},"attachment":"${UNNEEDED}","message"`,
    )
    .replaceAll(
      '"content":[{"type":"tool_use"',
      `"content":[{"type":"thinking","thinking":"${UNNEEDED}","signature":"x"},{"type":"tool_use"`,
    )
    .replaceAll(
      /"content":"((?:un)?needed prompt \d)"/g,
      `"content":"<system-reminder>${UNNEEDED}</system-reminder>$1"`,
    );
}

test("show has every call, argument and result of the server, in order, and of other tools what they gave", async () => {
  await fc.assert(
    fc.asyncProperty(steps, fc.constantFrom("claude-code", "messages"), async (made, format) => {
      const { run, own, given } = plan(made);
      fc.pre(own.length > 0);
      const text = withNoise(format === "messages" ? asMessages(run) : asClaudeCode(run));
      const project = await importProject(REPEAT, { "run.jsonl": text });
      const imported = await project.mcpvals("import", "run.jsonl", "--server", "repeat");
      expect([imported.code, imported.stderr, imported.stdout]).toEqual([0, "", imported.stdout]);
      const [name = ""] = /workflow (\S+);/.exec(imported.stdout)?.slice(1) ?? [];
      const json = await project.mcpvals("show", name, "--format", "json");
      const shown = JSON.parse(json.stdout);
      const calls = shown.steps.flatMap((step: { turns: { calls: unknown[] }[] }) =>
        step.turns.flatMap((turn) => turn.calls),
      );
      expect(
        calls.map(({ tool, arguments: input, outcome }: Called) => {
          return { tool, input: JSON.stringify(input), result: outcome.result.content[0]?.text };
        }),
      ).toEqual(own);
      const { stdout } = await project.mcpvals("show", name, "--full");
      const places = own.map(({ input }) => stdout.indexOf(input));
      expect(places).toEqual(places.toSorted((one, other) => one - other));
      expect(places.every((place) => place >= 0)).toBe(true);
      for (const one of given) expect(stdout).toContain(one);
      for (const content of (await project.written()).values()) expect(content).not.toContain(UNNEEDED);
      await project.end();
    }),
    { numRuns: 12 },
  );
});

interface Called {
  tool: string;
  arguments: unknown;
  outcome: { result: { content: { text: string }[] } };
}
