import {
  needsSegments,
  type SpeechRequest,
  type TranscriptFormat,
} from '@tollgate/dialects/openai-audio';
import { AppError } from '@tollgate/errors';
import type { CatalogModel } from '../../catalog/catalog';

const inputCharactersDefault = 4_096;

/** Raises: wrong_endpoint_for_video, model_endpoint_mismatch, unsupported_response_format. */
export function checkTranscriptionModel(model: CatalogModel, format: TranscriptFormat): void {
  checkKind(model, 'transcription', 'transcribes nothing');
  if (needsSegments(format) && !tellsTimes(model.document.supportedParameters ?? [])) {
    throw new AppError('unsupported_response_format', {
      message: `${model.id} tells no times, and ${format} needs them`,
      param: 'response_format',
    });
  }
}

/** A model that lists its parameters without timestamps answers in plain JSON only. */
export function tellsTimes(supportedParameters: readonly string[]): boolean {
  return (
    supportedParameters.length === 0 || supportedParameters.includes('timestamp_granularities')
  );
}

/** Raises: wrong_endpoint_for_video, model_endpoint_mismatch, missing_required_field, … */
export function checkSpeechModel(model: CatalogModel, request: SpeechRequest): void {
  checkKind(model, 'speech', 'speaks nothing');
  const { voice } = request;
  const { defaultVoice, voices = [] } = model.document;
  if (voice === undefined && defaultVoice === undefined) {
    throw AppError.forParam('missing_required_field', 'voice', 'voice is required');
  }
  if (voice !== undefined && voices.length > 0 && !voices.includes(voice)) {
    throw new AppError('unsupported_param', {
      message: `voice: ${model.id} speaks with ${voices.join(', ')}`,
      param: 'voice',
    });
  }
  const charactersMax = model.contextLength ?? inputCharactersDefault;
  if ([...request.input].length > charactersMax) {
    throw new AppError('context_too_long', {
      message: `input may have ${charactersMax} characters`,
      param: 'input',
    });
  }
}

function checkKind(model: CatalogModel, kind: CatalogModel['kind'], fault: string): void {
  const param = 'model';
  if (model.kind === kind) return;
  if (model.kind === 'video') throw new AppError('wrong_endpoint_for_video', { param });
  throw AppError.forParam('model_endpoint_mismatch', param, `${model.id} ${fault}`);
}
