import { AppError } from '@tollgate/errors';
import { parseDataUri, type DataUri } from './data-uri';

/** Decides what a provider can do with a file. */
export type FileKind = 'pdf' | 'image' | 'text' | 'other';

export interface FileContent extends DataUri {
  readonly kind: FileKind;
}

const pdf = 'application/pdf';
/** Types that say nothing; the content of a PDF does. */
const unknownTypes = new Set(['', 'application/octet-stream', 'binary/octet-stream']);
/** `%PDF-` in base64. */
const pdfMark = 'JVBERi';
const textTypes = [
  /^text\/./,
  /^application\/(?:json|xml|yaml|x-yaml|toml|sql|javascript|x-sh|x-ndjson)$/,
  /\+(?:json|xml|yaml)$/,
];

/** Undefined for anything but a base64 `data:` URI. */
export function readFileContent(dataUri: string): FileContent | undefined {
  const file = parseDataUri(dataUri);
  if (file === undefined) return undefined;
  const { data, mediaType: given } = file;
  const mediaType = unknownTypes.has(given) && data.startsWith(pdfMark) ? pdf : given;
  return { mediaType, data, kind: findKind(mediaType) };
}

function findKind(mediaType: string): FileKind {
  if (mediaType === pdf) return 'pdf';
  // An SVG is XML, which no provider draws.
  if (mediaType.startsWith('image/') && mediaType !== 'image/svg+xml') return 'image';
  return textTypes.some((pattern) => pattern.test(mediaType)) ? 'text' : 'other';
}

export function decodeText({ data }: Pick<DataUri, 'data'>): string {
  return Buffer.from(data, 'base64').toString('utf8');
}

/** A text file as text, under its name, for providers without files of this kind. */
export function inlineText(file: Pick<DataUri, 'data'>, filename: string | undefined): string {
  const text = decodeText(file);
  return filename === undefined || filename === '' ? text : `${filename}:\n${text}`;
}

/** For a file that the provider of a candidate cannot read. */
export function makeFileFault(file: FileContent | undefined): AppError {
  const got = file === undefined ? 'something else' : file.mediaType.slice(0, 80);
  return new AppError('unsupported_param', {
    message:
      'A file must be a PDF, an image or a text as a base64 data URI ' +
      `(got ${got}): convert it to one of these, or send its text`,
  });
}
