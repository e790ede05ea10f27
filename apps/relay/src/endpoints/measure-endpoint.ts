import { estimateTextTokens } from '@tollgate/dialect-kit';
import { AppError } from '@tollgate/errors';
import type { Nanos } from '@tollgate/money';
import {
  estimateFloor,
  estimateImages,
  estimateTokens,
  estimateVideo,
  type PriceList,
  type TokenWork,
} from '@tollgate/pricing';
import type { CatalogModel, ModelKind } from '../domain/catalog';
import { dialects } from '../domain/dialects';
import { measureWork } from '../domain/measure-work';
import { createTextEndpoint } from './text.endpoint';

type Fields = Readonly<Record<string, unknown>>;

export const estimateEndpoints = [
  'chat',
  'responses',
  'messages',
  'embeddings',
  'images',
  'videos',
] as const;
export type EstimateEndpoint = (typeof estimateEndpoints)[number];

export const kindOfEndpoint: Readonly<Record<EstimateEndpoint, ModelKind>> = {
  chat: 'chat',
  responses: 'chat',
  messages: 'chat',
  embeddings: 'embeddings',
  images: 'image',
  videos: 'video',
};

/** What a request can use at most, before anything is sent anywhere. */
export interface MeasuredRequest {
  readonly promptTokens: number;
  readonly reserve: (prices: PriceList) => Nanos;
  /** What is enough to begin with; the reserve itself unless it streams. */
  readonly floor: (prices: PriceList) => Nanos;
}

const tokensPerItem = 6;
const videoSecondsDefault = 5;
const plainWork: Omit<TokenWork, 'promptTokens' | 'outputTokens'> = {
  choices: 1,
  cacheWrite: 'none',
  isThinking: false,
  hasAudioInput: false,
  hasImageInput: false,
  hasAudioOutput: false,
  hasImageOutput: false,
  usesWeb: false,
};

export function measureEndpoint(
  endpoint: EstimateEndpoint,
  body: Fields,
  model: CatalogModel,
): MeasuredRequest {
  switch (endpoint) {
    case 'chat':
    case 'responses':
    case 'messages': {
      const raw = { body, bodyText: JSON.stringify(body), clientHeaders: {} };
      const request = createTextEndpoint(dialects[endpoint]).parse(raw).fitTo(model);
      return measureTokens(measureWork(request, model), body);
    }
    case 'embeddings': {
      const promptTokens = estimateValue(body['input']);
      return measureTokens({ ...plainWork, promptTokens, outputTokens: 0 }, {});
    }
    case 'images':
      return measureImages(body);
    case 'videos':
      return measureVideo(body);
  }
}

function measureTokens(work: TokenWork, body: Fields): MeasuredRequest {
  const reserve = (prices: PriceList): Nanos => estimateTokens(prices, work);
  const floor = (prices: PriceList): Nanos => estimateFloor(prices, work);
  const { promptTokens } = work;
  return { promptTokens, reserve, floor: body['stream'] === true ? floor : reserve };
}

function measureImages(body: Fields): MeasuredRequest {
  const promptTokens = estimateValue(body['prompt']);
  const count = readCount(body, 'n') ?? 1;
  const size = typeof body['size'] === 'string' ? body['size'] : undefined;
  const work = { count, size, promptTokens, tokensPerImage: undefined };
  const reserve = (prices: PriceList): Nanos => estimateImages(prices, work);
  return { promptTokens, reserve, floor: reserve };
}

function measureVideo(body: Fields): MeasuredRequest {
  const work = {
    seconds: readCount(body, 'duration') ?? readCount(body, 'seconds') ?? videoSecondsDefault,
    resolution: typeof body['resolution'] === 'string' ? body['resolution'] : undefined,
    hasAudio: body['generate_audio'] === true || body['audio'] === true,
  };
  const reserve = (prices: PriceList): Nanos => estimateVideo(prices, work);
  return { promptTokens: estimateValue(body['prompt']), reserve, floor: reserve };
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
