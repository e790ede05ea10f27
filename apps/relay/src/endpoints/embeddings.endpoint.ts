import {
  parseRequest,
  readEmbeddings,
  renderResponse,
  type EmbeddingsRequest,
} from '@tollgate/dialects/openai-embeddings';
import { AppError } from '@tollgate/errors';
import { editJson, gatewayFields, makeBearerHeaders, removeFields } from '@tollgate/model-kit';
import { makeInputRequest } from './make-input-request';
import { checkMedia } from './text/check-media';
import type { Candidate } from '../domain/candidate';
import type { CatalogModel } from '../catalog/catalog';
import { adoptModel } from '../domain/adopt-model';
import type { Endpoint, InferenceRequest, PlainReading, PreparedRequest } from '../domain/endpoint';
import { parseAnswer } from '../domain/parse-answer';
import { readUnsupported } from '../domain/read-unsupported';

/** Embeddings, over providers with OpenAI's protocol. */
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

function prepare(
  request: EmbeddingsRequest,
  { adapter, target }: Candidate,
  model: string,
): PreparedRequest {
  if (adapter.protocol !== 'openai') {
    throw AppError.forParam('unsupported_param', 'model', 'This provider makes no embeddings');
  }
  const edits = new Map<string, string | undefined>([
    ['model', JSON.stringify(target.upstreamModel)],
  ]);
  // Embeddings are never streamed.
  removeFields(edits, request.body, [...gatewayFields, 'stream']);
  if (target.family !== 'openai') removeFields(edits, request.body, ['user']);
  return {
    request: {
      url: `${target.baseUrl}/embeddings`,
      headers: makeBearerHeaders(target),
      body: editJson(request.bodyText, edits),
    },
    headers: {},
    readFailure: (status, text, headers) =>
      readUnsupported(status, text, adapter.mapError(status, text, headers)),
    readPlain: (text) => readPlain(text, request, { adapter, model }),
    openStream: () => {
      throw new AppError('internal', { message: 'embeddings are never streamed' });
    },
  };
}

function readPlain(
  text: string,
  { encoding }: EmbeddingsRequest,
  { adapter, model }: { readonly adapter: Candidate['adapter']; readonly model: string },
): PlainReading {
  const body = parseAnswer(text);
  const vectors = readEmbeddings(body);
  return {
    hasContent: vectors !== undefined,
    finishReason: vectors === undefined ? undefined : 'stop',
    nativeFinishReason: undefined,
    usage: adapter.mapUsage(body['usage']),
    upstreamUsage: body['usage'],
    render: (settled) => renderResponse(text, vectors ?? [], { model, encoding }, settled),
  };
}
