import { explainIssue, type FieldRules } from '@tollgate/model-kit';
import { AppError } from '@tollgate/errors';
import { transcriptionFieldsSchema } from './request-schemas';

/** A transcription that passed every check which needs neither catalog nor file. */
export interface TranscriptionRequest {
  readonly bodyText: string;
  readonly body: Readonly<Record<string, unknown>>;
  readonly requestedModel: string;
  readonly format: TranscriptFormat;
  readonly hasWords: boolean;
  /** The client wants the transcript as events. */
  readonly isStreaming: boolean;
}

const rules: FieldRules = { codes: { model: 'invalid_model_id' }, required: ['model'] };

/** Raises: missing_required_field, invalid_model_id, unsupported_response_format, … */
export function parseTranscription(
  bodyText: string,
  body: Readonly<Record<string, unknown>>,
): TranscriptionRequest {
  const result = transcriptionFieldsSchema.safeParse(body);
  if (!result.success) throw explainIssue(result.error.issues[0], body, rules);
  const { model, response_format: given } = result.data;
  const format = transcriptFormats.find((name) => name === (given ?? 'json'));
  if (format === undefined) {
    throw new AppError('unsupported_response_format', {
      message: `response_format must be one of ${transcriptFormats.join(', ')}`,
      param: 'response_format',
    });
  }
  const granularities =
    result.data['timestamp_granularities[]'] ?? result.data.timestamp_granularities;
  const hasWords = granularities?.includes('word') === true;
  // Form fields are always text.
  const isStreaming = result.data.stream === true || result.data.stream === 'true';
  if (isStreaming && needsSegments(format)) {
    throw new AppError('unsupported_response_format', {
      message: `${format} is not streamed. Leave stream out, or use response_format json.`,
      param: 'response_format',
    });
  }
  return { bodyText, body, requestedModel: model, format, hasWords, isStreaming };
}

const transcriptFormats = ['json', 'text', 'srt', 'vtt', 'verbose_json'] as const;
export type TranscriptFormat = (typeof transcriptFormats)[number];

/** Subtitles need times, which only segments have. */
export function needsSegments(format: TranscriptFormat): boolean {
  return format === 'srt' || format === 'vtt';
}
