import { Readable } from 'node:stream';
import type { ReplayableBody } from '@tollgate/model-spec';
import type { UploadedFile } from '../../domain/endpoint';

/** A placeholder in a JSON text for the base64 of a file. No request can contain it. */
export function makeFileMark(salt: string, index: number): string {
  return `@@file-${salt}-${index}@@`;
}

/** A JSON text into which files are read while it is sent, so that they are not held in memory. */
export function spliceFiles(
  json: string,
  salt: string,
  files: readonly UploadedFile[],
): ReplayableBody {
  const pieces = cutAtMarks(json, salt, files);
  const bytes = pieces.reduce((sum, piece) => sum + measurePiece(piece), 0);
  return { bytes, open: () => Readable.from(readPieces(pieces), { objectMode: false }) };
}

type Piece = string | UploadedFile;

function cutAtMarks(json: string, salt: string, files: readonly UploadedFile[]): Piece[] {
  const pieces: Piece[] = [];
  let rest = json;
  for (const [index, file] of files.entries()) {
    const mark = makeFileMark(salt, index);
    const at = rest.indexOf(mark);
    if (at === -1) throw new RangeError('a file has no placeholder in the request');
    pieces.push(rest.slice(0, at), file);
    rest = rest.slice(at + mark.length);
  }
  return [...pieces, rest];
}

const bytesPerGroup = 3;
const charactersPerGroup = 4;

function measurePiece(piece: Piece): number {
  return typeof piece === 'string'
    ? Buffer.byteLength(piece)
    : Math.ceil(piece.bytes / bytesPerGroup) * charactersPerGroup;
}

async function* readPieces(pieces: readonly Piece[]): AsyncGenerator<string> {
  for (const piece of pieces) {
    if (typeof piece === 'string') yield piece;
    else yield* encodeBase64(piece.open());
  }
}

/** In groups of three bytes: the rest of a chunk is carried over to the next. */
async function* encodeBase64(file: Readable): AsyncGenerator<string> {
  let left: Buffer = Buffer.alloc(0);
  for await (const chunk of file as AsyncIterable<Buffer>) {
    const all = left.length === 0 ? chunk : Buffer.concat([left, chunk]);
    const whole = all.length - (all.length % bytesPerGroup);
    yield all.toString('base64', 0, whole);
    left = all.subarray(whole);
  }
  if (left.length > 0) yield left.toString('base64');
}
