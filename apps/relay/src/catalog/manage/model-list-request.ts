import {
  isCloudProtocol,
  makeModelListRequest,
  type Authorize,
  type CloudProtocol,
  type ModelListRequest as CloudModelList,
} from '@tollgate/cloud-auth';
import type { UpstreamTarget } from '@tollgate/model-spec';
import { asFields, makeBearerHeaders } from '@tollgate/model-kit';
import { findProviderRow } from '@tollgate/provider-table';
import { signRequest as signAnthropic } from '@tollgate/providers/anthropic';
import { signRequest as signGemini } from '@tollgate/providers/gemini';
import type { RouteProtocol } from '../catalog';
import type { ProviderKeyRow } from '../catalog-rows';

/** An account at a provider whose models are listed. */
export interface ListedAccount extends Pick<
  ProviderKeyRow,
  'base_url' | 'headers' | 'protocol' | 'provider'
> {
  readonly apiKey: string;
}

/** The request that lists the models of an account, which costs nothing. */
export interface ModelListRequest {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly authorize?: Authorize;
  /** Null: the answer contains no list. */
  readItems(body: unknown): readonly unknown[] | null;
  /** More models, which the key may not be allowed to list. */
  readonly further?: ModelListRequest;
}

interface ModelList {
  readonly path: string;
  /** Null: the list does not contain models. */
  readonly field: 'data' | 'models' | null;
  readonly sign: (target: UpstreamTarget) => Record<string, string>;
}

/** The model list of each protocol, on one page as far as the provider allows. */
const modelLists: Readonly<Record<Exclude<RouteProtocol, CloudProtocol>, ModelList>> = {
  openai: { path: '/models', field: 'data', sign: makeBearerHeaders },
  responses: { path: '/models', field: 'data', sign: makeBearerHeaders },
  anthropic: { path: '/models?limit=1000', field: 'data', sign: signAnthropic },
  gemini: { path: '/models?pageSize=1000', field: 'models', sign: signGemini },
  'openai-videos': { path: '/models', field: 'data', sign: makeBearerHeaders },
  'ark-videos': { path: '/models', field: 'data', sign: makeBearerHeaders },
  'dashscope-videos': { path: '/tasks/?page_size=1', field: null, sign: makeBearerHeaders },
  'gemini-videos': { path: '/models?pageSize=1000', field: 'models', sign: signGemini },
  'cohere-rerank': { path: '/v1/models', field: 'models', sign: makeBearerHeaders },
  'jina-rerank': { path: '/models', field: 'data', sign: makeBearerHeaders },
  'voyage-rerank': { path: '/models', field: 'data', sign: makeBearerHeaders },
};

/** Raises CredentialsError. */
export function prepareModelList(account: ListedAccount): ModelListRequest {
  const { apiKey, base_url: baseUrl, headers, protocol } = account;
  if (isCloudProtocol(protocol)) {
    const { further, ...list } = makeModelListRequest(protocol, { apiKey, baseUrl });
    const whole = prepareCloudList(list, headers);
    return further === undefined
      ? whole
      : { ...whole, further: prepareCloudList(further, headers) };
  }
  const { field, path, sign } = modelLists[protocol];
  const row = protocol === 'openai' ? findProviderRow(account.provider) : undefined;
  return {
    url: baseUrl + (row?.protocol === protocol ? row.health : path),
    headers: sign(makeTarget(account)),
    readItems: (body) => {
      // Some answer with the bare list.
      const list = field === null || Array.isArray(body) ? body : asFields(body)[field];
      return Array.isArray(list) ? list : null;
    },
  };
}

function prepareCloudList(
  list: CloudModelList,
  headers: ListedAccount['headers'],
): ModelListRequest {
  return {
    url: list.url,
    headers: { ...headers, ...list.headers },
    ...(list.authorize !== undefined && { authorize: list.authorize }),
    readItems: (body) => list.readNames(body)?.map((id) => ({ id })) ?? null,
  };
}

function makeTarget({ apiKey, base_url: baseUrl, headers }: ListedAccount): UpstreamTarget {
  return {
    baseUrl,
    apiKey,
    headers,
    upstreamModel: '',
    family: 'other',
    supportedParameters: [],
    maxCompletionTokens: undefined,
  };
}
