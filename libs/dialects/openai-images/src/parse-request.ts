import { estimateTextTokens, explainIssue, type FieldRules } from '@tollgate/model-kit';
import { AppError } from '@tollgate/errors';
import { requestSchema } from './request-schema';

/** A request for images that passed every check which needs no catalog. */
export interface ImagesRequest {
  readonly bodyText: string;
  readonly body: Readonly<Record<string, unknown>>;
  readonly requestedModel: string;
  readonly prompt: string;
  readonly count: number;
  /** WxH or W:H; undefined: the model's default. */
  readonly size: string | undefined;
  readonly isStreaming: boolean;
  readonly promptTokens: number;
}

const rules: FieldRules = {
  codes: { model: 'invalid_model_id', n: 'invalid_n' },
  required: ['model'],
};

/** Raises: missing_required_field, missing_prompt, invalid_n, unsupported_response_format, … */
export function parseRequest(
  bodyText: string,
  body: Readonly<Record<string, unknown>>,
): ImagesRequest {
  const { model: named, prompt: said } = body;
  const isSilent = said == null || (typeof said === 'string' && said.trim() === '');
  if (named != null && isSilent) {
    throw new AppError('missing_prompt', { param: 'prompt' });
  }
  const result = requestSchema.safeParse(body);
  if (!result.success) throw explainIssue(result.error.issues[0], body, rules);
  const { model, n, prompt, response_format: format, size, stream } = result.data;
  if (format != null && format !== 'url') {
    throw new AppError('unsupported_response_format', {
      message: `response_format ${format} is not supported: images are answered as URLs`,
      param: 'response_format',
    });
  }
  return {
    bodyText,
    body,
    requestedModel: model,
    prompt,
    count: n ?? 1,
    size: size == null || size === 'auto' ? undefined : size,
    isStreaming: stream ?? false,
    promptTokens: estimateTextTokens(prompt),
  };
}
