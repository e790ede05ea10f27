import type { Request, RequestHandler, Response } from 'express';
import { AppError } from '@tollgate/errors';
import { type Handlers, validateQuery } from '@tollgate/http';
import { getIdentity } from '@tollgate/identity';
import type { CatalogSnapshot } from '../catalog/catalog';
import { findBySlug, makeModelNotFoundError } from '../catalog/names/find-by-slug';
import { findListedModel, makeNotPricedError } from '../catalog/read-prices';
import type { FindPolicy } from '../call/receive/receive-call';
import { readModelList, type ListBody, type ListFilter } from './model-list';
import { modelsQuerySchema, type modelOperations } from './models.operations';
import { describeFreeModel, describePublicModel } from './public-model';

const outputModalities = new Set([
  'text',
  'image',
  'embeddings',
  'audio',
  'video',
  'rerank',
  'speech',
  'transcription',
]);

type ModelHandlers = Handlers<typeof modelOperations>;

/** The public catalog. */
export function createModelListHandlers(
  getSnapshot: () => CatalogSnapshot,
  findPolicy: FindPolicy,
  now: () => number = Date.now,
): ModelHandlers {
  const answerModel =
    (getSlug: (params: Request['params']) => string): RequestHandler =>
    async (request, response) => {
      const nowMs = now();
      const slug = getSlug(request.params);
      const snapshot = getSnapshot();
      const { isFree, model: found } = findBySlug(slug, snapshot, nowMs);
      const { allowsModel } = await findPolicy(getIdentity(response));
      if (allowsModel?.(found.id) === false) throw makeModelNotFoundError(slug);
      const model = findListedModel(found, snapshot);
      if (model === undefined) throw makeNotPricedError(found);
      response.json((isFree ? describeFreeModel : describePublicModel)(model, nowMs));
    };

  return {
    'GET /v1/models': async (request, response) => {
      const query = validateQuery(modelsQuerySchema, request.query);
      const filter: ListFilter = {
        modalities: readModalities(query.output_modalities),
        parameters: splitWords(query.supported_parameters),
        allowsModel: (await findPolicy(getIdentity(response))).allowsModel,
      };
      answerOnceKnown(request, response, readModelList(getSnapshot(), filter, now()));
    },
    'GET /v1/models/{slug}': answerModel(({ slug }) => String(slug)),
    'GET /v1/models/{provider}/{model}': answerModel(
      ({ model, provider }) => `${String(provider)}/${String(model)}`,
    ),
  };
}

/** Answers 304 when the client has the current version. */
function answerOnceKnown(request: Request, response: Response, { etag, text }: ListBody): void {
  response.setHeader('etag', etag);
  // Clients may cache it, but must revalidate.
  response.setHeader('cache-control', 'no-cache');
  const known = request.headers['if-none-match']?.split(',').map((tag) => tag.trim());
  if (known?.some((tag) => tag === '*' || tag.replace(/^W\//, '') === etag)) {
    response.status(304).end();
    return;
  }
  response.setHeader('content-type', 'application/json; charset=utf-8');
  response.end(text);
}

function readModalities(value: string | undefined): ListFilter['modalities'] {
  if (value === undefined) return ['text'];
  const words = splitWords(value);
  if (words.includes('all')) return 'all';
  const unknown = words.find((word) => !outputModalities.has(word));
  if (unknown !== undefined || words.length === 0) {
    throw new AppError('unsupported_param', {
      message: `Unknown output modality: ${(unknown ?? '').slice(0, 100)}`,
      param: 'output_modalities',
    });
  }
  return words;
}

/** Sorted, so that equal filters share a cache entry. */
function splitWords(value = ''): string[] {
  const words = value.split(',').map((word) => word.trim());
  return [...new Set(words)].filter((word) => word !== '').sort();
}
