import { AuditRecorded, topics } from '@tollgate/contracts';
import type { ReachedLimit } from '@tollgate/till';
import type { SpoolEnvelope } from '../spool/spool-envelope';
import { createTripNote } from './notes';

const hourMs = 3_600_000;
const nowMs = 500_000 * hourMs + 90_000;

function tripped(scope: 'member' | 'org', window: 'minute' | 'hour'): ReachedLimit {
  const limit = { scope, scopeId: `${scope}_1`, window, limitNanos: 5n, rule: 'settled' } as const;
  return { limit, spentNanos: 7_000_000_000n, reservedNanos: 0n };
}

describe('a breaker that trips', () => {
  it('is recorded once per scope, window and hour, by all relays under the same id', () => {
    const sent: SpoolEnvelope[] = [];
    const relays = [1, 2].map(() => createTripNote((envelope) => sent.push(envelope)));
    const breakers = [tripped('member', 'minute'), tripped('org', 'hour')];
    for (const note of relays) {
      for (const laterMs of [0, 30_000, 60_000])
        note({ walletId: 'org_1', breakers, nowMs: nowMs + laterMs });
    }
    expect(sent).toHaveLength(4);
    expect(new Set(sent.map(({ id }) => id)).size).toBe(2);
    relays[0]?.({ walletId: 'org_1', breakers, nowMs: nowMs + hourMs });
    expect(new Set(sent.map(({ id }) => id)).size).toBe(4);
  });

  it('names the limit and the organization', () => {
    const sent: SpoolEnvelope[] = [];
    const note = createTripNote((envelope) => sent.push(envelope));
    note({ walletId: 'org_1', breakers: [tripped('member', 'minute')], nowMs });
    note({ walletId: 'user_1', breakers: [tripped('member', 'minute')], nowMs });
    const [first, second] = sent.map(({ payload }) => AuditRecorded.decode(payload));
    expect(sent[0]).toMatchObject({ topic: topics.audit, key: 'member_1' });
    expect(first).toMatchObject({
      action: 'org_member.cb.tripped',
      target: { type: 'member', id: 'member_1' },
      orgId: 'org_1',
    });
    expect(JSON.parse(first?.afterJson ?? '')).toMatchObject({ window: 'minute', spentUsd: 7 });
    expect(second?.orgId).toBe('');
  });
});
