import {
  asFieldList,
  asFields,
  asText,
  makeFault,
  omitUndefined,
  readCacheControl,
  type Fields,
} from '@tollgate/model-kit';
import type {
  CacheControl,
  FilePart,
  ImagePart,
  RefusalPart,
  TextPart,
  UserPart,
} from '@tollgate/model-spec';

export type ContentPart = UserPart | RefusalPart;

/** Text or parts as parts. Raises unsupported_param for parts without a neutral form. */
export function readContent(content: unknown, param: string): readonly ContentPart[] {
  if (typeof content === 'string') return [{ type: 'text', text: content }];
  return asFieldList(content).map((part, index) => readPart(part, `${param}.${index}`));
}

/** A marker on the whole message ends the cached prefix at its last part. */
export function markLast<Part extends { readonly type: string }>(
  parts: readonly Part[],
  cacheControl: CacheControl | undefined,
): readonly Part[] {
  const last = parts.at(-1);
  if (cacheControl === undefined || last === undefined) return parts;
  return [...parts.slice(0, -1), { ...last, cacheControl }];
}

function readPart(part: Fields, param: string): ContentPart {
  const cacheControl = readCacheControl(part);
  switch (part['type']) {
    case 'text':
      return omitUndefined<TextPart>({
        type: 'text',
        text: asText(part['text']) ?? '',
        cacheControl,
      });
    case 'image_url':
      return readImage(part, cacheControl);
    case 'file':
      return readFile(asFields(part['file']), param, cacheControl);
    case 'input_audio': {
      const { data, format } = asFields(part['input_audio']);
      return { type: 'audio', data: asText(data) ?? '', format: asText(format) ?? '' };
    }
    case 'video_url':
      return { type: 'video', url: asText(asFields(part['video_url'])['url']) ?? '' };
    case 'refusal':
      return { type: 'refusal', text: asText(part['refusal']) ?? '' };
    default:
      throw makeFault(`${param}.type`, 'is not known to this model');
  }
}

export function readImage(part: Fields, cacheControl?: CacheControl): ImagePart {
  const { detail, url } = asFields(part['image_url']);
  return omitUndefined<ImagePart>({
    type: 'image',
    url: asText(url) ?? '',
    detail: asText(detail),
    cacheControl,
  });
}

function readFile(file: Fields, param: string, cacheControl: CacheControl | undefined): FilePart {
  const dataUri = asText(file['file_data']);
  if (dataUri === undefined) {
    throw makeFault(`${param}.file.file_id`, 'is not known to this model: send file_data');
  }
  return omitUndefined<FilePart>({
    type: 'file',
    filename: asText(file['filename']),
    dataUri,
    cacheControl,
  });
}
