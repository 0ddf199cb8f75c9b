// Makes of a server's table the suite's config and the script that plays Claude in it.

/** The config. `args` and `env` are the server's; the table's `config` holds the lines that a user would add. */
export function configOf(table, main, { args = [], env = {}, config = {} }) {
  const workflows = table.workflows.map(({ name, steps }) => ({
    name,
    steps: steps.map(({ turns: _turns, ...step }) => step),
  }));
  return {
    server: { transport: "stdio", command: "node", args: [main, ...args], env },
    timeout: 60_000,
    ...config,
    workflows,
  };
}

/** The script of the stand-in. */
export function scriptOf(table) {
  const workflows = table.workflows.map(({ steps }) => ({
    user: steps[0].user,
    turns: steps.flatMap(({ turns }) => turns),
  }));
  return { workflows };
}

/** A turn with calls: `call("echo", { message: "hi" })`, or several pairs. */
export function call(...pairs) {
  const calls = [];
  for (let at = 0; at < pairs.length; at += 2) calls.push({ tool: pairs[at], input: pairs[at + 1] });
  return { calls };
}

/** What a regular expression finds in the nth result (-1: the last). */
export function found(result, match) {
  return { $result: result, match };
}

/** A value of the JSON in the nth result. */
export function at(result, pointer) {
  return { $result: result, pointer };
}

/** Strings and references joined into one string. */
export function joined(...parts) {
  return { $text: parts };
}
