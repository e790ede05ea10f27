import { crc32, deflateSync } from 'node:zlib';

const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
const bytesPerPixel = 3;

export interface PngOptions {
  readonly width?: number;
  readonly height?: number;
  /** The same text gives the same image. */
  readonly seed: string;
}

/** A valid PNG: a colour chosen by the seed, fading into another. */
export function makePng({ height = 64, seed: words, width = 64 }: PngOptions): Buffer {
  const seed = crc32(Buffer.from(words));
  const head = Buffer.alloc(13);
  head.writeUInt32BE(width, 0);
  head.writeUInt32BE(height, 4);
  // Eight bits for each of red, green and blue.
  head.set([8, 2, 0, 0, 0], 8);
  const pixels = deflateSync(drawRows(seed, width, height));
  return Buffer.concat([
    signature,
    makeChunk('IHDR', head),
    makeChunk('IDAT', pixels),
    makeChunk('IEND', Buffer.alloc(0)),
  ]);
}

function drawRows(seed: number, width: number, height: number): Buffer {
  const rows = Buffer.alloc(height * (1 + width * bytesPerPixel));
  let at = 0;
  for (let y = 0; y < height; y++) {
    rows[at++] = 0;
    for (let x = 0; x < width; x++) {
      for (let shift = 0; shift < 24; shift += 8)
        rows[at++] = (((seed >>> shift) & 0xff) + Math.floor((x * 255) / width)) & 0xff;
    }
  }
  return rows;
}

function makeChunk(type: string, data: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const chunk = Buffer.alloc(data.length + 12);
  chunk.writeUInt32BE(data.length, 0);
  named.copy(chunk, 4);
  chunk.writeUInt32BE(crc32(named), data.length + 8);
  return chunk;
}
