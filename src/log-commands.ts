// Makes text of any origin harmless for CI runners, which look for commands in everything that a step prints. GitHub's
// takes `::name::` after leading spaces and `##[name]` anywhere, Azure's `##vso[…]`, TeamCity's `##teamcity[…]`.

/** Spaces as .NET's `TrimStart` defines them. Excludes JavaScript's line ends, which keeps the search linear. */
const LEADING = /^(?:[^\S\r\n\u2028\u2029]|\u0085)*:(?=:)/gm;
const MARKER = /##(?=\[|vso\[|teamcity\[)/gi;

/** For text that people read: a backslash after the first character, `:\:error::`, `#\#[error]`. Twice is the same as once. */
export function breakCommands(text: string): string {
  // Most texts have no two colons, which is quicker to see than where a line begins with them.
  return breakMarkers(text.includes("::") ? text.replace(LEADING, (start) => `${start}\\`) : text);
}

/** The same for text inside a command of our own, which begins its line. */
export function breakMarkers(text: string): string {
  return text.replace(MARKER, (marker) => `${marker[0]}\\${marker[1]}`);
}

/** The output of a reporter, for stdout or a file. The lines of `github` are meant as commands. */
export function breakCommandsOf(reporter: string, text: string): string {
  return reporter === "github" ? text : breakCommands(text);
}

/** For JSON, which keeps its value: no line of it begins with `::`, and `#` occurs only in strings. */
export function breakCommandsInJson(json: string): string {
  return json.replace(MARKER, String.raw`#\u0023`);
}

/** For XML and HTML: character references. Parts that are neither text nor attribute must contain no commands. */
export function breakCommandsInMarkup(text: string): string {
  return text.replace(LEADING, (start) => `${start.slice(0, -1)}&#58;`).replace(MARKER, "#&#35;");
}

/** Whether {@link breakCommands} changes a text. */
export function holdsCommand(text: string): boolean {
  return breakCommands(text) !== text;
}

/** For YAML in which every text that {@link holdsCommand} is double-quoted. */
export function breakCommandsInYaml(yaml: string): string {
  return yaml.replace(LEADING, (start) => String.raw`${start.slice(0, -1)}\x3A`).replace(MARKER, String.raw`#\x23`);
}
