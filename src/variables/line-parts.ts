// Cuts a line into parts in which each piece can be changed and compared: with the whole line for each, a long one has no end.
import type { Spot } from "./index-learned.js";
import { tokenEnds, tokenRange, type Place } from "./learned.js";
import { piecesOf, type Piece } from "./pieces.js";

/** Some pieces of a line that are changed, with those beside them. */
export interface LinePart {
  text: string;
  /** The variables in it; their tokens are counted in this text. */
  spots: readonly Spot[];
  /** The text with one piece changed that is no variable, for each. */
  changes: readonly string[];
}

/** So many pieces are changed in one part. */
const PIECES = 16;
/** So much stands on either side of them: a value is looked for no further. */
const MARGIN = { pieces: 16, characters: 300 };

/** A variable with its pieces, or one piece that is none. */
interface Block {
  pieces: Piece[];
  spots: Spot[];
}

/** The parts of a line; each piece that is no variable is changed in one of them. Linear. */
export function partsOfLine(line: string, spots: readonly Spot[]): LinePart[] {
  if (spots.some(({ place: { token } }) => token === undefined)) return [];
  const blocks = blocksOf(piecesOf(line), spots);
  const parts: LinePart[] = [];
  for (let at = 0; at < blocks.length;) {
    let to = at;
    for (let count = 0; to < blocks.length && count < PIECES; to++) count += blocks[to]?.pieces.length ?? 0;
    parts.push(partOf(line, blocks, at, to));
    at = to;
  }
  return parts;
}

/** The part in which the blocks before `to` are changed, from `at` on. */
function partOf(line: string, blocks: readonly Block[], at: number, to: number): LinePart {
  const [first, last] = [walk(blocks, at - 1, -1) + 1, walk(blocks, to, 1) - 1];
  const [start, end] = [endOf(blocks[first - 1]) ?? 0, startOf(blocks[last + 1]) ?? line.length];
  const text = line.slice(start, end);
  const before = (blocks[first]?.pieces[0]?.from ?? 1) - 1;
  return {
    text,
    spots: blocks.slice(first, last + 1).flatMap((block) => block.spots.map((spot) => moveBack(spot, before))),
    changes: blocks
      .slice(at, to)
      .flatMap((block) => (block.spots.length > 0 ? [] : block.pieces))
      .map((piece) => `${text.slice(0, piece.end - start)}x${text.slice(piece.end - start)}`),
  };
}

/** Goes over a margin, and says at which block it ends. */
function walk(blocks: readonly Block[], from: number, step: 1 | -1): number {
  let at = from;
  for (let [pieces, characters] = [0, 0]; pieces < MARGIN.pieces || characters < MARGIN.characters; at += step) {
    const block = blocks[at];
    if (block === undefined) break;
    pieces += block.pieces.length;
    characters += (endOf(block) ?? 0) - (startOf(block) ?? 0);
  }
  return at;
}

/** A line is cut beside a variable, never in it. */
function blocksOf(pieces: readonly Piece[], spots: readonly Spot[]): Block[] {
  const sorted = spots.toSorted((a, b) => rangeOf(a).from - rangeOf(b).from);
  const blocks: Block[] = [];
  let next = 0;
  let reach = 0;
  for (const piece of pieces) {
    const block = blocks.at(-1);
    const mine = block !== undefined && piece.from <= reach ? block : { pieces: [], spots: [] };
    if (mine !== block) blocks.push(mine);
    mine.pieces.push(piece);
    for (let spot = sorted[next]; spot !== undefined && rangeOf(spot).from <= piece.to; spot = sorted[++next]) {
      mine.spots.push(spot);
      reach = Math.max(reach, rangeOf(spot).to);
    }
  }
  return blocks;
}

function rangeOf({ place }: Spot): { from: number; to: number } {
  const [from, to] = tokenEnds(place);
  return { from, to };
}

function moveBack({ variable, place }: Spot, by: number): Spot {
  const { from, to } = rangeOf({ variable, place });
  const moved: Place = { ...place, token: tokenRange(from - by, to - by) };
  return { variable, place: moved };
}

function startOf(block: Block | undefined): number | undefined {
  return block?.pieces[0]?.start;
}

function endOf(block: Block | undefined): number | undefined {
  return block?.pieces.at(-1)?.end;
}
