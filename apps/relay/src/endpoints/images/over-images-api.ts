import { mapUsage, readImages, type ImagesRequest } from '@tollgate/dialects/openai-images';
import {
  asText,
  editJson,
  gatewayFields,
  makeBearerHeaders,
  removeFields,
} from '@tollgate/model-kit';
import { writeMultipart, type MultipartPart } from '@tollgate/multipart';
import type { UpstreamRequest } from '@tollgate/model-spec';
import type { Candidate } from '../../domain/candidate';
import { parseAnswer } from '../../domain/parse-answer';
import type { UploadedFile } from '../../domain/endpoint';
import type { ImageExchange } from './image-answer';

export interface ImagesApiInput {
  readonly request: ImagesRequest;
  readonly size: string | undefined;
  readonly candidate: Pick<Candidate, 'adapter' | 'byok' | 'prices' | 'target'>;
  readonly files: readonly UploadedFile[];
}

/** Not sent to providers: the gateway handles streams, formats and hosting. */
const ownFields = [...gatewayFields, 'stream', 'partial_images', 'response_format', 'n', 'size'];

/** Requests images over OpenAI's images API, or over its edits when there are input images. */
export function prepareOverImagesApi(input: ImagesApiInput): ImageExchange {
  const { adapter } = input.candidate;
  return {
    request: input.files.length === 0 ? writeGeneration(input) : writeEdit(input),
    readAnswer: (text) => {
      const body = parseAnswer(text);
      return {
        images: readImages(body),
        parts: [],
        finishReason: 'stop',
        nativeFinishReason: undefined,
        usage: mapUsage(body['usage']),
        upstreamUsage: body['usage'],
        size: asText(body['size']),
        quality: asText(body['quality']),
      };
    },
    readFailure: (...answer) => adapter.mapError(...answer),
  };
}

function writeGeneration({ candidate, request, size }: ImagesApiInput): UpstreamRequest {
  const { target } = candidate;
  const edits = new Map<string, string | undefined>();
  removeFields(edits, request.body, ownFields);
  edits.set('model', JSON.stringify(target.upstreamModel));
  if (request.body['n'] != null) edits.set('n', String(request.count));
  if (size !== undefined) edits.set('size', JSON.stringify(size));
  return {
    url: `${target.baseUrl}/images/generations`,
    headers: makeBearerHeaders(target),
    body: editJson(request.bodyText, edits),
  };
}

function writeEdit({ candidate, files, request, size }: ImagesApiInput): UpstreamRequest {
  const { target } = candidate;
  const kept = Object.entries(request.body).filter(
    ([name, value]) => !ownFields.includes(name) && name !== 'model' && typeof value === 'string',
  );
  const fields = [
    ['model', target.upstreamModel],
    ...(request.body['n'] == null ? [] : [['n', String(request.count)]]),
    ...(size === undefined ? [] : [['size', size]]),
    ...kept,
  ] as [string, string][];
  const parts: MultipartPart[] = [
    ...fields.map(([name, value]) => ({ name, value })),
    ...files.map((file) => ({ name: files.length > 1 ? 'image[]' : 'image', file })),
  ];
  const { contentLength, contentType, open } = writeMultipart(parts);
  return {
    url: `${target.baseUrl}/images/edits`,
    headers: { ...makeBearerHeaders(target), 'content-type': contentType },
    body: '',
    upload: { bytes: contentLength, open },
  };
}
