import { AppError } from '@tollgate/errors';
import type { FilePart, ImagePart, TextPart, UserPart } from '@tollgate/model-spec';
import {
  decodeText,
  makeFileFault,
  parseDataUri,
  readFileContent,
  type FileContent,
} from '@tollgate/model-kit';
import {
  markCache,
  type DocumentBlockParam,
  type ImageBlockParam,
  type TextBlockParam,
} from './wire';

export type WireUserBlock = TextBlockParam | ImageBlockParam | DocumentBlockParam;
type ImageMediaType = Extract<ImageBlockParam['source'], { type: 'base64' }>['media_type'];

export interface FileOptions {
  /** Media types beside PDFs, images and texts that the API accepts as documents. */
  readonly otherFiles?: Pick<ReadonlySet<string>, 'has'>;
}

/** Empty text is left out: the API refuses it. */
export function writeParts(parts: readonly UserPart[], options: FileOptions): WireUserBlock[] {
  return parts.flatMap((part) => {
    switch (part.type) {
      case 'text':
        return writeText(part);
      case 'image':
        return [writeImage(part)];
      case 'file':
        return [writeFile(part, options)];
      case 'audio':
      case 'video':
        throw new AppError('invalid_modality_for_model', {
          message: `The model does not take ${part.type}`,
        });
    }
  });
}

export function writeText({ cacheControl, text }: TextPart): TextBlockParam[] {
  return text === '' ? [] : [{ type: 'text', text, ...markCache(cacheControl) }];
}

function writeImage({ cacheControl, url }: ImagePart): ImageBlockParam {
  const inline = parseDataUri(url);
  if (inline !== undefined) return makeImage(inline.mediaType, inline.data, cacheControl);
  if (!/^https?:/i.test(url)) {
    throw new AppError('unsupported_param', {
      message: 'An image must be an http(s) address or a base64 data URI',
    });
  }
  return { type: 'image', source: { type: 'url', url }, ...markCache(cacheControl) };
}

function makeImage(
  mediaType: string,
  data: string,
  cacheControl: ImagePart['cacheControl'],
): ImageBlockParam {
  const media_type = (mediaType === 'image/jpg' ? 'image/jpeg' : mediaType) as ImageMediaType;
  return {
    type: 'image',
    source: { type: 'base64', media_type, data },
    ...markCache(cacheControl),
  };
}

function writeFile(part: FilePart, { otherFiles }: FileOptions): WireUserBlock {
  const { cacheControl, dataUri, filename } = part;
  const file = readFileContent(dataUri);
  if (file?.kind === 'image') return makeImage(file.mediaType, file.data, cacheControl);
  const source = file === undefined ? undefined : makeSource(file, otherFiles);
  if (source === undefined) throw makeFileFault(file);
  const title = filename === undefined ? {} : { title: filename };
  return { type: 'document', source, ...title, ...markCache(cacheControl) };
}

function makeSource(
  file: FileContent,
  otherFiles: FileOptions['otherFiles'],
): DocumentBlockParam['source'] | undefined {
  const { data, kind, mediaType } = file;
  // The API has one kind of text, without annotations.
  if (kind === 'text') return { type: 'text', media_type: 'text/plain', data: decodeText(file) };
  const isTaken = kind === 'pdf' || otherFiles?.has(mediaType) === true;
  return isTaken ? { type: 'base64', media_type: mediaType as 'application/pdf', data } : undefined;
}
