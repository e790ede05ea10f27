import { setTimeout as sleep } from 'node:timers/promises';
import type { Account } from './accounts';
import type { Json } from './api-call';
import type { Gateway } from './gateway';

const waitMsMax = 20_000;
/** The route waits for up to two seconds itself, for one request of a caller at a time. */
const pollMs = 1_000;

/** The record of a call, once billing has it. */
export async function readGeneration(
  gateway: Gateway,
  { generationId }: { readonly generationId: string },
  { key: bearer }: Pick<Account, 'key'>,
): Promise<Json> {
  const path = `/v1/generation?id=${generationId}`;
  const deadline = Date.now() + waitMsMax;
  for (;;) {
    const { headers, json, status } = await gateway.call(path, { bearer });
    if (status === 200) return json.data;
    if (Date.now() >= deadline) throw new Error(`no record of ${generationId}: ${status}`);
    // A caller may ask for 120 receipts in a minute.
    const retryAfterMs = Number(headers.get('retry-after') ?? 1) * 1_000;
    await sleep(status === 429 ? retryAfterMs : pollMs);
  }
}
