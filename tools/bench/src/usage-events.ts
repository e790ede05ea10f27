import { BillingOutcome, UsageRecorded } from '@tollgate/contracts';
import { makeUlid } from '@tollgate/ids';
import type { OutgoingEvent } from '@tollgate/event-log';

/** What the relay publishes after a plain chat call. */
export function makeUsageRecord(user: number, ulid: string = makeUlid()): UsageRecorded {
  const userId = `user_${String(user).padStart(26, '0')}`;
  return {
    generationUlid: ulid,
    startedAt: new Date(),
    walletId: userId,
    userId,
    keyId: `key_${String(user).padStart(26, '0')}`,
    keyName: 'bench',
    orgId: '',
    teamId: '',
    memberId: '',
    apiType: 'chat',
    model: 'acme/chat-1',
    provider: 'acme',
    routeId: `route_${ulid}`,
    upstreamModel: 'chat-1',
    appName: 'Claude Code',
    referer: 'https://example.com/',
    requestId: `req_${ulid}`,
    status: 200,
    finishReason: 'stop',
    nativeFinishReason: 'stop',
    durationMs: BigInt(200 + Math.floor(Math.random() * 3_000)),
    firstTokenMs: BigInt(50 + Math.floor(Math.random() * 400)),
    isStreamed: true,
    isCancelled: false,
    isFailover: false,
    outcome: BillingOutcome.BILLING_OUTCOME_CHARGED,
    usage: {
      input: 1_200n,
      cacheRead: 0n,
      cacheWrite5m: 0n,
      cacheWrite1h: 0n,
      output: 130n,
      reasoning: 0n,
      audioInput: 0n,
      imageInput: 0n,
      audioOutput: 0n,
      imageOutput: 0n,
    },
    costNanos: 2_865_000n,
    cacheDiscountNanos: 0n,
    reservedNanos: 10_000_000n,
    priceVersion: 1n,
    lines: [
      { bucket: 'prompt', units: 1_200n, pricePicos: 750_000n },
      { bucket: 'completion', units: 131n, pricePicos: 15_000_000n },
    ],
    attempts: [
      { provider: 'acme', routeId: `route_${ulid}`, status: 200, durationMs: 2_140n, error: '' },
    ],
    errorCode: '',
    spendCounters: [`key|key_${user}|monthly`],
    spendLimitsNanos: [0n],
  };
}

export function makeUsageEvent(user: number): OutgoingEvent {
  return makeEvent(makeUsageRecord(user));
}

const teamsPerOrganization = 20;
const models = 8;

/** A call of a member, paid by one of so many organizations. */
export function makeOrgUsageEvent(user: number, organizations: number): OutgoingEvent {
  const id = (number: number): string => String(number).padStart(26, '0');
  const orgId = `org_${id(user % organizations)}`;
  return makeEvent({
    ...makeUsageRecord(user),
    ...{ orgId, walletId: orgId, memberId: `mem_${id(user)}` },
    teamId: `team_${id(Math.floor(user / organizations) % teamsPerOrganization)}`,
    model: `acme/chat-${user % models}`,
  });
}

function makeEvent(record: UsageRecorded): OutgoingEvent {
  return {
    id: record.generationUlid,
    key: record.walletId,
    payload: UsageRecorded.encode(record).finish(),
  };
}
