import { explainIssue, type FieldRules } from '@tollgate/model-kit';
import { AppError } from '@tollgate/errors';
import { speechRequestSchema } from './request-schemas';

const speechFormats = ['mp3', 'opus', 'aac', 'flac', 'wav', 'pcm'] as const;
export type SpeechFormat = (typeof speechFormats)[number];

/** The content type of a format, for providers that send none. */
export const speechTypes: Readonly<Record<SpeechFormat, string>> = {
  mp3: 'audio/mpeg',
  opus: 'audio/ogg',
  aac: 'audio/aac',
  flac: 'audio/flac',
  wav: 'audio/wav',
  pcm: 'audio/pcm',
};

/** A speech request that passed every check which needs no catalog. */
export interface SpeechRequest {
  readonly bodyText: string;
  readonly body: Readonly<Record<string, unknown>>;
  readonly requestedModel: string;
  readonly input: string;
  /** Undefined: the model's default voice. */
  readonly voice: string | undefined;
  readonly format: SpeechFormat;
}

const rules: FieldRules = { codes: { model: 'invalid_model_id' }, required: ['model', 'input'] };

/** Raises: missing_required_field, invalid_model_id, unsupported_response_format, … */
export function parseSpeech(
  bodyText: string,
  body: Readonly<Record<string, unknown>>,
): SpeechRequest {
  const result = speechRequestSchema.safeParse(body);
  if (!result.success) {
    const given = body['input'] === '' ? { ...body, input: null } : body;
    throw explainIssue(result.error.issues[0], given, rules);
  }
  const { input, model, response_format: wanted, voice } = result.data;
  const format = speechFormats.find((name) => name === (wanted ?? 'mp3'));
  if (format === undefined) {
    throw new AppError('unsupported_response_format', {
      message: `response_format must be one of ${speechFormats.join(', ')}`,
      param: 'response_format',
    });
  }
  if (body['stream_format'] != null && body['stream_format'] !== 'audio') {
    throw new AppError('unsupported_param', {
      message: 'stream_format: speech is streamed as audio only',
      param: 'stream_format',
    });
  }
  const name = typeof voice === 'object' ? voice?.id : voice;
  return { bodyText, body, requestedModel: model, input, voice: name, format };
}
