import type { UpstreamTarget } from '@tollgate/model-spec';
import { asFields, makeBearerHeaders } from '@tollgate/model-kit';
import { signRequest as signAnthropic } from '@tollgate/providers/anthropic';
import { signRequest as signGemini } from '@tollgate/providers/gemini';
import { request as sendRequest } from 'undici';
import type { RouteProtocol } from '../catalog';
import type { KeyTest, ProbeProvider } from './test-provider-key';

interface ModelList {
  readonly path: string;
  /** Null: the list does not contain models. */
  readonly field: 'data' | 'models' | null;
  readonly sign: (target: UpstreamTarget) => Record<string, string>;
}

/** The model list of each protocol, on one page as far as the provider allows. */
const modelLists: Readonly<Record<RouteProtocol, ModelList>> = {
  openai: { path: '/models', field: 'data', sign: makeBearerHeaders },
  responses: { path: '/models', field: 'data', sign: makeBearerHeaders },
  anthropic: { path: '/models?limit=1000', field: 'data', sign: signAnthropic },
  gemini: { path: '/models?pageSize=1000', field: 'models', sign: signGemini },
  'openai-videos': { path: '/models', field: 'data', sign: makeBearerHeaders },
  'ark-videos': { path: '/models', field: 'data', sign: makeBearerHeaders },
  'dashscope-videos': { path: '/tasks/?page_size=1', field: null, sign: makeBearerHeaders },
  'gemini-videos': { path: '/models?pageSize=1000', field: 'models', sign: signGemini },
};
const timeoutMs = 5_000;
const bytesMax = 4 * 1024 * 1024;

/** Requests the list of models. Does not follow redirects: a key must not reach another host. */
export const probeProvider: ProbeProvider = async (key) => {
  const { field, path, sign } = modelLists[key.protocol];
  const startedMs = Date.now();
  const describe = (result: Omit<KeyTest, 'latencyMs'>): KeyTest => ({
    ...result,
    latencyMs: Date.now() - startedMs,
  });
  let status: number | null = null;
  try {
    const answer = await sendRequest(`${key.base_url}${path}`, {
      headers: sign(makeTarget(key)),
      signal: AbortSignal.timeout(timeoutMs),
    });
    status = answer.statusCode;
    const text = await readText(answer.body);
    if (status !== 200) return describe({ ok: false, status, models: null, error: name(status) });
    const listed = asFields(JSON.parse(text));
    const list = field === null ? null : listed[field];
    return describe({
      ok: true,
      status,
      models: Array.isArray(list) ? list.length : null,
      error: null,
    });
  } catch (error) {
    return describe({ ok: false, status, models: null, error: explain(error, status) });
  }
};

function makeTarget(key: Parameters<ProbeProvider>[0]): UpstreamTarget {
  return {
    baseUrl: key.base_url,
    apiKey: key.apiKey,
    headers: key.headers,
    upstreamModel: '',
    family: 'other',
    supportedParameters: [],
    maxCompletionTokens: undefined,
  };
}

class TooLongError extends Error {}

async function readText(body: AsyncIterable<Buffer>): Promise<string> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of body) {
    bytes += chunk.length;
    if (bytes > bytesMax) throw new TooLongError();
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}

function name(status: number): string {
  if (status === 401 || status === 403) return 'upstream_auth_failed';
  if (status === 404) return 'not_found';
  return status === 429 ? 'upstream_rate_limited' : 'upstream_unavailable';
}

function explain(error: unknown, status: number | null): string {
  if (error instanceof Error && error.name === 'TimeoutError') return 'timeout';
  // It answered with something other than a list.
  return status === null ? 'upstream_unreachable' : 'upstream_unavailable';
}
