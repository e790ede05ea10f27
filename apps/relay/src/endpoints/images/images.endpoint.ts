import {
  doneEvent,
  formatTyped,
  heartbeatFrame,
  parseRequest,
  renderEvents,
  renderResponse,
  type ImagesRequest,
} from '@tollgate/dialects/openai-images';
import { keepAliveComment, tokensPerImage } from '@tollgate/model-kit';
import { AppError, renderOpenAiError } from '@tollgate/errors';
import type { AnswerFace } from '@tollgate/model-spec';
import { readImageSize, type ImageFormat, type TokenWork } from '@tollgate/pricing';
import type { Candidate } from '../../domain/candidate';
import type { CatalogModel } from '../../catalog/catalog';
import { adoptModel } from '../../domain/adopt-model';
import type {
  Endpoint,
  InferenceRequest,
  PreparedRequest,
  UnitWork,
  UploadedFile,
} from '../../domain/endpoint';
import { reserveImages } from './charge-images';
import { checkImageModel, answersOverChat } from './check-image-model';
import { fitSize } from './fit-size';
import type { HostImages } from './image-answer';
import { prepareOverChat, writeImageChat } from './over-chat';
import { checkGivenImages } from './image-inputs';
import { prepareImages } from './read-image-answer';
import { requestImages } from './request-images';

/** Image generations, and edits whose form brings files. */
export function createImagesEndpoint(hostImages: HostImages): Endpoint {
  return {
    parse: (raw) => {
      const { body, bodyText } = adoptModel(raw);
      const files = raw.files ?? [];
      checkGivenImages(body);
      return makeRequest(parseRequest(bodyText, body), {
        files,
        hostImages,
        startedMs: Date.now(),
      });
    },
  };
}

interface Context {
  readonly files: readonly UploadedFile[];
  readonly hostImages: HostImages;
  readonly startedMs: number;
}

function makeRequest(request: ImagesRequest, context: Context): InferenceRequest {
  const { files } = context;
  const promptTokens = request.promptTokens + files.length * tokensPerImage;
  const made: InferenceRequest = {
    apiType: 'images',
    bodyText: request.bodyText,
    body: request.body,
    requestedModel: request.requestedModel,
    isStreaming: request.isStreaming,
    takesLong: true,
    outputTokensMax: undefined,
    choices: request.count,
    keepAliveFrame: keepAliveComment,
    heartbeatFrame,
    headers: {},
    estimatePromptTokens: () => promptTokens,
    measureUnits: (model, work) => measureUnits(request, model, work),
    fitTo: (model) => {
      checkImageModel(model, files.length > 0);
      checkQuality(request, model);
      return made;
    },
    prepare: (candidate, face) => prepare(request, candidate, face, context),
    renderFailure: (error) => formatTyped('error', renderOpenAiError(error)) + doneEvent,
  };
  return made;
}

function measureUnits(request: ImagesRequest, model: CatalogModel, work: TokenWork): UnitWork {
  const format = fitFormat(request, model);
  const { kind } = model;
  const { count } = request;
  return { reserve: (prices) => reserveImages(prices, { ...format, kind, count, work }) };
}

/** Refuses a quality without a price where other qualities have one. */
function checkQuality({ body }: ImagesRequest, { document, id }: CatalogModel): void {
  const { quality } = body;
  const keys = Object.keys(document.sizes ?? {}).filter((key) => key.includes('/'));
  const priced = [...new Set(keys.map((key) => key.slice(0, key.indexOf('/'))))];
  if (typeof quality !== 'string' || priced.length === 0) return;
  if (quality === 'auto' || priced.includes(quality)) return;
  throw new AppError('unsupported_param', {
    message: `${id} is offered in quality ${priced.join(', ')} or auto`,
    param: 'quality',
  });
}

function fitFormat({ body, size }: ImagesRequest, { document }: CatalogModel): ImageFormat {
  const sizes = new Set(Object.keys(document.sizes ?? {}).map(readImageSize));
  const { quality } = body;
  return {
    size: fitSize(size, [...sizes]),
    quality: typeof quality === 'string' && quality !== 'auto' ? quality : undefined,
  };
}

/** Raises: unsupported_param. */
function prepare(
  request: ImagesRequest,
  candidate: Candidate,
  face: AnswerFace,
  { files, hostImages, startedMs }: Context,
): PreparedRequest {
  const format = fitFormat(request, candidate.model);
  const exchange = answersOverChat(candidate)
    ? prepareOverChat({ candidate, ...writeImageChat(request, { files, salt: face.ulid }) })
    : requestImages({ request, size: format.size, candidate, files });
  return prepareImages({
    exchange,
    candidate,
    face,
    format,
    hostImages,
    render: (_answer, images, settled) =>
      request.isStreaming
        ? renderEvents(images, Date.now() - startedMs, settled)
        : renderResponse(images, face, settled),
  });
}
