import type { Request, RequestHandler } from 'express';
import { AppError } from '@tollgate/errors';
import { validateQuery } from '@tollgate/http';
import type { Handlers } from '@tollgate/operations';
import type { CatalogModel, CatalogSnapshot } from '../domain/catalog';
import { modelsQuerySchema, type modelOperations } from './models.operations';
import { describePublicModel } from './public-model';

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
export function createModelListHandlers(getSnapshot: () => CatalogSnapshot): ModelHandlers {
  const answerModel =
    (getSlug: (params: Request['params']) => string): RequestHandler =>
    (request, response) => {
      response.json(describePublicModel(findBySlug(getSlug(request.params), getSnapshot())));
    };

  return {
    'GET /v1/models': (request, response) => {
      const query = validateQuery(modelsQuerySchema, request.query);
      const wanted = readModalities(query.output_modalities);
      const models = [...getSnapshot().models.values()]
        .filter((model) => hasModality(model, wanted))
        .sort((left, right) => (left.id < right.id ? -1 : 1));
      const data = models.map(describePublicModel);
      const ids = { first_id: models[0]?.id ?? null, last_id: models.at(-1)?.id ?? null };
      response.json({ object: 'list', data, has_more: false, ...ids });
    },
    'GET /v1/models/{slug}': answerModel(({ slug }) => String(slug)),
    'GET /v1/models/{provider}/{model}': answerModel(
      ({ model, provider }) => `${String(provider)}/${String(model)}`,
    ),
  };
}

function readModalities(value: string | undefined): ReadonlySet<string> | 'all' {
  if (value === undefined) return new Set(['text']);
  const words = value.split(',').map((word) => word.trim());
  if (words.includes('all')) return 'all';
  const unknown = words.find((word) => !outputModalities.has(word));
  if (unknown !== undefined) {
    throw new AppError('unsupported_param', {
      message: `Unknown output modality: ${unknown}`,
      param: 'output_modalities',
    });
  }
  return new Set(words);
}

function hasModality(model: CatalogModel, wanted: ReadonlySet<string> | 'all'): boolean {
  return (
    wanted === 'all' ||
    (model.document.outputModalities ?? ['text']).some((word) => wanted.has(word))
  );
}

/** Accepts the id itself and the id with its slash written as a hyphen. */
function findBySlug(slug: string, snapshot: CatalogSnapshot): CatalogModel {
  const wanted = slug.toLowerCase();
  const exact = snapshot.models.get(wanted);
  if (exact) return exact;
  const matches = [...snapshot.models.values()].filter(
    (model) => model.id.replace('/', '-') === wanted,
  );
  // Two ids may share a slug; the longer provider name is the more specific reading.
  const [found] = matches.sort((left, right) => right.id.indexOf('/') - left.id.indexOf('/'));
  if (!found)
    throw new AppError('model_not_found', { message: `Model ${slug.slice(0, 100)} not found` });
  return found;
}
