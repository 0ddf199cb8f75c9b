// Recognizes a `reset` that does nothing, as the line that `init` writes for a person to fill in. Pure.

/** What `init` writes: `:` does nothing in a shell, and is a label in cmd.exe. */
export function emptyReset(data: string): string {
  return `: put the data of ${data.replaceAll(/[^\w./ -]/g, "")} back as it was`;
}

/** True for a command whose every part does nothing, so that nothing is put back. */
export function isEmptyReset(command: string): boolean {
  return command
    .split(/&&|\|\||[;\n]/)
    .every((part) => /^\s*(?:(?::|true|rem|exit 0)(?:\s[^|&<>`$(]*)?|#.*)?$/i.test(part));
}
