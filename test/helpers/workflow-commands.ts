// Models how CI runners find commands in what a step prints. GitHub's rule is that of its runner (ActionCommand.cs), which
// asks for the newer form first.
const REGISTERED = new Set(
  (
    "add-mask add-path add-matcher remove-matcher debug error warning notice group endgroup echo save-state set-env " +
    "set-output stop-commands"
  ).split(" "),
);
/** What `TrimStart` of .NET takes away. */
const BLANKS = /^[\t-\r \u0085\u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000]+/;

export interface Command {
  name: string;
  properties: Record<string, string>;
  message: string;
}

/** The commands that GitHub's runner finds. */
export function commandsOf(text: string): Command[] {
  return linesOf(text).flatMap((line) => readNew(line) ?? readOld(line) ?? []);
}

/** The lines that a runner of GitHub, Azure or TeamCity takes for a command. */
export function commandLines(text: string): string[] {
  return linesOf(text).filter((line) => commandsOf(line).length > 0 || /##(?:vso|teamcity)\[/i.test(line));
}

/** As `ReadLine` of .NET splits them. */
export function linesOf(text: string): string[] {
  return text.replace(/\r\n?|\n$/g, (end) => (end === "\n" ? "" : "\n")).split("\n");
}

/** `::name key=value,key=value::message` */
function readNew(line: string): Command | undefined {
  const trimmed = line.replace(BLANKS, "");
  const end = trimmed.indexOf("::", 2);
  if (!trimmed.startsWith("::") || end < 0) return undefined;
  return read(trimmed.slice(2, end), ",", trimmed.slice(end + 2));
}

/** `##[name key=value;key=value]message`, anywhere. */
function readOld(line: string): Command | undefined {
  const start = line.indexOf("##[");
  const end = line.indexOf("]", start);
  if (start < 0 || end < 0) return undefined;
  return read(line.slice(start + 3, end), ";", line.slice(end + 1));
}

function read(info: string, separator: string, message: string): Command | undefined {
  const [name = "", ...rest] = info.split(" ");
  if (!REGISTERED.has(name.toLowerCase())) return undefined;
  const pairs = rest.join(" ").split(separator);
  const properties = pairs.map((pair) => {
    const at = pair.indexOf("=");
    const value = unescape(
      pair
        .slice(at + 1)
        .replaceAll("%3A", ":")
        .replaceAll("%2C", ","),
    );
    return [pair.slice(0, at).trim(), value];
  });
  return { name: name.toLowerCase(), properties: Object.fromEntries(properties), message: unescape(message) };
}

const unescape = (text: string): string => text.replaceAll("%0D", "\r").replaceAll("%0A", "\n").replaceAll("%25", "%");
