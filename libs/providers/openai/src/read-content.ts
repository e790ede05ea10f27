import type { Annotation } from '@tollgate/model-spec';
import { asFieldList, asFields, asText, type Fields } from '@tollgate/model-kit';

/** A piece of what a message or a delta holds, in its order. */
export interface ContentPiece {
  readonly kind: 'text' | 'reasoning' | 'refusal';
  readonly text: string;
}

/** Content is a string, or with some providers a list of reasoning and text parts. */
export function readContent(content: unknown): readonly ContentPiece[] {
  if (typeof content === 'string') return content === '' ? [] : [{ kind: 'text', text: content }];
  return asFieldList(content)
    .map(readPiece)
    .filter(({ text }) => text !== '');
}

function readPiece(part: Fields): ContentPiece {
  switch (part['type']) {
    case 'thinking':
    case 'reasoning':
      return { kind: 'reasoning', text: joinTexts(part['thinking'] ?? part['reasoning'] ?? part) };
    case 'refusal':
      return { kind: 'refusal', text: asText(part['refusal']) ?? '' };
    default:
      return { kind: 'text', text: asText(part['text']) ?? '' };
  }
}

function joinTexts(value: unknown): string {
  if (typeof value === 'string') return value;
  if (!Array.isArray(value)) return asText(asFields(value)['text']) ?? '';
  return asFieldList(value)
    .map((part) => asText(part['text']) ?? '')
    .join('');
}

export function readReasoningText(message: Fields): string {
  return asText(message['reasoning']) ?? asText(message['reasoning_content']) ?? '';
}

export function readAnnotations(value: unknown): readonly Annotation[] {
  return asFieldList(value).flatMap((entry) => {
    const citation = asFields(entry['url_citation'] ?? entry);
    const url = asText(citation['url']);
    return url === undefined ? [] : [readCitation(url, citation)];
  });
}

/**
 * The sources that Perplexity lists beside its choices; `citations` are the same without titles.
 */
export function readSources({ citations, search_results: results }: Fields): readonly Annotation[] {
  const found = readAnnotations(results);
  if (found.length > 0 || !Array.isArray(citations)) return found;
  return citations.flatMap((url: unknown) => (typeof url === 'string' ? [{ url }] : []));
}

function readCitation(url: string, citation: Fields): Annotation {
  const { end_index: endIndex, start_index: startIndex } = citation;
  const title = asText(citation['title']);
  return {
    url,
    ...(title === undefined ? {} : { title }),
    ...(typeof startIndex === 'number' ? { startIndex } : {}),
    ...(typeof endIndex === 'number' ? { endIndex } : {}),
  };
}

export function readImageUrls(value: unknown): readonly string[] {
  return asFieldList(value).flatMap((image) => {
    const url = asText(asFields(image['image_url'])['url']);
    return url === undefined ? [] : [url];
  });
}

/** Google's own Chat endpoint signs calls here. */
export function readCallSignature(call: Fields): string | undefined {
  return asText(asFields(asFields(call['extra_content'])['google'])['thought_signature']);
}
