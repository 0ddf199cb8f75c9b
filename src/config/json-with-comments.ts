// Makes plain JSON of JSON with comments and trailing commas, as clients write their configurations. Lines and columns
// stay where they are. Pure.

const PIECE = /"(?:[^"\\]|\\.)*"|\/\/[^\n\r]*|\/\*[\s\S]*?\*\//g;

/** The text with blanks in place of comments and of commas before a closing bracket. */
export function withoutComments(text: string): string {
  const plain = text.replaceAll(PIECE, (piece) => (piece.startsWith('"') ? piece : piece.replaceAll(/[^\n\r]/g, " ")));
  return plain.replaceAll(/"(?:[^"\\]|\\.)*"|,(?=\s*[}\]])/g, (piece) => (piece === "," ? " " : piece));
}
