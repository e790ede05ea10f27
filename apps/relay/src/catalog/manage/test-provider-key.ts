import { AppError } from '@tollgate/errors';
import type { SecretBox } from '@tollgate/secret-box';
import type { CatalogReader, CatalogTransactions } from './catalog-book';
import type { ListedAccount } from './model-list-request';
import type { OperatorContext } from './run-catalog-command';

/** Whether a provider accepts a key, and how fast it answers. */
export interface KeyTest {
  readonly ok: boolean;
  /** Null: no response. */
  readonly status: number | null;
  readonly latencyMs: number;
  /** How many models it lists; null: unknown. */
  readonly models: number | null;
  /** A code of ours: the provider's message may contain the key. */
  readonly error: string | null;
}

export type ProbeProvider = (account: ListedAccount) => Promise<KeyTest>;

export type TestProviderKey = (context: OperatorContext, id: string) => Promise<KeyTest>;

/** Requests a provider's list of models, which costs nothing. Raises: not_found. */
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
    // Nothing changed, so no relay has to reload the catalog.
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
