import { ApiError } from './api-error';
import { client } from './generated/client.gen';
import { reportUnauthorized } from './unauthorized';

/** The console is served by the host of the API: the session cookie is enough. */
export function setUpClient(): void {
  client.setConfig({ baseUrl: '', credentials: 'same-origin' });
  client.interceptors.response.use((response) => {
    if (response.status === 401) reportUnauthorized(response.url);
    return response;
  });
}

interface Answer<Data> {
  readonly data?: Data;
  readonly error?: unknown;
  readonly response?: Response;
}

/** The body of an answer; an error answer becomes an `ApiError`. */
export async function read<Data>(answer: Promise<Answer<Data>>): Promise<Exclude<Data, undefined>> {
  const { data, error, response } = await answer;
  if (response === undefined) throw error instanceof Error ? error : new TypeError('no answer');
  if (!response.ok) throw new ApiError(response.status, error, response.headers);
  return data as Exclude<Data, undefined>;
}

/** The header that makes a repeated create harmless. */
export function once(idempotencyKey: string): { readonly headers: Record<string, string> } {
  return { headers: { 'Idempotency-Key': idempotencyKey } };
}
