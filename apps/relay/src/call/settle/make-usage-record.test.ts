import { BillingOutcome, UsageRecorded } from '@tollgate/contracts';
import {
  aHeldCall,
  aModel,
  aRoute,
  aSnapshot,
  reservedNanos,
} from '../../../test/support/build-calls';
import { makeUsageRecord, encodeUsageRecord, readHoldOfRecord } from './make-usage-record';
import { decodeEnvelope } from '../../spool/spool-envelope';

const ending = {
  outcome: BillingOutcome.BILLING_OUTCOME_CHARGED,
  attempts: [],
  isCancelled: false,
  errorCode: '',
  costNanos: 28_000n,
};

describe('a usage record', () => {
  it('is decoded from the spool as it was written', () => {
    const call = aHeldCall({ caller: { walletId: 'wallet of Zoë', userId: 'user_1' } });
    const record = makeUsageRecord(call, ending);
    const envelope = decodeEnvelope(encodeUsageRecord(record));
    expect(envelope).toMatchObject({ key: 'wallet of Zoë', id: call.ulid });
    expect(UsageRecorded.decode(envelope.payload)).toEqual(record);
  });

  it('is enough to register its hold in an emptied till', () => {
    const call = aHeldCall();
    const bytes = encodeUsageRecord(makeUsageRecord(call, ending));
    expect(readHoldOfRecord(bytes, 'relay-9')).toEqual({
      hold: { ...call.hold, instance: 'relay-9', amountNanos: reservedNanos },
      costNanos: 28_000n,
    });
  });

  it('says that the route was chosen for its cache, only of the candidate that was', () => {
    const routes = [aRoute(), aRoute({ id: 'route-2' })];
    const call = aHeldCall({}, aSnapshot([aModel()], { 'acme/small': routes }));
    const [first, second] = call.candidates;
    const sticky = { ...first, isSticky: true } as const;
    expect(makeUsageRecord(call, { ...ending, candidate: sticky }).isSticky).toBe(true);
    expect(makeUsageRecord(call, { ...ending, candidate: second ?? first }).isSticky).toBe(
      undefined,
    );
  });

  it.each([
    ['no wallet', { walletId: '' }],
    ['a wallet that is too long', { walletId: 'w'.repeat(256) }],
    ['an id that is no ULID', { generationUlid: 'short' }],
  ])('cannot be made with %s', (_what, changes) => {
    const record = { ...makeUsageRecord(aHeldCall(), ending), ...changes };
    expect(() => encodeUsageRecord(record)).toThrow(RangeError);
  });

  it('names the candidate that answered, and whether another was asked before it', () => {
    const routes = [aRoute(), aRoute({ id: 'route-2', upstreamModel: 'small-2' })];
    const call = aHeldCall({}, aSnapshot([aModel()], { 'acme/small': routes }));
    const [first, second] = call.candidates;
    const attempt = { provider: 'acme', routeId: 'route-1', durationMs: 1 };
    const failed = { ...attempt, status: 503, error: 'upstream_unavailable' };
    const answered = { ...attempt, status: 200, error: '' };
    const retried = { ...ending, candidate: first, attempts: [failed, answered] };
    expect(makeUsageRecord(call, retried)).toMatchObject({
      status: 200,
      isFailover: false,
      routeId: 'route-1',
      upstreamModel: 'small',
    });
    const attempts = [failed, { ...answered, routeId: 'route-2' }];
    expect(makeUsageRecord(call, { ...ending, candidate: second!, attempts })).toMatchObject({
      status: 200,
      isFailover: true,
      routeId: 'route-2',
      upstreamModel: 'small-2',
      spendCounters: ['key|key_1|daily'],
      priceVersion: 7n,
    });
    const resumed = { ...call, isResumed: true } as const;
    expect(makeUsageRecord(resumed, { ...ending, candidate: first }).isFailover).toBe(true);
  });
});
