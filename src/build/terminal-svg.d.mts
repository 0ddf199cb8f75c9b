/** Draws lines of a terminal, each with its escape sequences, as an SVG. */
export function drawTerminal(lines: readonly string[], title: string): string;
