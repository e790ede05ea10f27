import { randomBytes } from 'node:crypto';

const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const timeCharacters = 10;
const randomCharacters = 16;

/** Random bytes are drawn in blocks: one call into the kernel per id would show in profiles. */
const pool = { bytes: Buffer.alloc(0), offset: 0 };
const poolBytes = 4096;

function takeRandomByte(): number {
  if (pool.offset >= pool.bytes.length) {
    pool.bytes = randomBytes(poolBytes);
    pool.offset = 0;
  }
  return pool.bytes[pool.offset++] ?? 0;
}

/** A ULID: 48 bits of time (ms), 80 bits of randomness; sorts by time. */
export function makeUlid(timeMs: number = Date.now()): string {
  let random = '';
  for (let index = 0; index < randomCharacters; index++) {
    random += alphabet.charAt(takeRandomByte() & 31);
  }
  return formatTime(timeMs) + random;
}

/** The same ULID from the same bytes (at least 16), for events that may be repeated. */
export function makeUlidFrom(timeMs: number, bytes: Uint8Array): string {
  if (bytes.length < randomCharacters) throw new RangeError('too few bytes for a ULID');
  const rest = Array.from(bytes.subarray(0, randomCharacters), (byte) =>
    alphabet.charAt(byte & 31),
  );
  return formatTime(timeMs) + rest.join('');
}

function formatTime(timeMs: number): string {
  let time = '';
  let rest = timeMs;
  for (let index = 0; index < timeCharacters; index++) {
    time = alphabet.charAt(rest % 32) + time;
    rest = Math.floor(rest / 32);
  }
  return time;
}

const ulidPattern = /^[0-7][0-9A-HJKMNP-TV-Z]{25}$/;

export function isUlid(text: string): boolean {
  return ulidPattern.test(text);
}

/** The time inside a ULID, in ms. Partitions of the book are chosen by it. */
export function getUlidTimeMs(ulid: string): number {
  if (!isUlid(ulid)) throw new RangeError('not a ULID');
  let timeMs = 0;
  for (let index = 0; index < timeCharacters; index++) {
    timeMs = timeMs * 32 + alphabet.indexOf(ulid.charAt(index));
  }
  return timeMs;
}
