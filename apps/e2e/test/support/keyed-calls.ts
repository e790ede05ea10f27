import { callApi, type ApiAnswer, type Json } from './api-call';
import type { Gateway } from './gateway';
import { readSimulatedCalls } from './simulator';

export const isReplay = ({ headers }: Pick<ApiAnswer, 'headers'>): boolean =>
  headers.get('idempotent-replayed') === 'true';

/** How many calls with this word in their body have reached the provider since the last reset. */
export async function countUpstream(gateway: Gateway, word: string): Promise<number> {
  const { calls } = await readSimulatedCalls(gateway);
  return calls.filter(({ request }) => request?.body.includes(word)).length;
}

/** A call with an `Idempotency-Key`. */
export function sendKeyed(
  gateway: Gateway,
  call: {
    readonly bearer: string;
    readonly key: string;
    readonly path?: string;
    readonly body: unknown;
  },
): Promise<ApiAnswer> {
  const { bearer, body, key, path = '/v1/chat/completions' } = call;
  const headers = { 'idempotency-key': key };
  return callApi(`${gateway.baseUrl}${path}`, { bearer, body, headers });
}

export const makeBody = (content: string, isStreaming = false): Json => ({
  model: 'simulator/chat',
  stream: isStreaming,
  messages: [{ role: 'user', content }],
});
