import { type Dispatcher, request } from 'undici';
import { z } from 'zod';
import {
  createTokenPost,
  isCloudProtocol,
  makeModelListRequest,
  TokenCache,
  type ModelListRequest,
} from '@tollgate/cloud-auth';
import type { CatalogClient } from '@tollgate/clients';
import type { Logger } from '@tollgate/observability';
import { readAnswerText } from '@tollgate/outbound';
import type { ByokOutside } from './ports';

const timeoutMs = 5_000;
const modelList = { bytesMax: 4 * 1024 * 1024, source: 'the list of models' };
const modelsMax = 2_000;
const nameCharactersMax = 200;

const answerSchema = z.object({ data: z.array(z.object({ id: z.string() })) });

/** Lists the models of a provider; only their names are used. */
export function createProviderModels(
  dispatcher: Dispatcher,
  logger: Logger,
): ByokOutside['listModels'] {
  const tokens = new TokenCache(createTokenPost(dispatcher));
  return async (provider) => {
    try {
      const list = prepareList(provider);
      const { body, statusCode } = await request(list.url, {
        dispatcher,
        signal: AbortSignal.timeout(timeoutMs),
        headers: { ...list.headers, ...(await list.authorize?.(tokens)) },
      });
      const text = await readAnswerText(body, modelList);
      if (statusCode !== 200) return undefined;
      const listed = list.readNames(readJson(text)) ?? [];
      const names = listed.filter((id) => id.length <= nameCharactersMax);
      return [...new Set(names)].slice(0, modelsMax);
    } catch (error) {
      logger.info('provider did not list its models', { error });
      return undefined;
    }
  };
}

function prepareList({
  apiKey,
  baseUrl: given,
  protocol,
}: Parameters<ByokOutside['listModels']>[0]): ModelListRequest {
  const baseUrl = given.replace(/\/+$/, '');
  if (isCloudProtocol(protocol)) return makeModelListRequest(protocol, { apiKey, baseUrl });
  return {
    url: `${baseUrl}/models`,
    headers:
      protocol === 'anthropic'
        ? { 'x-api-key': apiKey, 'anthropic-version': '2023-06-01' }
        : { authorization: `Bearer ${apiKey}` },
    readNames: (body) => answerSchema.parse(body).data.map(({ id }) => id),
  };
}

/** The original error may quote the provider's answer, which must not be logged. */
function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new Error('the list of models is no JSON');
  }
}

/** The ids of all catalog models, or undefined while the relay does not answer. */
export function createCatalogIds(
  catalog: CatalogClient,
  logger: Logger,
): ByokOutside['listCatalog'] {
  return async (requestId) => {
    try {
      return await catalog.listModelIds(requestId);
    } catch (error) {
      logger.warn('catalog not read', { error });
      return undefined;
    }
  };
}
