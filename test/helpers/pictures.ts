// Makes the heads of pictures of a size: enough for who looks at type and size only.

export function png(width: number, height: number): Buffer {
  const bytes = Buffer.from("89504e470d0a1a0a0000000d494844520000000000000000080600000000000000", "hex");
  bytes.writeUInt32BE(width, 16);
  bytes.writeUInt32BE(height, 20);
  return bytes;
}

export function gif(width: number, height: number): Buffer {
  const bytes = Buffer.from("GIF89a\0\0\0\0\0\0\0;", "latin1");
  bytes.writeUInt16LE(width, 6);
  bytes.writeUInt16LE(height, 8);
  return bytes;
}

/** `before`: so many segments of 60 KB stand before the size. */
export function jpeg(width: number, height: number, before = 1): Buffer {
  const segment = Buffer.alloc(60_002, 0x55);
  segment.writeUInt16BE(0xffe1, 0);
  segment.writeUInt16BE(60_000, 2);
  const frame = Buffer.from("ffc00011080000000003012200021101031101", "hex");
  frame.writeUInt16BE(height, 5);
  frame.writeUInt16BE(width, 7);
  return Buffer.concat([Buffer.from("ffd8", "hex"), ...Array.from({ length: before }, () => segment), frame]);
}

/** In the extended format. */
export function webp(width: number, height: number): Buffer {
  const bytes = Buffer.concat([Buffer.from("RIFF\0\0\0\0WEBPVP8X\x0a\0\0\0\0\0\0\0", "latin1"), Buffer.alloc(6)]);
  bytes.writeUIntLE(width - 1, 24, 3);
  bytes.writeUIntLE(height - 1, 27, 3);
  return bytes;
}
