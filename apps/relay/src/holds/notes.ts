import { createHash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import { AuditRecorded, topics } from '@tollgate/contracts';
import { idPrefixes, makeUlidFrom } from '@tollgate/ids';
import { nanosToUsdNumber, type Nanos } from '@tollgate/money';
import type { Logger } from '@tollgate/observability';
import type { Redis } from '@tollgate/redis';
import {
  CancelWatch,
  PlatformSpend,
  getWindowEndMs,
  type LimitScope,
  type ReachedLimit,
} from '@tollgate/till';
import type { SpoolEnvelope } from '../spool/spool-envelope';

/** For the global spend brake. A lost note matters less than the reaction time of the brake. */
export function createSpendNote(redis: Redis, logger: Logger): (nanos: Nanos) => void {
  const spend = new PlatformSpend(redis);
  return (nanos) => {
    spend.note(nanos).catch((error: unknown) => logger.warn('spend not noted', { error }));
  };
}

/** Counts unbilled cancels; a user with too many is blocked. */
export function createCancelNote(redis: Redis, logger: Logger): (userId: string) => void {
  const watch = new CancelWatch(redis);
  return (userId) => {
    watch.noteUnbilledCancel(userId).then(
      (isBlocked) => isBlocked && logger.info('blocked for unbilled cancels', { userId }),
      (error: unknown) => logger.warn('unbilled cancel not noted', { error }),
    );
  };
}

export interface Trips {
  readonly walletId: string;
  readonly breakers: readonly ReachedLimit[];
  /** By the clock of the till. */
  readonly nowMs: number;
}

const hourMs = 3_600_000;
/** Trips of the current hour that were sent; beyond this many, some are sent twice. */
const rememberedMax = 10_000;

const actions: Readonly<Record<LimitScope, string>> = {
  key: 'key.cb.tripped',
  user: 'user.cb.tripped',
  member: 'org_member.cb.tripped',
  team: 'team.cb.tripped',
  org: 'org.cb.tripped',
};

/**
 * Records tripped spend breakers in the audit log, once per scope, window and hour. The id of the
 * entry is derived from these, so all relays write the same entry and the log keeps the first.
 */
export function createTripNote(send: (envelope: SpoolEnvelope) => void): (trips: Trips) => void {
  const sent = new LRUCache<string, number>({ max: rememberedMax });
  return ({ breakers, nowMs, walletId }) => {
    const hour = Math.floor(nowMs / hourMs);
    for (const breaker of breakers) {
      const { scope, scopeId, window } = breaker.limit;
      const name = `${walletId}|${scope}|${scopeId}|${window}`;
      if (sent.get(name) === hour) continue;
      sent.set(name, hour);
      send(makeEntry(breaker, { walletId, nowMs, hour, name }));
    }
  };
}

function makeEntry(
  { limit, spentNanos }: ReachedLimit,
  trip: { walletId: string; nowMs: number; hour: number; name: string },
): SpoolEnvelope {
  const digest = createHash('sha256').update(`${trip.name}|${trip.hour}`).digest();
  const id = idPrefixes.auditEntry + makeUlidFrom(trip.hour * hourMs, digest);
  const isOrgs = trip.walletId.startsWith(idPrefixes.organization);
  const after = {
    window: limit.window,
    limitUsd: nanosToUsdNumber(limit.limitNanos),
    spentUsd: nanosToUsdNumber(spentNanos),
    resetsAt: new Date(getWindowEndMs(limit.window, trip.nowMs) ?? trip.nowMs).toISOString(),
  };
  const message = AuditRecorded.fromPartial({
    id,
    occurredAt: new Date(trip.nowMs),
    action: actions[limit.scope],
    actor: { type: 'system', id: 'relay' },
    target: { type: limit.scope, id: limit.scopeId },
    afterJson: JSON.stringify(after),
    orgId: isOrgs ? trip.walletId : '',
  });
  const payload = AuditRecorded.encode(message).finish();
  return { topic: topics.audit, key: limit.scopeId, id, payload };
}
