import type { RequestHandler } from 'express';
import { getIdentity } from '@tollgate/identity';
import { readImageSize } from '@tollgate/pricing';
import type { z } from 'zod';
import type { CatalogModel, CatalogSnapshot } from '../domain/catalog';
import { inputImagesMax } from '../endpoints/images/image-inputs';
import { isRetired } from '../domain/retirement';
import type { imageModelSchema } from './images.operations';
import type { FindPolicy } from './receive-call';

type ImageModel = z.input<typeof imageModelSchema>;

/** The models that make images; a key of an organization sees those that it may call. */
export function createImageModelsRoute(
  getSnapshot: () => CatalogSnapshot,
  findPolicy: FindPolicy,
  getNowMs: () => number = Date.now,
): RequestHandler {
  return async (_request, response) => {
    const { allowsModel } = await findPolicy(getIdentity(response));
    const nowMs = getNowMs();
    const data = [...getSnapshot().models.values()]
      .filter((model) => makesImages(model) && !isRetired(model, nowMs))
      .filter(({ id }) => allowsModel?.(id) !== false)
      .sort((left, right) => (left.id < right.id ? -1 : 1))
      .map(describe);
    response.json({ object: 'list', data });
  };
}

function makesImages({ document, kind }: CatalogModel): boolean {
  return kind === 'image' || document.outputModalities?.includes('image') === true;
}

function describe({ createdAtMs, document, id, kind, name }: CatalogModel): ImageModel {
  const input = [...(document.inputModalities ?? ['text'])];
  const output = [...(document.outputModalities ?? ['image'])];
  const takesImages = input.includes('image');
  const { completion = null, prompt = null } = document.prices;
  const sizes = Object.entries(document.sizes ?? {}).sort(([left], [right]) =>
    left < right ? -1 : 1,
  );
  // What is paid by size is shown from the lowest price.
  const image = document.prices['image'] ?? findLowest(sizes.map(([, price]) => price));
  return {
    id,
    name,
    description: document.description ?? null,
    created: Math.floor(createdAtMs / 1_000),
    architecture: { input_modalities: input, output_modalities: output },
    modality: `${input.join('+')}->${output.join('+')}`,
    modalities: output.filter((word) => word === 'image' || word === 'text'),
    pricing: {
      unit: image == null ? 'per_1m_tokens' : 'per_image',
      ...(image == null ? {} : { image }),
      prompt,
      completion,
    },
    supported_parameters: listParameters(kind === 'image', takesImages),
    supported_sizes: [...new Set(sizes.map(([key]) => readImageSize(key)))],
    supports_edits: takesImages,
    max_input_images: takesImages ? inputImagesMax : 0,
    supports_streaming: true,
  };
}

function findLowest(prices: readonly (string | null)[]): string | undefined {
  const known = prices.filter((price) => price !== null);
  return known.sort((left, right) => Number(left) - Number(right))[0];
}

function listParameters(takesCount: boolean, takesImages: boolean): string[] {
  return ['size', ...(takesCount ? ['n'] : []), ...(takesImages ? ['image'] : []), 'stream'];
}
