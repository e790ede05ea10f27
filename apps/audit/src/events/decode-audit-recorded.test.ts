import { AuditRecorded } from '@tollgate/contracts';
import { decodeAuditRecorded } from './decode-audit-recorded';

const event: AuditRecorded = {
  id: 'aud_01J9',
  occurredAt: new Date('2026-11-14T09:00:00.123Z'),
  action: 'key.create',
  actor: { type: 'user', id: 'user_01', email: 'ada@example.com', keyId: 'key_02' },
  target: { type: 'key', id: 'key_01' },
  beforeJson: '',
  afterJson: '{"label":"a"}',
  ip: '203.0.113.9',
  orgId: '',
  requestId: 'req_01',
};

function encode(part: Partial<AuditRecorded>): Uint8Array {
  return AuditRecorded.encode({ ...event, ...part }).finish();
}

describe('decodeAuditRecorded', () => {
  it('reads every field', () => {
    expect(decodeAuditRecorded(encode({}))).toEqual({
      ...event,
      beforeJson: null,
      afterJson: '{"label":"a"}',
    });
  });

  it('replaces what Postgres cannot store', () => {
    const entry = decodeAuditRecorded(encode({ target: { type: 'key', id: 'a\0b' } }));
    expect(entry.target.id).toBe('a\u{fffd}b');
  });

  it.each([
    ['no id', encode({ id: '' })],
    ['an endless id', encode({ id: 'a'.repeat(201) })],
    ['no time', encode({ occurredAt: undefined })],
    ['no action', encode({ action: '' })],
    ['a state that is no JSON', encode({ afterJson: '{' })],
    ['bytes of something else', Buffer.from([0xff, 0xff, 0xff])],
    ['no bytes', Buffer.alloc(0)],
  ])('refuses %s', (_case, payload) => {
    expect(() => decodeAuditRecorded(payload)).toThrow();
  });
});
