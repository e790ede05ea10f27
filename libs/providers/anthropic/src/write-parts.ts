import { AppError } from '@tollgate/errors';
import type { FilePart, ImagePart, TextPart, UserPart } from '@tollgate/model-spec';
import { parseDataUri } from '@tollgate/model-kit';
import {
  markCache,
  type DocumentBlockParam,
  type ImageBlockParam,
  type TextBlockParam,
} from './wire';

export type WireUserBlock = TextBlockParam | ImageBlockParam | DocumentBlockParam;
type ImageMediaType = Extract<ImageBlockParam['source'], { type: 'base64' }>['media_type'];

/** Empty text is left out: the API refuses it. */
export function writeParts(parts: readonly UserPart[]): WireUserBlock[] {
  return parts.flatMap((part) => {
    switch (part.type) {
      case 'text':
        return writeText(part);
      case 'image':
        return [writeImage(part)];
      case 'file':
        return [writeFile(part)];
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

function writeFile({ cacheControl, dataUri, filename }: FilePart): WireUserBlock {
  const file = parseDataUri(dataUri);
  if (file?.mediaType.startsWith('image/')) {
    return makeImage(file.mediaType, file.data, cacheControl);
  }
  const source = file === undefined ? undefined : makeSource(file.mediaType, file.data);
  if (source === undefined) {
    throw new AppError('unsupported_param', {
      message: 'A file must be a PDF, an image or a text as a base64 data URI',
    });
  }
  const title = filename === undefined ? {} : { title: filename };
  return { type: 'document', source, ...title, ...markCache(cacheControl) };
}

function makeSource(mediaType: string, data: string): DocumentBlockParam['source'] | undefined {
  if (mediaType === 'application/pdf') {
    return { type: 'base64', media_type: 'application/pdf', data };
  }
  if (!mediaType.startsWith('text/')) return undefined;
  // The API has one kind of text, without annotations.
  const text = Buffer.from(data, 'base64').toString('utf8');
  return { type: 'text', media_type: 'text/plain', data: text };
}
