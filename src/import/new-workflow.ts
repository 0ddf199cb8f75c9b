// Builds the workflow of an imported run: its prompts as a config writes them, and expectations to edit. Pure.
import { isRunText } from "../config/run-variables.js";
import type { Workflow } from "../config/schema.js";
import { finalTextOf, resultContentOf, turnsOf } from "../trace/read.js";
import type { Trace, TraceStep } from "../trace/trace.js";
import { isJsonObject } from "../json/value.js";

export interface NewWorkflow {
  /** As the config writes it. */
  written: Workflow;
  /** As a loaded suite has it. */
  loaded: Workflow;
}

/** What is expected of a run: its tools in order, and a text in what its last step ends with. */
export interface Proposed {
  expectTools?: string[];
  expectedState?: string;
}

/** `hidden`: the run with placeholders. Those of folders become what a person would type. */
export function buildWorkflow(
  name: string,
  hidden: Pick<Trace, "steps">,
  { expectTools, expectedState }: Proposed,
): NewWorkflow {
  const tools = expectTools === undefined ? {} : { expectTools };
  const build = (textOf: (user: string) => string): Workflow => ({
    name,
    ...tools,
    steps: hidden.steps.map(({ user }, at) => {
      const isLast = at === hidden.steps.length - 1;
      return { user: textOf(promptOf(user)), ...(isLast && expectedState !== undefined && { expectedState }) };
    }),
  });
  return {
    written: build((user) => user),
    loaded: build((user) => (isRunText(user) ? user : user.replaceAll("$${", "${"))),
  };
}

function promptOf(hidden: string): string {
  return hidden
    .replaceAll("${", "$${")
    .replaceAll(/\[(?:root|config)\]/g, ".")
    .replaceAll("[home]", "~")
    .replaceAll("[tmp]", "/tmp")
    .replaceAll("[run]", "${MCPVALS_TMP}")
    .replaceAll("[port]", "${MCPVALS_PORT}");
}

/** The tools in the order in which they were called, each once in a row. */
export function toolsInOrder(trace: Pick<Trace, "steps">): string[] {
  const called = turnsOf(trace).flatMap(({ calls }) => calls.map(({ tool }) => tool));
  return called.filter((tool, at) => tool !== called[at - 1]);
}

/**
 * The shortest word of the last answer that is in the last result and not in the prompt, words with a digit first;
 * undefined where there is none.
 */
export function proposeState(step: TraceStep | undefined): string | undefined {
  if (step === undefined) return undefined;
  const last = step.turns.flatMap(({ calls }) => calls).at(-1);
  const result = last === undefined ? "" : textsIn(resultContentOf(last.outcome) ?? []);
  const words = finalTextOf(step).match(/[\p{L}\p{N}](?:[\p{L}\p{N}._:/-]*[\p{L}\p{N}])?/gu) ?? [];
  const shared = [...new Set(words)].filter(
    (word) => (word.length > 3 || /\d/.test(word)) && result.includes(word) && !step.user.includes(word),
  );
  const rank = (word: string): number => word.length + (/\d/.test(word) ? 0 : 1000);
  return shared.toSorted((one, other) => rank(one) - rank(other))[0];
}

function textsIn(content: readonly unknown[]): string {
  return content
    .flatMap((block) => (isJsonObject(block) && typeof block["text"] === "string" ? [block["text"]] : []))
    .join("\n");
}
