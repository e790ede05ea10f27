import {
  estimateTextTokens,
  explainIssue,
  modelIdField,
  tokensPerImage,
  type FieldRules,
} from '@tollgate/dialect-kit';
import { AppError } from '@tollgate/errors';
import { z } from 'zod';

export type EmbeddingsEncoding = 'float' | 'base64';
export type InputKind = 'text' | 'tokens' | 'multimodal';

/** An embeddings request that passed every check which needs no catalog. */
export interface EmbeddingsRequest {
  readonly bodyText: string;
  readonly body: Readonly<Record<string, unknown>>;
  readonly requestedModel: string;
  readonly encoding: EmbeddingsEncoding;
  readonly inputKind: InputKind;
  readonly hasImages: boolean;
  readonly inputCount: number;
  readonly promptTokens: number;
}

const inputsMax = 2_048;

const token = z.int().min(0);
const part = z.discriminatedUnion('type', [
  z.looseObject({ type: z.literal('text'), text: z.string() }),
  z.looseObject({
    type: z.literal('image_url'),
    image_url: z.looseObject({ url: z.string().min(1) }),
  }),
]);
const item = z.looseObject({ content: z.array(part).min(1) });
const input = z.union([
  z.string().min(1),
  z.array(z.string().min(1)).min(1),
  z.array(token).min(1),
  z.array(z.array(token).min(1)).min(1),
  z.array(item).min(1),
]);

const schema = z.looseObject({
  model: modelIdField,
  input,
  dimensions: z.int().positive().nullish(),
  encoding_format: z.enum(['float', 'base64']).nullish(),
});

const rules: FieldRules = { codes: { model: 'invalid_model_id' }, required: ['model', 'input'] };

/** Raises: missing_required_field, invalid_model_id, unsupported_param. */
export function parseRequest(
  bodyText: string,
  body: Readonly<Record<string, unknown>>,
): EmbeddingsRequest {
  const result = schema.safeParse(body);
  if (!result.success) throw explainIssue(result.error.issues[0], dropEmpty(body), rules);
  const request = result.data;
  const inputs = listInputs(request.input);
  if (inputs.length > inputsMax) {
    throw new AppError('unsupported_param', {
      message: `input has ${inputs.length} entries, at most ${inputsMax} are allowed`,
      param: 'input',
    });
  }
  return {
    bodyText,
    body,
    requestedModel: request.model,
    encoding: request.encoding_format ?? 'float',
    inputKind: readKind(inputs),
    hasImages: inputs.some(hasImage),
    inputCount: inputs.length,
    promptTokens: inputs.reduce<number>((sum, entry) => sum + weighInput(entry), 0),
  };
}

type Item = z.infer<typeof item>;
type InputEntry = string | readonly number[] | Item;

function listInputs(value: z.infer<typeof input>): readonly InputEntry[] {
  if (typeof value === 'string') return [value];
  return typeof value[0] === 'number' ? [value as number[]] : (value as InputEntry[]);
}

function readKind([first]: readonly InputEntry[]): InputKind {
  if (typeof first === 'string') return 'text';
  return Array.isArray(first) ? 'tokens' : 'multimodal';
}

function isItem(entry: InputEntry): entry is Item {
  return typeof entry !== 'string' && !Array.isArray(entry);
}

function hasImage(entry: InputEntry): boolean {
  return isItem(entry) && entry.content.some(({ type }) => type === 'image_url');
}

/** Text by its weight, tokens by their number, images at a flat rate. */
function weighInput(entry: InputEntry): number {
  if (typeof entry === 'string') return estimateTextTokens(entry);
  if (!isItem(entry)) return entry.length;
  return entry.content.reduce<number>(
    (sum, piece) => sum + (piece.type === 'text' ? estimateTextTokens(piece.text) : tokensPerImage),
    0,
  );
}

/** An input without anything in it is as good as none. */
function dropEmpty(body: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  const { input: given } = body;
  const isEmpty = given === '' || (Array.isArray(given) && given.length === 0);
  return isEmpty ? { ...body, input: undefined } : body;
}
