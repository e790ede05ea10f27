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

/** A stream with an `Idempotency-Key` that is read as far as a test needs. */
export async function openKeyed(
  gateway: Gateway,
  { bearer, body, key }: { readonly bearer: string; readonly key: string; readonly body: unknown },
): Promise<{
  readonly response: Response;
  /** Rejects when the stream ends before. */
  readonly readUntil: (isEnough: (text: string) => boolean) => Promise<void>;
  /** Waits until the gateway has closed it, in whichever way. */
  readonly end: () => Promise<void>;
}> {
  const response = await fetch(`${gateway.baseUrl}/v1/chat/completions`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${bearer}`,
      'content-type': 'application/json',
      'idempotency-key': key,
    },
    body: JSON.stringify(body),
  });
  const reader = (response.body ?? new ReadableStream()).getReader();
  const decoder = new TextDecoder();
  let text = '';
  return {
    response,
    readUntil: async (isEnough) => {
      while (!isEnough(text)) {
        const { done, value } = await reader.read();
        if (done) throw new Error(`the stream has ended: ${text}`);
        text += decoder.decode(value as Uint8Array, { stream: true });
      }
    },
    end: async () => {
      const drain = async (): Promise<void> => {
        while (!(await reader.read()).done);
      };
      await drain().catch(() => undefined);
    },
  };
}

export const makeBody = (content: string, isStreaming = false): Json => ({
  model: 'simulator/chat',
  stream: isStreaming,
  messages: [{ role: 'user', content }],
});
