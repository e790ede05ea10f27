import { findCredentialsFault } from '@tollgate/cloud-auth';
import { AppError } from '@tollgate/errors';
import { idPrefixes, makeUlid } from '@tollgate/ids';
import type { CreateProviderKey, PatchProviderKey } from '../catalog-schemas';
import { describeProviderKey, type NewProviderKey, type ProviderKeyRow } from '../catalog-rows';
import { isSameOrigin, maskKey, type SecretBox } from '@tollgate/secret-box';
import type { CatalogBook } from './catalog-book';
import { completeKey, type WholeKey } from './complete-key';
import { auditRows, type OperatorContext, type RunCatalogCommand } from './run-catalog-command';

export interface ManageProviderKeys {
  /** Idempotent per ulid. */
  create(context: OperatorContext, key: CreateProviderKey, ulid?: string): Promise<ProviderKeyRow>;
  patch(context: OperatorContext, id: string, changes: PatchProviderKey): Promise<ProviderKeyRow>;
  delete(context: OperatorContext, id: string): Promise<void>;
}

const { deleted, saved } = auditRows('provider_key', describeProviderKey);

export function createManageProviderKeys(
  run: RunCatalogCommand,
  secrets: SecretBox,
): ManageProviderKeys {
  return {
    create: (context, key, ulid = makeUlid()) =>
      run(context, async (book) => {
        const id = idPrefixes.providerKey + ulid;
        const made = await book.findProviderKey(id);
        if (made) return { action: null, result: made };
        const whole = completeKey(key);
        assertCredentials(whole);
        const row = await book.saveProviderKey(makeProviderKey(id, whole, secrets));
        return saved('admin.provider_key.create', id, row);
      }),

    patch: (context, id, changes) =>
      run(context, async (book) => {
        const before = await getProviderKey(book, id);
        assertKeyForHost(before, changes);
        const { apiKey, baseUrl = before.base_url, protocol = before.protocol } = changes;
        if (apiKey !== undefined) assertCredentials({ apiKey, baseUrl, protocol });
        const row = await book.saveProviderKey(applyChanges(before, changes, secrets));
        return saved('admin.provider_key.update', id, row, before);
      }),

    delete: (context, id) =>
      run(context, async (book) => {
        const before = await getProviderKey(book, id);
        if (await book.hasRoutesOfKey(id)) {
          throw new AppError('conflict', {
            message: 'Routes still use this provider key; delete them first',
          });
        }
        await book.deleteProviderKey(id);
        return deleted('admin.provider_key.delete', id, before);
      }),
  };
}

async function getProviderKey(book: CatalogBook, id: string): Promise<ProviderKeyRow> {
  const row = await book.findProviderKey(id);
  if (!row) throw new AppError('not_found', { message: 'Provider key not found' });
  return row;
}

function assertCredentials({
  apiKey,
  baseUrl,
  protocol,
}: Pick<WholeKey, 'apiKey' | 'baseUrl' | 'protocol'>): void {
  const fault = findCredentialsFault(protocol, apiKey, baseUrl);
  if (fault === undefined) return;
  throw new AppError('unsupported_param', { message: `apiKey: ${fault}`, param: 'apiKey' });
}

/** A stored key must not be sent to a host that it was not entered for. */
function assertKeyForHost(before: ProviderKeyRow, { apiKey, baseUrl }: PatchProviderKey): void {
  if (baseUrl === undefined || apiKey !== undefined) return;
  if (isSameOrigin(before.base_url, baseUrl)) return;
  throw new AppError('missing_required_field', {
    message: 'apiKey is required when baseUrl changes to another host: send the key again',
    param: 'apiKey',
  });
}

function makeProviderKey(id: string, key: WholeKey, secrets: SecretBox): NewProviderKey {
  return {
    id,
    provider: key.provider,
    base_url: key.baseUrl,
    protocol: key.protocol,
    headers: key.headers,
    weight: key.weight,
    enabled: key.enabled,
    is_default: key.isDefault,
    key_ciphertext: secrets.seal(key.apiKey, id),
    key_mask: maskKey(key.apiKey),
  };
}

function applyChanges(
  before: ProviderKeyRow,
  changes: PatchProviderKey,
  secrets: SecretBox,
): NewProviderKey {
  const { apiKey } = changes;
  const sealed =
    apiKey === undefined
      ? {}
      : { key_ciphertext: secrets.seal(apiKey, before.id), key_mask: maskKey(apiKey) };
  return {
    ...before,
    base_url: changes.baseUrl ?? before.base_url,
    protocol: changes.protocol ?? before.protocol,
    headers: changes.headers ?? before.headers,
    weight: changes.weight ?? before.weight,
    enabled: changes.enabled ?? before.enabled,
    is_default: changes.isDefault ?? before.is_default,
    ...sealed,
  };
}
