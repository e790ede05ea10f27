import type { RequestHandler } from 'express';
import { AppError } from '@tollgate/errors';
import { readStart, sniffImage } from '@tollgate/media-types';
import type { ReceivedFile, ReceivedForm } from '@tollgate/multipart';
import type { CatalogSnapshot } from '../catalog/catalog';
import type { Endpoint, UploadedFile } from '../domain/endpoint';
import { imageBytesMax, inputImagesMax } from '../endpoints/images/image-inputs';
import type { RelayCall } from '../call/relay-call';
import { receiveCall, type FindPolicy, type ReceivedBody } from '../call/receive/receive-call';
import { readFields, receiveForm } from '../call/receive/receive-form';

export interface ImageEditsOptions {
  readonly endpoint: Endpoint;
  readonly relayCall: RelayCall;
  readonly findPolicy: FindPolicy;
  readonly getSnapshot: () => CatalogSnapshot;
}

export const imageFormLimits = {
  // One more than allowed, so that the error names the images and not the form.
  filesMax: inputImagesMax + 1,
  fileBytesMax: imageBytesMax,
  totalBytesMax: 85 * 1024 * 1024,
  // Files are on disk, fields in memory: only the longest prompt needs so much.
  fieldsMax: 32,
  fieldBytesMax: 128 * 1024,
};
const codes = { too_many_files: 'too_many_images', file_too_large: 'image_too_large' } as const;
const headBytes = 64;

/** Image edits: a form whose files are on disk until the call is over. */
export function createImageEditsRoute(options: ImageEditsOptions): RequestHandler {
  const { endpoint, findPolicy, getSnapshot, relayCall } = options;
  return async (request, response) => {
    let form: ReceivedForm | undefined;
    try {
      const readBody = async (): Promise<ReceivedBody> => {
        form = await receiveForm(request, imageFormLimits, codes);
        const body = { model: findDefaultModel(getSnapshot()), ...readFields(form) };
        return { body, bodyText: JSON.stringify(body), files: await readImages(form) };
      };
      const call = await receiveCall(request, response, { findPolicy, readBody });
      await relayCall({ ...call, endpoint }, response);
    } finally {
      await form?.dispose();
    }
  };
}

function findDefaultModel({ models }: CatalogSnapshot): string | undefined {
  for (const { document, id } of models.values())
    if (document.defaultFor?.includes('images.edits')) return id;
  return undefined;
}

/** Raises: mask_not_supported, missing_image, too_many_images, invalid_image_type. */
async function readImages({ fields, files }: ReceivedForm): Promise<readonly UploadedFile[]> {
  if (fields.has('mask') || files.some(({ fieldName }) => fieldName === 'mask'))
    throw new AppError('mask_not_supported', { param: 'mask' });
  const other = files.find(({ fieldName }) => !/^image(?:\[\d*\])?$/.test(fieldName));
  if (other !== undefined) {
    throw new AppError('unsupported_param', {
      message: `${other.fieldName}: only image takes files`,
      param: other.fieldName,
    });
  }
  if (files.length === 0) throw new AppError('missing_image', { param: 'image' });
  if (files.length > inputImagesMax) throw new AppError('too_many_images', { param: 'image' });
  return Promise.all(files.map(readImage));
}

/** The type is read from the bytes, not from what the client declares. */
async function readImage(file: ReceivedFile): Promise<UploadedFile> {
  const stream = file.open();
  const { start } = await readStart(stream, headBytes);
  stream.destroy();
  const contentType = sniffImage(start);
  if (contentType === undefined) throw new AppError('invalid_image_type', { param: 'image' });
  const { bytes, fieldName, fileName } = file;
  return {
    fieldName,
    fileName,
    contentType,
    bytes,
    open: () => file.open(),
    read: () => file.read(),
  };
}
