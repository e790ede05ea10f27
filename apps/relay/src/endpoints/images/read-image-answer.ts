import { AppError } from '@tollgate/errors';
import type { HostedImage } from '@tollgate/dialects/openai-images';
import type { AnswerFace, SettledUsage } from '@tollgate/model-spec';
import type { ImageFormat } from '@tollgate/pricing';
import type { Candidate } from '../../domain/candidate';
import type { PlainReading, PreparedRequest } from '../../domain/endpoint';
import { makeImageCharge } from './charge-images';
import type { HostImages, ImageAnswer, ImageExchange } from './image-answer';

export interface ImageReaderInput {
  readonly exchange: ImageExchange;
  readonly candidate: Pick<Candidate, 'byok' | 'model' | 'target'>;
  readonly face: AnswerFace;
  /** As requested. */
  readonly format: ImageFormat;
  readonly hostImages: HostImages;
  readonly render: (
    answer: ImageAnswer,
    images: readonly HostedImage[],
    settled: SettledUsage,
  ) => string;
}

/** Prepares a request for images, over either protocol and for either endpoint. */
export function prepareImages(input: ImageReaderInput): PreparedRequest {
  const { exchange } = input;
  return {
    request: exchange.request,
    headers: {},
    readFailure: (...answer) => exchange.readFailure(...answer),
    readWhole: (text) => readAnswer(exchange.readAnswer(text), input),
    readPlain: refuseOther,
    openStream: refuseOther,
  };
}

/** Raises: no_images, pipeline_error. */
async function readAnswer(answer: ImageAnswer, input: ImageReaderInput): Promise<PlainReading> {
  const { candidate, face, hostImages, render } = input;
  const { finishReason, images: given, nativeFinishReason, upstreamUsage, usage } = answer;
  if (given.length === 0)
    throw new AppError(finishReason === 'content_filter' ? 'content_moderation' : 'no_images');
  const trustedBaseUrl = candidate.byok === undefined ? candidate.target.baseUrl : undefined;
  const images = await hostImages(given, { ulid: face.ulid, trustedBaseUrl });
  const { kind } = candidate.model;
  const format = {
    size: answer.size ?? input.format.size,
    quality: answer.quality ?? input.format.quality,
  };
  return {
    hasContent: true,
    finishReason: finishReason ?? 'stop',
    nativeFinishReason,
    usage,
    upstreamUsage,
    makeLines: (prices) => makeImageCharge(prices, { ...format, kind, count: given.length, usage }),
    render: (settled) => render(answer, images, settled),
  };
}

function refuseOther(): never {
  throw new AppError('internal', { message: 'images are read whole' });
}
