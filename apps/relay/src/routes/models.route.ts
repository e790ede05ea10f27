import type { Request, RequestHandler } from 'express';
import type { z } from 'zod';
import { AppError } from '@tollgate/errors';
import { type Handlers, readSortedQuery, type SortedPage, validateQuery } from '@tollgate/http';
import { getIdentity } from '@tollgate/identity';
import type { CatalogSnapshot } from '../catalog/catalog';
import { findListedModel, makeNotPricedError } from '../catalog/read-prices';
import type { FindPolicy } from '../call/receive/receive-call';
import { findAllowedModel } from './find-allowed-model';
import { readModelList, readModelPage, type ListFilter } from './model-list';
import { modelsQuerySchema, pageSizeMax, type modelOperations } from './models.operations';
import { describeFreeModel, describePublicModel } from './public-model';
import { publicCursors, type PublicSort } from './public-sorts';
import { answerTagged } from './tagged-answer';

const outputModalities = new Set([
  'text',
  'image',
  'embeddings',
  'audio',
  'video',
  'rerank',
  'speech',
  'transcription',
  'moderation',
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
      const allowed = { snapshot, nowMs, policy: await findPolicy(getIdentity(response)) };
      const { isFree, model: found } = findAllowedModel(slug, allowed);
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
      const page = readPublicPage(query, request.query);
      const body =
        page === undefined
          ? readModelList(getSnapshot(), filter, now())
          : readModelPage(getSnapshot(), filter, page, now());
      answerTagged(request, response, body);
    },
    'GET /v1/models/{slug}': answerModel(({ slug }) => String(slug)),
    'GET /v1/models/{provider}/{model}': answerModel(
      ({ model, provider }) => `${String(provider)}/${String(model)}`,
    ),
  };
}

/** Undefined: the whole list, as clients that send no parameters know it. */
function readPublicPage(
  query: z.output<typeof modelsQuerySchema>,
  sent: Request['query'],
): SortedPage<PublicSort> | undefined {
  const { after_id: afterId, cursor, limit, order, search, sort } = query;
  // We have no pages backwards: a client that follows them ends with the whole list.
  if (sent['before_id'] !== undefined) return undefined;
  const given = [afterId, cursor, limit, order, search, sort];
  if (given.every((value) => value === undefined)) return undefined;
  if (afterId !== undefined && (cursor !== undefined || (sort ?? 'id') !== 'id')) {
    const message = 'after_id cannot be used together with cursor or with another sort than id';
    throw new AppError('unsupported_param', { message, param: 'after_id' });
  }
  return readSortedQuery(publicCursors, {
    sort: sort ?? 'id',
    order: order ?? 'asc',
    search,
    cursor: cursor ?? afterId,
    limit: limit ?? pageSizeMax,
  });
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
