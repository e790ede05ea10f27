import { Readable } from 'node:stream';
import type { ReplayableBody } from '@tollgate/model-spec';
import type { UploadedFile } from '../../domain/uploaded-file';

/** Stands in a JSON text where the base64 of a file belongs. No request can contain it. */
export function makeFileMark(salt: string, index: number): string {
  return `@@file-${salt}-${index}@@`;
}

/** A JSON text into which files are read only when it is sent: nobody holds them in memory. */
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
    if (at === -1) throw new RangeError('a file without a place in the request');
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

/** Groups of three bytes: what is left of a chunk goes with the next. */
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
