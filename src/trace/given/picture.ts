// Says why the Messages API refuses a picture or a PDF: known limits, because one such block fails every later request.
// Pure: record and replay give Claude the same note in its place.

/** In characters of base64. */
const LARGEST = 5 * 1024 * 1024;
const LONGEST_SIDE = 8000;
const BASE64 = /^[A-Za-z0-9+/]*={0,2}$/;
/** Bytes that usually contain the size; a JPEG may have it later. */
const FIRST_BYTES = 192 * 1024;

interface Size {
  width: number;
  height: number;
}

/** Returns why a request cannot contain the picture; undefined where no reason is known. `type`: image/png, … */
export function whyPictureRefused(type: string, base64: string): string | undefined {
  if (base64.length > LARGEST) return `its base64 is ${String(base64.length)} bytes long, more than 5 MB`;
  if (!isBase64(base64)) return "it is not base64";
  const bytes = Buffer.from(base64.slice(0, (FIRST_BYTES / 3) * 4), "base64");
  const found = typeOf(bytes);
  if (found === undefined) return "its bytes are not those of a PNG, JPEG, GIF or WebP";
  if (found !== type) return `its bytes are ${found}`;
  const size = sizeOf(found, bytes) ?? sizeOf(found, Buffer.from(base64, "base64"));
  if (size === undefined || Math.max(size.width, size.height) <= LONGEST_SIDE) return undefined;
  return `it is ${String(size.width)} x ${String(size.height)} pixels, more than ${String(LONGEST_SIDE)} on a side`;
}

/** Returns why a request cannot contain the PDF; undefined where no reason is known. */
export function whyPdfRefused(base64: string): string | undefined {
  if (!isBase64(base64)) return "it is not base64";
  const head = Buffer.from(base64.slice(0, 2048), "base64").toString("latin1");
  return head.includes("%PDF-") ? undefined : "its bytes are not those of a PDF";
}

function isBase64(text: string): boolean {
  return text.length % 4 === 0 && BASE64.test(text);
}

function typeOf(bytes: Buffer): string | undefined {
  const head = bytes.toString("latin1", 0, 12);
  if (head.startsWith("\x89PNG\r\n\x1a\n")) return "image/png";
  if (head.startsWith("\xff\xd8\xff")) return "image/jpeg";
  if (/^GIF8[79]a/.test(head)) return "image/gif";
  if (/^RIFF[^]{4}WEBP/.test(head)) return "image/webp";
  return undefined;
}

/** Undefined where the bytes end before the size. */
function sizeOf(type: string, bytes: Buffer): Size | undefined {
  try {
    if (type === "image/png") return { width: bytes.readUInt32BE(16), height: bytes.readUInt32BE(20) };
    if (type === "image/gif") return { width: bytes.readUInt16LE(6), height: bytes.readUInt16LE(8) };
    return type === "image/webp" ? sizeOfWebp(bytes) : sizeOfJpeg(bytes);
  } catch {
    return undefined;
  }
}

function sizeOfWebp(bytes: Buffer): Size | undefined {
  const kind = bytes.toString("latin1", 12, 16);
  if (kind === "VP8X") return { width: bytes.readUIntLE(24, 3) + 1, height: bytes.readUIntLE(27, 3) + 1 };
  if (kind === "VP8 ") return { width: bytes.readUInt16LE(26) & 0x3fff, height: bytes.readUInt16LE(28) & 0x3fff };
  if (kind !== "VP8L") return undefined;
  const bits = bytes.readUInt32LE(21);
  return { width: (bits & 0x3fff) + 1, height: ((bits >>> 14) & 0x3fff) + 1 };
}

/** The size is in the first frame header; each segment before it declares its own length. */
function sizeOfJpeg(bytes: Buffer): Size | undefined {
  for (let at = 2; ;) {
    if (bytes.readUInt8(at) !== 0xff) return undefined;
    const marker = bytes.readUInt8(at + 1);
    if (marker === 0xff) at += 1;
    else if (marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker))
      return { width: bytes.readUInt16BE(at + 7), height: bytes.readUInt16BE(at + 5) };
    else at += 2 + bytes.readUInt16BE(at + 2);
  }
}
