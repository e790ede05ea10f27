import type { NeutralAnswer, TextRequest } from '@tollgate/model-spec';
import type { Candidate } from '../../domain/candidate';
import { parseAnswer } from '../../domain/parse-answer';
import type { UploadedFile } from '../../domain/uploaded-file';
import type { ImageAnswer, ImageExchange } from './image-answer';
import { spliceFiles } from './splice-files';

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
