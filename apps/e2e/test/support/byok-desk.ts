import { openAccount } from './accounts';
import type { ApiAnswer, ApiCall, Json } from './api-call';
import type { Gateway } from './gateway';
import { openOrg } from './organizations';

export interface OrgKey {
  readonly id: string;
  readonly key: string;
}

/** An organization that brings its own provider keys. */
export interface ByokDesk {
  readonly orgId: string;
  /** With its management key, under `/v1/management/byok-keys`. */
  readonly call: (path: string, call?: ApiCall) => Promise<ApiAnswer>;
  /** The same for what must succeed. */
  readonly add: (settings: object) => Promise<Json>;
  readonly change: (byokId: string, settings: object) => Promise<Json>;
  readonly remove: (byokId: string) => Promise<Json>;
  readonly read: (byokId: string) => Promise<Json>;
  /** A standard key of the organization. */
  readonly makeKey: () => Promise<OrgKey>;
  readonly readCredits: () => Promise<Json>;
}

export async function openByokDesk(gateway: Gateway, creditUsd = 0): Promise<ByokDesk> {
  const founder = await openAccount(gateway, { creditUsd: 0 });
  const { cookie } = founder;
  const orgId = await openOrg(gateway, founder);
  if (creditUsd > 0) {
    const body = { orgId, amountUsd: creditUsd, reason: 'test' };
    await gateway.operate('/api/admin/credits/grants', { body });
  }
  const make = async (keyType: string): Promise<OrgKey> => {
    const body = { name: keyType, keyType };
    return succeed(await gateway.call(`/api/orgs/${orgId}/keys`, { cookie, body })) as OrgKey;
  };
  const { key: bearer } = await make('management');
  const call: ByokDesk['call'] = (path, request) =>
    gateway.call(`/v1/management/byok-keys${path}`, { bearer, ...request });
  return {
    orgId,
    call,
    add: async (body) => succeed(await call('', { body })),
    change: async (id, body) => succeed(await call(`/${id}`, { method: 'PATCH', body })),
    remove: async (id) => succeed(await call(`/${id}`, { method: 'DELETE' })),
    read: async (id) => succeed(await call(`/${id}`)),
    makeKey: () => make('standard'),
    readCredits: async () => succeed(await gateway.call(`/v1/orgs/${orgId}`, { bearer })).credits,
  };
}

function succeed({ json, status, text }: ApiAnswer): Json {
  if (status >= 300) throw new Error(`answered ${status} ${text}`);
  return json;
}
