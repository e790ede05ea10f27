import { Router } from 'express';
import { AppError } from '@tollgate/errors';
import type { CatalogModel, CatalogSnapshot } from '../domain/catalog';
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

/** The public catalog: GET /v1/models and GET /v1/models/{slug}. */
export function createModelsRouter(getSnapshot: () => CatalogSnapshot): Router {
  const router = Router();

  router.get('/', (request, response) => {
    const wanted = readModalities(request.query['output_modalities']);
    const models = [...getSnapshot().models.values()].filter((model) => hasModality(model, wanted));
    const data = models
      .sort((left, right) => (left.id < right.id ? -1 : 1))
      .map(describePublicModel);
    const ids = { first_id: models[0]?.id ?? null, last_id: models.at(-1)?.id ?? null };
    response.json({ object: 'list', data, has_more: false, ...ids });
  });

  router.get('/:slug', (request, response) => {
    response.json(describePublicModel(findBySlug(request.params.slug, getSnapshot())));
  });
  router.get('/:provider/:model', (request, response) => {
    const { provider, model } = request.params;
    response.json(describePublicModel(findBySlug(`${provider}/${model}`, getSnapshot())));
  });
  return router;
}

function readModalities(value: unknown): ReadonlySet<string> | 'all' {
  if (typeof value !== 'string' || value === '') return new Set(['text']);
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
