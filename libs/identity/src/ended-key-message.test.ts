import { EndedKey as Message, type KeyEndReason } from '@tollgate/contracts';
import { anonymousIdentity } from './caller-identity';
import { decodeEndedKey, encodeEndedKey, type EndedKey } from './ended-key-message';

const ended: EndedKey = {
  identity: {
    ...anonymousIdentity,
    kind: 'standard_key',
    userId: 'user_1',
    keyId: 'key_1',
    org: { orgId: 'org_1', teamId: 'team_1', memberId: '' },
    label: 'ci',
    email: 'ada@example.com',
  },
  reason: 'disabled',
  endedAtMs: 1_800_000_000_000,
};

function send(key: EndedKey): EndedKey | undefined {
  return decodeEndedKey(Message.decode(Message.encode(encodeEndedKey(key)).finish()));
}

describe('the message about an ended key', () => {
  it.each(['deleted', 'disabled', 'expired', 'rotated'] as const)('keeps that it is %s', (why) => {
    expect(send({ ...ended, reason: why })).toEqual({ ...ended, reason: why });
  });

  it('keeps that no time was recorded', () => {
    expect(send({ ...ended, endedAtMs: null })?.endedAtMs).toBeNull();
  });

  it('sends no balance, limit or wallet', () => {
    const rich = { ...ended.identity, walletId: 'org_1', balanceNanos: 5n };
    expect(send({ ...ended, identity: rich })).toEqual(ended);
  });

  it('is undefined for a reason that this version does not have', () => {
    const newer = { ...encodeEndedKey(ended), reason: 99 as KeyEndReason };
    expect(decodeEndedKey(newer)).toBeUndefined();
    expect(decodeEndedKey(Message.fromPartial({}))).toBeUndefined();
  });
});
