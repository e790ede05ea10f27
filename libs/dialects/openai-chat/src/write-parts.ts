import type { Annotation } from '@tollgate/model-spec';
import type { WireAnnotation, WireImage, WireToolCall } from './wire';

export function writeImage(url: string, index: number): WireImage {
  return { type: 'image_url', image_url: { url }, index };
}

export function writeAnnotation({ endIndex, startIndex, title, url }: Annotation): WireAnnotation {
  return {
    type: 'url_citation',
    url_citation: {
      url,
      title: title ?? '',
      start_index: startIndex ?? 0,
      end_index: endIndex ?? 0,
    },
  };
}

export function writeCall(id: string, name: string, text: string): WireToolCall {
  return { id, type: 'function', function: { name, arguments: text } };
}
