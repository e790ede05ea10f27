import { findCredentialsFault } from '@tollgate/cloud-auth';
import { AppError } from '@tollgate/errors';
import {
  matchModels,
  noSync,
  unknownHealth,
  type ByokHealth,
  type ByokKey,
  type ByokModel,
  type SyncResult,
} from './byok-key';
import type { ByokOutside } from './ports';

/** Raises: unsupported_param for credentials that the protocol cannot use. */
export function assertCredentials({
  apiKey,
  baseUrl,
  protocol,
}: Pick<ByokKey, 'baseUrl' | 'protocol'> & { readonly apiKey: string }): void {
  const fault = findCredentialsFault(protocol, apiKey, baseUrl);
  if (fault === undefined) return;
  throw new AppError('unsupported_param', { message: `apiKey: ${fault}`, param: 'apiKey' });
}

/** Raises: unsupported_param for a forbidden address, or keys of other organizations. */
export async function assertByok(
  outside: ByokOutside,
  {
    baseUrl,
    orgId,
    scopedKeyIds,
  }: Pick<ByokKey, 'orgId'> & Partial<Pick<ByokKey, 'baseUrl' | 'scopedKeyIds'>>,
  requestId: string,
): Promise<void> {
  const fault = baseUrl === undefined ? undefined : await outside.findUrlFault(baseUrl);
  if (fault !== undefined) {
    throw new AppError('unsupported_param', { message: `baseUrl ${fault}`, param: 'baseUrl' });
  }
  if (scopedKeyIds === undefined || scopedKeyIds.length === 0) return;
  const own = new Set(await outside.filterKeys(orgId, scopedKeyIds, requestId));
  if (scopedKeyIds.some((id) => !own.has(id))) {
    throw new AppError('unsupported_param', {
      message: 'scopedApiKeyIds names a key that is not of this organization',
      param: 'scopedApiKeyIds',
    });
  }
}

export interface Synced {
  readonly models: readonly ByokModel[];
  readonly sync: SyncResult;
  readonly health: ByokHealth;
}

/** Lists the models of the provider; an unreachable provider is not an error here. */
export async function syncByok(
  outside: ByokOutside,
  key: Pick<ByokKey, 'baseUrl' | 'health' | 'models' | 'protocol'> & { readonly apiKey: string },
  { now, requestId }: { readonly now: Date; readonly requestId: string },
): Promise<Synced> {
  const [offered, catalog] = await Promise.all([
    outside.listModels(key),
    outside.listCatalog(requestId),
  ]);
  if (offered === undefined || catalog === undefined) {
    return { models: key.models, sync: noSync, health: { ...unknownHealth, checkedAt: now } };
  }
  const health = { status: 'healthy', checkedAt: now, lastError: null, failures: 0 } as const;
  return { ...matchModels(key.models, offered, catalog), health };
}
