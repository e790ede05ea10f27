import { readdirSync } from 'node:fs';
import type { IncomingHttpHeaders } from 'node:http';
import { tmpdir } from 'node:os';
import { Readable } from 'node:stream';
import fc from 'fast-check';
import { MultipartError, receiveMultipart } from './index';
import { temporaryPrefix } from './temporary-file';

const limits = {
  filesMax: 3,
  fileBytesMax: 200_000,
  totalBytesMax: 500_000,
  fieldsMax: 8,
  fieldBytesMax: 10_000,
  memoryBytesMax: 1_000,
  stallMsMax: 50,
};

const names = fc.constantFrom('file', 'a', '__proto__', 'x"y', 'constructor', '', 'ü', 'a[]');
const part = fc
  .record({
    name: names,
    isFile: fc.boolean(),
    hasType: fc.boolean(),
    bytes: fc.integer({ min: 0, max: 6_000 }),
    nested: fc.boolean(),
  })
  .map(({ name, isFile, hasType, bytes, nested }) => {
    const file = isFile ? '; filename="f.wav"' : '';
    const type = hasType ? 'Content-Type: audio/wav\r\n' : '';
    const inner = nested ? '--c\r\nContent-Disposition: form-data\r\n\r\nx\r\n--c--\r\n' : '';
    const head = `--b\r\nContent-Disposition: form-data; name="${name}"${file}\r\n${type}\r\n`;
    return head + inner + 'x'.repeat(bytes) + '\r\n';
  });

/** A form with some of its bytes cut off, changed, doubled or swapped for line ends. */
const body = fc
  .record({
    parts: fc.array(part, { maxLength: 6 }),
    end: fc.constantFrom('--b--\r\n', '--b--', '--b', '--', ''),
    cut: fc.double({ min: 0, max: 1, noNaN: true }),
    isCut: fc.boolean(),
    noise: fc.array(
      fc.record({
        at: fc.double({ min: 0, max: 1, noNaN: true }),
        bytes: fc.oneof(
          fc.uint8Array({ maxLength: 40 }),
          fc.constantFrom('\r\n', '\r\n\r\n', '--b', '\0', '"', ';', 'a'.repeat(20_000)),
        ),
      }),
      { maxLength: 4 },
    ),
  })
  .map(({ parts, end, cut, isCut, noise }) => {
    let bytes = Buffer.from(parts.join('') + end);
    for (const { at, bytes: insert } of noise) {
      const place = Math.floor(at * bytes.length);
      const middle = Buffer.from(insert as string);
      bytes = Buffer.concat([bytes.subarray(0, place), middle, bytes.subarray(place)]);
    }
    return isCut ? bytes.subarray(0, Math.floor(cut * bytes.length)) : bytes;
  });

function toRequest(
  bytes: Buffer,
  chunkBytes: number,
  isDropped: boolean,
): Readable & { headers: IncomingHttpHeaders } {
  const stream = Readable.from(
    (async function* () {
      for (let start = 0; start < bytes.length; start += chunkBytes) {
        yield bytes.subarray(start, start + chunkBytes);
      }
      await Promise.resolve();
      if (isDropped) throw new Error('reset by peer');
    })(),
    { objectMode: false },
  );
  const headers = { 'content-type': 'multipart/form-data; boundary=b' };
  return Object.assign(stream, { headers });
}

const listTemporary = (): string[] =>
  readdirSync(tmpdir()).filter((name) => name.startsWith(temporaryPrefix));

describe('receiveMultipart under fire', () => {
  it('accepts or refuses any input, and leaves no files', async () => {
    const unhandled: unknown[] = [];
    const note = (reason: unknown): number => unhandled.push(reason);
    process.on('unhandledRejection', note);
    const chunkBytes = fc.integer({ min: 1, max: 5_000 });
    await fc.assert(
      fc.asyncProperty(body, chunkBytes, fc.boolean(), async (bytes, size, isDropped) => {
        const request = toRequest(bytes, Math.max(size, Math.ceil(bytes.length / 200)), isDropped);
        try {
          const form = await receiveMultipart(request, limits);
          for (const file of form.files) expect((await file.read()).length).toBe(file.bytes);
          await form.dispose();
        } catch (error) {
          if (!(error instanceof MultipartError)) throw error;
        }
      }),
      { numRuns: 400 },
    );
    await new Promise((resolve) => setTimeout(resolve, 50));
    process.off('unhandledRejection', note);
    expect(unhandled).toEqual([]);
    expect(listTemporary()).toEqual([]);
    expect(Object.keys(Object.prototype)).toEqual([]);
  }, 60_000);
});
