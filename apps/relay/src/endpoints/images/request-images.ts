import type { ImageExchange } from './image-answer';
import { prepareOverBedrock } from './over-bedrock';
import { prepareOverImagesApi, type ImagesApiInput } from './over-images-api';

/** Requests images over the API for images that the provider has. Raises: unsupported_param. */
export function requestImages(input: ImagesApiInput): ImageExchange {
  const { protocol } = input.candidate.adapter;
  return protocol === 'bedrock' ? prepareOverBedrock(input) : prepareOverImagesApi(input);
}
