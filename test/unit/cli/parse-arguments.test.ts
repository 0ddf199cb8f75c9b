import { describe, expect, it } from "vitest";
import { COMMANDS } from "../../../src/cli/commands.js";
import { COMMAND_NAMES, FLAGS } from "../../../src/cli/flags.js";
import { parseArguments } from "../../../src/cli/parse-arguments.js";
import { renderHelp } from "../../../src/cli/help.js";
import { McpvalsError, renderError } from "../../../src/errors.js";
import { VERSION } from "../../../src/version.js";

function printed(...args: string[]): string {
  const parsed = parseArguments(args);
  return parsed.kind === "text" ? renderHelp(parsed.args, 80) : "";
}

function refusal(...args: string[]): string {
  try {
    parseArguments(args);
  } catch (error) {
    if (error instanceof McpvalsError && error.exitCode === 2) return renderError(error);
    throw error;
  }
  throw new Error("was taken");
}

describe("help", () => {
  it("is what --help, -h and help print, and names every command", () => {
    const help = printed("--help");
    for (const name of COMMAND_NAMES) expect(help).toMatch(new RegExp(`^  mcpvals ${name} `, "m"));
    expect(printed("-h")).toBe(help);
    expect(printed("help")).toBe(help);
  });

  it("lists each command with the argument that it takes", () => {
    const listed = [...printed("--help").matchAll(/^ {2}mcpvals ([\w-]+) ?(\S*) /gm)].map(([, name, argument]) => [
      name,
      argument,
    ]);
    expect(Object.fromEntries(listed)).toEqual({
      init: "",
      import: "<transcript..>",
      eval: "[config..]",
      record: "[config..]",
      replay: "[config..]",
      accept: "<id..>",
      show: "<name>",
      lint: "[path..]",
      review: "[path..]",
      diff: "[config..]",
      list: "[config..]",
      "merge-reports": "<file..>",
      proxy: "",
      serve: "<file>",
      wrap: "[file]",
      completion: "",
    });
  });

  it.each(COMMAND_NAMES)("of %s has its flags and its examples", (name) => {
    const help = printed(name, "--help");
    const shown = Object.entries(FLAGS[name]).filter(([, flag]) => flag.hidden !== true);
    for (const [flag] of shown) expect(help).toContain(`--${flag}`);
    for (const [line] of COMMANDS[name].examples) expect(help).toContain(line);
    expect(printed("help", name)).toBe(help);
  });

  it("does not offer --model for replay", () => {
    expect(printed("eval", "--help")).toContain("--model");
    expect(printed("replay", "--help")).not.toContain("--model");
  });

  it("fits 80 columns", () => {
    for (const text of [printed(), ...COMMAND_NAMES.map((name) => printed(name, "--help"))]) {
      expect(text.split("\n").filter((line) => line.length > 80)).toEqual([]);
    }
  });
});

describe("version and completion", () => {
  it("prints the version behind a command too", () => {
    expect(printed("eval", "--version")).toBe(`${VERSION}\n`);
  });

  it("prints a completion script, and completes commands and flags", () => {
    expect(printed("completion")).toContain("complete -o");
    expect(printed("--get-yargs-completions", "mcpvals", "re").split("\n")).toEqual(
      expect.arrayContaining(["record", "replay"]),
    );
    expect(printed("--get-yargs-completions", "mcpvals", "replay", "--")).toContain("--offline");
  });
});

describe("what is refused", () => {
  it("an unknown command, with the near one", () => {
    expect(refusal("repaly")).toMatch(/Unknown command "repaly" \(BAD_USAGE\)\nDid you mean `mcpvals replay`\?/);
    expect(refusal("frobnicate")).toMatch(/See `mcpvals --help`/);
  });

  it("a file in the place of the command", () => {
    expect(refusal("./mcp-eval.config.json")).toContain("mcpvals replay ./mcp-eval.config.json");
  });

  it("an unknown flag, with the near one and the help that lists them", () => {
    const text = refusal("replay", "--ofline", "x.json");
    expect(text).toMatch(/^Unknown flag --ofline \(BAD_USAGE\)/);
    expect(text).toContain("Did you mean --offline?");
    expect(text).toContain("`mcpvals replay --help`");
  });

  it("several unknown flags at once, a short one, and a camel-cased one", () => {
    expect(refusal("eval", "--aaa", "--bbb=1")).toContain("Unknown flags --aaa, --bbb");
    expect(refusal("eval", "-z")).toContain("Unknown flag -z");
    expect(refusal("replay", "--failOn", "any")).toContain("Did you mean --fail-on?");
  });

  it("flags that are named like a property of every object", () => {
    expect(refusal("eval", "--constructor", "--toString=1", "--__proto__=1")).toContain(
      "Unknown flags --constructor, ",
    );
  });

  it("a flag of another command", () => {
    expect(refusal("eval", "--offline")).toContain("Unknown flag --offline");
    expect(refusal("list", "--model", "m")).toContain("--model is a flag of eval, record, diff.");
  });

  it("a flag of another command that makes no sense here: why, and what to do instead", () => {
    const text = refusal("record", "--shard", "1/2");
    expect(text).toMatch(/^Unknown flag --shard: record does not have it \(BAD_USAGE\)/);
    expect(text).toContain("Recording writes cassettes, and each machine would have only those of its part.");
    expect(text).toContain("mcpvals replay --shard 1/2");
    expect(refusal("eval", "-w")).toContain("At each save it would spend money.");
    expect(refusal("diff", "--shard=1/2")).toContain("parts of it cannot be joined");
    expect(refusal("list", "-w")).toContain("--watch is a flag of replay.");
  });

  it("flags before the command", () => {
    expect(refusal("--debug", "eval")).toContain("Flags come after the command");
  });

  it("a value for a flag that takes none, which would otherwise be read as off", () => {
    expect(refusal("replay", "--strict=yes")).toContain("--strict takes no value");
    expect(refusal("replay", "--update=1")).toContain("takes no value");
  });
});
