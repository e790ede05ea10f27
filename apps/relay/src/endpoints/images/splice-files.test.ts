import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import type { UploadedFile } from '../../domain/endpoint';
import { makeFileMark, spliceFiles } from './splice-files';

function makeFile(data: Buffer, pieceBytes: number): UploadedFile {
  const pieces = Array.from({ length: Math.ceil(data.length / pieceBytes) }, (_unused, index) =>
    data.subarray(index * pieceBytes, (index + 1) * pieceBytes),
  );
  return {
    fieldName: 'image',
    fileName: 'a.png',
    contentType: 'image/png',
    bytes: data.length,
    open: () => Readable.from(pieces),
    read: () => Promise.resolve(data),
  };
}

describe('files in a JSON text', () => {
  it.each([1, 2, 3, 4, 5, 7, 1_000])(
    'are written as base64 in pieces of %s bytes',
    async (bytes) => {
      const first = Buffer.from('The gate opens for whoever knocks');
      const second = Buffer.from([0, 255, 1, 254]);
      const json = JSON.stringify({ a: makeFileMark('s', 0), b: ['x', makeFileMark('s', 1)] });
      const body = spliceFiles(json, 's', [makeFile(first, bytes), makeFile(second, bytes)]);
      // As often as a provider has to be asked.
      for (let round = 0; round < 2; round++) {
        const sent = await text(body.open());
        expect(JSON.parse(sent)).toEqual({
          a: first.toString('base64'),
          b: ['x', second.toString('base64')],
        });
        expect(Buffer.byteLength(sent)).toBe(body.bytes);
      }
    },
  );

  it('all have a place', () => {
    expect(() => spliceFiles('{}', 's', [makeFile(Buffer.from('a'), 1)])).toThrow(RangeError);
  });
});
