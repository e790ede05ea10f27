type Piece = Uint8Array | readonly number[];

/** A box of an MP4 file: its size, its name, what is in it. */
export function makeBox(name: string, ...pieces: readonly Piece[]): Buffer {
  const body = Buffer.concat(pieces.map((piece) => Buffer.from(piece)));
  const head = Buffer.alloc(8);
  head.writeUInt32BE(body.length + head.length);
  head.write(name, 4, 'latin1');
  return Buffer.concat([head, body]);
}

/** One that begins with a version and flags. */
export function makeFullBox(name: string, flags: number, ...pieces: readonly Piece[]): Buffer {
  return makeBox(name, long(flags), ...pieces);
}

export function short(value: number): number[] {
  return [(value >>> 8) & 255, value & 255];
}

export function long(value: number): number[] {
  return [...short(value >>> 16), ...short(value & 65_535)];
}

export function longs(...values: readonly number[]): number[] {
  return values.flatMap(long);
}

export function zeros(count: number): number[] {
  return Array.from({ length: count }, () => 0);
}

export function text(value: string): Buffer {
  return Buffer.from(value, 'latin1');
}
