import { createKey, type Account } from './accounts';
import type { ApiAnswer, ApiCall } from './api-call';
import type { Gateway } from './gateway';

/** An account seen through a management key of its own. */
export interface Manager {
  readonly id: string;
  readonly key: string;
  readonly call: (path: string, call?: ApiCall) => Promise<ApiAnswer>;
  readonly patch: (keyId: string, body: object) => Promise<ApiAnswer>;
  readonly remove: (keyId: string) => Promise<ApiAnswer>;
}

export async function makeManager(gateway: Gateway, account: Account): Promise<Manager> {
  const settings = { name: 'manager', keyType: 'management' };
  const { id, key } = await createKey(gateway, account.cookie, settings);
  const call: Manager['call'] = (path, request) => gateway.call(path, { bearer: key, ...request });
  return {
    id,
    key,
    call,
    patch: (keyId, body) => call(`/v1/keys/${keyId}`, { method: 'PATCH', body }),
    remove: (keyId) => call(`/v1/keys/${keyId}`, { method: 'DELETE' }),
  };
}
