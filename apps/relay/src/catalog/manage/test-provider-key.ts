import { AppError } from '@tollgate/errors';
import type { ProviderKeyRow } from '../catalog-rows';
import type { SecretBox } from '@tollgate/secret-box';
import type { CatalogReader, CatalogTransactions } from './catalog-book';
import type { OperatorContext } from './run-catalog-command';

/** Whether a provider takes a key, and how soon it answers. */
export interface KeyTest {
  readonly ok: boolean;
  /** Null: nobody answered. */
  readonly status: number | null;
  readonly latencyMs: number;
  /** How many models it lists; null where it does not say. */
  readonly models: number | null;
  /** A word of ours: what a provider says about a key may repeat it. */
  readonly error: string | null;
}

export type ProbeProvider = (
  key: Pick<ProviderKeyRow, 'base_url' | 'headers' | 'protocol'> & { readonly apiKey: string },
) => Promise<KeyTest>;

export type TestProviderKey = (context: OperatorContext, id: string) => Promise<KeyTest>;

/** Asks a provider for the list of its models, which costs nothing. Raises: not_found. */
export function createTestProviderKey(options: {
  readonly reader: Pick<CatalogReader, 'findProviderKey'>;
  readonly transactions: CatalogTransactions;
  readonly secrets: SecretBox;
  readonly probe: ProbeProvider;
}): TestProviderKey {
  const { probe, reader, secrets, transactions } = options;
  return async (context, id) => {
    const key = await reader.findProviderKey(id);
    if (!key) throw new AppError('not_found', { message: 'Provider key not found' });
    const result = await probe({ ...key, apiKey: secrets.open(key.key_ciphertext, id) });
    // Nothing changed, so no relay has to load the catalog anew.
    await transactions.run((_book, recordAudit) =>
      recordAudit({
        ...context,
        action: 'admin.provider_key.test',
        target: { type: 'provider_key', id },
        before: undefined,
        after: result,
      }),
    );
    return result;
  };
}
