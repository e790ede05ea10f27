import { AppError } from '@tollgate/errors';
import type { CatalogModel } from '../../catalog/catalog';

interface TextNeeds {
  readonly body: Readonly<Record<string, unknown>>;
  readonly hasTools: boolean;
}

const param = 'model';

/**
 * Whether a model supports a text request. Raises: embedding_on_chat_endpoint,
 * wrong_endpoint_for_video, model_endpoint_mismatch, invalid_modality_for_model,
 * tool_use_unsupported.
 */
export function checkChatModel(model: CatalogModel, request: TextNeeds): void {
  checkKind(model);
  // A model without modalities in the catalog is listed as a text model.
  const { outputModalities = ['text'], supportedParameters } = model.document;
  const { modalities } = request.body;
  if (Array.isArray(modalities)) {
    const missing = modalities.map(String).find((name) => !outputModalities.includes(name));
    if (missing !== undefined) {
      throw new AppError('invalid_modality_for_model', {
        message: `${model.id} gives ${outputModalities.join(', ')}, not ${missing}`,
        param: 'modalities',
      });
    }
  }
  if (request.hasTools && supportedParameters !== undefined && supportedParameters.length > 0) {
    if (!supportedParameters.includes('tools')) {
      throw AppError.forParam('tool_use_unsupported', 'tools', `${model.id} cannot use tools`);
    }
  }
}

function checkKind(model: CatalogModel): void {
  if (model.kind === 'chat') return;
  if (model.kind === 'embeddings') throw new AppError('embedding_on_chat_endpoint', { param });
  if (model.kind === 'video') throw new AppError('wrong_endpoint_for_video', { param });
  if (model.kind === 'completion') {
    const message = `${model.id} does not chat: use POST /v1/completions`;
    throw AppError.forParam('model_endpoint_mismatch', param, message);
  }
  throw new AppError('model_endpoint_mismatch', { param });
}
