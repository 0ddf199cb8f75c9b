// Splits a text of the config into literal parts and variables: `${NAME}`, `${NAME:-default}`, and `$${` for a literal
// `${`. A default may hold variables itself and ends at its own `}`. `${` before anything but a name is literal text.

/** A literal text, or a variable with the parts of its default. */
export type TemplatePart = string | { name: string; fallback: TemplatePart[] | undefined };

export interface Template {
  parts: TemplatePart[];
  /** Beginnings like `${NAME` that are neither of the two forms. */
  malformed: string[];
}

const START = /\$\{([A-Za-z_]\w*)(:-|\})/y;

/** Splits a text. Every text has a template; `malformed` holds what is wrong with it. */
export function parseTemplate(text: string): Template {
  const malformed: string[] = [];
  let at = 0;

  const takeParts = (inDefault: boolean): { parts: TemplatePart[]; closed: boolean } => {
    const parts: TemplatePart[] = [];
    let literal = "";
    const push = (part: TemplatePart): void => {
      if (literal !== "") parts.push(literal);
      literal = "";
      if (part !== "") parts.push(part);
    };
    while (at < text.length) {
      if (text.startsWith("$${", at)) {
        literal += "${";
        at += 3;
      } else if (text.startsWith("${", at)) {
        const variable = takeVariable();
        if (typeof variable === "string") literal += variable;
        else push(variable);
      } else if (inDefault && text[at] === "}") {
        at++;
        push("");
        return { parts, closed: true };
      } else {
        literal += text[at++] ?? "";
      }
    }
    push("");
    return { parts, closed: false };
  };

  const takeVariable = (): TemplatePart => {
    START.lastIndex = at;
    const [whole, name, ending] = START.exec(text) ?? [];
    const start = at;
    if (whole === undefined || name === undefined) {
      at += 2;
      if (/[A-Za-z_]/.test(text[at] ?? "")) malformed.push(text.slice(start, start + 40));
      return "${";
    }
    at += whole.length;
    if (ending === "}") return { name, fallback: undefined };
    const { parts, closed } = takeParts(true);
    if (!closed) malformed.push(text.slice(start, start + 40));
    return { name, fallback: parts };
  };

  return { parts: takeParts(false).parts, malformed };
}
