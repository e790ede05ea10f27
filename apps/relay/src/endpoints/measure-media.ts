import { estimateTextTokens } from '@tollgate/dialect-kit';
import { AppError } from '@tollgate/errors';
import type { Nanos } from '@tollgate/money';
import { estimateImages, estimateVideo, type PriceList } from '@tollgate/pricing';
import type { ModelKind } from '../domain/catalog';

type Fields = Readonly<Record<string, unknown>>;

export type MediaEndpoint = 'images' | 'videos';

export const kindOfMedia: Readonly<Record<MediaEndpoint, ModelKind>> = {
  images: 'image',
  videos: 'video',
};

export interface MeasuredMedia {
  readonly promptTokens: number;
  /** What a request can use at most, before anything is sent anywhere. */
  readonly reserve: (prices: PriceList) => Nanos;
}

const tokensPerItem = 6;
const videoSecondsDefault = 5;

/** Media are counted in units of their own: what is asked for says how many. */
export function measureMedia(endpoint: MediaEndpoint, body: Fields): MeasuredMedia {
  return endpoint === 'images' ? measureImages(body) : measureVideo(body);
}

function measureImages(body: Fields): MeasuredMedia {
  const promptTokens = estimateValue(body['prompt']);
  const count = readCount(body, 'n') ?? 1;
  const size = typeof body['size'] === 'string' ? body['size'] : undefined;
  const work = { count, size, promptTokens, tokensPerImage: undefined };
  const reserve = (prices: PriceList): Nanos => estimateImages(prices, work);
  return { promptTokens, reserve };
}

function measureVideo(body: Fields): MeasuredMedia {
  const work = {
    seconds: readCount(body, 'duration') ?? readCount(body, 'seconds') ?? videoSecondsDefault,
    resolution: typeof body['resolution'] === 'string' ? body['resolution'] : undefined,
    hasAudio: body['generate_audio'] === true || body['audio'] === true,
  };
  const reserve = (prices: PriceList): Nanos => estimateVideo(prices, work);
  return { promptTokens: estimateValue(body['prompt']), reserve };
}

/** Text as text, lists item by item, anything else by its JSON. */
function estimateValue(value: unknown): number {
  if (value === undefined || value === null) return 0;
  if (typeof value === 'string') return estimateTextTokens(value);
  if (Array.isArray(value)) {
    return value.reduce<number>((sum, item) => sum + estimateValue(item) + tokensPerItem, 0);
  }
  return estimateTextTokens(JSON.stringify(value));
}

const countMax = 1_000_000;

function readCount(body: Fields, name: string): number | undefined {
  const value = body[name];
  if (value === undefined || value === null) return undefined;
  const count = typeof value === 'string' ? Number(value) : value;
  if (typeof count !== 'number' || !Number.isInteger(count) || count < 1 || count > countMax) {
    throw new AppError('unsupported_param', {
      message: `${name} must be a whole number from 1 to ${countMax}`,
      param: name,
    });
  }
  return count;
}
