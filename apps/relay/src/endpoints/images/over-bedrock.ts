import { AppError } from '@tollgate/errors';
import { asText, formatDataUri, omitUndefined, type Fields } from '@tollgate/model-kit';
import { findImageSize } from '@tollgate/pricing';
import { invokeModel } from '@tollgate/providers/bedrock';
import { parseAnswer } from '../../domain/parse-answer';
import { findRatio, fitSize } from './fit-size';
import type { ImageAnswer, ImageExchange } from './image-answer';
import type { ImagesApiInput } from './over-images-api';

/** The format that InvokeModel has for one family of image models. */
interface ImageFormat {
  /** Of the names of its models. */
  readonly pattern: RegExp;
  readonly imagesMax: number;
  /** Raises unsupported_param. */
  writeBody(input: ImagesApiInput): Fields;
  /** Why images are missing; undefined: the provider gives no reason. */
  readReason(body: Fields): string | undefined;
}

const qualities = ['standard', 'premium'] as const;

/** Amazon Nova Canvas and Titan Image Generator. */
const canvas: ImageFormat = {
  pattern: /\bamazon\.(?:nova-canvas|titan-image)/,
  imagesMax: 5,
  writeBody: (input) => {
    const { request, size } = input;
    const [width, height] = (size ?? '').split('x').map(Number);
    return {
      taskType: 'TEXT_IMAGE',
      textToImageParams: { text: request.prompt },
      imageGenerationConfig: omitUndefined({
        numberOfImages: request.count,
        ...(size !== undefined && { width, height }),
        quality: readQuality(input),
      }),
    };
  },
  readReason: ({ error }) => asText(error),
};

const ratios = ['16:9', '1:1', '21:9', '2:3', '3:2', '4:5', '5:4', '9:16', '9:21'];

/** Models of Stability: their images have a shape and no size. */
const stability: ImageFormat = {
  pattern: /\bstability\./,
  imagesMax: 1,
  writeBody: ({ request, size }) =>
    omitUndefined({
      prompt: request.prompt,
      aspect_ratio: fitSize(findRatio(size), ratios),
      output_format: 'png',
    }),
  readReason: ({ finish_reasons: reasons }) =>
    Array.isArray(reasons) ? asText(reasons.find((reason: unknown) => reason !== null)) : undefined,
};

const filtered = /filter/i;

/** Requests images over InvokeModel of Amazon Bedrock. Raises: unsupported_param. */
export function prepareOverBedrock(input: ImagesApiInput): ImageExchange {
  const { adapter, target } = input.candidate;
  const format = [canvas, stability].find(({ pattern }) => pattern.test(target.upstreamModel));
  if (format === undefined) {
    throw AppError.forParam(
      'unsupported_param',
      'model',
      'Images of Amazon Bedrock are available for Nova Canvas, Titan Image Generator and models ' +
        'of Stability, by the name of the model or of its inference profile',
    );
  }
  checkInput(format, input);
  return {
    request: invokeModel(target, format.writeBody(input)),
    readAnswer: (text) => readAnswer(parseAnswer(text), format),
    readFailure: (...answer) => adapter.mapError(...answer),
  };
}

function checkInput({ imagesMax }: ImageFormat, { files, request }: ImagesApiInput): void {
  if (files.length > 0) {
    throw AppError.forParam(
      'unsupported_param',
      'image',
      'Models of Amazon Bedrock make images from text here: leave the input images out',
    );
  }
  if (request.count > imagesMax) {
    const most = `n must be at most ${imagesMax} for this model (got ${request.count})`;
    throw AppError.forParam('unsupported_param', 'n', most);
  }
}

/** Undefined: the default of the model. Premium costs more, so it needs a price of its own. */
function readQuality({ candidate, request, size }: ImagesApiInput): string | undefined {
  const value = request.body['quality'];
  if (value == null || value === 'auto') return undefined;
  const found = qualities.find((quality) => quality === value);
  if (found === 'premium' && !hasPremiumPrice(candidate, size)) {
    const key = `premium/${size ?? '1024x1024'}`;
    const unpriced =
      `quality premium has no price of its own on this model (sizes "${key}"). ` +
      'Use standard or auto, or choose a model that has one.';
    throw AppError.forParam('unsupported_param', 'quality', unpriced);
  }
  if (found !== undefined) return found;
  const message = `quality must be one of ${qualities.join(', ')} or auto for this model`;
  throw AppError.forParam('unsupported_param', 'quality', message);
}

/** An organization pays its own provider. */
function hasPremiumPrice(
  { byok, prices }: ImagesApiInput['candidate'],
  size: string | undefined,
): boolean {
  const priced = findImageSize(prices, { quality: 'premium', size });
  return byok !== undefined || priced?.startsWith('premium/') === true;
}

/** Some of several images may be missing: the others are worth their price all the same. */
function readAnswer(body: Fields, format: ImageFormat): ImageAnswer {
  const { images } = body;
  const reason = format.readReason(body);
  return {
    images: (Array.isArray(images) ? images : []).flatMap((data: unknown) =>
      typeof data === 'string' && data !== ''
        ? [{ url: formatDataUri({ mediaType: 'image/png', data }) }]
        : [],
    ),
    parts: [],
    finishReason: reason !== undefined && filtered.test(reason) ? 'content_filter' : 'stop',
    nativeFinishReason: reason,
    usage: { kind: 'missing' },
    upstreamUsage: undefined,
    size: undefined,
    quality: undefined,
  };
}
