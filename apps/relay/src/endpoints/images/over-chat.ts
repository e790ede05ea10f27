import type { ImagesRequest } from '@tollgate/dialects/openai-images';
import { AppError } from '@tollgate/errors';
import { formatDataUri } from '@tollgate/model-kit';
import type { NeutralAnswer, TextRequest } from '@tollgate/model-spec';
import type { Candidate } from '../../domain/candidate';
import { parseAnswer } from '../../domain/parse-answer';
import type { UploadedFile } from '../../domain/endpoint';
import { dialects } from '../text/dialects';
import { findRatio } from './fit-size';
import type { ImageAnswer, ImageExchange } from './image-answer';
import { spliceFiles, makeFileMark } from './splice-files';

export interface OverChatInput {
  /** Never streamed: images arrive whole. */
  readonly request: TextRequest;
  readonly candidate: Pick<Candidate, 'adapter' | 'target'>;
  /** The files whose marks are in the request. */
  readonly upload?: { readonly salt: string; readonly files: readonly UploadedFile[] } | undefined;
}

/** Requests images in a conversation: over the Chat protocol, or over Gemini's. */
export function prepareOverChat({ candidate, request, upload }: OverChatInput): ImageExchange {
  const { adapter, target } = candidate;
  const neutral = request.toNeutral();
  const translation = adapter.translate({ request: neutral, isStreaming: false, target });
  const { body } = translation.request;
  return {
    request:
      upload === undefined || upload.files.length === 0
        ? translation.request
        : {
            ...translation.request,
            body: '',
            upload: spliceFiles(body, upload.salt, upload.files),
          },
    readAnswer: (text) => readAnswer(translation.readResponse(parseAnswer(text))),
    readFailure: (...answer) => adapter.mapError(...answer),
  };
}

function readAnswer(answer: NeutralAnswer): ImageAnswer {
  const images = answer.parts.filter((part) => part.type === 'image');
  return {
    ...answer,
    images: images.map(({ url }) => ({ url })),
    upstreamUsage: undefined,
    size: undefined,
    quality: undefined,
  };
}

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
