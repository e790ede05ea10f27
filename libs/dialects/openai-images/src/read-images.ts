import { asFieldList, asText, type Fields } from '@tollgate/model-kit';

/** An image as a provider gave it. */
export interface GivenImage {
  /** https, http, or a base64 data URI. */
  readonly url: string;
  readonly revisedPrompt?: string;
}

/** What is no image is left out: the others are worth their price all the same. */
export function readImages({ data, output_format: format }: Fields): readonly GivenImage[] {
  const type = format === 'jpeg' || format === 'webp' ? format : 'png';
  return asFieldList(data).flatMap((entry): GivenImage[] => {
    const base64 = asText(entry['b64_json']);
    const url = base64 ? `data:image/${type};base64,${base64}` : asText(entry['url']);
    const revisedPrompt = asText(entry['revised_prompt']);
    if (!url) return [];
    return [revisedPrompt === undefined ? { url } : { url, revisedPrompt }];
  });
}
