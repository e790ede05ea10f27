/** Checksums with the highest bit first, as FLAC and Ogg want them. */
function makeCrc(bits: 8 | 16 | 32, polynomial: number): (bytes: Buffer) => number {
  const top = 2 ** (bits - 1);
  const size = 2 ** bits;
  const step = (value: number): number => {
    const shifted = (value * 2) % size;
    return value >= top ? (shifted ^ polynomial) >>> 0 : shifted;
  };
  const table = Array.from({ length: 256 }, (_, byte) => {
    let value = byte * 2 ** (bits - 8);
    for (let bit = 0; bit < 8; bit += 1) value = step(value);
    return value;
  });
  return (bytes) =>
    bytes.reduce((sum, byte) => {
      const index = (Math.floor(sum / 2 ** (bits - 8)) ^ byte) & 0xff;
      return (((sum * 256) % size) ^ (table[index] ?? 0)) >>> 0;
    }, 0);
}

export const crc8 = makeCrc(8, 0x07);
export const crc16 = makeCrc(16, 0x8005);
export const oggCrc = makeCrc(32, 0x04c11db7);
