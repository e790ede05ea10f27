import {
  asFieldList,
  asFields,
  asText,
  formatDataUri,
  makeFault,
  omitUndefined,
  readCacheControl,
  type Fields,
} from '@tollgate/model-kit';
import type { FilePart, ImagePart, TextPart } from '@tollgate/model-spec';

export type ContentPart = TextPart | ImagePart | FilePart;

/** Text or blocks as parts. Raises unsupported_param for what only Anthropic can read. */
export function readContent(content: unknown, param: string): readonly ContentPart[] {
  if (typeof content === 'string') return [{ type: 'text', text: content }];
  return asFieldList(content).flatMap((block, index) => readBlock(block, `${param}.${index}`));
}

export function readBlock(block: Fields, param: string): readonly ContentPart[] {
  switch (block['type']) {
    case 'text':
      return [makeText(block['text'], block)];
    case 'image':
      return [readImage(block, param)];
    case 'document':
      return readDocument(block, param);
    case 'search_result':
      return [readSearchResult(block)];
    default:
      throw makeFault(`${param}.type`, 'is not known to this model');
  }
}

export function makeText(text: unknown, block: Fields): TextPart {
  return omitUndefined<TextPart>({
    type: 'text',
    text: asText(text) ?? '',
    cacheControl: readCacheControl(block),
  });
}

function readImage(block: Fields, param: string): ImagePart {
  const { data, media_type: mediaType, type, url } = asFields(block['source']);
  if (type !== 'base64' && type !== 'url') throw makeFault(`${param}.source`, 'is not supported');
  const address =
    type === 'url'
      ? asText(url)
      : formatDataUri({ mediaType: asText(mediaType) ?? '', data: asText(data) ?? '' });
  return omitUndefined<ImagePart>({
    type: 'image',
    url: address ?? '',
    cacheControl: readCacheControl(block),
  });
}

function readDocument(block: Fields, param: string): readonly ContentPart[] {
  const source = asFields(block['source']);
  const { content, data, media_type: mediaType, type } = source;
  switch (type) {
    case 'text':
      return [makeText(data, block)];
    case 'content':
      return readContent(content, `${param}.source.content`);
    case 'base64': {
      const dataUri = formatDataUri({
        mediaType: asText(mediaType) ?? 'application/pdf',
        data: asText(data) ?? '',
      });
      const filename = asText(block['title']);
      const cacheControl = readCacheControl(block);
      return [omitUndefined<FilePart>({ type: 'file', filename, dataUri, cacheControl })];
    }
    default:
      throw makeFault(`${param}.source`, 'must be base64 or text: addresses are not accepted');
  }
}

function readSearchResult(block: Fields): TextPart {
  const { content, source, title } = block;
  const texts = asFieldList(content).map(({ text }) => asText(text));
  const lines = [asText(title), asText(source), ...texts].filter((line) => line !== undefined);
  return makeText(lines.join('\n'), block);
}
