import { waitUntil } from '@tollgate/testing';
import type { Account } from './accounts';
import type { Json } from './api-call';
import type { Gateway } from './gateway';

/** The record of a call, once billing has it. */
export async function readGeneration(
  gateway: Gateway,
  { generationId }: { readonly generationId: string },
  { key: bearer }: Pick<Account, 'key'>,
): Promise<Json> {
  return waitUntil(
    async () => {
      const path = `/v1/generation?id=${generationId}`;
      const { json, status } = await gateway.call(path, { bearer });
      return status === 200 ? json.data : undefined;
    },
    { timeoutMs: 10_000, what: 'the record of the call' },
  );
}
