import {
  asFieldList,
  asText,
  asFields,
  isFields,
  readCounts,
  type Fields,
} from '@tollgate/model-kit';
import { emptyUsage, type UsageReading } from '@tollgate/model-spec';

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

/** The usage of an images answer. All that comes out are images. */
export function mapUsage(value: unknown): UsageReading {
  if (!isFields(value)) return { kind: 'missing' };
  const counts = readCounts({
    input: value['input_tokens'],
    output: value['output_tokens'],
    imageInput: asFields(value['input_tokens_details'])['image_tokens'],
  });
  if (counts === undefined || counts.imageInput > counts.input) return { kind: 'unusable' };
  const { imageInput, input, output } = counts;
  if (input + output === 0) return { kind: 'missing' };
  const usage = { ...emptyUsage, input: input - imageInput, imageInput, imageOutput: output };
  return { kind: 'usage', usage };
}
