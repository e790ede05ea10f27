import {
  estimateTextTokens,
  explainIssue,
  tokensPerImage,
  type FieldRules,
} from '@tollgate/model-kit';
import { AppError } from '@tollgate/errors';
import { requestSchema, type Input, type Item } from './request-schema';

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
  /** Undefined: the input is tokens or images. */
  readonly texts: readonly string[] | undefined;
  /** Undefined: the default of the model. */
  readonly dimensions: number | undefined;
}

const inputsMax = 2_048;

const rules: FieldRules = { codes: { model: 'invalid_model_id' }, required: ['model', 'input'] };

/** Raises: missing_required_field, invalid_model_id, unsupported_param. */
export function parseRequest(
  bodyText: string,
  body: Readonly<Record<string, unknown>>,
): EmbeddingsRequest {
  const result = requestSchema.safeParse(body);
  if (!result.success) throw explainIssue(result.error.issues[0], dropEmpty(body), rules);
  const request = result.data;
  const inputs = listInputs(request.input);
  if (inputs.length > inputsMax) {
    throw new AppError('unsupported_param', {
      message: `input has ${inputs.length} entries, at most ${inputsMax} are allowed`,
      param: 'input',
    });
  }
  const inputKind = readKind(inputs);
  return {
    bodyText,
    body,
    requestedModel: request.model,
    encoding: request.encoding_format ?? 'float',
    inputKind,
    hasImages: inputs.some(hasImage),
    inputCount: inputs.length,
    promptTokens: inputs.reduce<number>((sum, entry) => sum + weighInput(entry), 0),
    texts: inputKind === 'text' ? (inputs as readonly string[]) : undefined,
    dimensions: request.dimensions ?? undefined,
  };
}

type InputEntry = string | readonly number[] | Item;

function listInputs(value: Input): readonly InputEntry[] {
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
