import { emptyUsage, type UsageReading } from '@tollgate/model-spec';
import { asFields, isFields, readCounts } from '@tollgate/model-kit';

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
