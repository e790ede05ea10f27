import type { RequestHandler } from 'express';
import { getIdentity } from '@tollgate/identity';
import { readImageSize } from '@tollgate/pricing';
import type { z } from 'zod';
import type { CatalogModel, CatalogSnapshot } from '../catalog/catalog';
import { inputImagesMax } from '../endpoints/images/image-inputs';
import { findListedModel } from '../catalog/read-prices';
import { isRetired } from '../catalog/retirement';
import type { imageModelSchema } from './images.operations';
import { findLowestPrice } from './public-model';
import type { FindPolicy } from '../call/receive/receive-call';

type ImageModel = z.input<typeof imageModelSchema>;

/** Lists the image models; a key of an organization sees the models that it may call. */
export function createImageModelsRoute(
  getSnapshot: () => CatalogSnapshot,
  findPolicy: FindPolicy,
  getNowMs: () => number = Date.now,
): RequestHandler {
  return async (_request, response) => {
    const { allowsModel } = await findPolicy(getIdentity(response));
    const nowMs = getNowMs();
    const snapshot = getSnapshot();
    const data = [...snapshot.models.values()]
      .filter((model) => makesImages(model) && !isRetired(model, nowMs))
      .filter(({ id }) => allowsModel?.(id) !== false)
      .flatMap((model) => findListedModel(model, snapshot) ?? [])
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
  const { completion, prompt } = document.prices;
  const sizes = Object.entries(document.sizes ?? {}).sort(([left], [right]) =>
    left < right ? -1 : 1,
  );
  const image = document.prices['image'] ?? findLowestPrice(sizes.map(([, price]) => price));
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
      prompt: prompt ?? '0',
      completion: completion ?? '0',
    },
    supported_parameters: listParameters(kind === 'image', takesImages),
    supported_sizes: [...new Set(sizes.map(([key]) => readImageSize(key)))],
    supports_edits: takesImages,
    max_input_images: takesImages ? inputImagesMax : 0,
    supports_streaming: true,
  };
}

function listParameters(takesCount: boolean, takesImages: boolean): string[] {
  return ['size', ...(takesCount ? ['n'] : []), ...(takesImages ? ['image'] : []), 'stream'];
}
