// Matches the names of tools with the globs of a config.

/** True where the glob (`*` any text, `?` one character) is the whole name. */
export function matchesGlob(glob: string, name: string): boolean {
  const [pattern, text] = [Array.from(glob), Array.from(name)];
  let [at, place] = [0, 0];
  // Where the last star stands and what it has taken: going back to it alone is enough, and never takes long.
  let star: { at: number; place: number } | undefined;
  while (place < text.length) {
    if (pattern[at] === "*") star = { at: at++, place };
    else if (pattern[at] === "?" || (at < pattern.length && pattern[at] === text[place]))
      [at, place] = [at + 1, place + 1];
    else if (star !== undefined) [at, place] = [star.at + 1, ++star.place];
    else return false;
  }
  return pattern.slice(at).every((rest) => rest === "*");
}
