import { createHash } from 'node:crypto';
import { AuditRecorded, topics } from '@tollgate/contracts';
import { idPrefixes, makeUlidFrom } from '@tollgate/ids';
import { nanosToUsdNumber } from '@tollgate/money';
import { getWindowEndMs, type LimitScope, type ReachedLimit } from '@tollgate/till';
import type { SpoolEnvelope } from '../spool/spool-envelope';

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
  const sent = new Map<string, number>();
  return ({ breakers, nowMs, walletId }) => {
    const hour = Math.floor(nowMs / hourMs);
    for (const breaker of breakers) {
      const { scope, scopeId, window } = breaker.limit;
      const name = `${walletId}|${scope}|${scopeId}|${window}`;
      if (sent.get(name) === hour) continue;
      if (sent.size >= rememberedMax) sent.clear();
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
