// In: a glob for one name: `*` any text, `?` one character, `{a,b}` either. Out: the expression that decides.

/** True where `name` is a glob and not only a text. */
export function isGlob(name: string): boolean {
  return /[*?]|\{[^{}]*,[^{}]*\}/.test(name);
}

/** The whole-name expression of a glob. */
export function buildGlob(glob: string): RegExp {
  const source = glob.replaceAll(/\{([^{}]*,[^{}]*)\}|\*+|\?|[^*?{]+|\{/gu, (part, choices: string | undefined) => {
    if (choices !== undefined) return `(?:${choices.split(",").map(translate).join("|")})`;
    return translate(part);
  });
  return new RegExp(`^${source}$`, "su");
}

function translate(text: string): string {
  return text
    .replaceAll(/[\\^$.|+()[\]{}]/g, String.raw`\$&`)
    .replaceAll(/\*+/g, ".*")
    .replaceAll("?", ".");
}
