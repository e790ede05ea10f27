import { parseRequest, type EmbeddingsRequest } from '@tollgate/dialects/openai-embeddings';
import { AppError } from '@tollgate/errors';
import type { CatalogModel } from '../../catalog/catalog';
import { adoptModel } from '../../domain/adopt-model';
import type { Candidate } from '../../domain/candidate';
import type { Endpoint, InferenceRequest, PreparedRequest } from '../../domain/endpoint';
import { makeInputRequest } from '../make-input-request';
import { checkMedia } from '../text/check-media';
import { prepareOverBedrock } from './over-bedrock';
import { prepareOverEmbeddingsApi } from './over-embeddings-api';

/** Embeddings, over providers with OpenAI's protocol and over Amazon Bedrock. */
export const embeddingsEndpoint: Endpoint = {
  parse: (raw) => {
    const { body, bodyText } = adoptModel(raw);
    const request = parseRequest(bodyText, body);
    checkMedia(request);
    return makeRequest(request);
  },
};

function makeRequest(request: EmbeddingsRequest): InferenceRequest {
  return makeInputRequest(request, {
    apiType: 'embeddings',
    checkModel: (model) => checkModel(model, request),
    prepare: (candidate, { model }) => prepare(request, candidate, model),
  });
}

/** Raises: model_endpoint_mismatch, unsupported_param. */
function checkModel(model: CatalogModel, { hasImages, inputKind }: EmbeddingsRequest): void {
  if (model.kind !== 'embeddings') {
    throw AppError.forParam('model_endpoint_mismatch', 'model', `${model.id} makes no embeddings`);
  }
  if (hasImages && model.document.inputModalities?.includes('image') !== true) {
    throw AppError.forParam('unsupported_param', 'input', `${model.id} takes text only`);
  }
  if (inputKind === 'tokens' && model.family !== 'openai') {
    throw AppError.forParam('unsupported_param', 'input', `${model.id} takes text, not tokens`);
  }
}

/** Raises: unsupported_param. */
function prepare(request: EmbeddingsRequest, candidate: Candidate, model: string): PreparedRequest {
  const { protocol } = candidate.adapter;
  if (protocol === 'openai') return prepareOverEmbeddingsApi(request, candidate, model);
  if (protocol === 'bedrock') return prepareOverBedrock(request, candidate, model);
  throw AppError.forParam('unsupported_param', 'model', 'This provider makes no embeddings');
}
