import {
  describeUse,
  heartbeatFrame,
  parseRequest,
  type HostedImage,
} from '@tollgate/dialects/openai-images';
import { renderImageStream } from '@tollgate/dialects/openai-chat';
import { AppError } from '@tollgate/errors';
import type { AnswerFace, AnswerPart, SettledUsage, TextRequest } from '@tollgate/model-spec';
import { editJson, removeFields } from '@tollgate/model-kit';
import type { Candidate } from '../../domain/candidate';
import type { CatalogModel } from '../../catalog/catalog';
import { listExtraParams } from '../../domain/check-extras';
import { checkChatModel } from '../text/check-model';
import { dialects } from '../text/dialects';
import type { InferenceRequest, PreparedRequest } from '../../domain/endpoint';
import { reserveImages } from './charge-images';
import { prepareOverChat } from './over-chat';
import { checkImageModel, answersOverChat } from './check-image-model';
import type { HostImages, ImageAnswer } from './image-answer';
import { checkImageInputs } from './image-inputs';
import { readLastTurn } from './read-last-turn';
import { prepareImages } from './read-image-answer';
import { requestImages } from './request-images';

const chat = dialects.chat;
/** A chat request has no fields for these: the model chooses. */
const anyFormat = { size: undefined, quality: undefined };

export function wantsImages({ modalities }: Readonly<Record<string, unknown>>): boolean {
  return Array.isArray(modalities) && modalities.includes('image');
}

/**
 * A chat that answers with images. Requested whole even for a stream: an image is sent when it can
 * be fetched. Raises what is wrong with its input images.
 */
export function makeImageChat(base: InferenceRequest, hostImages: HostImages): InferenceRequest {
  const { body } = base;
  const inputs = checkImageInputs(body);
  const whole = readWhole(base);
  const startedMs = Date.now();
  const made: InferenceRequest = {
    ...base,
    takesLong: true,
    heartbeatFrame,
    estimatePromptTokens: () => base.estimatePromptTokens(),
    measureUnits: ({ kind }, work) => {
      return {
        reserve: (prices) =>
          reserveImages(prices, { ...anyFormat, kind, count: base.choices, work }),
      };
    },
    fitTo: (model) => {
      checkModel(model, whole, inputs);
      return made;
    },
    prepare: (candidate, face) => {
      const render = createRender(whole, { face, isStreaming: base.isStreaming, startedMs });
      return prepare(whole, { candidate, face, hostImages, render });
    },
  };
  return made;
}

/** The request without its streaming fields. */
function readWhole({ body, bodyText }: Pick<InferenceRequest, 'body' | 'bodyText'>): TextRequest {
  const { stream: _stream, stream_options: _options, ...rest } = body;
  const edits = new Map<string, undefined>();
  removeFields(edits, body, ['stream', 'stream_options']);
  return chat.parseRequest(editJson(bodyText, edits), rest);
}

function checkModel(model: CatalogModel, request: TextRequest, inputs: number): void {
  if (model.kind === 'image' || model.kind === 'video') checkImageModel(model, inputs > 0);
  else {
    checkChatModel(model, request);
    checkImageModel(model, inputs > 0);
  }
  const extra = listExtraParams(request.extras)[0];
  if (extra !== undefined) {
    throw new AppError('unsupported_param', {
      message: `${extra} is not supported in a chat that makes images. Leave it out.`,
      param: extra,
    });
  }
  if (request.choices > 1) {
    throw new AppError('unsupported_param', {
      message: 'A chat makes images in one choice: n must be 1',
      param: 'n',
    });
  }
}

type Render = (
  answer: ImageAnswer,
  images: readonly HostedImage[],
  settled: SettledUsage,
) => string;

function prepare(
  request: TextRequest,
  shown: {
    readonly candidate: Candidate;
    readonly face: AnswerFace;
    readonly hostImages: HostImages;
    readonly render: Render;
  },
): PreparedRequest {
  const { candidate } = shown;
  if (answersOverChat(candidate))
    return prepareImages({
      ...shown,
      format: anyFormat,
      exchange: prepareOverChat({ request, candidate }),
    });
  const { files, prompt } = readLastTurn(request.body);
  const body = { model: request.requestedModel, prompt };
  const images = parseRequest(JSON.stringify(body), body);
  const exchange = requestImages({ request: images, size: undefined, candidate, files });
  return prepareImages({ ...shown, format: anyFormat, exchange });
}

function createRender(
  request: TextRequest,
  {
    face,
    isStreaming,
    startedMs,
  }: { readonly face: AnswerFace; readonly isStreaming: boolean; readonly startedMs: number },
): Render {
  return ({ parts, ...answer }, images, settled) => {
    const said = parts.filter(({ type }) => type !== 'image');
    if (isStreaming) {
      const use = describeUse(images.length, Date.now() - startedMs, settled);
      return renderImageStream({ answer: { ...answer, parts: said }, images, face, use }, settled);
    }
    const shown = images.map(({ url }): AnswerPart => ({ type: 'image', url }));
    return chat.renderResponse(
      { ...answer, parts: [...said, ...shown] },
      { face, request },
      settled,
    );
  };
}
