import type { ImagesRequest } from '@tollgate/dialects/openai-images';
import { AppError } from '@tollgate/errors';
import { formatDataUri } from '@tollgate/model-kit';
import { dialects } from '../text/dialects';
import type { UploadedFile } from '../../domain/uploaded-file';
import type { OverChatInput } from './over-chat';
import { findRatio } from './fit-size';
import { makeFileMark } from './splice-files';

/** A request for images as a conversation of one turn. Raises: unsupported_param. */
export function writeImageChat(
  { count, prompt, requestedModel, size }: ImagesRequest,
  upload: { readonly files: readonly UploadedFile[]; readonly salt: string },
): Pick<OverChatInput, 'request' | 'upload'> {
  if (count > 1) {
    throw new AppError('unsupported_param', {
      message: 'This model makes one image per call: n must be 1',
      param: 'n',
    });
  }
  const images = upload.files.map(({ contentType: mediaType }, index) => {
    const data = makeFileMark(upload.salt, index);
    return { type: 'image_url', image_url: { url: formatDataUri({ mediaType, data }) } };
  });
  const ratio = findRatio(size);
  const body = {
    model: requestedModel,
    messages: [{ role: 'user', content: [{ type: 'text', text: prompt }, ...images] }],
    modalities: ['image', 'text'],
    ...(ratio === undefined ? {} : { image_config: { aspect_ratio: ratio } }),
  };
  return { request: dialects.chat.parseRequest(JSON.stringify(body), body), upload };
}
