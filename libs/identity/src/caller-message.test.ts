import { Caller as Message, type CallerKind } from '@tollgate/contracts';
import { anonymousIdentity } from './caller-identity';
import { decodeCaller, encodeCaller, type ResolvedCaller } from './caller-message';

const plain: ResolvedCaller = {
  identity: { ...anonymousIdentity, kind: 'session', userId: 'user_1', sessionId: 'sess_1' },
  isSuspended: false,
  isOperator: false,
  operatorScopes: [],
  allowedCidrs: [],
  expiresAtMs: null,
};
const full: ResolvedCaller = {
  identity: {
    kind: 'standard_key',
    userId: 'user_1',
    keyId: 'key_1',
    sessionId: '',
    walletId: 'org_1',
    org: { orgId: 'org_1', teamId: 'team_1', memberId: '' },
    label: 'ci',
    email: 'ada@example.com',
    limit: { nanos: 9_007_199_254_740_993n, period: 'monthly' },
    quota: { requests: 100, tokens: null },
    breaker: { minuteNanos: 0n, hourNanos: 20n },
    hasFreeFallback: false,
    balanceNanos: -12n,
    isInvoiced: true,
    clientIp: '',
  },
  isSuspended: true,
  isOperator: true,
  operatorScopes: ['read', 'money'],
  allowedCidrs: ['203.0.113.0/24'],
  expiresAtMs: 1_800_000_000_000,
};
const cap = { nanos: 5n, period: 'total' } as const;
const capped: ResolvedCaller = { ...plain, identity: { ...plain.identity, limit: cap } };

function send(message: Message): Message {
  return Message.decode(Message.encode(message).finish());
}

describe('the message about a caller', () => {
  it.each([
    ['a session', plain],
    ['a key with everything set', full],
    ['a lifetime cap', capped],
  ])('keeps %s', (_name, caller) => {
    expect(decodeCaller(send(encodeCaller(caller)))).toEqual(caller);
  });

  it.each([
    'standard_key',
    'management_key',
    'session',
    'institution_session',
    'operator',
    'playground_token',
  ] as const)('keeps the kind %s', (kind) => {
    const caller = { ...plain, identity: { ...plain.identity, kind } };
    expect(decodeCaller(encodeCaller(caller))?.identity.kind).toBe(kind);
  });

  it('is undefined for a kind that this version does not have', () => {
    const newer = { ...encodeCaller(plain), kind: 99 as CallerKind };
    expect(decodeCaller(newer)).toBeUndefined();
    expect(decodeCaller(Message.fromPartial({}))).toBeUndefined();
  });

  it('drops operator scopes that this version does not have', () => {
    const newer = { ...encodeCaller(full), operatorScopes: ['read', 'everything'] };
    expect(decodeCaller(newer)?.operatorScopes).toEqual(['read']);
  });
});
