// Finds the environment variable that a server says it lacks: a server does not get the whole environment of the shell.
// Pure.
type Env = Readonly<Record<string, string | undefined>>;

const LACKS =
  /\b(?:not set|unset|missing|required?|undefined|must (?:be set|set|provide|specify)|not (?:found|defined|provided))\b|KeyError/i;

/** What to write, for a server that ended with this output; `passed`: the environment that it got. */
export function describeMissingVariable(output: string, env: Env, passed: Env): string | undefined {
  for (const line of output.split("\n")) {
    if (!LACKS.test(line)) continue;
    for (const [name] of line.matchAll(/\b[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+\b/g)) {
      if (/^E[A-Z]+$|^ERR_|^MODULE_/.test(name) || passed[name] !== undefined) continue;
      const here = env[name] === undefined ? "set it, and pass it on" : "it is set here, but not passed on";
      return `The server names ${name}: ${here}: "env": { "${name}": "\${${name}}" } in "server".`;
    }
  }
  return undefined;
}
