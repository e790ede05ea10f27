import { createHash } from 'node:crypto';

const dimensionsDefault = 8;
const dimensionsMax = 4_096;
const bytesPerFloat = 4;
const digits = 1e6;

/** The same text always has the same vector, of length one. */
export function makeVector(text: string, dimensions: number | undefined): number[] {
  const count = Math.min(dimensions ?? dimensionsDefault, dimensionsMax);
  const values: number[] = [];
  let hash = createHash('sha256').update(text).digest();
  while (values.length < count) {
    for (const byte of hash) if (values.length < count) values.push(byte - 127.5);
    hash = createHash('sha256').update(hash).digest();
  }
  const length = Math.hypot(...values);
  return values.map((value) => Math.round((value / length) * digits) / digits);
}

export function encodeVector(vector: readonly number[]): string {
  const bytes = Buffer.alloc(vector.length * bytesPerFloat);
  vector.forEach((value, index) => bytes.writeFloatLE(value, index * bytesPerFloat));
  return bytes.toString('base64');
}
