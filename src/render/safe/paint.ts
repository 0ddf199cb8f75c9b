// Paints text for a terminal, or leaves it without colour codes.

export type Colour = "green" | "yellow" | "red" | "cyan" | "dim" | "bold";

export type Paint = (colour: Colour, text: string) => string;

const CODES: Record<Colour, [on: number, off: number]> = {
  green: [32, 39],
  yellow: [33, 39],
  red: [31, 39],
  cyan: [36, 39],
  dim: [2, 22],
  bold: [1, 22],
};

export function createPaint(color: boolean): Paint {
  return (colour, text) => {
    const [on, off] = CODES[colour];
    return color && text !== "" ? `\u001b[${String(on)}m${text}\u001b[${String(off)}m` : text;
  };
}
