import { getUlidTimeMs } from '@tollgate/ids';
import type { Logger } from '@tollgate/observability';
import type { Spool } from '@tollgate/spool';
import { readHoldOfRecord } from '../settle/make-usage-record';
import type { RedisCallKeys } from './redis-call-keys';

export interface RecoverCallsOptions {
  readonly instance: string;
  readonly keys: Pick<RedisCallKeys, 'listOpen' | 'noteCrash'>;
  readonly spool: Pick<Spool, 'listSince'>;
  readonly logger: Logger;
}

/**
 * Ends the keyed calls of the previous process of this instance. A call is charged exactly if its
 * usage record is on disk; nothing else of it will be found later.
 */
export async function recoverCalls(options: RecoverCallsOptions): Promise<void> {
  const { instance, keys, logger, spool } = options;
  const open = await keys.listOpen();
  if (open.length === 0) return;
  const costs = new Map<string, bigint>();
  const wanted = new Set(open.map(({ ulid }) => ulid));
  const sinceMs = Math.min(...open.map(({ ulid }) => getUlidTimeMs(ulid)));
  for (const { payload } of spool.listSince(sinceMs)) {
    const settled = readHoldOfRecord(payload, instance);
    if (settled !== undefined && wanted.has(settled.hold.holdId))
      costs.set(settled.hold.holdId, settled.costNanos);
  }
  for (const call of open) await keys.noteCrash(call, costs.get(call.ulid));
  logger.info('idempotent calls of the previous process ended', {
    calls: open.length,
    recorded: costs.size,
  });
}
