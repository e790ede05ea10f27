import { AppError } from '@tollgate/errors';
import type { Candidate } from '../../domain/candidate';
import type { CatalogModel } from '../../catalog/catalog';

const param = 'model';

/** Raises: wrong_endpoint_for_video, model_endpoint_mismatch, input_images_not_supported. */
export function checkImageModel(model: CatalogModel, hasInputs: boolean): void {
  const { inputModalities = ['text'], outputModalities = ['text'] } = model.document;
  if (model.kind === 'video') throw new AppError('wrong_endpoint_for_video', { param });
  const makesImages =
    model.kind === 'image' || (model.kind === 'chat' && outputModalities.includes('image'));
  if (!makesImages) {
    throw new AppError('model_endpoint_mismatch', {
      message: `${model.id} makes no images. GET /v1/images/models lists those that do.`,
      param,
    });
  }
  if (hasInputs && !inputModalities.includes('image')) {
    throw new AppError('input_images_not_supported', {
      message: `${model.id} takes no input images`,
      param: 'image',
    });
  }
}

/** Whether images are requested in a conversation; otherwise over an API for images. */
export function answersOverChat({ adapter, model, target }: Candidate): boolean {
  if (adapter.protocol === 'bedrock') return model.kind !== 'image';
  return (
    adapter.protocol !== 'openai' ||
    model.kind === 'chat' ||
    target.supportedParameters.includes('modalities')
  );
}
