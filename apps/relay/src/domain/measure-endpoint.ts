import { estimateTextTokens, parseRequest } from '@tollgate/dialects/openai-chat';
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
import type { CatalogModel, ModelKind } from './catalog';
import { measureWork } from './measure-work';

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
      return measureTokens(measureWork(parseRequest(JSON.stringify(body), body), model), body);
    case 'responses':
    case 'messages':
      return measureTokens(measureWork(asChat(endpoint, body), model), body);
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

/** The parts of another dialect that count, laid out as a chat: the estimate is by text alone. */
function asChat(endpoint: 'responses' | 'messages', body: Fields): ReturnType<typeof parseRequest> {
  const parts = endpoint === 'responses' ? body['input'] : body['messages'];
  const instructions = endpoint === 'responses' ? body['instructions'] : body['system'];
  const items: readonly unknown[] = Array.isArray(parts) ? parts : [parts];
  if (parts === undefined || parts === null || items.length === 0) {
    const param = endpoint === 'responses' ? 'input' : 'messages';
    throw new AppError('missing_required_field', { message: `${param} is required`, param });
  }
  const tools: readonly unknown[] = Array.isArray(body['tools']) ? body['tools'] : [];
  const texts = [...items, ...tools, ...(instructions == null ? [] : [instructions])];
  const messages = texts.map((item) => ({
    role: 'user',
    content: typeof item === 'string' ? item : JSON.stringify(item),
  }));
  const max_tokens =
    readCount(body, endpoint === 'responses' ? 'max_output_tokens' : 'max_tokens') ?? null;
  const { model, plugins, reasoning, stream, thinking } = body;
  const chat = { model, messages, max_tokens, stream, thinking, reasoning, plugins };
  const bodyText = JSON.stringify(body);
  return { ...parseRequest(bodyText, chat), bodyText };
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
