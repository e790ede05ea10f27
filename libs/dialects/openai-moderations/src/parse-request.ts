import { AppError } from '@tollgate/errors';
import {
  estimateTextTokens,
  explainIssue,
  tokensPerImage,
  type FieldRules,
  type Fields,
} from '@tollgate/model-kit';
import { requestSchema, type Input } from './request-schema';

/** A moderation request that passed every check which needs no catalog. */
export interface ModerationsRequest {
  readonly bodyText: string;
  readonly body: Fields;
  readonly requestedModel: string;
  readonly promptTokens: number;
}

/** What OpenAI uses for requests without a model. */
const defaultModel = 'omni-moderation-latest';
const inputsMax = 2_048;
const imagesMax = 8;

const rules: FieldRules = { codes: { model: 'invalid_model_id' }, required: ['input'] };

/** Raises: missing_required_field, invalid_model_id, too_many_images, unsupported_param. */
export function parseRequest(bodyText: string, body: Fields): ModerationsRequest {
  const result = requestSchema.safeParse(body);
  if (!result.success) throw explainIssue(result.error.issues[0], dropEmpty(body), rules);
  const { input, model } = result.data;
  const inputs = typeof input === 'string' ? [input] : input;
  checkInputs(inputs);
  return {
    bodyText,
    body,
    requestedModel: model ?? defaultModel,
    promptTokens: inputs.reduce<number>((sum, entry) => sum + weighInput(entry), 0),
  };
}

type InputEntry = Exclude<Input, string>[number];

function checkInputs(inputs: readonly InputEntry[]): void {
  if (inputs.length > inputsMax) {
    const message = `input has ${inputs.length} entries, at most ${inputsMax} are allowed`;
    throw AppError.forParam('unsupported_param', 'input', message);
  }
  const images = inputs.filter((entry) => typeof entry !== 'string' && entry.type === 'image_url');
  if (images.length > imagesMax) {
    const message = `input has ${images.length} images, at most ${imagesMax} are allowed`;
    throw AppError.forParam('too_many_images', 'input', message);
  }
}

function weighInput(entry: InputEntry): number {
  if (typeof entry === 'string') return estimateTextTokens(entry);
  return entry.type === 'text' ? estimateTextTokens(entry.text) : tokensPerImage;
}

/** An input without anything in it is as good as none. */
function dropEmpty(body: Fields): Fields {
  const { input } = body;
  const isEmpty = input === '' || (Array.isArray(input) && input.length === 0);
  return isEmpty ? { ...body, input: undefined } : body;
}
